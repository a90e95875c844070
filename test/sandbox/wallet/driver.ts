import type { BrowserContext, Page } from '@playwright/test'
import { walletExtensionId } from './prepare'
import type { ControlMessage, LogEntry, WalletStatus } from './protocol'

type SetMessage = Extract<ControlMessage, { type: 'set' }>

export type WalletDriver = {
  readonly id: string
  /** The wallet's control page. */
  readonly page: Page
  /** Changes mode, account, chain...; a mode may be for `times` prompts or for some `methods` only. */
  set(change: Omit<SetMessage, 'type'>): Promise<WalletStatus>
  status(): Promise<WalletStatus>
  log(): Promise<readonly LogEntry[]>
  /** Log entries that a person was (or would have been) asked about, of one method or of all. */
  prompts(method?: string): Promise<readonly LogEntry[]>
  clearLog(): Promise<void>
  /** Without an origin every site is disconnected. */
  disconnect(origin?: string): Promise<void>
  /** The approval window, once it is open: call before what makes the wallet ask. */
  nextApproval(): Promise<Page>
  /** Waits for the next approval window and presses its button. */
  decideNext(decision: 'approve' | 'reject'): Promise<void>
}

/** Drives a sandbox wallet that was loaded from `folder`, through its own control page. */
export async function driveWallet(context: BrowserContext, folder: string): Promise<WalletDriver> {
  const id = await walletExtensionId(folder)
  const root = `chrome-extension://${id}`
  const page = await context.newPage()
  await page.goto(`${root}/control.html`)

  async function ask<Result>(message: ControlMessage): Promise<Result> {
    const answer = await page.evaluate(askInPage, message)
    if (answer.ok) return answer.result as Result
    throw new Error(`The sandbox wallet refused: ${JSON.stringify(answer.error)}`)
  }

  async function nextApproval(): Promise<Page> {
    const isApproval = (opened: Page) => opened.url().startsWith(`${root}/approve.html`)
    const known = context.pages().find(isApproval)
    const opened = known ?? (await context.waitForEvent('page', { predicate: arrives(root) }))
    await opened.getByTestId('wallet-approve').waitFor()
    return opened
  }

  const log = () => ask<readonly LogEntry[]>({ type: 'log' })
  return {
    id,
    page,
    set: (change) => ask<WalletStatus>({ type: 'set', ...change }),
    status: () => ask<WalletStatus>({ type: 'status' }),
    log,
    async prompts(method) {
      const entries = await log()
      return entries.filter(
        (entry) => entry.prompted && (method === undefined || entry.method === method),
      )
    },
    clearLog: () => ask<void>({ type: 'clear-log' }),
    async disconnect(origin) {
      await ask({ type: 'disconnect', ...(origin === undefined ? {} : { origin }) })
    },
    nextApproval,
    async decideNext(decision) {
      const approval = await nextApproval()
      const closed = approval.waitForEvent('close')
      await approval.getByTestId(`wallet-${decision}`).click()
      await closed
    },
  }
}

/** A window may be told of before it has its address. */
function arrives(root: string): (page: Page) => Promise<boolean> {
  return async (page) => {
    await page.waitForURL(/^(?!about:blank)/, { waitUntil: 'commit' })
    return page.url().startsWith(`${root}/approve.html`)
  }
}

type Answer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: unknown }

/** Runs in the control page. */
function askInPage(message: ControlMessage): Promise<Answer> {
  const { chrome } = globalThis as unknown as {
    readonly chrome: { readonly runtime: { sendMessage(message: unknown): Promise<Answer> } }
  }
  return chrome.runtime.sendMessage(message)
}
