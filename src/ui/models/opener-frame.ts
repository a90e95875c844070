/** A window as far as another one is opened from it and its messages are heard. */
type Opener = Pick<Window, 'open' | 'addEventListener' | 'removeEventListener'>

/**
 * An empty frame of this page to open a checkout from. A window may send its opener anywhere: here that is
 * a frame that shows nothing and holds nothing, and the page around it stays where it is.
 *
 * @returns the frame's window, and how to take the frame away; the window that was opened has no opener then
 */
export function createOpenerFrame(document: Document): { opener: Opener; remove(): void } {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  const opener = frame.contentWindow
  if (opener === null) throw new TypeError('A frame without a window')
  return { opener, remove: () => frame.remove() }
}
