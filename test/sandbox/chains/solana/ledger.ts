import { type BalanceSheet, readBalances } from './balances'
import { type Block, type Blocks, type Commitment, createBlocks, isAtLeast } from './blocks'
import { accountsOf } from './lookup-tables'
import { RPC_CODES, RpcError } from './rpc-error'
import { describeTransactionError, type TransactionError } from './transaction-error'
import { createVm, type Execution, type Simulation, type Vm } from './vm'
import { isFullySigned, toBase64, type WireTransaction } from './wire'

/** A transaction that stands in a block, whether its instructions succeeded or not. */
export interface LandedTransaction {
  readonly wire: WireTransaction
  /** Its accounts in the runtime's order, those of address tables last. */
  readonly names: readonly string[]
  readonly slot: number
  /** Unix seconds. */
  readonly blockTime: number
  readonly execution: Execution
  readonly before: BalanceSheet
  readonly after: BalanceSheet
  /** Lamports the fee payer paid for inclusion. */
  readonly fee: bigint
}

interface SendOptions {
  readonly skipPreflight: boolean
  readonly preflightCommitment: Commitment
}

export interface Ledger {
  readonly vm: Vm
  readonly blocks: Blocks
  /**
   * Takes a transaction in and returns its signature, as `sendTransaction` of a node does.
   *
   * With preflight a transaction that cannot succeed raises an `RpcError`. Without preflight a
   * transaction that cannot land is dropped in silence. A transaction that is known already is
   * never executed again.
   */
  send(wire: WireTransaction, options: SendOptions): string
  simulate(
    wire: WireTransaction,
    options: { readonly verifySignatures: boolean; readonly checkBlockhash: boolean },
  ): Simulation
  find(signature: string): LandedTransaction | null
  /** Taken in, but not in a block yet: only while block production is paused. */
  isPending(signature: string): boolean
  /** Resolves when the transaction has landed, or with null when it was dropped or never came. */
  whenSettled(signature: string): Promise<LandedTransaction | null>
  /** Every landed transaction that names the address, newest first. */
  history(address: string): readonly LandedTransaction[]
  /** Calls back for every transaction that lands, from the start; returns the off-switch. */
  onLanded(callback: (landed: LandedTransaction) => void): () => void
  /** Closes `count` blocks; the first one takes in what waited. */
  advance(count: number): void
  /** While paused, what is sent waits for `advance`. */
  setPaused(paused: boolean): void
}

const failed = (err: TransactionError): Simulation => ({
  err,
  logs: [],
  unitsConsumed: 0n,
  innerInstructions: [],
  returnData: null,
  accounts: new Map(),
})

/** The error of a failed preflight, with the simulation in its data. */
const preflightError = (simulation: Simulation): RpcError => {
  const { err, logs, unitsConsumed, returnData } = simulation
  const sentence = describeTransactionError(err ?? 'Unknown')
  return new RpcError(RPC_CODES.preflightFailure, `Transaction simulation failed: ${sentence}`, {
    accounts: null,
    err,
    innerInstructions: null,
    logs,
    replacementBlockhash: null,
    returnData: returnData === null ? null : toReturnData(returnData),
    unitsConsumed,
  })
}

/** Writes an execution's return data as JSON-RPC does. */
export const toReturnData = (returned: NonNullable<Execution['returnData']>) => ({
  programId: returned.programId,
  data: [toBase64(returned.data), 'base64'],
})

const sum = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((total, next) => total + next, 0n)

/**
 * Creates the chain's state: LiteSVM, the row of blocks, and what has happened.
 *
 * Every transaction closes the block it lands in, so it is confirmed at once; `now` gives
 * milliseconds since the epoch, `seed` sets this chain's blockhashes apart from another's.
 */
