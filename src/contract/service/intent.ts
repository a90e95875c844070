import type * as z from 'zod/mini'
import {
  addressesFit,
  amount,
  chainId,
  hash,
  identifier,
  lenient,
  listOf,
  open,
  orNothing,
  sourceFits,
  statusWord,
  text,
} from './common'
import { pageOf } from './page'

/** A deposit that belongs to an intent; `amountIn` in smallest units of `inputToken`. */
const intentDeposit = open({
  id: lenient(text),
  intentId: lenient(text),
  chainId,
  txHash: hash,
  inputToken: identifier,
  amountIn: amount,
  createdAt: lenient(text),
  confirmedAt: lenient(text),
}).check(sourceFits('chainId', ['inputToken']))
export type IntentDeposit = z.infer<typeof intentDeposit>

/** An intent. `state` is open-ended: nonexistent, open, locked, solved, settled, expired... */
export const intent = open({
  intentId: identifier,
  state: statusWord,
  fromChainId: chainId,
  toChainId: chainId,
  author: identifier,
  fromToken: orNothing(identifier),
  toToken: orNothing(identifier),
  srcAmount: amount,
  destAmount: orNothing(amount),
  /** ISO 8601. */
  createdAt: lenient(text),
  openedAt: lenient(text),
  filledAt: lenient(text),
  settledAt: lenient(text),
  /** Absent in lists. */
  deposits: orNothing(listOf(intentDeposit)),
}).check(sourceFits('fromChainId', ['fromToken', 'author']), addressesFit('toChainId', ['toToken']))
export type Intent = z.infer<typeof intent>

export const intentPage = pageOf(intent)
