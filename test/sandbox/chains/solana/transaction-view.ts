import { toTokenAmount } from './account-view'
import type { BalanceSheet } from './balances'
import {
  instructionsOf,
  type KnownInstruction,
  type ResolvedInstruction,
  readInstruction,
  resolveInstruction,
} from './instructions'
import { type LandedTransaction, toReturnData } from './ledger'
import { type Lookup, lookupsOf } from './lookup-tables'
import { ASSOCIATED_TOKEN_PROGRAM, MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from './programs'
import type { TransactionError } from './transaction-error'
import type { Execution } from './vm'
import { toBase58, toBase64, type WireTransaction } from './wire'

export type TransactionEncoding = 'json' | 'jsonParsed' | 'base64' | 'base58'

/** How many levels deep a top-level instruction stands; nodes say nothing about it there. */
const TOP_LEVEL = null

/** The transaction's `Result` as older clients read it. */
export const toStatus = (err: TransactionError | null) =>
  err === null ? { Ok: null } : { Err: err }

const parsedFields = (known: KnownInstruction) => {
  switch (known.kind) {
    case 'transfer': {
      const { source, destination, lamports } = known
      const info = { source, destination, lamports }
      return { program: 'system', programId: SYSTEM_PROGRAM, parsed: { type: 'transfer', info } }
    }
    case 'tokenTransfer':
      return { program: 'spl-token', programId: TOKEN_PROGRAM, parsed: parsedTransfer(known) }
    case 'createTokenAccount': {
      const { payer, account, wallet, mint, isIdempotent } = known
      const programs = { systemProgram: SYSTEM_PROGRAM, tokenProgram: TOKEN_PROGRAM }
      const info = { source: payer, account, wallet, mint, ...programs }
      return {
        program: 'spl-associated-token-account',
        programId: ASSOCIATED_TOKEN_PROGRAM,
        parsed: { type: isIdempotent ? 'createIdempotent' : 'create', info },
      }
    }
    case 'memo':
      return { program: 'spl-memo', programId: MEMO_PROGRAM, parsed: known.text }
  }
}

const parsedTransfer = ({
  source,
  destination,
  authority,
  amount,
  checked,
}: Extract<KnownInstruction, { kind: 'tokenTransfer' }>) => {
  if (checked === null) {
    return { type: 'transfer', info: { source, destination, authority, amount: String(amount) } }
  }
  const tokenAmount = toTokenAmount(amount, checked.decimals)
  const info = { source, destination, authority, mint: checked.mint, tokenAmount }
  return { type: 'transferChecked', info }
}

const toParsed = (instruction: ResolvedInstruction, stackHeight: number | null) => {
  const known = readInstruction(instruction)
  if (known !== null) return { ...parsedFields(known), stackHeight }
  const { programId, accounts, data } = instruction
  return { programId, accounts, data: toBase58(data), stackHeight }
}

/**
 * Writes the instructions that programs called, grouped by the top-level instruction. `names` are the
 * transaction's accounts, those of lookup tables last.
 */
export const toInnerInstructions = (
  names: readonly string[],
  { innerInstructions }: Execution,
  isParsed: boolean,
) =>
  innerInstructions.flatMap((list, index) => {
    if (list.length === 0) return []
    const instructions = list.map((inner) => {
      const { programIdIndex, accounts, data, stackHeight } = inner
      if (!isParsed) return { programIdIndex, accounts, data: toBase58(data), stackHeight }
      return toParsed(resolveInstruction(names, programIdIndex, accounts, data), stackHeight)
    })
    return [{ index, instructions }]
  })

/** Is the account at this index writable? Signers come first, and writable ones first in each part. */
const isWritable = ({ header, staticAccounts }: WireTransaction['message'], index: number) =>
  index < header.numSignerAccounts
    ? index < header.numSignerAccounts - header.numReadonlySignerAccounts
    : index < staticAccounts.length - header.numReadonlyNonSignerAccounts

const toLookup = ({ lookupTableAddress, readableIndices, writableIndices }: Lookup) => ({
  accountKey: lookupTableAddress,
  readonlyIndexes: readableIndices,
  writableIndexes: writableIndices,
})

const toRawMessage = ({ message }: WireTransaction) => ({
  accountKeys: message.staticAccounts,
  header: {
    numReadonlySignedAccounts: message.header.numReadonlySignerAccounts,
    numReadonlyUnsignedAccounts: message.header.numReadonlyNonSignerAccounts,
    numRequiredSignatures: message.header.numSignerAccounts,
  },
  instructions: message.instructions.map((instruction) => ({
    accounts: instruction.accountIndices ?? [],
    data: toBase58(Uint8Array.from(instruction.data ?? [])),
    programIdIndex: instruction.programAddressIndex,
    stackHeight: TOP_LEVEL,
  })),
})

/** How many accounts of address tables may be written; they come before those that are only read. */
const countLookedUp = ({ message }: WireTransaction): number =>
  lookupsOf(message).reduce((sum, each) => sum + each.writableIndices.length, 0)

const toParsedMessage = ({ wire, names }: LandedTransaction) => {
  const { staticAccounts, header } = wire.message
  const written = staticAccounts.length + countLookedUp(wire)
  return {
    accountKeys: names.map((pubkey, index) => {
      const isOwn = index < staticAccounts.length
      return {
        pubkey,
        signer: index < header.numSignerAccounts,
        source: isOwn ? 'transaction' : 'lookupTable',
        writable: isOwn ? isWritable(wire.message, index) : index < written,
      }
    }),
    instructions: instructionsOf(wire, names).map((each) => toParsed(each, TOP_LEVEL)),
  }
}

const toLoadedAddresses = ({ wire, names }: LandedTransaction) => {
  const loaded = names.slice(wire.message.staticAccounts.length)
  const written = countLookedUp(wire)
  return { readonly: loaded.slice(written), writable: loaded.slice(0, written) }
}

const toTransaction = (landed: LandedTransaction, encoding: TransactionEncoding) => {
  const { wire } = landed
  if (encoding === 'base64') return [toBase64(wire.bytes), 'base64']
  if (encoding === 'base58') return [toBase58(wire.bytes), 'base58']
  const message = {
    ...(encoding === 'json' ? toRawMessage(wire) : toParsedMessage(landed)),
    recentBlockhash: wire.message.lifetimeToken,
    ...(wire.message.version === 'legacy'
      ? {}
      : { addressTableLookups: lookupsOf(wire.message).map(toLookup) }),
  }
  const signatures = Object.values(wire.transaction.signatures).map((signature) =>
    toBase58(Uint8Array.from(signature ?? new Uint8Array(64))),
  )
  return { message, signatures }
}

const toTokenBalances = ({ holdings }: BalanceSheet) =>
  holdings.map(({ accountIndex, mint, owner, amount, decimals }) => ({
    accountIndex,
    mint,
    owner,
    programId: TOKEN_PROGRAM,
    uiTokenAmount: toTokenAmount(amount, decimals),
  }))

/** Writes a landed transaction as `getTransaction` answers it. */
export const toTransactionView = (landed: LandedTransaction, encoding: TransactionEncoding) => {
  const { wire, names, execution, before, after } = landed
  return {
    blockTime: landed.blockTime,
    meta: {
      computeUnitsConsumed: execution.unitsConsumed,
      err: execution.err,
      fee: landed.fee,
      innerInstructions: toInnerInstructions(names, execution, encoding === 'jsonParsed'),
      loadedAddresses: toLoadedAddresses(landed),
      logMessages: execution.logs,
      postBalances: after.lamports,
      postTokenBalances: toTokenBalances(after),
      preBalances: before.lamports,
      preTokenBalances: toTokenBalances(before),
      ...(execution.returnData === null ? {} : { returnData: toReturnData(execution.returnData) }),
      rewards: [],
      status: toStatus(execution.err),
    },
    slot: landed.slot,
    transaction: toTransaction(landed, encoding),
    version: wire.message.version,
  }
}

/** The memos of a transaction as nodes list them: `[length] text`, joined by semicolons. */
export const toMemoText = ({ wire, names }: LandedTransaction): string | null => {
  const memos = instructionsOf(wire, names).flatMap((instruction) => {
    const known = readInstruction(instruction)
    return known?.kind === 'memo' ? [known.text] : []
  })
  if (memos.length === 0) return null
  return memos.map((text) => `[${new TextEncoder().encode(text).length}] ${text}`).join('; ')
}
