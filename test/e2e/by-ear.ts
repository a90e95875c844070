import type { ViewLocator, ViewPage } from '../support/view'
import { expect } from './expect'

/** What is kept of a page: each text that was read out, in order, and where the focus was lost. */
type Kept = { heard: string[]; lost: string[] }

/**
 * Listens in the page as a screen reader does: a live region is read out whole when what it says
 * changes, or when it comes with its text; one that is not atomic says each line that is added. The
 * focus counts as lost where it is still at nothing once what was drawn has had its effects.
 */
function listenIn(): void {
  const kept: Kept = { heard: [], lost: [] }
  const live = '[role=status],[role=alert],[aria-live=polite],[aria-live=assertive]'
  const said = new WeakMap<Element, string>()
  const wordsOf = (region: Element): string => {
    const copy = region.cloneNode(true) as Element
    for (const part of copy.querySelectorAll('[aria-hidden=true]')) part.remove()
    for (const part of copy.querySelectorAll('p,div,li,dt,dd,h2,span,button')) part.append(' ')
    return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
  }
  const hear = (region: Element) => {
    const words = wordsOf(region)
    // The same words with another mark at their end are said again.
    const key = `${words}|${region.textContent}`
    if (said.get(region) === key) return
    said.set(region, key)
    if (words !== '') kept.heard.push(words)
  }
  let hadFocus = false
  let isLooking = false
  /** What had the focus last, and the key that was pressed there. */
  let left: EventTarget | null = null
  let key = ''
  document.addEventListener('keydown', (event) => {
    left = event.target
    key = event.key
  })
  /** Past the last of a page, Tab leads to the browser's own: nothing that had the focus is gone. */
  const hasGoneOn = () =>
    key === 'Tab' && left instanceof Element && left.isConnected && !left.matches(':disabled')
  const lookAtFocus = () => {
    if (document.activeElement !== document.body) hadFocus = true
    if (!hadFocus || isLooking) return
    isLooking = true
    const look = (frames: number) => {
      if (frames > 0) return void requestAnimationFrame(() => setTimeout(look, 0, frames - 1))
      isLooking = false
      if (document.activeElement !== document.body || hasGoneOn()) return
      kept.lost.push(document.querySelector('#content')?.textContent?.slice(0, 80) ?? '')
    }
    look(4)
  }
  for (const region of document.querySelectorAll(live))
    said.set(region, `${wordsOf(region)}|${region.textContent}`)
  const observer = new MutationObserver((changes) => {
    const regions = new Set<Element>()
    for (const { target, addedNodes } of changes) {
      const near = target instanceof Element ? target : target.parentElement
      const around = near?.closest(live)
      const isByLine = around?.getAttribute('aria-atomic') === 'false'
      if (around && !isByLine) regions.add(around)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        if (isByLine) kept.heard.push(wordsOf(node))
        if (node.matches(live)) regions.add(node)
        for (const each of node.querySelectorAll(live)) regions.add(each)
      }
    }
    for (const region of regions) if (region.isConnected) hear(region)
    lookAtFocus()
  })
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['disabled', 'hidden', 'open', 'role', 'inert'],
  })
  document.addEventListener('focusin', lookAtFocus)
  Object.assign(globalThis, { kept })
}

/** What is read out on a page from now on, and every loss of its focus. */
export async function listen(page: ViewPage) {
  await page.evaluate(listenIn)
  const read = () => page.evaluate(() => (globalThis as unknown as { kept: Kept }).kept)
  return {
    /** Goes on once this was read out, as somebody who listens does. */
    hears: (words: RegExp) =>
      expect.poll(async () => (await read()).heard.some((each) => words.test(each))).toBe(true),
    /** Leaves out what was read out by something that is gone: the next of its kind may say the same. */
    forget: ({ source, flags }: RegExp) =>
      page.evaluate(
        (gone) => {
          const { kept } = globalThis as unknown as { kept: Kept }
          const words = new RegExp(gone.source, gone.flags)
          kept.heard = kept.heard.filter((each) => !words.test(each))
        },
        { source, flags },
      ),
    /**
     * Waits until all of these were read out, in this order, and holds that each was read once, that
     * nothing else was, save what `beside` allows, each wording once (a list that grows while it is
     * searched tells its new length), and that the focus was never lost.
     */
    async expectHeard(expected: RegExp[], beside: RegExp[] = []): Promise<void> {
      const ours = (heard: string[]) =>
        heard.filter((words) => !beside.some((allowed) => allowed.test(words)))
      await expect
        .poll(async () => ours((await read()).heard).map((words) => placeOf(words, expected)))
        .toEqual(expected.map((each) => String(each)))
      const { heard, lost } = await read()
      const passing = heard.filter((words) => beside.some((allowed) => allowed.test(words)))
      expect(passing).toEqual([...new Set(passing)])
      expect(lost).toEqual([])
    },
  }
}

const placeOf = (words: string, expected: RegExp[]): string =>
  String(expected.find((each) => each.test(words)) ?? words)

/** Goes on with Tab until the focus is there; it is never at nothing on the way. */
export async function tabTo(page: ViewPage, place: ViewLocator): Promise<void> {
  await place.waitFor()
  for (let steps = 0; steps < 80; steps += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${place}`)
}

/** Goes there with Tab and presses Enter. */
export async function pressAt(page: ViewPage, place: ViewLocator): Promise<void> {
  await expect(place).toBeEnabled()
  await tabTo(page, place)
  await page.keyboard.press('Enter')
}

/** Goes there with Tab and types. */
export async function typeAt(page: ViewPage, place: ViewLocator, text: string): Promise<void> {
  await tabTo(page, place)
  await page.keyboard.insertText(text)
}
