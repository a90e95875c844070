import { type TransferOperation, transferOperations } from './transfer-operations'

/** What means nothing where the chain that is paid on is not read, or is done otherwise there. */
const elsewhere: readonly TransferOperation[] = ['payOther', 'payDust', 'name', 'nameFalse']

/** What may happen where the service alone tells of the payment. */
const abroadOnly = [
  'nameHash',
  'nameHash',
  'nameHash',
  'nameFirst',
  'nameLoud',
  'nameNobodys',
  'nameMalformed',
  'serviceForbids',
  'serviceBusy',
  'serviceSilent',
  'saysOthers',
  'looksAtIt',
  'closedForFourDays',
  'databaseLost',
  'backup',
  'movesByBackup',
  'movesById',
  'movesByHash',
  'movesByAccount',
  'recoversById',
  'recoversByHash',
  'recoversByAccount',
] as const

export type AbroadOnly = (typeof abroadOnly)[number]
export type AbroadOperation = TransferOperation | AbroadOnly

/** Everything that may happen to a payment by address on a chain that nobody here reads. */
export const abroadOperations: readonly AbroadOperation[] = [
  ...transferOperations.filter((each) => !elsewhere.includes(each)),
  ...abroadOnly,
]

/** Whether it is done in a way of its own there. */
export function isOfAbroad(operation: AbroadOperation): operation is AbroadOnly {
  return abroadOnly.some((each) => each === operation)
}
