/** A transaction error as JSON-RPC writes it: a name, or one key with its data. */
export type TransactionError = string | { readonly [kind: string]: unknown }

/** Names by discriminant, in the order LiteSVM numbers the errors that carry no data. */
const TRANSACTION_ERRORS = [
  'AccountInUse',
  'AccountLoadedTwice',
  'AccountNotFound',
  'ProgramAccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AlreadyProcessed',
  'BlockhashNotFound',
  'CallChainTooDeep',
  'MissingSignatureForFee',
  'InvalidAccountIndex',
  'SignatureFailure',
  'InvalidProgramForExecution',
  'SanitizeFailure',
  'ClusterMaintenance',
  'AccountBorrowOutstanding',
  'WouldExceedMaxBlockCostLimit',
  'UnsupportedVersion',
  'InvalidWritableAccount',
  'WouldExceedMaxAccountCostLimit',
  'WouldExceedAccountDataBlockLimit',
  'TooManyAccountLocks',
  'AddressLookupTableNotFound',
  'InvalidAddressLookupTableOwner',
  'InvalidAddressLookupTableData',
  'InvalidAddressLookupTableIndex',
  'InvalidRentPayingAccount',
  'WouldExceedMaxVoteCostLimit',
  'WouldExceedAccountDataTotalLimit',
  'MaxLoadedAccountsDataSizeExceeded',
  'ResanitizationNeeded',
  'InvalidLoadedAccountsDataSizeLimit',
  'UnbalancedTransaction',
  'ProgramCacheHitMaxLimit',
  'CommitCancelled',
] as const

const INSTRUCTION_ERRORS = [
  'GenericError',
  'InvalidArgument',
  'InvalidInstructionData',
  'InvalidAccountData',
  'AccountDataTooSmall',
  'InsufficientFunds',
  'IncorrectProgramId',
  'MissingRequiredSignature',
  'AccountAlreadyInitialized',
  'UninitializedAccount',
  'UnbalancedInstruction',
  'ModifiedProgramId',
  'ExternalAccountLamportSpend',
  'ExternalAccountDataModified',
  'ReadonlyLamportChange',
  'ReadonlyDataModified',
  'DuplicateAccountIndex',
  'ExecutableModified',
  'RentEpochModified',
  'NotEnoughAccountKeys',
  'AccountDataSizeChanged',
  'AccountNotExecutable',
  'AccountBorrowFailed',
  'AccountBorrowOutstanding',
  'DuplicateAccountOutOfSync',
  'InvalidError',
  'ExecutableDataModified',
  'ExecutableLamportChange',
  'ExecutableAccountNotRentExempt',
  'UnsupportedProgramId',
  'CallDepth',
  'MissingAccount',
  'ReentrancyNotAllowed',
  'MaxSeedLengthExceeded',
  'InvalidSeeds',
  'InvalidRealloc',
  'ComputationalBudgetExceeded',
  'PrivilegeEscalation',
  'ProgramEnvironmentSetupFailure',
  'ProgramFailedToComplete',
  'ProgramFailedToCompile',
  'Immutable',
  'IncorrectAuthority',
  'AccountNotRentExempt',
  'InvalidAccountOwner',
  'ArithmeticOverflow',
  'UnsupportedSysvar',
  'IllegalOwner',
  'MaxAccountsDataAllocationsExceeded',
  'MaxAccountsExceeded',
  'MaxInstructionTraceLengthExceeded',
  'BuiltinProgramsMustConsumeComputeUnits',
  'BorshIoError',
] as const

/** The sentences a node puts behind "Transaction simulation failed: ". */
const SENTENCES: Readonly<Record<string, string>> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  SignatureFailure: 'Transaction did not pass signature verification',
  SanitizeFailure: 'Transaction failed to sanitize accounts offsets correctly',
  InsufficientFundsForRent: 'Transaction results in an account with insufficient funds for rent',
}

/** LiteSVM's error objects, as far as they are read here. */
type RawError =
  | number
  | { readonly index: number; err?(): number | { readonly code?: number; readonly msg?: string } }
  | { readonly accountIndex: number }

const nameAt = (names: readonly string[], index: number): string => names[index] ?? 'Unknown'

const toInstructionError = (
  raw: number | { readonly code?: number; readonly msg?: string } | undefined,
): unknown => {
  if (typeof raw === 'number') return nameAt(INSTRUCTION_ERRORS, raw)
  if (raw?.code !== undefined) return { Custom: raw.code }
  return { BorshIoError: raw?.msg ?? '' }
}

/** Turns LiteSVM's error object into the JSON a node answers with. */
export const toTransactionError = (raw: RawError): TransactionError => {
  if (typeof raw === 'number') return nameAt(TRANSACTION_ERRORS, raw)
  if ('accountIndex' in raw) {
    return { InsufficientFundsForRent: { account_index: raw.accountIndex } }
  }
  if (raw.err === undefined) return { DuplicateInstruction: raw.index }
  return { InstructionError: [raw.index, toInstructionError(raw.err())] }
}

/** Writes a transaction error as the sentence a node shows. */
export const describeTransactionError = (error: TransactionError): string => {
  if (typeof error === 'string') return SENTENCES[error] ?? error
  const [kind, value] = Object.entries(error)[0] ?? ['Unknown', null]
  if (kind !== 'InstructionError' || !Array.isArray(value)) return SENTENCES[kind] ?? kind
  const [index, cause] = value
  return `Error processing Instruction ${index}: ${describeCause(cause)}`
}

const describeCause = (cause: unknown): string => {
  if (typeof cause === 'string') return cause.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  if (typeof cause === 'object' && cause !== null && 'Custom' in cause) {
    return `custom program error: 0x${Number(cause.Custom).toString(16)}`
  }
  return JSON.stringify(cause)
}
