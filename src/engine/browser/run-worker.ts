import { browser } from 'wxt/browser'
import type { Settings } from '@/src/contract/rpc'
import { callerOf, type Sender } from '@/src/messaging/sender'
import { createDatabase } from '@/src/store/open'
import { createSettings } from '@/src/store/settings'
import { answerFirst } from './first-answer'
import { holdPort } from './held-port'
import { openOwn } from './open-own'
import type { Brain, Start } from './start-brain'
import { listenToTriggers } from './triggers'

/** What woke the worker is told this soon after its start, ms, however busy the machine is. */
const eventAfter = 1_000

/**
 * Starts the worker in this browser. Every listener is set at once, before anything is awaited: an
 * event that woke the worker is given only to listeners that are there in its first turn. All that is
 * behind them is fetched when it is needed, and once a page that woke the worker has its answer.
 * `nodes` is the text of `WXT_NODES`.
 */
export function runWorker(defaults: Settings, nodes: string): void {
  const db = createDatabase()
  const own = { id: browser.runtime.id, origin: location.origin }
  const report = (error: unknown, where: string) => console.warn(`[causeway] ${where}`, error)
  const settings = createSettings(db, defaults)
  const brain = createBrain({ db, own, defaults, nodes, report, settings })

  // Whoever builds it runs what is due.
  const start = () => void brain().catch(guard('boot'))
  const guard = (where: string) => (error: unknown) => report(error, where)
  const act = (where: string, run: (brain: Brain) => unknown) => {
    brain().then(run).catch(guard(where))
  }

  /** The worker's answer; undefined for a message that is for somebody else. */
  function answer(message: unknown, sender: Sender): Promise<unknown> | undefined {
    const caller = callerOf(sender, own)
    const whole = async () => (await brain()).server.answer(message, sender)
    const first =
      caller.kind === 'extension' ? answerFirst(message, settings.read, whole) : undefined
    if (first) return thenWake(first)
    return caller.kind === 'content' || isCall(message) ? whole() : undefined
  }

  /** What is due waits for an answer that somebody waits for. */
  function thenWake(first: Promise<unknown>): Promise<unknown> {
    first.finally(start).catch(guard('message'))
    return first
  }

  browser.runtime.onMessage.addListener((message: unknown, sender: unknown, respond) => {
    const answered = answer(message, sender as Sender)
    if (answered === undefined) return undefined
    // The one form of a late answer that every browser understands.
    answered.then(respond, (error: unknown) => {
      report(error, 'message')
      respond(undefined)
    })
    return true
  })
  browser.runtime.onConnect.addListener((port) => {
    if (callerOf((port.sender ?? {}) as Sender, own).kind !== 'extension') {
      port.disconnect()
      return
    }
    const end = holdPort(port)
    brain()
      .then((it) => it.serve(port.name, end))
      .catch((error: unknown) => {
        report(error, 'port')
        return false
      })
      .then((served) => {
        if (!served) port.disconnect()
      })
  })
  const wake = () => act('boot', (it) => it.wake())
  browser.alarms.onAlarm.addListener(wake)
  browser.runtime.onStartup.addListener(wake)
  const syncSites = () => act('sites', (it) => it.syncSites())
  browser.runtime.onInstalled.addListener(({ reason }) => {
    syncSites()
    if (reason === 'install') openOwn('welcome.html').catch(guard('welcome'))
  })
  browser.runtime.onUpdateAvailable.addListener(() => act('update', (it) => it.updateAvailable()))
  browser.permissions.onAdded.addListener(syncSites)
  browser.permissions.onRemoved.addListener(syncSites)
  browser.tabs.onRemoved.addListener((tabId) => act('tab', (it) => it.pageGone(tabId)))
  browser.notifications.onClicked.addListener((id) =>
    act('notice', async (it) => {
      if (await it.openNotice(id)) await browser.notifications.clear(id)
    }),
  )
  listenToTriggers({
    report,
    useText: async (...about) => (await brain()).useText(...about),
    suggest: async (...about) => (await brain()).suggest(...about),
  })
  // Whatever woke the worker needs them, a page that opens at once: they are read while it is told.
  settings.read().catch(guard('settings'))
  // An extension that was switched off and on again starts without an event.
  setTimeout(start, eventAfter)
}

/** Fetches everything behind the listeners once; a fetch that failed is made again by the next need. */
function createBrain(start: Start): () => Promise<Brain> {
  let starting: Promise<Brain> | undefined
  return () => {
    starting ??= import('./start-brain')
      .then(({ startBrain }) => startBrain(start))
      .catch((error: unknown) => {
        starting = undefined
        throw error
      })
    return starting
  }
}

function isCall(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'type' in message && message.type === 'rpc'
  )
}
