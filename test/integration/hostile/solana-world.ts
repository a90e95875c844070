import type { Address, IInstruction } from '@solana/web3.js'
import type { SolanaReader } from '@/src/chains/solana-reader'
import type { Accepted } from '@/src/domain/order/order'
import { createSolanaChain } from '@/src/engine/chain/solana-chain'
import type { Engine } from '@/src/engine/engine'
import { buildSteps } from '@/src/engine/procedures/build'
import { now } from '@/test/samples/policy'
import { tokenAccountOf } from '@/test/sandbox/chains/solana/compose'
import { deriveKey } from '@/test/sandbox/chains/solana/keys'
import { toBase64 } from '@/test/sandbox/chains/solana/wire'
import { SOL, startTrialWorld, WRAPPED } from '../solana-trial-world'
import type { Outcome } from './rows'

export const units = 1_000_000n

/** What is paid with, and the instructions of the transaction, or its bytes. */
export type SolanaHow = {
  pays: 'SOL' | 'USDC'
  build: (w: SolanaWorld) => Promise<(IInstruction | undefined)[] | Uint8Array | Uint8Array[]>
}

export type SolanaWorld = Awaited<ReturnType<typeof startSolanaWorld>>

/** A Solana chain with a person who holds several tokens, and the product's way from a build to a request. */
export async function startSolanaWorld() {
  const chain = await startTrialWorld()
  const { me, vault, usdc, bonk } = chain
  const { address: dust } = await deriveKey('mint dust')
  chain.putMint(dust, 0)
  chain.putMint(WRAPPED.address, 9)
  const own = {
    usdc: await tokenAccountOf(usdc.address, me),
    bonk: await tokenAccountOf(bonk.address, me),
    empty: await tokenAccountOf(dust, me),
    wrapped: (await deriveKey('wrap')).address,
  }
  chain.putHolding(own.empty, { mint: dust, owner: me, amount: 0n })
  chain.putHolding(own.wrapped, { mint: WRAPPED.address, owner: me, amount: 5n * units })
  const theirs = {
    usdc: await tokenAccountOf(usdc.address, vault),
    wrapped: (await deriveKey('their wrap')).address,
  }
  chain.putHolding(theirs.wrapped, { mint: WRAPPED.address, owner: vault, amount: 0n })
  let trials = 0
  const { trial, ...rest } = chain.reader
  const reader: SolanaReader = {
    ...rest,
    trial: (...args) => {
      trials += 1
      return trial(...args)
    },
  }
  const operators = ['alpha', 'beta'].map((name) => ({ name, own: false, reader }))

  const world = {
    ...chain,
    dust: dust as Address,
    own,
    theirs,
    /** Builds and tries as the product does; says who refused it, or the steps that would be asked for. */
    async outcome({ pays, build }: SolanaHow): Promise<Outcome> {
      const accepted: Accepted = chain.accepted(pays === 'SOL' ? SOL : usdc, units)
      const made = await build(world)
      const list = made instanceof Uint8Array ? [made] : made
      const [first] = list
      const all =
        first instanceof Uint8Array
          ? (list as Uint8Array[])
          : [chain.compose((list as (IInstruction | undefined)[]).flatMap((each) => each ?? []))]
      const approvals = all.map((bytes, at) => ({
        type: 'solana_sendTransaction',
        transaction: toBase64(bytes),
        deposit: at === all.length - 1,
      }))
      const engine = {
        now: () => now * 1_000,
        report: () => undefined,
        solana: async () => createSolanaChain(reader),
        serviceOf: async () => ({
          deposits: { build: async () => ({ kind: 'CONTRACT_CALL', approvals }) },
        }),
        readers: async () => ({ operators: () => [], solanaOperators: () => operators }),
      } as unknown as Engine
      trials = 0
      try {
        const { steps } = await buildSteps(engine, { accepted, serviceUrl: 'https://a.test' })
        return { steps: steps.map(({ facts }) => facts.kind).join(',') }
      } catch (error) {
        const { code } = error as { code?: string }
        if (code === undefined) throw error
        return { ring: trials === 0 ? 'structure' : 'effects', code }
      }
    },
  }
  return world
}
