import { browser } from 'wxt/browser'
import type { WorkerCommand } from '@/src/contract/bridge'
import { AppError } from '@/src/domain/error'
import type { PageRef } from '@/src/domain/order/order'
import type { PageLink } from '../engine'
import { inject } from './inject'
import { within } from './within'

/** A command is acknowledged at once; a page that takes longer is frozen. */
const longestWait = 12_000

/** Nobody there: the message was not delivered to anyone. Words of Chrome and of Firefox. */
const nobody =
  /receiving end does not exist|could not establish connection|no tab with id|invalid tab id|no frame with id|no document with id|cannot find/i

/** Sends commands to one document, and puts our scripts back where an update took them away. */
export function createPageLink(): PageLink {
  return {
    async send(page, command) {
      await requireSamePage(page)
      if (!import.meta.env.FIREFOX || command.type !== 'ask') return reach(page, command)
      // There "nobody" is also said of a document that heard it, and was closed or reloaded before it answered:
      // a wallet may show what it was asked. Whoever is asked is found by what changes nothing.
      await reach(page, { v: 1, type: 'ledger', attemptIds: [command.attemptId] })
      try {
        return await within(longestWait, sendOnce(page, command))
      } catch (cause) {
        throw new AppError('page/not-responding', {}, { cause })
      }
    },
  }
}

/** Sends what may be sent again where nobody heard it, once our script is there. */
async function reach(page: PageRef, command: WorkerCommand): Promise<unknown> {
  try {
    return await within(longestWait, sendOnce(page, command))
  } catch (error) {
    if (!isNobody(error)) throw toPageError(error)
  }
  const entered = await within(longestWait, inject(page)).catch(() => undefined)
  if (!entered) throw new AppError('page/gone', { tabId: page.tabId })
  try {
    return await within(longestWait, sendOnce(page, command))
  } catch (error) {
    throw toPageError(error)
  }
}

function sendOnce(page: PageRef, command: unknown): Promise<unknown> {
  const { tabId, frameId, documentId } = page
  // By its document alone, Chromium never answers for a page that is frozen for "back".
  const options = documentId === undefined ? { frameId } : { frameId, documentId }
  return browser.tabs.sendMessage(tabId, command, options)
}

/** Where the browser names no documents, the site that stands in the tab must still be the same. */
async function requireSamePage(page: PageRef): Promise<void> {
  if (page.documentId !== undefined || page.frameId !== 0) return
  let url: string | undefined
  try {
    url = (await browser.tabs.get(page.tabId)).url
  } catch (cause) {
    throw new AppError('page/gone', { tabId: page.tabId }, { cause })
  }
  if (url !== undefined && URL.canParse(url) && new URL(url).origin !== page.origin) {
    throw new AppError('page/gone', { tabId: page.tabId })
  }
}

function isNobody(error: unknown): boolean {
  return error instanceof Error && nobody.test(error.message)
}

function toPageError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  return new AppError(isNobody(cause) ? 'page/gone' : 'page/not-responding', {}, { cause })
}
