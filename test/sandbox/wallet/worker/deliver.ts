import browser from 'webextension-polyfill'
import type { WorkerNotice } from '../protocol'

export type Place = {
  readonly tabId: number
  readonly frameId: number
  readonly documentId?: string
}

/** Tells the very document that asked. False when it is gone: nobody is left to be told. */
export async function deliver(place: Place, notice: WorkerNotice): Promise<boolean> {
  const { tabId, frameId, documentId } = place
  const options = documentId === undefined ? { frameId } : { frameId, documentId }
  try {
    await browser.tabs.sendMessage(tabId, notice, options)
    return true
  } catch {
    return false
  }
}

/** Tells every page that something changed; each asks for its own view, so no account leaks. */
export async function announceChange(): Promise<void> {
  const notice: WorkerNotice = { type: 'changed' }
  const tabs = await browser.tabs.query({})
  const told = tabs.map(({ id }) =>
    id === undefined ? null : browser.tabs.sendMessage(id, notice),
  )
  // Tabs without our content script refuse; they have nothing to update.
  await Promise.allSettled(told)
}
