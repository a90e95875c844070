import { browser } from 'wxt/browser'
import { call, onChange, streamQuotes } from '@/src/messaging/client'
import { openForReading } from '@/src/store/read-database'
import { readHistory } from '@/src/store/read-history'
import { readOrder } from '@/src/store/read-order'
import type { Backend, Clock } from './backend'

/** The browser, the worker and the store behind the interface. */
export function createLiveBackend(): Backend {
  const database = openForReading()
  return {
    call,
    streamQuotes,
    onChange,
    readOrder: async (orderId) => (await readOrder(database, orderId)) ?? undefined,
    listOrders: (query) => readHistory(database, query),
    session: {
      read: async (key) => (await browser.storage.session.get(key))[key],
      write: (key, value) => browser.storage.session.set({ [key]: value }),
    },
    requestAccess: (origins) => browser.permissions.request({ origins }),
    listAccess: async () => (await browser.permissions.getAll()).origins ?? [],
    removeAccess: (origins) => browser.permissions.remove({ origins }),
    async showTab(tabId) {
      const tab = await browser.tabs.update(tabId, { active: true })
      if (tab?.windowId !== undefined) await browser.windows.update(tab.windowId, { focused: true })
    },
    openUrl: async (url) => {
      await browser.tabs.create({ url })
    },
    openPage: async (path) => {
      await browser.tabs.create({ url: new URL(path, location.origin).href })
    },
    version: browser.runtime.getManifest().version,
  }
}

/** The clock of the machine. */
export const machineClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
