import type { BrowserContext, Page } from '@playwright/test'

/** One request that reached the sandbox wallet, with what it answered. */
export type WalletLogEntry = {
  method: string
  params?: unknown
  origin?: string
  result?: unknown
  error?: unknown
}

/** Sets the mode of a sandbox wallet and reads what it was asked, through its own control page. */
export function createWalletControl(context: BrowserContext, extensionId: string) {
  let controlPage: Page | undefined

  async function send<T>(message: Record<string, unknown>): Promise<T> {
    if (controlPage === undefined || controlPage.isClosed()) {
      controlPage = await context.newPage()
      await controlPage.goto(`chrome-extension://${extensionId}/control.html`)
    }
    return controlPage.evaluate(
      (value) =>
        (
          globalThis as unknown as {
            chrome: { runtime: { sendMessage(value: unknown): Promise<unknown> } }
          }
        ).chrome.runtime.sendMessage(value),
      message,
    ) as Promise<T>
  }

  return {
    extensionId,
    set: (values: Record<string, unknown>) => send({ type: 'set', ...values }),
    readLog: async () => (await send<{ entries: WalletLogEntry[] }>({ type: 'log' })).entries,
    /** Waits for the wallet's approval window. */
    waitForPrompt: async (): Promise<Page> => {
      const isPrompt = (page: Page) =>
        page.url().startsWith(`chrome-extension://${extensionId}/approve.html`)
      const open = context.pages().find(isPrompt)
      return open ?? context.waitForEvent('page', { predicate: isPrompt, timeout: 30_000 })
    },
  }
}

export type WalletControl = ReturnType<typeof createWalletControl>
