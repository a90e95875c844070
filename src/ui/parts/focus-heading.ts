/** Gives the focus to the heading of the screen: what is read out first is where one has come to. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true })
}

/**
 * Watches that the focus is never lost: where what held it was taken from the page and nothing else took
 * it, the heading gets it. Orders move by themselves, and what was pressed may go at any time. Returns
 * what ends the watch.
 */
export function keepFocus(content: Element): () => void {
  let holder: EventTarget | null = null
  const onFocus = (event: Event) => {
    holder = event.target
  }
  const observer = new MutationObserver(() => {
    const isGone = holder instanceof Node && !holder.isConnected
    if (isGone && document.activeElement === document.body) focusHeading()
  })
  content.addEventListener('focusin', onFocus)
  observer.observe(content, { childList: true, subtree: true })
  return () => {
    content.removeEventListener('focusin', onFocus)
    observer.disconnect()
  }
}
