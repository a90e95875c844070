/** What an account with code paid in a token for the gas of its own transaction, told from all else. */
import { sameAddress } from '../address/address'
import type { Accepted, StepFacts, TokenAmount } from '../order/order'
import { APPROVAL, type EffectLog, isZero, TRANSFER, wordOf } from './effect-logs'
import { executionOf } from './effects-carried'
import { takersOf } from './effects-route'
import type { FoundTransaction } from './verify-evm'

/** Of what is paid with the order, this part at most is a fee for gas: a fifth. */
const MOST_PART = 5n

/** `execTransaction` of a Safe, its arguments' places: `Safe.sol`, the same from 1.3.0 on. */
const EXEC_TRANSACTION = '0x6a761202'
const GAS_TOKEN = 7
const REFUND_RECEIVER = 8

type Carried = Pick<FoundTransaction, 'hash' | 'from' | 'to' | 'data'>

export type GasQuestion = {
  accepted: Accepted
  facts: StepFacts
  /** Hashes that were named or found for the ask. */
  named: readonly string[]
  carrier: Carried
  logs: readonly EffectLog[]
}

/** Whom gas may have been paid to; where it is told, in which token and how much at most. */
type Payee = { word: string; token?: string; most?: bigint }

/**
 * The events of a carrier without those by which the account paid for its gas in the token that is paid
 * with, and what that was: to the paymaster of the user operation that was named, or as the refund that its
 * Safe transaction names. More than a fee comes to is none, and neither is another token, whose worth is
 * not known: all events are left then.
 */
export function splitGas(ask: GasQuestion): { logs: readonly EffectLog[]; gas?: TokenAmount } {
  const { accepted, facts, logs } = ask
  const { from } = accepted
  const self = wordOf(accepted.author)
  const parties = takersOf(facts).map(wordOf)
  const largest = BigInt(from.amount) / MOST_PART
  // A token may emit what is no amount.
  const isOf = ({ address, topics, data }: EffectLog) =>
    sameAddress(address, from.address) && topics.length === 3 && data.length === 66
  for (const { word, token = from.address, most = largest } of payeesOf(ask)) {
    if (parties.includes(word) || !sameAddress(token, from.address)) continue
    const isPair = ({ topics: [event, by, to] }: EffectLog) =>
      event === TRANSFER && ((by === self && to === word) || (by === word && to === self))
    const moves = logs.filter((log) => isOf(log) && isPair(log))
    const paid = moves.reduce((sum, { topics, data }) => {
      return topics[1] === self ? sum + BigInt(data) : sum - BigInt(data)
    }, 0n)
    if (paid <= 0n || paid > largest || paid > most) continue
    // What a paymaster may take for gas is allowed to it beside the payment.
    const isSmall = ({ topics: [event, owner, spender], data }: EffectLog) =>
      event === APPROVAL && owner === self && spender === word && BigInt(data) <= largest
    const rest = logs.filter((log) => !moves.includes(log) && !(isOf(log) && isSmall(log)))
    return { logs: rest, gas: { ...from, amount: String(paid) } }
  }
  return { logs }
}

function payeesOf({ accepted, named, carrier, logs }: GasQuestion): Payee[] {
  // Where only the transaction itself was named, what it carried for the account is what was asked.
  const isNamed = (id: string) => named.includes(id) || named.every((each) => each === carrier.hash)
  return logs.flatMap((log): Payee[] => {
    const told = executionOf(log, accepted.author)
    if (told === undefined || !isNamed(told.id)) return []
    const { paymaster: word, payment: most } = told
    if (most === undefined) return word === undefined || isZero(word) ? [] : [{ word }]
    const { to, data, from } = carrier
    if (!sameAddress(to ?? '', accepted.author) || !data.startsWith(EXEC_TRANSACTION)) return []
    const addressAt = (place: number) =>
      `0x${data.slice(10 + 64 * place, 74 + 64 * place).slice(24)}`
    const [token, receiver] = [addressAt(GAS_TOKEN), addressAt(REFUND_RECEIVER)]
    // Without a receiver, whoever sent it is refunded.
    return [{ word: wordOf(isZero(receiver) ? from : receiver), token, most }]
  })
}
