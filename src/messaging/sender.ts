import type { PageRef } from '@/src/domain/order/order'

/** What a browser says of the sender of a message; only these fields are trusted. */
export type Sender = {
  id?: string | undefined
  url?: string | undefined
  origin?: string | undefined
  frameId?: number | undefined
  documentId?: string | undefined
  tab?: { id?: number | undefined; title?: string | undefined } | undefined
}

/** Who is calling: one of our own pages, our content script in a page, or nobody we know. */
export type Caller =
  | { kind: 'extension' }
  | { kind: 'content'; page: PageRef }
  | { kind: 'unknown' }

/**
 * Tells who sent a message from what the browser itself says of the sender, never from the message.
 * `own.origin` is the extension's origin without a slash at the end.
 */
export function callerOf(sender: Sender, own: { id: string; origin: string }): Caller {
  if (sender.id !== own.id || sender.url === undefined) return { kind: 'unknown' }
  if (sender.url.startsWith(`${own.origin}/`)) return { kind: 'extension' }
  const tabId = sender.tab?.id
  const origin = originOf(sender.url)
  if (tabId === undefined || tabId < 0 || sender.frameId === undefined || origin === undefined) {
    return { kind: 'unknown' }
  }
  const page: PageRef = { tabId, frameId: sender.frameId, origin }
  if (sender.documentId !== undefined) page.documentId = sender.documentId
  if (sender.tab?.title !== undefined) page.title = sender.tab.title
  return { kind: 'content', page }
}

/** Whether a message comes from the very document an attempt was given to. */
export function isPinned(pinned: PageRef, caller: PageRef): boolean {
  if (pinned.tabId !== caller.tabId || pinned.frameId !== caller.frameId) return false
  if (pinned.documentId !== undefined && caller.documentId !== undefined) {
    return pinned.documentId === caller.documentId
  }
  return pinned.origin === caller.origin
}

function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, origin } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined
}
