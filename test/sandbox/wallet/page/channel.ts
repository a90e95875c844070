import type { Family, Outcome, SiteView, WalletFault } from '../protocol'

/** What a dApp catches: the shape of EIP-1193's `ProviderRpcError`. */
export class ProviderRpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: WalletFault) {
    super(message)
    this.name = 'ProviderRpcError'
    this.code = code
    this.data = data
  }
}

export type Channel = {
  /** Asks the wallet; settles when the wallet does, which may be never. */
  request(family: Family, method: string, params: unknown): Promise<unknown>
  /** What this site may see, now and on every change. Returns its off-switch. */
  onView(listener: (view: SiteView) => void): () => void
}

/** The page's end of the wire to the relay. */
export function createChannel(name: string): Channel {
  const open = new Map<string, (outcome: Outcome) => void>()
  const listeners = new Set<(view: SiteView) => void>()
  const post = (message: object) =>
    window.postMessage({ channel: name, to: 'relay', message }, window.location.origin)

  window.addEventListener('message', ({ source, data }: MessageEvent) => {
    if (source !== window || data?.channel !== name || data.to !== 'page') return
    if (data.type === 'view') for (const listener of listeners) listener(data.view)
    if (data.type !== 'outcome') return
    open.get(data.id)?.(data.outcome)
    open.delete(data.id)
  })
  post({ type: 'view' })

  return {
    request: (family, method, params) =>
      new Promise((resolve, reject) => {
        const id = randomId()
        open.set(id, (outcome) =>
          outcome.ok ? resolve(outcome.result) : reject(new ProviderRpcError(outcome.error)),
        )
        post({ type: 'request', id, family, method, params })
      }),
    onView(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** 128 bits in hexadecimal; `randomUUID` is missing where the page is not a secure context. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
