import { type Address, isAddress } from '@solana/web3.js'
import {
  type Approval,
  type ChainDeposit,
  ChainRefusal,
  type DepositRequest,
  type RealChain,
  type Reference,
} from '../port'
import { readHolding } from './balances'
import type { TokenRef } from './compose'
import {
  composeCosigned,
  composeUnsigned,
  ensureTokenAccount,
  forward,
  memo,
  tokenAccountOf,
  transfer,
} from './compose'
import { findDepositClaims, type LookUpHolding, toDeposits } from './deposits'
import { type Genesis, SOLANA_CAIP2, SOLANA_CHAIN_ID } from './genesis'
import { deriveKey, type SandboxKey } from './keys'
import type { Ledger } from './ledger'
import { accountsOf } from './lookup-tables'
import { createPayer, sendOrRefuse } from './pay'
import { NATIVE_TOKEN } from './programs'
import { decodeTransaction, fromBase64, toBase64, type WireTransaction } from './wire'

export interface SolanaPortDeps {
  readonly ledger: Ledger
  readonly genesis: Genesis
  readonly rpcUrl: string
  /** Moves the chain's clock on. */
  advanceClock(seconds: number): void
  /** Stops taking transactions into blocks, or goes on. */
  setPaused(paused: boolean): void
  stop(): Promise<void>
}

const toAddress = (text: string): Address => {
  if (!isAddress(text)) throw new ChainRefusal(`not a Solana address: ${text}`)
  return text
}

const decodeSigned = (signedTransaction: string): WireTransaction => {
  try {
    return decodeTransaction(fromBase64(signedTransaction))
  } catch (cause) {
    throw new ChainRefusal('signedTransaction is not a base64 encoded Solana transaction', {
      cause,
    })
  }
}

/** The part of the port that tells and builds deposits. */
const createDeposits = async ({ ledger, genesis }: SolanaPortDeps) => {
  const vault = genesis.keys.vault.address
  const addresses = new Map<string, Reference>()
  const tokenAccounts = new Map<string, { mint: string; owner: string }>()

  /** A first deposit names a token account that does not exist yet, so the names are kept. */
  const expectAt = async (owner: Address) => {
    for (const { address, isNative } of genesis.tokens) {
      if (isNative) continue
      const account = await tokenAccountOf(toAddress(address), owner)
      tokenAccounts.set(account, { mint: address, owner })
    }
  }
  await expectAt(vault)

  const places = { vault, addresses }
  const lookUp: LookUpHolding = (account) =>
    tokenAccounts.get(account) ?? readHolding(ledger.vm.getAccount(account))

  return {
    createDepositAddress: async (reference: Reference): Promise<string> => {
      const { address } = await deriveKey(`deposit address ${reference}`)
      await expectAt(address)
      addresses.set(address, reference)
      return address
    },
    broadcast: (wire: WireTransaction, reference: Reference): string => {
      const trial = { verifySignatures: false, checkBlockhash: false }
      const execution = ledger.find(wire.signature)?.execution ?? ledger.simulate(wire, trial)
      const carried = { wire, names: accountsOf(ledger.vm, wire), execution }
      const claims = findDepositClaims(carried, places, lookUp)
      if (!claims.some((claim) => claim.reference === reference)) {
        throw new ChainRefusal('the transaction does not hold the deposit of this quote')
      }
      const isKnown = ledger.find(wire.signature) !== null || ledger.isPending(wire.signature)
      return isKnown ? wire.signature : sendOrRefuse(ledger, wire)
    },
    onDeposit: (callback: (deposit: ChainDeposit) => void) =>
      ledger.onLanded((landed) => {
        for (const deposit of toDeposits(landed, places, lookUp)) callback(deposit)
      }),
  }
}

/**
 * Writes the one transaction of a deposit: the transfer to the vault, and the memo that names it. In the
 * shape of a program of its own that program moves it, by accounts of an address table, and the filler's
 * desk has signed as well. Sponsored, the desk pays what the network takes and for the account that is opened,
 * and has signed that.
 */
