import type { EvmReader } from '@/src/chains/evm-reader'
import { EVM_NATIVE, isNativeAddress, sameAddress } from '@/src/domain/address/address'
import { AppError } from '@/src/domain/error'
import {
  APPROVAL,
  COIN_TOKENS,
  readEffectLogs,
  TRANSFER,
  wordOf,
} from '@/src/domain/policy/effect-logs'
import { type MinedStep, routingTokenOf, takersOf } from '@/src/domain/policy/effects-route'
import { greater, lower } from '@/src/lib/extremes'
import type { ReadStep } from './read-mined'

/** Others' transactions to the account, in one block, of which it is read whether they went through. */
const mostSent = 4
/** Who may take something by an event, and are read. */
const mostNamed = 16

/**
 * Mined steps with what the account had, and what the takers of each might take, in the block before it and
 * in its own. Undefined where the node has forgotten that state, or where something else in that block may
 * have changed it: another transaction of the account, or one that moved its tokens. The wrapped coin is
 * pinned: what it does is one to one.
 */
export async function readAround(
  reader: EvmReader,
  account: string,
  paid: string,
  steps: readonly ReadStep[],
  signal: AbortSignal,
): Promise<MinedStep[] | undefined> {
  const tokens = [paid, routingTokenOf(steps) ?? paid]
    .map((each) => each.toLowerCase())
    .filter((each) => !isNativeAddress(each) && !COIN_TOKENS.has(each))
  const around: MinedStep[] = []
  try {
    for (const step of steps) {
      const isOneToOne = step.facts.kind === 'wrap' || step.facts.kind === 'unwrap'
      const read = isOneToOne
        ? undefined
        : await readOne(reader, account, [...new Set(tokens)], step, signal)
      if (read === undefined && !isOneToOne) return undefined
      around.push(read === undefined ? step : { ...step, read })
    }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
  return around
}

async function readOne(
  reader: EvmReader,
  account: string,
  tokens: string[],
  { facts, value, logs, block, receipt }: ReadStep,
  signal: AbortSignal,
): Promise<MinedStep['read']> {
  if (receipt.from !== account.toLowerCase() || receipt.isOddKind) return undefined
  const both = async <T>(read: (tag: bigint) => Promise<T>) =>
    Promise.all([read(block - 1n), read(block)])
  const [[before, after], isAlone] = await Promise.all([
    both((tag) => reader.nonce(account, tag, signal)),
    isAloneIn(reader, account, tokens, receipt, signal),
  ])
  if (after - before !== 1 || !isAlone) return undefined
  const changes: Record<string, bigint> = {}
  for (const token of tokens) {
    const [had, has] = await both((tag) => reader.tokenBalance(token, account, signal, tag))
    changes[token] = has - had
  }
  const { fee } = receipt
  if (value > 0n && fee !== undefined) {
    const [had, has] = await both((tag) => reader.balanceAt(account, tag, signal))
    const left = has - had + fee
    const gift = left > -value ? await sentByOthers(reader, account, receipt, signal) : 0n
    if (gift === undefined) return undefined
    // No more can leave than it carried.
    changes[EVM_NATIVE] = lower(greater(left - gift, -value), 0n)
  }
  const token = facts.token.address.toLowerCase()
  const takers = tokens.includes(token) ? takersOf(facts) : []
  const pairs = new Map<string, { token: string; spender: string }>()
  // An event may only tell what is left: many tokens write that down anew as it is taken of.
  const named = readEffectLogs(account, logs).pairs.slice(0, mostNamed)
  for (const each of [...takers.map((spender) => ({ token, spender })), ...named]) {
    pairs.set(`${each.token} ${each.spender}`.toLowerCase(), each)
  }
  const allowances = await Promise.all(
    [...pairs.values()].map(async ({ token, spender }) => {
      const read = (tag: bigint) => reader.allowance(token, account, spender, signal, tag)
      const [before, after] = await both(read)
      return { token, spender: spender.toLowerCase(), before, after }
    }),
  )
  return { changes, allowances }
}

/**
 * Coins that others sent to the account in the block of its transaction: they are not what came back of it.
 * What their contracts sent stands nowhere. Undefined where the block is not shown, or they are many.
 */
async function sentByOthers(
  reader: EvmReader,
  account: string,
  { hash, blockNumber }: ReadStep['receipt'],
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const all = await reader.blockTransactions(blockNumber, signal)
  const sent = all?.filter(
    (each) => each.hash !== hash && each.value > 0n && sameAddress(each.to ?? '', account),
  )
  if (!sent || sent.length > mostSent) return undefined
  const receipts = await Promise.all(sent.map((each) => reader.receipt(each.hash, signal)))
  return sent.reduce(
    (sum, { value }, at) => (receipts[at]?.status === 'success' ? sum + value : sum),
    0n,
  )
}

/** Whether no other transaction of the block moved tokens of the account, or let somebody take them. */
async function isAloneIn(
  reader: EvmReader,
  account: string,
  tokens: string[],
  { hash, blockNumber }: ReadStep['receipt'],
  signal: AbortSignal,
): Promise<boolean> {
  if (tokens.length === 0) return true
  const self = wordOf(account)
  const window = { address: tokens, from: blockNumber, to: blockNumber }
  const found = await Promise.all(
    [
      [[TRANSFER, APPROVAL], self],
      [TRANSFER, null, self],
    ].map((topics) => reader.logs({ ...window, topics }, signal)),
  )
  return found.flat().every(({ transactionHash }) => transactionHash === hash)
}
