import { type BrowserContext, expect, type Page } from '@playwright/test'
import { walletExtensionId } from './prepare'
import type { ControlMessage, LogEntry, WalletStatus } from './protocol'

const approvalTimeoutMs = 60_000

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
  /** The approval window of an open prompt, waiting for one to open. */
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
  // It shows itself once its worker has answered.
  await page.getByTestId('mode').waitFor()

  async function ask<Result>(message: ControlMessage): Promise<Result> {
    const answer = await page.evaluate(askInPage, message)
    if (answer.ok) return answer.result as Result
    throw new Error(`The sandbox wallet refused: ${JSON.stringify(answer.error)}`)
  }

  /** The window of a prompt that still waits; one that was just answered may linger. */
  async function findApproval(): Promise<Page | undefined> {
    const { prompts } = await ask<WalletStatus>({ type: 'status' })
    const addresses = prompts.map((prompt) => `${root}/approve.html?id=${prompt.id}`)
    return context.pages().find((opened) => addresses.includes(opened.url()))
  }

  async function nextApproval(): Promise<Page> {
    await expect
      .poll(async () => (await findApproval()) !== undefined, {
        message: 'the wallet opens its approval window',
        timeout: approvalTimeoutMs,
        intervals: [50, 100, 200],
      })
      .toBe(true)
    const opened = await findApproval()
    if (opened === undefined) throw new Error('The approval window closed by itself')
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
