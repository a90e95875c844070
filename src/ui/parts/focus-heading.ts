/** Gives the focus to the heading of the screen: what is read out first is where one has come to. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true })
}
