import { type BrowserContext, expect, type Page } from '@playwright/test'
import { openPage } from '../../support/launch'
import { patience } from '../../support/patience'
import type { ViewPage } from '../../support/view'
import { barePage, walletExtensionId } from './prepare'
import type { ControlMessage, LogEntry, WalletStatus } from './protocol'

type SetMessage = Extract<ControlMessage, { type: 'set' }>

export type WalletDriver<P extends ViewPage = Page> = {
  /** A page of the wallet's that shows nothing: its control page would be drawn anew at every step. */
  readonly page: P
  /** Changes mode, account, chain...; a mode may be for `times` prompts or for some `methods` only. */
  set(change: Omit<SetMessage, 'type'>): Promise<WalletStatus>
  status(): Promise<WalletStatus>
  log(): Promise<readonly LogEntry[]>
  /** Log entries that a person was (or would have been) asked about, of one method or of all. */
  prompts(method?: string): Promise<readonly LogEntry[]>
  clearLog(): Promise<void>
  /** Speeds up or cancels at once what its mode would replace later. */
  replaceNow(): Promise<void>
  /** Without an origin every site is disconnected. */
  disconnect(origin?: string): Promise<void>
  /** The approval window of an open prompt, waiting for one to open. */
  nextApproval(): Promise<P>
  /** Waits for the next approval window and presses its button. */
  decideNext(decision: 'approve' | 'reject'): Promise<void>
}

/** The pages of a loaded wallet, by the browser that it is loaded in. */
export type WalletPages<P extends ViewPage> = {
  /** Where the wallet's pages stand: scheme and host. */
  readonly root: string
  open(url: string): Promise<P>
  /** The page that is open at one of these addresses. */
  find(urls: readonly string[]): Promise<P | undefined>
  /** Resolves once the page has closed; called before what closes it. */
  closing(page: P): Promise<unknown>
}

/** Drives a sandbox wallet that Chromium loaded from `folder`, through a page of its own. */
export async function driveWallet(context: BrowserContext, folder: string): Promise<WalletDriver> {
  return drivePages({
    root: `chrome-extension://${await walletExtensionId(folder)}`,
    open: (url) => openPage(context, url),
    find: async (urls) => context.pages().find((opened) => urls.includes(opened.url())),
    closing: (page) => page.waitForEvent('close'),
  })
}

/** Drives a sandbox wallet through a page of its own, in any browser. */
export async function drivePages<P extends ViewPage>(
  pages: WalletPages<P>,
): Promise<WalletDriver<P>> {
  const { root } = pages
  const own = `${root}/${barePage}`
  const page = (await pages.find([own])) ?? (await pages.open(own))

  async function ask<Result>(message: ControlMessage): Promise<Result> {
    const asking = `chrome.runtime.sendMessage(${JSON.stringify(message)})`
    const answer = await page.evaluate<Answer>(asking)
    if (answer.ok) return answer.result as Result
    throw new Error(`The sandbox wallet refused: ${JSON.stringify(answer.error)}`)
  }

  /** The window of a prompt that still waits; one that was just answered may linger. */
  async function findApproval(): Promise<P | undefined> {
    const { prompts } = await ask<WalletStatus>({ type: 'status' })
    const addresses = prompts.map((prompt) => `${root}/approve.html?id=${prompt.id}`)
    return pages.find(addresses)
  }

  async function nextApproval(): Promise<P> {
    await expect
      .poll(async () => (await findApproval()) !== undefined, {
        message: 'the wallet opens its approval window',
        timeout: patience,
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
    replaceNow: () => ask<void>({ type: 'replace-now' }),
    async disconnect(origin) {
      await ask({ type: 'disconnect', ...(origin === undefined ? {} : { origin }) })
    },
    nextApproval,
    async decideNext(decision) {
      const approval = await nextApproval()
      const closed = pages.closing(approval)
      await approval.getByTestId(`wallet-${decision}`).click()
      await closed
    },
  }
}

type Answer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: unknown }
