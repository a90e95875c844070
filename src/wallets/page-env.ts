/**
 * What the page script needs of the page, taken once at the start: a site that replaces a global
 * afterwards changes nothing here. What a site replaced before us cannot be undone, which is why
 * the worker verifies everything this script says.
 */
export type PageEnv = {
  readonly host: Window
  listen(type: string, handler: (event: Event) => void): void
  dispatch(event: Event): void
  event(type: string): Event
  customEvent(type: string, detail: unknown): CustomEvent
  /** One end stays here, the other leaves in a MessageEvent of this type. */
  openPort(type: string, onText: (text: unknown) => void): (text: string) => void
  later(run: () => void, ms: number): void
  now(): number
  promise<T>(
    run: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
  ): Promise<T>
  /** Calls back with a promise's or thenable's end, whatever the page did to `then`. */
  settle<T>(
    value: T | PromiseLike<T>,
    done: (value: T) => void,
    failed: (error: unknown) => void,
  ): void
  call(target: unknown, self: unknown, args: readonly unknown[]): unknown
  parse(text: string): unknown
  quote(text: string): string
  toBase64(binary: string): string
  fromBase64(text: string): string
  randomHex(bytes: number): string
}

/** A site's error reporting must not see us: what a hostile event breaks is that event alone. */
function guarded<E extends Event>(handler: (event: E) => void): (event: E) => void {
  return (event) => {
    try {
      handler(event)
    } catch {
      // Nobody in the page may be told, and the worker's own time limits notice the silence.
    }
  }
}

/** Takes the functions of `host` (the page's window) that the page script uses. */
export function createPageEnv(host: Window & typeof globalThis): PageEnv {
  const { addEventListener, dispatchEvent, setTimeout, atob, btoa } = host
  const { Event, CustomEvent, MessageChannel, MessageEvent } = host
  const { Promise: NativePromise, Uint8Array: Bytes } = host
  const { apply } = host.Reflect
  const { parse, stringify } = host.JSON
  const { now } = host.Date
  const { then } = NativePromise.prototype
  const { postMessage } = host.MessagePort.prototype
  const { crypto } = host
  const { getRandomValues } = crypto
  return {
    host,
    listen: (type, handler) => apply(addEventListener, host, [type, guarded(handler)]),
    dispatch: (event) => apply(dispatchEvent, host, [event]),
    event: (type) => new Event(type),
    customEvent: (type, detail) => new CustomEvent(type, { detail }),
    openPort(type, onText) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = guarded((event: MessageEvent) => onText(event.data))
      apply(dispatchEvent, host, [new MessageEvent(type, { ports: [port2] })])
      return (text) => apply(postMessage, port1, [text])
    },
    later: (run, ms) => {
      apply(setTimeout, host, [run, ms])
    },
    now: () => now(),
    promise: (run) => new NativePromise(run),
    settle(value, done, failed) {
      try {
        // Of a real promise this asks nobody: resolving with it would call the `then` of the page.
        apply(then, value as Promise<unknown>, [done, failed])
      } catch {
        const promise = new NativePromise<unknown>((resolve) => resolve(value))
        apply(then, promise, [done, failed])
      }
    },
    call: (target, self, args) => apply(target as () => unknown, self, args),
    parse: (text) => parse(text),
    quote: (text) => stringify(text),
    toBase64: (binary) => apply(btoa, host, [binary]),
    fromBase64: (text) => apply(atob, host, [text]),
    randomHex(bytes) {
      const values = apply(getRandomValues, crypto, [new Bytes(bytes)]) as Uint8Array
      let text = ''
      for (let at = 0; at < bytes; at += 1) {
        text += `0${(values[at] ?? 0).toString(16)}`.slice(-2)
      }
      return text
    },
  }
}
