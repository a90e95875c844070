import { isAsked } from './keys'

/**
 * Gives the focus to the heading of the screen: what is read out first is where one has come to. Behind a
 * dialog it could not be reached: the focus then goes to the head of that.
 */
export function focusHeading(): void {
  const head = isAsked() ? 'dialog button' : '#content h1'
  document.querySelector<HTMLElement>(head)?.focus({ preventScroll: true })
}

/**
 * Watches that the focus is never lost: where what held it was taken from the page and nothing else took
 * it, the heading gets it. Orders move by themselves, and what was pressed may go at any time. Returns
 * what ends the watch.
 */
export function keepFocus(content: Element): () => void {
  let holder: Element | undefined
  const onFocus = (event: Event) => {
    holder = event.target as Element
  }
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document
    if (holder?.isConnected === false && activeElement === body) focusHeading()
  })
  content.addEventListener('focusin', onFocus)
  observer.observe(content, { childList: true, subtree: true })
  return () => {
    content.removeEventListener('focusin', onFocus)
    observer.disconnect()
  }
}
