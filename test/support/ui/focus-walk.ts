import type { CDPSession, Page } from '@playwright/test'

/** What one sees of an element that changes when it has the focus. */
type Look = { element: Element; outline: string; edge: string }

type Walk = {
  controls: HTMLElement[]
  /** Where the focus stood after each key, and what was wrong with it there. */
  stops: HTMLElement[]
  /** Those that were not in view as the key came up: what closes above them may move them just then. */
  unseen: HTMLElement[]
  faults: string[]
  end: AbortController
}

declare global {
  var focusWalk: Walk | undefined
  /** Reads what the page has for walks; see `installWalk`. */
  var focusTools: ReturnType<typeof makeTools> | undefined
}

/** Everything that runs in the page; it closes over nothing of this file. */
function makeTools() {
  const name = (element: Element): string => {
    const own = element.getAttribute('data-testid') ?? element.id
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
    return `${element.tagName} ${element.className} ${own} ${words.slice(0, 30)}`.replace(
      /\s+/g,
      ' ',
    )
  }

  /** The dialog that lies over all, or the page: nothing behind that one can be reached. */
  const place = (): ParentNode => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document

  const notices = () => document.querySelectorAll<HTMLElement>('.notices')

  /** Of radio buttons, the one that Tab leads to. */
  const isStop = (element: HTMLElement, all: HTMLElement[]): boolean => {
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
    const group = all.filter(
      (other) =>
        other instanceof HTMLInputElement && other.type === 'radio' && other.name === element.name,
    ) as HTMLInputElement[]
    return element === (group.find(({ checked }) => checked) ?? group[0])
  }

  /** Every control that takes the focus by Tab, in the order of the document. */
  const controls = (): HTMLElement[] => {
    const wanted = 'a[href], button, input, select, textarea, summary, [tabindex]'
    const all = [...place().querySelectorAll<HTMLElement>(wanted)].filter(
      (element) =>
        !element.matches(':disabled, [type=hidden]') &&
        element.tabIndex >= 0 &&
        element.closest('[inert]') === null &&
        element.checkVisibility({ visibilityProperty: true }),
    )
    return all.filter((element) => isStop(element, all))
  }

  /** The element, what stands for it beside it, and what it stands in. */
  const looks = (element: Element): Look[] => {
    const near = [element, element.nextElementSibling, element.parentElement]
    const field = element.closest('label, .search-field, .suffix-field, .token-field')
    return [...near, field].flatMap((each) => {
      if (each === null) return []
      const { outlineStyle, outlineWidth, outlineColor, borderTopColor } = getComputedStyle(each)
      const drawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      const outline = drawn ? `${outlineStyle} ${outlineWidth} ${outlineColor}` : ''
      return [{ element: each, outline, edge: borderTopColor }]
    })
  }

  /** Whether the focus is seen on it: an outline that was not there, or a field's edge in another colour. */
  const isMarked = (element: Element, before: Look[], edgeCounts: boolean): boolean =>
    looks(element).some(({ outline, edge, element: each }, index) => {
      const was = before[index]
      if (outline !== '' && outline !== was?.outline) return true
      return edgeCounts && each.matches('.token-field') && edge !== was?.edge
    })

  /** What is seen of a control: of a radio button, its label. */
  const shownOf = (element: HTMLElement): HTMLElement => {
    const isRadio = element instanceof HTMLInputElement && element.type === 'radio'
    return (isRadio ? element.closest('label') : null) ?? element
  }

  /** Whether its upper and its lower end, or one of them, are seen, with nothing over them. */
  const isSeen = (element: HTMLElement, ...ends: ('start' | 'end')[]): boolean => {
    const target = shownOf(element)
    const box = target.getClientRects()[0]
    if (box === undefined) return false
    const middle = box.left + box.width / 2
    const wanted = ends.length > 0 ? ends : (['start', 'end'] as const)
    return wanted.every((end) => {
      const y = end === 'start' ? box.top + 3 : box.bottom - 3
      const seen = document.elementFromPoint(middle, y)
      return seen !== null && (target.contains(seen) || seen.contains(target))
    })
  }

  /** Controls that stand above, or before, the one that Tab leads from. */
  const turnsBack = (all: HTMLElement[]): string[] => {
    const bars = [...document.querySelectorAll<HTMLElement>('.actions')]
    for (const bar of bars) bar.style.position = 'static'
    const boxes = all.map((element) => shownOf(element).getBoundingClientRect())
    for (const bar of bars) bar.style.position = ''
    return boxes.flatMap((box, index) => {
      const before = boxes[index - 1]
      if (before === undefined) return []
      const isAbove = box.bottom <= before.top + 1
      const isLevel = Math.min(box.bottom, before.bottom) - Math.max(box.top, before.top) > 8
      const isBehind = isLevel && box.right <= before.left + 1
      return isAbove || isBehind
        ? [`back: ${name(all[index - 1] as Element)} -> ${name(all[index] as Element)}`]
        : []
    })
  }

  return {
    name,
    controls,
    looks,
    isMarked,
    /** Controls that no scrolling brings out from under what stays where it is. */
    hidden(): string[] {
      for (const each of notices()) each.style.pointerEvents = 'auto'
      const bring = (element: HTMLElement, block: ScrollLogicalPosition) =>
        shownOf(element).scrollIntoView({ block, behavior: 'instant' })
      const isHidden = (element: HTMLElement) => {
        bring(element, 'center')
        if (!element.isConnected || isSeen(element)) return false
        // What is higher than the place it is in is read end by end.
        return (['start', 'end'] as const).some((end) => {
          bring(element, end)
          return !isSeen(element, end)
        })
      }
      const found = controls().filter((element) => {
        if (!isHidden(element)) return false
        // What is drawn for the keyboard alone is seen once it has the focus.
        element.focus({ preventScroll: true })
        return isHidden(element)
      })
      for (const each of notices()) each.style.pointerEvents = ''
      return found.map(name)
    },
    /** Stands at the first control, and notes from then on where each Tab leads; gives how many it takes. */
    begin(): number {
      // What has the focus already is looked at without it, and all is measured from the top.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      for (const each of place().querySelectorAll('.scroll, .dialog-body')) each.scrollTo(0, 0)
      const all = controls()
      const before = new Map(all.map((each) => [each, looks(each)]))
      const walk: Walk = {
        controls: all,
        stops: [],
        unseen: [],
        faults: turnsBack(all),
        end: new AbortController(),
      }
      globalThis.focusWalk = walk
      // They take no click for a moment, but are seen.
      for (const each of notices()) each.style.pointerEvents = 'auto'
      const stop = () => {
        const element = document.activeElement as HTMLElement
        // A date has several places, each with a key of its own.
        if (walk.stops.length === all.length || element === walk.stops.at(-1)) return
        const was = before.get(element)
        // What scrolls and holds nothing to press is scrolled by key.
        if (was === undefined && element.scrollHeight > element.clientHeight) return
        // What came meanwhile, as a list does below its field, has a turn as well.
        if (was !== undefined || !controls().includes(element)) walk.stops.push(element)
        if (!isSeen(element)) walk.unseen.push(element)
        if (!isMarked(element, was ?? [], true)) walk.faults.push(`not marked: ${name(element)}`)
      }
      addEventListener('keyup', stop, { capture: true, signal: walk.end.signal })
      // Beyond the last one the focus would go to the browser, which gives it back when it likes.
      const stay = (event: KeyboardEvent) => {
        if (walk.stops.length === all.length) event.preventDefault()
      }
      addEventListener('keydown', stay, { capture: true, signal: walk.end.signal })
      all[0]?.focus()
      stop()
      const dates = all.filter((each) => each.matches('[type=date], [type=file]')).length
      // And what is scrolled by key, and what may come meanwhile.
      return all.length + 4 * dates + 6
    },
    /** What was wrong: a control that was not reached, or not in its turn, not seen, or not marked. */
    end(): string[] {
      const walk = globalThis.focusWalk
      if (walk === undefined) return ['no walk']
      walk.end.abort()
      // Once nothing moves they take the focus anew, from the top, as Tab brought it.
      for (const element of walk.unseen) {
        element.blur()
        for (const each of place().querySelectorAll('.scroll, .dialog-body')) each.scrollTo(0, 0)
        element.focus()
        if (!isSeen(element)) walk.faults.push(`out of view: ${name(element)}`)
      }
      // A link that is drawn while it has the focus alone would lie over what is looked at next.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      for (const each of notices()) each.style.pointerEvents = ''
      const at = walk.controls.findIndex((each, index) => walk.stops[index] !== each)
      if (at >= 0) {
        const stop = walk.stops[at]
        const led = stop === undefined ? 'nowhere' : name(stop)
        walk.faults.push(`to ${name(walk.controls[at] as Element)} Tab led ${led}`)
      }
      return walk.faults
    },
  }
}

