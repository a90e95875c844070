import { sameAddress } from '@/src/domain/address/address'
import type { Alarm, SentTransaction, StepAction } from '@/src/domain/order/order'

export type AlarmField = 'chain' | 'from' | 'to' | 'value' | 'data'
export type AlarmRow = { field: AlarmField; asked: string; found: string; differs: boolean }

/** A transaction that is not the one asked for, field by field; `value` in the chain's smallest unit. */
export function alarmRows(
  { chainId, tx }: Extract<StepAction, { kind: 'transaction' }>,
  sent: SentTransaction,
): AlarmRow[] {
  const row = (field: AlarmField, asked: string, found: string, same: boolean) => ({
    field,
    asked,
    found,
    differs: !same,
  })
  const to = sent.to ?? ''
  const [wanted, moved] = [BigInt(tx.value), BigInt(sent.value)]
  return [
    row('chain', String(chainId), String(sent.chainId), chainId === sent.chainId),
    row('from', tx.from, sent.from, sameAddress(tx.from, sent.from)),
    row('to', tx.to, to, sameAddress(tx.to, to)),
    row('value', wanted.toString(), moved.toString(), wanted === moved),
    row('data', tx.data, sent.data, tx.data.toLowerCase() === sent.data.toLowerCase()),
  ]
}

/** What was asked for where the alarm arose; undefined where that is not known any more. */
export function actionOfAlarm(
  attempts: readonly { attemptId: string; action: StepAction }[],
  { attemptId }: Alarm,
): StepAction | undefined {
  return attempts.find((each) => each.attemptId === attemptId)?.action
}
