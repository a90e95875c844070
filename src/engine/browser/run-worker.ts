import { browser } from 'wxt/browser'
import { changesChannel, quotePort } from '@/src/contract/channels'
import { offerPort } from '@/src/contract/offers'
import type { Settings } from '@/src/contract/rpc'
import { encodeHex } from '@/src/lib/bytes'
import type { Sender } from '@/src/messaging/sender'
import { callerOf } from '@/src/messaging/sender'
import { createDatabase } from '@/src/store/open'
import { readSettings } from '@/src/store/settings'
import { orderOfNotice } from '../effects/notify'
import { serveOffers } from '../offer-stream'
import { type QuotePort, serveQuotes } from '../quote-stream'
import { alarmName } from '../schedule'
import { createWorker, type Worker } from '../worker'
import type { World } from '../world'
import { type Badge, createBadge } from './badge'
import { createPageLink } from './page-link'
import { createTabs } from './tabs'
import { installMenu, listenToTriggers } from './triggers'

/** Where the popup finds what a site asked for. */
const prefillKey = 'prefill'
/** Set while an update waits; the browser empties the session when it takes one. */
const updateKey = 'update'

/**
 * Starts the worker in this browser. Every listener is set at once, before anything is awaited: an
 * event that woke the worker is given only to listeners that are there in its first turn.
 */
export function runWorker(defaults: Settings, nodes: World['nodes']): void {
  const db = createDatabase()
  const changes = new BroadcastChannel(changesChannel)
  const own = {
    id: browser.runtime.id,
    origin: location.origin,
    version: browser.runtime.getManifest().version,
  }
  const report = (error: unknown, where: string) => console.warn(`[causeway] ${where}`, error)
  const badge = createBadge({ db, show: showBadge, report: (error) => report(error, 'badge') })
  const tabs = createTabs(async () => {
    const { serviceUrl, fiatUrl, qrUrl } = await readSettings(db, defaults)
    return [serviceUrl, fiatUrl, qrUrl]
  })
  const worker = createWorker({
    db,
    own,
    defaults,
    nodes,
    tabs,
    now: () => Date.now(),
    newId: () => encodeHex(crypto.getRandomValues(new Uint8Array(16))).replace(/^0x/, ''),
    pages: createPageLink(),
    mirrorArea: browser.storage.local,
    fetch: (input, init) => fetch(input, init),
    lock: (name, run) => navigator.locks.request(name, run),
    announce: (change) => {
      changes.postMessage(change)
      badge(change)
    },
    report,
    isOpen: async () => {
      const contexts = await browser.runtime.getContexts({})
      return contexts.some(({ contextType }) => contextType !== 'BACKGROUND')
    },
    update: {
      keep: () => browser.storage.session.set({ [updateKey]: true }),
      waits: async () => updateKey in (await browser.storage.session.get(updateKey)),
    },
    restart: () => browser.runtime.reload(),
    notify: ({ id, title, message }) => showNotice(id, title, message),
    openPrefilled: async (prefill) => {
      const { [prefillKey]: unread } = await browser.storage.session.get(prefillKey)
      await browser.storage.session.set({ [prefillKey]: prefill })
      await openPopup()
      return unread
    },
    clockwork: {
      setAlarm: async (at) => {
        await browser.alarms.create(alarmName, { when: at })
      },
      clearAlarm: async () => {
        await browser.alarms.clear(alarmName)
      },
      after(ms, run) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
  })
  listen(worker, own, () => tabs.syncSites())
  listenToTriggers(worker)
  worker.wake()
  // The browser forgets it when it ends, an update too.
  worker.ready().then(
    () => badge(),
    // Why the store cannot be opened is reported by whoever woke the worker.
    () => undefined,
  )
}

function listen(
  worker: Worker,
  own: { id: string; origin: string },
  syncSites: () => Promise<void>,
): void {
  const guard = (where: string) => (error: unknown) => worker.engine.report(error, where)

  browser.runtime.onMessage.addListener((message: unknown, sender: unknown, respond) => {
    const answer = worker.server.answer(message, sender as Sender)
    if (answer === undefined) return undefined
    // The one form of a late answer that every browser understands.
    answer.then(respond, (error: unknown) => {
      guard('message')(error)
      respond(undefined)
    })
    return true
  })
  browser.runtime.onConnect.addListener((port) => {
    const caller = callerOf((port.sender ?? {}) as Sender, own)
    const end: QuotePort<unknown> = {
      post: (event) => port.postMessage(event),
      onMessage: (listener) => port.onMessage.addListener(listener),
      onClose: (listener) => port.onDisconnect.addListener(listener),
    }
    if (caller.kind === 'extension' && port.name === quotePort) serveQuotes(worker.engine, end)
    else if (caller.kind === 'extension' && port.name === offerPort) serveOffers(worker.engine, end)
    else port.disconnect()
  })
  browser.alarms.onAlarm.addListener(() => worker.wake())
  browser.runtime.onStartup.addListener(() => worker.wake())
  browser.runtime.onInstalled.addListener(({ reason }) => {
    syncSites().catch(guard('sites'))
    installMenu().catch(guard('menu'))
    if (reason === 'install') openOwn('welcome.html').catch(guard('welcome'))
  })
  browser.runtime.onUpdateAvailable.addListener(() => {
    worker.updateAvailable().catch(guard('update'))
  })
  browser.permissions.onAdded.addListener(() => {
    syncSites().catch(guard('sites'))
  })
  browser.permissions.onRemoved.addListener(() => {
    syncSites().catch(guard('sites'))
  })
  browser.tabs.onRemoved.addListener((tabId) => {
    worker.pageGone(tabId).catch(guard('tab'))
  })
  browser.notifications.onClicked.addListener((id) => {
    const orderId = orderOfNotice(id)
    if (orderId === undefined) return
    openOwn(`popup.html?view=tab#/orders/${orderId}`).catch(guard('notice'))
    browser.notifications.clear(id).catch(guard('notice'))
  })
}

async function showNotice(id: string, title: string, message: string): Promise<void> {
  const iconUrl = new URL('icons/128.png', location.origin).href
  await browser.notifications.create(id, { type: 'basic', iconUrl, title, message })
}

async function showBadge({ text, title }: Badge): Promise<void> {
  await browser.action.setBadgeBackgroundColor({ color: '#b45309' })
  await browser.action.setBadgeText({ text })
  await browser.action.setTitle({ title })
}

async function openOwn(path: string): Promise<void> {
  await browser.tabs.create({ url: new URL(path, location.origin).href })
}

/** The popup where the browser lets it open by itself, a tab where it does not. */
async function openPopup(): Promise<void> {
  try {
    await browser.action.openPopup()
  } catch {
    // Firefox opens it only in a gesture, Chrome only in a focused window.
    await openOwn('popup.html?view=tab')
  }
}
