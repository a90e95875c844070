import { type FromPage, helloEvent, portEvent, type ToPage } from '@/src/contract/page-wire'
import { createTokenBucket } from '@/src/lib/token-bucket'
import { createPageConnection, type PageConnection } from './page-channel'
import type { Timers } from './timers'

/** More than the page scripts that a few extension updates leave in one document. */
const maxConnections = 8

export type PageDoor = {
  /** The newest page script, if there is any. */
  newest(): PageConnection | undefined
  count(): number
  /** Sends to every page script. */
  broadcast(message: ToPage): void
  /** One reply is awaited until the returned function is called: it may be long. */
  await(): () => void
  close(): void
}

/**
 * Where page scripts come in. Each hands over one end of a channel of its own, at its start or when
 * it hears our hello; the newest is asked, the older ones only finish what they began. A page that
 * forges ports gains what it had before: the power to replace its own wallet.
 */
export function createPageDoor(options: {
  host: EventTarget
  timers: Timers
  /** An orphan must leave a port alone: its world shares the port with the one that lives. */
  open: () => boolean
  onMessage: (message: FromPage, from: PageConnection) => void
  onConnect: (connection: PageConnection) => void
}): PageDoor {
  const { host, timers } = options
  const connections: PageConnection[] = []
  const mayConnect = createTokenBucket({ burst: 8, perSecond: 1, now: timers.now })
  let awaited = 0

  function admit(event: Event): void {
    const port = (event as MessageEvent).ports?.[0]
    if (port === undefined || !options.open() || !mayConnect()) return
    const connection: PageConnection = createPageConnection({
      port,
      now: timers.now,
      awaited: () => awaited > 0,
      onMessage: (message) => options.onMessage(message, connection),
    })
    connections.push(connection)
    if (connections.length > maxConnections) connections.shift()?.close()
    options.onConnect(connection)
  }

  host.addEventListener(portEvent, admit)
  host.dispatchEvent(new Event(helloEvent))
  return {
    newest: () => connections.at(-1),
    count: () => connections.length,
    broadcast(message) {
      for (const connection of connections) connection.post(message)
    },
    await() {
      awaited += 1
      let over = false
      return () => {
        if (!over) awaited -= 1
        over = true
      }
    },
    close() {
      host.removeEventListener(portEvent, admit)
      for (const connection of connections.splice(0)) connection.close()
    },
  }
}
