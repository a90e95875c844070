/** What the content script needs of the extension's runtime, and nothing more. */
export type ContentRuntime = {
  /** False once the extension was updated, reloaded or removed: this script is then an orphan. */
  alive(): boolean
  /** Sends a new message to the worker, waking it, and gives its answer. */
  send(message: unknown): Promise<unknown>
  /** Answers commands; `undefined` means "not for me". Returns the off-switch. */
  onCommand(handle: (command: unknown) => Promise<unknown> | undefined): () => void
}

type Listener = (
  message: unknown,
  sender: { id?: string | undefined },
  respond: (answer: unknown) => void,
) => true | undefined

/** The shape that `browser.runtime` has in Chrome and Firefox alike. */
export type RuntimeApi = {
  id?: string | undefined
  sendMessage(message: unknown): Promise<unknown>
  onMessage: { addListener(listener: Listener): void; removeListener(listener: Listener): void }
}

/** Wraps `browser.runtime`. Only messages of this very extension are commands. */
export function createContentRuntime(api: RuntimeApi): ContentRuntime {
  const own = api.id
  return {
    alive() {
      try {
        return api.id !== undefined && api.id === own
      } catch {
        return false
      }
    },
    send: async (message) => api.sendMessage(message),
    onCommand(handle) {
      // `respond` with `true` is the one form of a late answer that every browser understands.
      const listener: Listener = (message, sender, respond) => {
        if (sender.id !== own) return undefined
        const answer = handle(message)
        if (answer === undefined) return undefined
        answer.then(respond, () => respond(undefined))
        return true
      }
      api.onMessage.addListener(listener)
      return () => api.onMessage.removeListener(listener)
    },
  }
}
