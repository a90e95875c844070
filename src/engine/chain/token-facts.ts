import type { Operator } from '@/src/chains/chains'
import { isNativeAddress, sameAddress } from '@/src/domain/address/address'
import { KNOWN_CHAINS } from '@/src/domain/chain/known-chains'
import { AppError } from '@/src/domain/error'
import type { SwapOrder, TokenAmount } from '@/src/domain/order/order'
import { coinFormOf } from '@/src/domain/token/wrapped-coins'
import type { Engine } from '../engine'
import { quietly } from './payments'

/** A node is given this long, ms. */
const patience = 3_000
/** Independent nodes that are asked at once. */
const asked = 2

type Reader = { decimals(token: string, signal?: AbortSignal): Promise<number | undefined> }

/**
 * Holds the decimals that the service gave a token against what independent nodes of its chain say: by
 * them an amount is typed and shown. Tokens that none of them can tell of pass. `onFirst` is called once one
 * of them says the same.
 *
 * @throws AppError `policy/wrong-decimals` where any of them says otherwise.
 */
export async function checkDecimals(
  engine: Engine,
  token: TokenAmount,
  onFirst?: () => void,
): Promise<void> {
  const found = await readDecimals(engine, token, (each) => {
    if (each === token.decimals) onFirst?.()
  })
  const wrong = found.find((each) => each !== undefined && each !== token.decimals)
  if (wrong === undefined) return
  const detail = `${token.symbol} at ${token.address} has ${wrong} decimals, ${token.decimals} were given`
  throw new AppError('policy/wrong-decimals', { detail })
}

/**
 * A token of an order that was found at the service, as that tells of it: without a name, and in smallest
 * units, where independent nodes give it other decimals.
 */
export async function asFound(engine: Engine, token: TokenAmount): Promise<TokenAmount> {
  if (token.symbol === '?') return token
  const found = await readDecimals(engine, token)
  const isOther = found.some((each) => each !== undefined && each !== token.decimals)
  return isOther ? { ...token, symbol: '?', decimals: 0 } : token
}

/**
 * What the routing token of a build is called, and its decimals: of coins and their wrapped form as this
 * product ships them, of others by the service, held against independent nodes.
 *
 * @throws AppError `policy/wrong-decimals` where nodes say otherwise, or nobody can say.
 */
export async function describeRouting(
  engine: Engine,
  order: Pick<SwapOrder, 'accepted' | 'serviceUrl'>,
  address: string,
): Promise<{ symbol: string; decimals: number }> {
  const { chainId } = order.accepted.from
  const coin = coinFormOf(chainId, address)
  if (coin !== undefined) return coin
  const client = await engine.serviceOf(order)
  const listed = (await client.tokens.search(address, { chainIds: [chainId] })).find(
    (each) => each.chainId === chainId && sameAddress(each.address, address),
  )
  const symbol = listed?.symbol ?? `${address.slice(0, 6)}…${address.slice(-4)}`
  const found = await readDecimals(engine, { chainId, address })
  const decimals = listed?.decimals ?? found.find((each) => each !== undefined)
  if (decimals === undefined || found.some((each) => each !== undefined && each !== decimals)) {
    throw new AppError('policy/wrong-decimals', { detail: `${symbol} at ${address}` })
  }
  return { symbol, decimals }
}

async function readDecimals(
  engine: Engine,
  { chainId, address }: Pick<TokenAmount, 'chainId' | 'address'>,
  tell?: (decimals: number | undefined) => void,
): Promise<(number | undefined)[]> {
  if (isNativeAddress(address)) {
    return [KNOWN_CHAINS.find(({ id }) => id === chainId)?.nativeCurrency.decimals]
  }
  const chains = await engine.readers()
  const operators: Operator<Reader>[] = [
    ...chains.operators(chainId),
    ...chains.solanaOperators(chainId),
  ]
  const signal = AbortSignal.timeout(patience)
  return Promise.all(
    operators.slice(0, asked).map(({ reader }) =>
      quietly(async () => {
        const decimals = await reader.decimals(address, signal)
        tell?.(decimals)
        return decimals
      }),
    ),
  )
}
