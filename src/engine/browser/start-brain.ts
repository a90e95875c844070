import { browser } from 'wxt/browser'
import * as z from 'zod/mini'
import { nodesOfBuild } from '@/src/contract/build-nodes'
import { changesChannel, quotePort } from '@/src/contract/channels'
import type { Settings } from '@/src/contract/rpc'
import { encodeHex } from '@/src/lib/bytes'
import { alarmName } from '../outbox/schedule'
import type { QuotePort } from '../service/quote-stream'
import { createWorker, type Worker } from '../worker'
import type { World } from '../world'
import { type Badge, createBadge } from './badge'
import { sayEntries } from './entry-words'
import { createPageLink } from './page-link'
import { createTabs } from './tabs'

/** Our open pages, and what waits for the person in them: fetched with the first of it. */
const surfaces = () => import('./surface-browser')

// The extension's policy forbids eval, which zod would otherwise try.
z.config({ jitless: true })

/** Set while an update waits; the browser empties the session when it takes one. */
const updateKey = 'update'

/** The worker in this browser. */
export type Brain = Worker & {
  /** Registers our scripts for the sites that are granted now. */
  syncSites(): Promise<void>
  /** Serves what one of our pages asks for over a port; false for a name that nobody asks by. */
  serve(name: string, port: QuotePort<unknown>): Promise<boolean>
  /** Opens the order that a notice speaks of; false for somebody else's notice. */
  openNotice(id: string): Promise<boolean>
}

/** What the first script has already, and hands on. */
export type Start = Pick<World, 'db' | 'settings' | 'report'> & {
  own: Pick<World['own'], 'id' | 'origin'>
  defaults: Settings
  /** The text of `WXT_NODES`. */
  nodes: string
}

/** Builds the worker over this browser, without its listeners, and runs what is due. */
export function startBrain({ db, own, defaults, nodes, report, settings }: Start): Brain {
  const changes = new BroadcastChannel(changesChannel)
  /** The language that the menu and the address bar speak in this life; absent before it is known. */
  let said: { tag: string | undefined } | undefined
  const badge = createBadge({
    db,
    language: async () => (await settings.read()).language,
    show: async (each, tag) => {
      await showBadge(each)
      if (said && said.tag === tag) return
      await sayEntries(tag)
      said = { tag }
    },
    report: (error) => report(error, 'badge'),
  })
  const tabs = createTabs(async () => {
    const { serviceUrl, fiatUrl, qrUrl, embedUrl } = await settings.read()
    return [serviceUrl, fiatUrl, qrUrl, embedUrl]
  })
  const worker = createWorker({
    db,
    own: { ...own, version: browser.runtime.getManifest().version },
    settings,
    nodes: nodesOfBuild(defaults.serviceUrl, nodes),
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
    life: async () => (await surfaces()).life(),
    changeWaiting: async (change) => (await surfaces()).changeWaiting(change),
    reveal: async (path) => (await surfaces()).reveal(path),
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
  worker.wake()
  // The browser forgets it when it ends, an update too.
  worker.ready().then(
    () => badge(),
    // Why the store cannot be opened is reported by whoever woke the worker.
    () => undefined,
  )
  return {
    ...worker,
    async syncSites() {
      await tabs.syncSites()
      await worker.dropUnheard()
    },
    async serve(name, port) {
      if (name === quotePort) {
        const { serveQuotes } = await import('../service/quote-stream')
        serveQuotes(worker.engine, port)
        return true
      }
      const [{ offerPort }, { serveOffers }] = await Promise.all([
        import('@/src/contract/offers'),
        import('../service/offer-stream'),
      ])
      if (name !== offerPort) return false
      serveOffers(worker.engine, port)
      return true
    },
    async openNotice(id) {
      const { orderOfNotice } = await import('../effects/notify')
      const orderId = orderOfNotice(id)
      if (orderId === undefined) return false
      await worker.openOrder(orderId)
      return true
    },
  }
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
