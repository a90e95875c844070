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

/** An intent. `state` is open-ended: NonExistent, Open, Locked, Solved, Settled, Expired... */
export const intent = open({
  intentId: identifier,
  state: text,
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
