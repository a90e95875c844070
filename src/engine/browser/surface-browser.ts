import { browser } from 'wxt/browser'
import { listWaiting, waitingKey } from '@/src/contract/waiting'
import type { World } from '../world'
import { openOwn } from './open-own'
import { createReveal, type Surface, type SurfaceBrowser } from './surfaces'

/** Pages with all screens; the welcome page has none of them. */
const whole = /\/(?:popup|sidepanel|options)\.html(?:[?#]|$)/

/** The pages of ours in this browser. */
const surfaceBrowser: SurfaceBrowser = {
  async list() {
    const contexts = await browser.runtime.getContexts({})
    const shown = contexts.filter(({ documentUrl }) => whole.test(documentUrl ?? ''))
    return Promise.all(
      shown.map(async ({ contextType, windowId, tabId }): Promise<Surface> => {
        const kind = contextType as Surface['kind']
        if (kind !== 'TAB') return { kind, windowId }
        const { active = false } = await browser.tabs.get(tabId).catch(() => ({ active: false }))
        return { kind, windowId, tabId, active }
      }),
    )
  },
  window: async () => (await browser.windows.getLastFocused()).id,
  async focusTab(tabId) {
    const tab = await browser.tabs.update(tabId, { active: true })
    if (tab?.windowId !== undefined) await this.focusWindow(tab.windowId)
  },
  async focusWindow(windowId) {
    await browser.windows.update(windowId, { focused: true })
  },
  openPopup: () => browser.action.openPopup(),
  openTab: openOwn,
  hasTab: (tabId) =>
    browser.tabs.get(tabId).then(
      () => true,
      () => false,
    ),
  now: () => Date.now(),
}

export const reveal = createReveal(surfaceBrowser)

/** Kept as long as what waits. */
const lifeKey = 'life'

export const life: World['life'] = () =>
  navigator.locks.request(lifeKey, async () => {
    const { [lifeKey]: known } = await browser.storage.session.get(lifeKey)
    if (typeof known === 'string') return known
    const made = crypto.randomUUID()
    await browser.storage.session.set({ [lifeKey]: made })
    return made
  })

export const changeWaiting: World['changeWaiting'] = (change) =>
  navigator.locks.request(waitingKey, async () => {
    const { [waitingKey]: list } = await browser.storage.session.get(waitingKey)
    await browser.storage.session.set({ [waitingKey]: change(listWaiting(list)) })
  })
