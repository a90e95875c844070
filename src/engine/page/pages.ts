import * as z from 'zod/mini'
import {
  type AskAck,
  type AskRequest,
  type AskResult,
  askAck,
  type FoundWallet,
  inspectReply,
  ledgerReply,
} from '@/src/contract/bridge'
import { AppError } from '@/src/domain/error'
import type { AttemptId, StepId } from '@/src/domain/names'
import type { PageRef, WalletRef } from '@/src/domain/order/order'
import type { Engine } from '../engine'

/** Hands one attempt to the page; resolves as soon as the page has taken or refused it. */
export async function askPage(
  engine: Engine,
  page: PageRef,
  ask: {
    attemptId: AttemptId
    orderId?: string
    stepId?: StepId
    walletId: string
    request: AskRequest
  },
): Promise<AskAck> {
  const reply = await engine.pages.send(page, { v: 1, type: 'ask', ...ask })
  const ack = z.safeParse(askAck, reply)
  // It did arrive: what the page makes of it is not known.
  if (!ack.success) throw new AppError('page/not-responding')
  return ack.data
}

/** What the wallet shows of itself now, without asking the person; a hint. */
export async function inspectWallet(
  engine: Engine,
  page: PageRef,
  wallet: WalletRef,
): Promise<FoundWallet> {
  return (await inspectPage(engine, page, wallet)).wallet
}

/** As `inspectWallet`, with the content script that looked. */
export async function inspectPage(
  engine: Engine,
  page: PageRef,
  wallet: WalletRef,
): Promise<{ wallet: FoundWallet; script?: string }> {
  const reply = await engine.pages.send(page, {
    v: 1,
    type: 'inspect',
    walletId: wallet.id,
    family: wallet.family,
  })
  const read = z.safeParse(inspectReply, reply)
  if (!read.success || read.data.wallet?.unanswered) throw new AppError('page/not-responding')
  if (read.data.wallet === null) throw new AppError('wallet/not-found')
  if (read.data.wallet.ambiguous) throw new AppError('wallet/ambiguous')
  const { script } = read.data
  return { wallet: read.data.wallet, ...(script !== undefined && { script }) }
}

/** What is known of an attempt in the document that was asked, and the content script that says so. */
export type Told = { script?: string } & (
  | { state: 'open' | 'never-seen' }
  | { state: 'settled'; result?: AskResult }
)

/** What the page's ledger says of one attempt. */
export async function readLedger(
  engine: Engine,
  page: PageRef,
  attemptId: AttemptId,
): Promise<Told> {
  const reply = await engine.pages.send(page, { v: 1, type: 'ledger', attemptIds: [attemptId] })
  const read = z.safeParse(ledgerReply, reply)
  const entry = read.success && read.data.entries.find((each) => each.attemptId === attemptId)
  if (!entry) throw new AppError('page/not-responding')
  const script = read.data.script !== undefined && { script: read.data.script }
  if (entry.state !== 'settled') return { state: entry.state, ...script }
  return entry.result ? { state: 'settled', result: entry.result } : { state: 'settled' }
}