export const createLedger = (now: () => number, seed: string): Ledger => {
  const vm = createVm()
  const blocks = createBlocks(now, seed)
  const landed = new Map<string, LandedTransaction>()
  const waiting = new Map<string, WireTransaction>()
  const settling = new Map<string, (() => void)[]>()
  const listeners = new Set<(transaction: LandedTransaction) => void>()
  let isPaused = false

  const syncClock = () => {
    const { slot, time } = blocks.latest()
    vm.setClock(BigInt(slot), BigInt(time))
  }
  syncClock()

  const close = (count: number) => {
    blocks.advance(count)
    syncClock()
  }

  const simulate: Ledger['simulate'] = (wire, { verifySignatures, checkBlockhash }) => {
    if (checkBlockhash && blocks.whereValid(wire.message.lifetimeToken) === null) {
      return failed('BlockhashNotFound')
    }
    if (verifySignatures && !isFullySigned(wire)) return failed('SignatureFailure')
    if (landed.has(wire.signature)) return failed('AlreadyProcessed')
    return vm.simulate(wire, { verifySignatures })
  }

  /** Puts a transaction into the current block; false when it cannot land there. */
  const land = (wire: WireTransaction): boolean => {
    if (landed.has(wire.signature) || !isFullySigned(wire)) return false
    if (blocks.whereValid(wire.message.lifetimeToken) === null) return false
    const block = blocks.latest()
    const names = accountsOf(vm, wire)
    const before = readBalances(vm, names)
    const execution = vm.execute(wire)
    // An error without data means that nothing was executed and no fee was taken.
    if (typeof execution.err === 'string') return false
    const after = readBalances(vm, names)
    const record = { wire, names, execution, before, after, ...stamp(block, before, after) }
    landed.set(wire.signature, record)
    for (const listener of listeners) listener(record)
    return true
  }

  const preflight = (wire: WireTransaction, commitment: Commitment) => {
    const known = landed.get(wire.signature)
    // A node asks the bank of that commitment, which has not seen what only younger banks hold.
    const isUnseen = known !== undefined && !isAtLeast(blocks.commitmentOf(known.slot), commitment)
    const isFresh = blocks.whereValid(wire.message.lifetimeToken) !== null
    if (isUnseen && isFresh) return
    const simulation = simulate(wire, { verifySignatures: true, checkBlockhash: true })
    if (simulation.err === 'SignatureFailure') {
      throw new RpcError(
        RPC_CODES.signatureVerification,
        'Transaction signature verification failure',
      )
    }
    if (simulation.err !== null) throw preflightError(simulation)
  }

  return {
    vm,
    blocks,
    simulate,
    send: (wire, options) => {
      if (!options.skipPreflight) preflight(wire, options.preflightCommitment)
      if (isPaused) waiting.set(wire.signature, wire)
      else if (land(wire)) close(1)
      return wire.signature
    },
    find: (signature) => landed.get(signature) ?? null,
    isPending: (signature) => waiting.has(signature),
    whenSettled: async (signature) => {
      if (waiting.has(signature)) {
        await new Promise<void>((resolve) => {
          settling.set(signature, [...(settling.get(signature) ?? []), resolve])
        })
      }
      return landed.get(signature) ?? null
    },
    history: (address) =>
      [...landed.values()].filter(({ names }) => names.includes(address)).reverse(),
    onLanded: (callback) => {
      for (const record of landed.values()) callback(record)
      listeners.add(callback)
      return () => listeners.delete(callback)
    },
    advance: (count) => {
      const taken = [...waiting.values()]
      waiting.clear()
      for (const wire of taken) land(wire)
      close(count)
      for (const { signature } of taken) {
        for (const resolve of settling.get(signature) ?? []) resolve()
        settling.delete(signature)
      }
    },
    setPaused: (paused) => {
      isPaused = paused
    },
  }
}

/** Execution moves lamports between the accounts it names; only the fee leaves the sum. */
const stamp = (block: Block, before: BalanceSheet, after: BalanceSheet) => ({
  slot: block.slot,
  blockTime: block.time,
  fee: sum(before.lamports) - sum(after.lamports),
})
