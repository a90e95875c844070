import type { Address } from '@solana/web3.js'
import { Clock, FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'
import { type TransactionError, toTransactionError } from './transaction-error'
import { toBase58, type WireTransaction } from './wire'

/** An account's state. `lamports` is in lamports, `data` is the raw account data. */
export interface VmAccount {
  readonly lamports: bigint
  readonly data: Uint8Array
  readonly owner: Address
  readonly executable: boolean
}

/** An instruction that a program called, pointing into the transaction's account list. */
interface InnerInstruction {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
  readonly stackHeight: number
}

/** What came of executing or simulating a transaction. */
export interface Execution {
  readonly err: TransactionError | null
  readonly logs: readonly string[]
  readonly unitsConsumed: bigint
  /** One list per top-level instruction. */
  readonly innerInstructions: readonly (readonly InnerInstruction[])[]
  readonly returnData: { readonly programId: string; readonly data: Uint8Array } | null
}

/** A simulation also shows the accounts as they would be; empty when it failed. */
export interface Simulation extends Execution {
  readonly accounts: ReadonlyMap<string, VmAccount>
}

export interface Vm {
  getAccount(address: string): VmAccount | null
  getProgramAccounts(owner: string): (VmAccount & { readonly address: Address })[]
  setAccount(address: string, account: VmAccount): void
  /** Puts a program there: `elf` is its compiled file. */
  addProgram(address: string, elf: Uint8Array): void
  rentExemption(dataLength: number): bigint
  /** Executes for good. The caller checks the blockhash; the signatures are checked here. */
  execute(wire: WireTransaction): Execution
  simulate(wire: WireTransaction, options: { readonly verifySignatures: boolean }): Simulation
  setClock(slot: bigint, unixSeconds: bigint): void
}

type Litesvm = InstanceType<typeof LiteSVM>
type ForeignAddress = Parameters<Litesvm['getAccount']>[0]
type ForeignTransaction = Parameters<Litesvm['sendTransaction']>[0]
type ForeignAccount = Parameters<Litesvm['setAccount']>[0]

// LiteSVM's types come from another release of the same library; the values are identical, so the
// brands are minted anew here and nowhere else.
const foreignAddress = (address: string) => address as ForeignAddress
const foreignTransaction = (wire: WireTransaction) =>
  wire.transaction as unknown as ForeignTransaction
const ownAddress = (address: string) => address as Address

const toAccount = (account: {
  readonly lamports: bigint
  readonly data: ArrayLike<number>
  readonly programAddress: string
  readonly executable: boolean
}): VmAccount => ({
  lamports: BigInt(account.lamports),
  data: Uint8Array.from(account.data),
  owner: ownAddress(account.programAddress),
  executable: account.executable,
})

const toExecution = (meta: TransactionMetadata, err: TransactionError | null): Execution => {
  const returned = meta.returnData()
  return {
    err,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    innerInstructions: meta.innerInstructions().map((list) =>
      list.map((inner) => ({
        programIdIndex: inner.instruction().programIdIndex(),
        accounts: [...inner.instruction().accounts()],
        data: inner.instruction().data(),
        stackHeight: inner.stackHeight(),
      })),
    ),
    returnData:
      returned.data().length === 0
        ? null
        : { programId: toBase58(returned.programId()), data: returned.data() },
  }
}

const toFailure = (failed: FailedTransactionMetadata): Execution =>
  toExecution(failed.meta(), toTransactionError(failed.err()))

/**
 * Creates the machine that executes transactions: LiteSVM with the default programs (system, SPL
 * token, associated token accounts, memo).
 *
 * LiteSVM knows only one valid blockhash and keeps a short history, so both checks are made by the
 * ledger, by the rules of a cluster.
 */
export const createVm = (): Vm => {
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
  return {
    getAccount: (address) => {
      const found = svm.getAccount(foreignAddress(address))
      return found.exists ? toAccount(found) : null
    },
    getProgramAccounts: (owner) =>
      svm
        .getProgramAccounts(foreignAddress(owner))
        .map((found) => ({ address: ownAddress(found.address), ...toAccount(found) })),
    setAccount: (address, account) =>
      svm.setAccount({
        address,
        lamports: account.lamports,
        data: account.data,
        programAddress: account.owner,
        executable: account.executable,
        space: BigInt(account.data.length),
      } as unknown as ForeignAccount),
    addProgram: (address, elf) => svm.addProgram(foreignAddress(address), elf),
    rentExemption: (dataLength) => svm.minimumBalanceForRentExemption(BigInt(dataLength)),
    execute: (wire) => {
      const outcome = svm.sendTransaction(foreignTransaction(wire))
      return outcome instanceof FailedTransactionMetadata
        ? toFailure(outcome)
        : toExecution(outcome, null)
    },
    simulate: (wire, { verifySignatures }) => simulate(svm, wire, verifySignatures),
    setClock: (slot, unixSeconds) => svm.setClock(new Clock(slot, 0n, 0n, 0n, unixSeconds)),
  }
}

const simulate = (svm: Litesvm, wire: WireTransaction, verifySignatures: boolean): Simulation => {
  svm.withSigverify(verifySignatures)
  try {
    const outcome = svm.simulateTransaction(foreignTransaction(wire))
    if (outcome instanceof FailedTransactionMetadata) {
      return { ...toFailure(outcome), accounts: new Map() }
    }
    const accounts = outcome.postAccounts().map((post) => [post.address, toAccount(post)] as const)
    return { ...toExecution(outcome.meta(), null), accounts: new Map<string, VmAccount>(accounts) }
  } finally {
    svm.withSigverify(true)
  }
}
