import { describe, expect, it } from 'vitest'
import type { Operator } from '@/src/chains/chains'
import { AppError } from '@/src/domain/error'
import { programs } from '@/src/domain/solana/solana-program'
import {
  acceptedSolana,
  amountIn,
  author,
  little,
  mint,
  other,
  ownTokens,
  solanaBuild,
  vaultTokens,
} from '@/test/samples/solana'
import { createSolanaChain } from '../chain/solana-chain'
import type { Engine } from '../engine'
import { buildSteps } from './build'

const silent = () => Promise.reject(new AppError('chain/unreachable', {}))

/** What one node does where it is asked something: it tries nothing. */
const nodeOf = <R extends object>(name: string, reader: R, own = false) => ({
  name,
  own,
  reader: { trial: async () => ({ outcome: 'unknown' }), ...reader },
})

describe('a Solana transfer that does not name its mint', () => {
  const accepted = acceptedSolana()
  const build = solanaBuild({
    keys: [author, ownTokens, vaultTokens, programs.token],
    readonlyOthers: 1,
    instructions: [
      { program: programs.token, accounts: [1, 2, 0], data: [3, ...little(amountIn, 8)] },
    ],
  })

  /** What becomes of it; the service's own node says that it is the accepted token. */
  function built(operators: readonly { name: string; own: boolean; reader: object }[]) {
    const lying = { mintOf: async () => mint }
    const engine = {
      now: () => 1_000 * accepted.quoteExpiresAt - 30_000,
      serviceOf: async () => ({ deposits: { build: async () => build } }),
      solana: async () => createSolanaChain(lying as never),
      readers: async () => ({ solanaOperators: () => operators as Operator<never>[] }),
    } as unknown as Engine
    return buildSteps(engine, { accepted }).then(
      ({ advice }) => advice.outcome as string,
      (error: AppError) => error.code as string,
    )
  }
  const says = (name: string, found: string | null) =>
    nodeOf(name, { mintOf: async (account: string) => (account === ownTokens ? found : null) })

  it('is of the token that an independent node says it is, whatever the service’s own node says', async () => {
    expect(await built([says('A', mint), says('B', mint)])).toBe('unknown')
    expect(await built([says('A', other), says('B', other)])).toBe('policy/foreign-token')
    expect(await built([says('A', null)])).toBe('policy/foreign-token')
  })

  it('is read by the next nodes where the first are silent', async () => {
    const away = [nodeOf('A', { mintOf: silent }), nodeOf('B', { mintOf: silent })]
    expect(await built([...away, says('C', mint)])).toBe('unknown')
    expect(await built([...away, says('C', other)])).toBe('policy/foreign-token')
  })

  it('is refused where no independent node tells', async () => {
    expect(await built([nodeOf('A', { mintOf: silent })])).toBe('policy/unread-mint')
    expect(await built([])).toBe('policy/unread-mint')
  })
})