/** Puts what a walk needs into a document, once. */
export async function installWalk(page: Page): Promise<void> {
  if (await page.evaluate(() => globalThis.focusTools !== undefined)) return
  await page.evaluate(`globalThis.focusTools = (${makeTools.toString()})()`)
}

/** Scrolls to every control. Gives those that are out of reach: under what stays, or beyond what scrolls. */
export async function findHidden(page: Page): Promise<string[]> {
  await installWalk(page)
  return page.evaluate(() => globalThis.focusTools?.hidden() ?? ['no tools'])
}

/**
 * Goes through a screen by Tab alone. Gives what is wrong: Tab leads to every enabled control once, in the
 * order in which they are read; each is in view then, under nothing, and marked.
 */
export async function walkByTab(page: Page, keys: CDPSession): Promise<string[]> {
  await installWalk(page)
  // What a script focuses is marked only where a key was pressed last.
  const shift = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 }
  await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...shift })
  await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...shift })
  const count = await page.evaluate(async () => {
    // A note over the screen is given its room once it is laid out: until that stays as it is.
    const room = () => document.querySelector<HTMLElement>('.scroll')?.dataset.room
    const isNoted = document.querySelector('.notices') !== null
    for (let [frames, calm, was] = [0, 0, room()]; isNoted && frames < 30 && calm < 3; frames++) {
      await new Promise((done) => requestAnimationFrame(done))
      calm = room() === was && was !== undefined ? calm + 1 : 0
      was = room()
    }
    return globalThis.focusTools?.begin() ?? 0
  })
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
  // All at once: they are taken one by one, and nobody waits for the answer to each.
  const pressed = Array.from({ length: count }).flatMap(() => [
    keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
    keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
  ])
  await Promise.all(pressed)
  return page.evaluate(() => globalThis.focusTools?.end() ?? ['no walk'])
}