const createBuilder =
  ({ ledger, genesis }: SolanaPortDeps, tokenRef: (address: string) => TokenRef) =>
  async ({ from, token, amount, reference, shape }: DepositRequest): Promise<Approval[]> => {
    const author = toAddress(from)
    const {
      vault: { address: vault },
      desk,
    } = genesis.keys
    const ref = tokenRef(token)
    const move = await transfer(ref, author, vault, amount)
    const isForwarded = shape === 'own-program'
    const payer = shape === 'sponsored' ? desk.address : author
    const instructions = [
      isForwarded ? forward(genesis.program, move, desk.address) : move,
      memo(reference),
    ]
    if (ref.address !== NATIVE_TOKEN) {
      const account = await tokenAccountOf(ref.address, vault)
      if (ledger.vm.getAccount(account) === null) {
        instructions.unshift(await ensureTokenAccount(ref.address, vault, payer))
      }
    }
    const block = ledger.blocks.latest()
    const by = isForwarded ? { ...desk, table: genesis.table } : desk
    const bytes =
      isForwarded || payer !== author
        ? await composeCosigned(payer, block, instructions, by)
        : composeUnsigned(author, block, instructions)
    return [{ type: 'solana_sendTransaction', transaction: toBase64(bytes), deposit: true }]
  }

/** Creates the service's view of the Solana chain. */
export const createSolanaPort = async (deps: SolanaPortDeps): Promise<RealChain> => {
  const { ledger, genesis, rpcUrl } = deps
  const { vault, filler, faucet } = genesis.keys
  const payer = createPayer(ledger)
  const deposits = await createDeposits(deps)

  const tokenRef = (address: string): TokenRef => {
    const token = genesis.tokens.find((known) => known.address === address)
    if (token === undefined) throw new ChainRefusal(`unknown token: ${address}`)
    return { address: toAddress(token.address), decimals: token.decimals }
  }
  const pay = (from: SandboxKey, token: string, to: string, amount: bigint) =>
    payer.pay(from, tokenRef(token), toAddress(to), amount)

  return {
    id: SOLANA_CHAIN_ID,
    type: 'solana',
    name: 'Solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    rpcUrl,
    caip2: SOLANA_CAIP2,
    depositTarget: vault.address,
    fillerAddress: filler.address,
    tokens: genesis.tokens,
    parseAddress: (text) => (isAddress(text) ? text : undefined),
    balanceOf: async (token, owner) => {
      if (token === NATIVE_TOKEN) return ledger.vm.getAccount(owner)?.lamports ?? 0n
      const account = await tokenAccountOf(toAddress(token), toAddress(owner))
      return readHolding(ledger.vm.getAccount(account))?.amount ?? 0n
    },
    buildDeposit: createBuilder(deps, tokenRef),
    isReadyToDeposit: async () => true,
    createDepositAddress: deposits.createDepositAddress,
    broadcast: async ({ signedTransaction, reference }) =>
      deposits.broadcast(decodeSigned(signedTransaction), reference),
    transactionState: async (txHash) => {
      const landed = ledger.find(txHash)
      if (landed !== null) return landed.execution.err === null ? 'mined' : 'reverted'
      return ledger.isPending(txHash) ? 'pending' : 'unknown'
    },
    onDeposit: deposits.onDeposit,
    // They are told as they land.
    depositsRead: () => Promise.resolve(),
    payOut: ({ token, to, amount }) => pay(filler, token, to, amount),
    // What came to a deposit address stays there, so the filler advances that refund.
    refund: ({ deposit, to }) =>
      pay(deposit.via === 'contract' ? vault : filler, deposit.token, to, deposit.amount),
    fund: async ({ token, to, amount }) => {
      await pay(faucet, token, to, amount)
    },
    mine: async (blocks) => ledger.advance(blocks),
    advance: async (seconds) => deps.advanceClock(seconds),
    setAutomine: async (on) => deps.setPaused(!on),
    stop: deps.stop,
  }
}
