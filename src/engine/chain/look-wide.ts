import type { Token } from '@/src/contract/service/token'
import { isNativeAddress, sameAddress } from '@/src/domain/address/address'
import { knownChain } from '@/src/domain/chain/known-chains'
import { clockSkew } from '@/src/domain/order/arrival'
import { isAskedFor, isTrifleBeside } from '@/src/domain/order/astray'
import type { Astray, TransferOrder, WideLook } from '@/src/domain/order/order'
import { depositDueOf } from '@/src/domain/order/transfer'
import { inTime } from '@/src/lib/in-time'
import { isClaimed } from '../effects/prove-arrival'
import type { Engine } from '../engine'
import { readChains } from '../service/chain-list'
import { lookOnEvm } from './look-wide-evm'
import { lookOnSolana } from './look-wide-solana'
import { nodesOf, type Search } from './payments'
import type { Came, ChainAsk, ChainLook } from './wide-ask'

/** A person waits for it, ms; what could not be looked at by then is said. */
const patience = 45_000
/** One chain holds up the others so long at most, ms. */
const chainPatience = 15_000
/** Chains that are looked at together. */
const atOnce = 4
/** Contracts that a node is asked about in one request. */
const mostTokens = 60

/**
 * Looks for money that was paid to the order's address in another token, or on another chain of its
 * family, since the order began: on every such chain that nodes of this product read, each payment shown
 * by two operators, as everywhere. What strangers send counts for nothing: tokens that the service does
 * not list, and trifles. Ends when `signal` fires, with what is known by then.
 */
export async function lookWide(
  engine: Engine,
  order: TransferOrder,
  signal: AbortSignal,
): Promise<{ look: WideLook; found: Astray[] }> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  const { chainId } = order.accepted.from
  const readers = await engine.readers()
  const { family } = nodesOf(readers, chainId)
  const { chains } = await readChains(engine)
  const ids = [chainId, ...chains.map(({ id }) => id).filter((id) => id !== chainId)].filter(
    (id) => {
      const nodes = nodesOf(readers, id)
      return nodes.family === family && nodes.operators.length > 0
    },
  )
  const listed = await readTokens(engine, order, ids)
  const looks = new Map<number, ChainLook>()
  const waiting = [...ids]
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      if (!until.aborted) looks.set(id, await lookOn(engine, order, { id, listed, until }))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const found = ids.flatMap((id) =>
    (looks.get(id)?.found ?? []).flatMap((came) => toAstray(order, id, came, listed.tokens)),
  )
  const outcomes = ids.map((id) => ({ chainId: id, outcome: looks.get(id)?.outcome ?? 'unread' }))
  const look = { at: engine.now(), chains: outcomes as WideLook['chains'] }
  return { look: listed.isKnown ? look : { ...look, unlisted: true }, found }
}

type Listed = { tokens: Token[]; isKnown: boolean }

/** The tokens that a person may mean: the best known of each chain, and all that bear the name of this one. */
async function readTokens(
  engine: Engine,
  order: TransferOrder,
  chainIds: readonly number[],
): Promise<Listed> {
  const { chainId, symbol } = order.accepted.from
  const { tokens } = await engine.serviceOf(order)
  const parts = await Promise.all(
    [
      () => tokens.search(symbol, { chainIds }),
      () => tokens.top({ chainIds }),
      async () => (await tokens.list({ chainIds: [chainId], limit: mostTokens })).data,
    ].map(async (read) => {
      try {
        return await read()
      } catch (error) {
        engine.report(error, 'tokens')
        return undefined
      }
    }),
  )
  const all = new Map<string, Token>()
  for (const token of parts.flatMap((part) => part ?? [])) {
    const key = `${token.chainId}:${token.address.toLowerCase()}`
    if (token.extensions?.isRiskToken !== true && !all.has(key)) all.set(key, token)
  }
  return { tokens: [...all.values()], isKnown: parts.every((part) => part !== undefined) }
}

async function lookOn(
  engine: Engine,
  order: TransferOrder,
  { id, listed, until }: { id: number; listed: Listed; until: AbortSignal },
): Promise<ChainLook> {
  const { accepted, createdAt } = order
  const signal = AbortSignal.any([until, AbortSignal.timeout(chainPatience)])
  const nodes = nodesOf(await engine.readers(), id)
  const began = id === accepted.from.chainId ? order.transfer.began?.block : undefined
  const block = began === undefined ? undefined : BigInt(began)
  const search: Search = {
    due: { ...depositDueOf(order), chainId: id, least: 1n },
    start: { ...(block === undefined ? {} : { block }), at: createdAt - clockSkew },
    now: engine.now(),
    tries: 0,
    timed: true,
    isClaimed: (claim) => isClaimed(engine, order, claim, 'address'),
  }
  const own = listed.tokens.filter((token) => token.chainId === id)
  const tokens = own
    .map(({ address }) => address)
    .filter((address) => !isNativeAddress(address) && !isAskedFor(accepted, id, address))
    .slice(0, mostTokens)
  const withCoins = !(accepted.from.chainId === id && isNativeAddress(accepted.from.address))
  const isListed = async (token: string) => {
    if (isAskedFor(accepted, id, token)) return false
    if (isNativeAddress(token) || own.some((each) => each.address === token)) return true
    return findListed(engine, order, id, token, listed)
  }
  const ask: ChainAsk = { search, tokens, withCoins, isListed, signal }
  const look = nodes.family === 'solana' ? lookOnSolana(nodes, ask) : lookOnEvm(nodes, ask)
  return inTime(signal, look, { outcome: 'unread', found: [] })
}

/** Asks the service for one token that came; it is then known for what it is. */
async function findListed(
  engine: Engine,
  order: TransferOrder,
  chainId: number,
  address: string,
  listed: Listed,
): Promise<boolean> {
  try {
    const client = await engine.serviceOf(order)
    const all = await client.tokens.search(address, { chainIds: [chainId] })
    const token = all.find((each) => each.chainId === chainId && each.address === address)
    if (!token || token.extensions?.isRiskToken === true) return false
    listed.tokens.push(token)
    return true
  } catch (error) {
    engine.report(error, 'tokens')
    listed.isKnown = false
    return false
  }
}

/** What came, with the name of its token; nothing where it is too little to be meant. */
function toAstray(
  { accepted: { from } }: TransferOrder,
  chainId: number,
  came: Came,
  tokens: readonly Token[],
): Astray[] {
  const find = (id: number, address: string) =>
    tokens.find(
      (each) =>
        each.chainId === id &&
        (sameAddress(each.address, address) ||
          (isNativeAddress(each.address) && isNativeAddress(address))),
    )
  const listed = find(chainId, came.token)
  const coin = isNativeAddress(came.token) ? knownChain(chainId)?.nativeCurrency : undefined
  const { symbol, decimals } = listed ?? coin ?? {}
  if (symbol === undefined || decimals === undefined) return []
  const asked = { ...from, usd: find(from.chainId, from.address)?.extensions?.price?.usd }
  const valued = { symbol, decimals, amount: came.amount, usd: listed?.extensions?.price?.usd }
  if (isTrifleBeside(asked, valued)) return []
  const { token, amount, hash, time, undated, at, nodes } = came
  return [
    {
      chainId,
      token,
      symbol: symbol.slice(0, 32),
      decimals,
      amount,
      at,
      nodes,
      ...(hash === undefined ? {} : { hash }),
      ...(time === undefined ? {} : { time }),
      ...(undated ? { undated } : {}),
    },
  ]
}
