import { describe, expect, it } from 'vitest'
import { createReveal, type Surface, type SurfaceBrowser } from './surfaces'

const here = 1
const elsewhere = 2

/** A browser with these pages of ours; a tab that is made becomes one of them only when `load` is called. */
function open(all: Surface[], mayPopUp = true) {
  const done: string[] = []
  const clock = { now: 0 }
  const tabs = new Set(all.flatMap(({ tabId }) => tabId ?? []))
  const browser: SurfaceBrowser = {
    list: async () => [...all],
    window: async () => here,
    focusTab: async (tabId) => void done.push(`tab ${tabId}`),
    focusWindow: async (windowId) => void done.push(`window ${windowId}`),
    async openPopup() {
      if (!mayPopUp) throw new Error('no gesture')
      done.push('popup')
    },
    async openTab(path) {
      done.push(`new ${path}`)
      tabs.add(99)
      return 99
    },
    hasTab: async (tabId) => tabs.has(tabId),
    now: () => clock.now,
  }
  return { done, tabs, clock, reveal: createReveal(browser) }
}
const tab = (tabId: number, windowId = here, active = false): Surface => ({
  ...{ kind: 'TAB', tabId, windowId, active },
})
const order = 'popup.html?view=tab#/orders/1'

describe('a trigger', () => {
  it.each([
    ['the popup', [{ kind: 'POPUP', windowId: here }]],
    ['the side panel of this window', [{ kind: 'SIDE_PANEL', windowId: here }]],
    ['a tab in front', [tab(5, elsewhere, true), tab(6, here, true)]],
  ] as [string, Surface[]][])('given %s is seen, opens and moves nothing', async (_name, all) => {
    const { reveal, done } = open(all)
    expect([await reveal(), await reveal(order)]).toEqual([true, true])
    expect(done).toEqual([])
  })

  it('given a tab of ours behind others, brings that one to the front, and opens none', async () => {
    const { reveal, done } = open([tab(5), tab(6)])
    expect([await reveal(), await reveal(order)]).toEqual([true, true])
    expect(done).toEqual(['tab 5', 'tab 5'])
  })

  it('given the side panel of another window, brings that window to the front', async () => {
    const { reveal, done } = open([{ kind: 'SIDE_PANEL', windowId: elsewhere }])
    expect(await reveal()).toBe(true)
    expect(done).toEqual([`window ${elsewhere}`])
  })

  it('given a side panel that no window is known of, counts on nobody seeing it', async () => {
    const { reveal, done } = open([{ kind: 'SIDE_PANEL', windowId: -1 }])
    expect(await reveal()).toBe(false)
    expect(done).toEqual(['popup'])
  })

  it('given nothing of ours, opens the popup, and a tab where that may not open by itself', async () => {
    const free = open([])
    expect(await free.reveal()).toBe(false)
    expect(free.done).toEqual(['popup'])
    const held = open([], false)
    expect(await held.reveal()).toBe(false)
    expect(held.done).toEqual(['new popup.html?view=tab'])
    const notice = open([])
    expect(await notice.reveal(order)).toBe(false)
    expect(notice.done).toEqual([`new ${order}`])
  })

  it('given several at once, opens one tab, although it has no page of ours yet', async () => {
    const { reveal, done, tabs } = open([], false)
    expect(await Promise.all([reveal(), reveal(order), reveal()])).toEqual([false, true, true])
    expect(done).toEqual(['new popup.html?view=tab', 'tab 99', 'tab 99'])
    // Closed before it was ever seen: the next one is opened anew.
    tabs.clear()
    expect(await reveal()).toBe(false)
  })

  it('given a tab that was opened for another page to be gone to since, opens one of ours anew', async () => {
    const { reveal, done, clock } = open([], false)
    await reveal()
    // It is there, and no page of ours: the person went on in it.
    clock.now = 10_001
    expect([await reveal(), await reveal(order)]).toEqual([false, true])
    expect(done).toEqual(['new popup.html?view=tab', 'new popup.html?view=tab', 'tab 99'])
  })

  it('given one that failed, the next is not held up by it', async () => {
    const fail = () => Promise.reject(new Error('no window'))
    let list: SurfaceBrowser['list'] = fail
    const browser = {
      list: () => list(),
      window: async () => here,
      focusTab: async () => undefined,
    }
    const reveal = createReveal(browser as Partial<SurfaceBrowser> as SurfaceBrowser)
    await expect(reveal()).rejects.toThrow('no window')
    list = async () => [tab(5)]
    expect(await reveal()).toBe(true)
  })
})
