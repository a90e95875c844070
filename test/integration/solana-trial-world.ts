import { type Address, address, type IInstruction } from '@solana/web3.js'
import { AccountState, getMintEncoder, getTokenEncoder } from '@solana-program/token'
import { createSolanaReader } from '@/src/chains/solana-reader'
import type { Accepted } from '@/src/domain/order/order'
import { judgeSolanaEffects } from '@/src/domain/policy/effects-solana'
import { payeesOf } from '@/src/domain/policy/effects-solana-goes'
import { acceptedOrder } from '@/test/samples/policy'
import { TOKEN_ACCOUNT_SIZE } from '@/test/sandbox/chains/solana/balances'
import { composeCosigned, composeUnsigned } from '@/test/sandbox/chains/solana/compose'
import { writeGenesis } from '@/test/sandbox/chains/solana/genesis'
import { startHttpServer } from '@/test/sandbox/chains/solana/http'
import { deriveKey } from '@/test/sandbox/chains/solana/keys'
import { createLedger } from '@/test/sandbox/chains/solana/ledger'
import { putTable } from '@/test/sandbox/chains/solana/lookup-tables'
import { createPayer } from '@/test/sandbox/chains/solana/pay'
import { TOKEN_PROGRAM } from '@/test/sandbox/chains/solana/programs'
import { createRpc } from '@/test/sandbox/chains/solana/rpc'
import { toBase64 } from '@/test/sandbox/chains/solana/wire'

export const SOL = { address: address('11111111111111111111111111111111'), decimals: 9 }
export const WRAPPED = {
  address: address('So11111111111111111111111111111111111111112'),
  decimals: 9,
}
export const TOKEN_2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')

/**
 * A Solana chain of one process with its state at hand, a reader of it over HTTP, and the person, whose
 * transactions are tried there and judged.
 */
export async function startTrialWorld() {
  const ledger = createLedger(Date.now, 'trial')
  const genesis = await writeGenesis(ledger.vm)
  const { faucet, traveller, vault, filler } = genesis.keys
  const rpc = createRpc({ ledger, faucet, payer: createPayer(ledger) })
  const server = await startHttpServer(rpc, 0)
  const reader = createSolanaReader({ urls: [server.url] })
  const me = traveller.address

  const tokenNamed = (symbol: string) => {
    const token = genesis.tokens.find((known) => known.symbol === symbol)
    if (token === undefined) throw new Error(`no ${symbol}`)
    return { address: address(token.address), decimals: token.decimals }
  }

  /** What the person accepted to pay; a token of theirs, in smallest units. */
  function accepted(token: { address: string; decimals: number }, amount: bigint): Accepted {
    const from = { ...token, chainId: 20_011_000_000, symbol: 'X', amount: amount.toString() }
    return acceptedOrder({ author: me, refundTo: me, from })
  }

  const compose = (instructions: readonly IInstruction[], payer: Address = me) =>
    composeUnsigned(payer, ledger.blocks.latest(), instructions)

  /** The same, signed by `signer` already. */
  const cosign = (
    instructions: readonly IInstruction[],
    by: Parameters<typeof composeCosigned>[3],
    payer: Address = me,
  ) => composeCosigned(payer, ledger.blocks.latest(), instructions, by)

  const trial = (bytes: Uint8Array) => reader.trial(toBase64(bytes), me)

  async function judge(order: Accepted, bytes: Uint8Array) {
    const tried = await trial(bytes)
    if (tried.outcome !== 'passes') throw new Error(`${tried.outcome}: ${tried.detail}`)
    return judgeSolanaEffects(order, tried.effects)
  }

  /** Who got what was accepted to be paid. */
  async function goes(order: Accepted, bytes: Uint8Array) {
    const tried = await trial(bytes)
    if (tried.outcome !== 'passes') throw new Error(`${tried.outcome}: ${tried.detail}`)
    return payeesOf(order, tried.effects)
  }

  return {
    goes,
    ledger,
    reader,
    url: server.url,
    me,
    genesis,
    vault: vault.address,
    filler: filler.address,
    stranger: (await deriveKey('stranger')).address,
    usdc: tokenNamed('USDC'),
    bonk: tokenNamed('BONK'),
    accepted,
    compose,
    cosign,
    trial,
    judge,
    stop: () => server.stop(),
    /** Puts a mint there that nobody rules. */
    putMint(mint: Address, decimals: number, program: Address = TOKEN_PROGRAM): void {
      const state = { mintAuthority: null, freezeAuthority: null, isInitialized: true }
      const data = Uint8Array.from(
        getMintEncoder().encode({ ...state, supply: 10n ** 12n, decimals }),
      )
      const lamports = ledger.vm.rentExemption(data.length)
      ledger.vm.setAccount(mint, { lamports, data, owner: program, executable: false })
    },
    /** Puts an address table there that nobody rules. */
    async putTable(listed: readonly Address[]): Promise<Address> {
      const { address: table } = await deriveKey('table')
      putTable(ledger.vm, table, listed)
      return table
    },
    /** Puts a token account there; one of wrapped SOL holds its lamports. */
    putHolding(
      account: Address,
      holding: { mint: Address; owner: Address; amount: bigint },
      program: Address = TOKEN_PROGRAM,
    ): void {
      const rent = ledger.vm.rentExemption(TOKEN_ACCOUNT_SIZE)
      const isWrapped = holding.mint === WRAPPED.address
      const data = Uint8Array.from(
        getTokenEncoder().encode({
          ...holding,
          delegate: null,
          state: AccountState.Initialized,
          isNative: isWrapped ? rent : null,
          delegatedAmount: 0n,
          closeAuthority: null,
        }),
      )
      const lamports = rent + (isWrapped ? holding.amount : 0n)
      ledger.vm.setAccount(account, { lamports, data, owner: program, executable: false })
    },
  }
}

export type TrialWorld = Awaited<ReturnType<typeof startTrialWorld>>
