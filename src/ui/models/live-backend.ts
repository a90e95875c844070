import { browser } from 'wxt/browser'
import { changesChannel } from '@/src/contract/channels'
import type { Change } from '@/src/contract/rpc'
import { AppError, toWireError } from '@/src/domain/error'
import type { Backend, Clock } from './backend'

/** The browser, the worker and the store behind the interface. */
export function createLiveBackend(): Backend {
  // Code of the store and of the calls: fetched when first wanted, not before the form can be used. The
  // schemas come with what only somebody who uses it asks for.
  const worker = once(() => import('@/src/messaging/call-worker'))
  onFirstMove(() => void import('@/src/messaging/client'))
  // A channel does not hear itself: one to listen with and one to tell with, as this page hears both.
  const changes = listenOnce()
  const tell = once(async () => new BroadcastChannel(changesChannel))
  const store = once(async () => (await import('@/src/store/read-database')).openForReading())
  return {
    call: async (name, input) => (await worker()).callWorker(name, input),
    streamQuotes(request, on, signal, by) {
      import('@/src/messaging/client').then(
        (room) => room.streamQuotes(request, on, signal, by),
        (error: unknown) => on({ type: 'error', error: toWireError(error) }),
      )
    },
    streamOffers(request, on, signal) {
      // Its code is fetched with the first offers, not before the first paint.
      import('@/src/messaging/stream-offers').then(
        (room) => room.streamOffers(request, on, signal),
        (error: unknown) => on({ type: 'error', error: toWireError(error) }),
      )
    },
    onChange: changes,
    readOrder: async (orderId) => (await store()).order(orderId),
    listOrders: async (query) => (await store()).history(query),
    listUnderWay: async () => (await store()).underWay(),
    readChoices: async () => (await store()).choices(),
    countStored: async () => (await store()).counts(),
    readDeeds: async (fillers) => (await store()).deeds(fillers),
    listLeft: async (now) => (await store()).left(now),
    readBin: async (of) => (await store()).bin(of),
    countOrders: async () => (await store()).count(),
    readSupport: async (head, orderId) => (await store()).support(head, orderId),
    book: async () => (await store()).book(),
    tokenMarks: async () => (await store()).tokenMarks(),
    saveFile,
    session: {
      read: async (key) => (await browser.storage.session.get(key))[key],
      write: (key, value) => browser.storage.session.set({ [key]: value }),
      change: (key, change) =>
        navigator.locks.request(key, async () => {
          const { [key]: value } = await browser.storage.session.get(key)
          await browser.storage.session.set({ [key]: change(value) })
          ;(await tell()).postMessage({ kind: 'prefill' })
        }),
    },
    requestAccess: (origins) => browser.permissions.request({ origins }),
    listAccess: async () => {
      // What was granted with the installation is needed: it is no choice to show.
      const fixed = grantedAtInstall()
      return (await granted()).filter((pattern) => !fixed.includes(pattern))
    },
    listLostAccess: async () => {
      const left = await granted()
      return grantedAtInstall().filter((pattern) => !left.includes(pattern))
    },
    removeAccess: (origins) => browser.permissions.remove({ origins }),
    onTabs(listener) {
      const { onActivated, onRemoved, onUpdated } = browser.tabs
      const onLoaded = (_tabId: number, { status }: { status?: string }) => {
        if (status === 'complete') listener()
      }
      onActivated.addListener(listener)
      onRemoved.addListener(listener)
      onUpdated.addListener(onLoaded)
      return () => {
        onActivated.removeListener(listener)
        onRemoved.removeListener(listener)
        onUpdated.removeListener(onLoaded)
      }
    },
    hasTab: (tabId) =>
      browser.tabs.get(tabId).then(
        () => true,
        () => false,
      ),
    async showTab(tabId) {
      const tab = await browser.tabs.update(tabId, { active: true }).catch((cause: unknown) => {
        throw new AppError('page/gone', {}, { cause })
      })
      if (tab?.windowId !== undefined) await browser.windows.update(tab.windowId, { focused: true })
    },
    openUrl: async (url) => {
      await browser.tabs.create({ url })
    },
    openPage: async (path) => {
      await browser.tabs.create({ url: new URL(path, location.origin).href })
    },
    ...panelOf(),
    get version() {
      return browser.runtime.getManifest().version
    },
    signerHash: import.meta.env.SIGNING_PAGE_SHA256,
    // A build for real use names its services there: all of them are https.
    get sandbox() {
      return !grantedAtInstall().some((pattern) => pattern.startsWith('https:'))
    },
  }
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load()
    return loading
  }
}

/** Somebody is there and will ask for more: its code is fetched before they do. */
function onFirstMove(fetch: () => void): void {
  for (const type of ['pointermove', 'keydown']) {
    globalThis.addEventListener?.(type, fetch, { once: true, passive: true })
  }
}

/**
 * Listens at once, as what is announced meanwhile must not be missed; reads in the order it came. All
 * listeners share one channel.
 */
function listenOnce(): Backend['onChange'] {
  type Listener = (change: Change) => void
  const listeners = new Set<{ listener: Listener }>()
  let channel: BroadcastChannel | undefined
  function open() {
    channel = new BroadcastChannel(changesChannel)
    channel.onmessage = async ({ data }) => {
      // Whoever comes while it is read was not there when it was announced.
      const there = [...listeners]
      const change = (await import('@/src/contract/at-opening')).readChange(data)
      if (change === undefined) return
      for (const each of there) if (listeners.has(each)) each.listener(change)
    }
  }
  return (listener) => {
    if (channel === undefined) open()
    const one = { listener }
    listeners.add(one)
    return () => {
      listeners.delete(one)
      if (listeners.size > 0) return
      channel?.close()
      channel = undefined
    }
  }
}

/** The address of a file is good for this long: some browsers read it only after asking where to. */
const FILE_MS = 600_000

function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FILE_MS)
}

async function granted(): Promise<string[]> {
  return (await browser.permissions.getAll()).origins ?? []
}

function grantedAtInstall(): string[] {
  return browser.runtime.getManifest().host_permissions ?? []
}

type Panels = {
  sidePanel?: { open(options: { windowId: number }): Promise<void> }
  sidebarAction?: { open(): Promise<void> }
}

/** The way to the side panel, in each browser's own words. */
function panelOf(): Pick<Backend, 'openPanel'> {
  const panels = browser as unknown as Panels
  // The browser makes each of its objects when it is first read: not before the form can be used.
  if ('sidebarAction' in panels) return { openPanel: async () => panels.sidebarAction?.open() }
  if (!('sidePanel' in panels)) return {}
  // Known before the click: a gesture does not outlast a question to the browser.
  let windowId: number | undefined
  const ask = async () => (await browser.windows.getCurrent()).id
  setTimeout(() =>
    ask().then(
      (id) => {
        windowId = id
      },
      // The click asks again, and says what is wrong.
      () => undefined,
    ),
  )
  return {
    openPanel: async () => {
      const id = windowId ?? (await ask())
      if (id !== undefined) await panels.sidePanel?.open({ windowId: id })
    },
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
