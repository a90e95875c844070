import { findCoinPayments } from '@/src/chains/coin-payments'
import type { EvmReader } from '@/src/chains/evm-reader'
import { transfersTo } from '@/src/chains/payments'
import { readLogs } from '@/src/chains/read-logs'
import type { Chain } from '@/src/contract/service/chain'
import { isNativeAddress } from '@/src/domain/address/address'
import { familyOfAddress } from '@/src/domain/address/check-address'
import type { Engine } from '../engine'
import { readChains } from '../service/chain-list'
import { paidOnSolana } from './find-paid-solana'

/** So far back payments to an address are looked for: people notice within days, ms. */
const lookBack = 259_200_000
/** Windows of blocks that are read of one chain; a fast chain is then looked through for a day or so. */
const windows = 44
const mostBlocks = 400_000n
/** A person waits: what is not read by then is said not to be, ms. */
const patience = 20_000
/** Tokens of a chain that are looked for: nodes take no longer list. */
const mostTokens = 200
/** Payments that are asked about, the newest first: an address that is paid more often is nobody's order. */
const mostPayments = 12
/** Fewer wei than this are not looked for: a hundred thousandth of a coin. */
const leastCoins = 10n ** 13n

export type PaidTo = {
  payments: { chainId: number; txHash: string }[]
  /** Some chain did not answer, or answered in part: nothing found is not nothing there. */
  isPartial: boolean
}

/**
 * Looks on the chains of its family that can be read for what was paid to an address in the last days: on
 * EVM chains the tokens that the service lists, and coins; on Solana its history. It is a hint: each is asked about at the service
 * and proved by the order's own rules.
 */
export async function findPayments(
  engine: Engine,
  address: string,
  chainId: number | undefined,
): Promise<PaidTo> {
  const signal = AbortSignal.timeout(patience)
  const family = familyOfAddress(address)
  const { chains } = await readChains(engine)
  const asked = chains.filter(({ id, type }) => type === family && (chainId ?? id) === id)
  const tokens =
    family === 'solana' ? new Map<number, string[]>() : await tokensOf(engine, asked, signal)
  const readers = await engine.readers()
  const looks = await Promise.allSettled(
    asked.map(async ({ id }) => {
      const back = Math.ceil(lookBack / readers.rhythm(id).blockMs)
      const search = { address, tokens: tokens?.get(id) ?? [], back: BigInt(back) }
      const found = await (family === 'solana'
        ? paidOnSolana(readers.solana(id), search, signal)
        : onChain(readers.evm(id), search, signal))
      return { ...found, chainId: id }
    }),
  )
  const read = looks.flatMap((look) => (look.status === 'fulfilled' ? [look.value] : []))
  for (const look of looks) if (look.status === 'rejected') engine.report(look.reason, 'recover')
  const payments = read.flatMap((each) =>
    each.hashes.map((txHash) => ({ chainId: each.chainId, txHash })),
  )
  const isPartial = !tokens || read.length < looks.length || read.some((each) => each.isPartial)
  return { payments: payments.slice(0, mostPayments), isPartial }
}

/** What the service could quote of each chain; undefined where it does not say now. */
async function tokensOf(
  engine: Engine,
  chains: readonly Chain[],
  signal: AbortSignal,
): Promise<Map<number, string[]> | undefined> {
  try {
    const { tokens } = await engine.service()
    const chainIds = chains.map(({ id }) => id)
    const { data } = await tokens.list({ chainIds, limit: 2_000 }, { signal })
    const byChain = new Map<number, string[]>()
    for (const { chainId, address } of data) {
      if (isNativeAddress(address)) continue
      byChain.set(chainId, [...(byChain.get(chainId) ?? []), address].slice(0, mostTokens))
    }
    return byChain
  } catch (error) {
    engine.report(error, 'recover')
    return undefined
  }
}

type Look = { address: string; tokens: readonly string[]; back: bigint }

/** What one chain shows, the newest first. */
async function onChain(
  reader: EvmReader,
  { address, tokens, back }: Look,
  signal: AbortSignal,
): Promise<{ hashes: string[]; isPartial: boolean }> {
  const { number: to } = await reader.head(signal)
  const blocks = back < mostBlocks ? back : mostBlocks
  const from = to > blocks ? to - blocks : 0n
  const filter = { address: tokens, topics: transfersTo(address), from, to }
  const [moves, coins] = await Promise.allSettled([
    tokens.length === 0 ? { logs: [], until: to } : readLogs(reader, filter, windows, signal),
    findCoinPayments(reader, { account: address, from, to, least: leastCoins }, signal),
  ])
  if (moves.status === 'rejected' && coins.status === 'rejected') throw moves.reason
  const logs = moves.status === 'fulfilled' ? moves.value.logs : []
  const coin = coins.status === 'fulfilled' ? coins.value : undefined
  const hashes = [...(coin?.hashes ?? []), ...logs.map((log) => log.transactionHash).reverse()]
  const isWhole = moves.status === 'fulfilled' && moves.value.until >= to && coin?.isWhole === true
  return { hashes: [...new Set(hashes)], isPartial: !isWhole }
}
