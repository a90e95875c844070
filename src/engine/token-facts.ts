import type { Operator } from '@/src/chains/chains'
import { isNativeAddress } from '@/src/domain/address'
import { AppError } from '@/src/domain/error'
import { KNOWN_CHAINS } from '@/src/domain/known-chains'
import type { TokenAmount } from '@/src/domain/order'
import type { Engine } from './engine'

/** A node is given this long, ms. */
const patience = 3_000
/** Independent nodes that are asked at once. */
const asked = 2

type Reader = { decimals(token: string, signal?: AbortSignal): Promise<number | undefined> }

/**
 * Holds the decimals that the service gave a token against what independent nodes of its chain say: by
 * them an amount is typed and shown. Tokens that none of them can tell of pass.
 *
 * @throws AppError `policy/wrong-decimals` where any of them says otherwise.
 */
export async function checkDecimals(engine: Engine, token: TokenAmount): Promise<void> {
  const found = await readDecimals(engine, token)
  const wrong = found.find((each) => each !== undefined && each !== token.decimals)
  if (wrong === undefined) return
  const detail = `${token.symbol} at ${token.address} has ${wrong} decimals, ${token.decimals} were given`
  throw new AppError('policy/wrong-decimals', { detail })
}

async function readDecimals(
  engine: Engine,
  { chainId, address }: TokenAmount,
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
    operators.slice(0, asked).map(async ({ reader }) => {
      try {
        return await reader.decimals(address, signal)
      } catch (error) {
        if (error instanceof AppError) return undefined
        throw error
      }
    }),
  )
}
