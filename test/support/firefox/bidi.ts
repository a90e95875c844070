/** What a command brought back, or a `BidiError` with the browser's own words. */
export type Bidi = {
  send<Result = unknown>(method: string, params: Record<string, unknown>): Promise<Result>
  /** Listens for an event from now on; gives what resolves once it came. */
  next(event: string): Promise<() => Promise<void>>
  /** Ends the connection; a browser that was started for it goes on. */
  close(): void
}

/** A command that the browser refused; `code` as the protocol names it. */
export class BidiError extends Error {
  override name = 'BidiError'
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

type Reply = {
  id?: number | null
  type: string
  result?: unknown
  error?: string
  message?: string
}
type Waiting = { resolve(result: unknown): void; reject(error: Error): void }

/**
 * A session of WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/) at the address that Firefox says
 * when it starts. Commands that wait when the browser dies fail.
 */
export async function connectBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(`${address}/session`)
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    if (typeof reply.id !== 'number') return
    const asked = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.type === 'success') asked?.resolve(reply.result)
    else asked?.reject(new BidiError(reply.error ?? 'unknown error', reply.message ?? ''))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values())
      reject(new BidiError('closed', 'the browser is gone'))
    waiting.clear()
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`Nobody answers at ${address}`)))
  })
  const bidi: Bidi = {
    send<Result>(method: string, params: Record<string, unknown>) {
      lastId += 1
      const id = lastId
      return new Promise<Result>((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) {
          reject(new BidiError('closed', 'the browser is gone'))
          return
        }
        waiting.set(id, { resolve: (result) => resolve(result as Result), reject })
        socket.send(JSON.stringify({ id, method, params }))
      })
    },
    async next(event) {
      const coming = new Promise<void>((resolve) =>
        socket.addEventListener('message', ({ data }) => {
          if ((JSON.parse(String(data)) as { method?: string }).method === event) resolve()
        }),
      )
      await bidi.send('session.subscribe', { events: [event] })
      return () => coming
    },
    close: () => socket.close(),
  }
  await bidi.send('session.new', {
    // A page's own dialog stays open until it is answered, as it does for a person.
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'ignore' } } },
  })
  return bidi
}

type Evaluated = {
  type: 'success' | 'exception'
  result: { value?: unknown }
  exceptionDetails: { text: string }
}

/**
 * Runs `declaration` (the source of a function) with JSON values in one context and gives back what it
 * returns, also as JSON; a promise is awaited.
 * @throws BidiError when the context is gone, Error with the page's own words when the function threw.
 */
export async function callIn<Result>(
  bidi: Bidi,
  context: string,
  declaration: string,
  ...values: unknown[]
): Promise<Result> {
  const answer = await bidi.send<Evaluated>('script.callFunction', {
    // As text in both directions, so that no type is lost on the way.
    functionDeclaration: `async (text) => JSON.stringify((await (${declaration})(...JSON.parse(text))) ?? null)`,
    arguments: [{ type: 'string', value: JSON.stringify(values) }],
    target: { context },
    awaitPromise: true,
    userActivation: false,
  })
  if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
  return JSON.parse(String(answer.result.value)) as Result
}
