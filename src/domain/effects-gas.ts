/** What an account with code paid in a token for the gas of its own transaction, told from all else. */
import { sameAddress } from './address'
import { APPROVAL, type EffectLog, isZero, TRANSFER, wordOf } from './effect-logs'
import { executionOf } from './effects-carried'
import { takersOf } from './effects-route'
import type { Accepted, StepFacts, TokenAmount } from './order'
import { pinnedAt } from './pinned-tokens'
import type { FoundTransaction } from './verify-evm'

/** So many dollars at most are a fee for gas: what a large transaction costs in a dear hour... */
const MOST_DOLLARS = 100n
/** ...and of another token, of which only what is paid with the order is known, this part of that. */
const MOST_PART = 5n
/** Pinned tokens that stand for a dollar each. */
const DOLLAR = /^(USD|DAI$)/

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

/** Whom gas may have been paid to: in which token and how much at most, where that is told. */
type Payee = { word: string; token?: string; most?: bigint }

/**
 * The events of a carrier without those by which the account paid for its gas, and what that was: to the
 * paymaster of the user operation that was named, or as the refund that its Safe transaction names. More
 * than a fee comes to, or a token whose worth is not known, is none: all events are left then.
 */
export function splitGas(ask: GasQuestion): { logs: readonly EffectLog[]; gas?: TokenAmount } {
  const { accepted, facts, logs } = ask
  const self = wordOf(accepted.author)
  const parties = takersOf(facts).map(wordOf)
  for (const { word, token, most } of payeesOf(ask)) {
    if (parties.includes(word)) continue
    for (const { address } of logs) {
      const known = feeTokenOf(accepted, address)
      if (!known || (token !== undefined && token !== address)) continue
      const isOf = ({ address: of, topics }: EffectLog) => of === address && topics.length === 3
      const isPair = ({ topics: [, from, to] }: EffectLog) =>
        (from === self && to === word) || (from === word && to === self)
      const moves = logs.filter((log) => isOf(log) && log.topics[0] === TRANSFER && isPair(log))
      const paid = moves.reduce((sum, { topics, data }) => {
        return topics[1] === self ? sum + BigInt(data) : sum - BigInt(data)
      }, 0n)
      if (paid <= 0n || paid > known.most || paid > (most ?? paid)) continue
      // What a paymaster may take for gas is allowed to it beside the payment.
      const isSmall = ({ topics: [event, owner, spender], data }: EffectLog) =>
        event === APPROVAL && owner === self && spender === word && BigInt(data) <= known.most
      const rest = logs.filter((log) => !moves.includes(log) && !(isOf(log) && isSmall(log)))
      return { logs: rest, gas: { ...known.token, amount: String(paid) } }
    }
  }
  return { logs }
}

/** A token that gas may be paid in, and how much of it is a fee at most. */
function feeTokenOf({ from }: Accepted, address: string) {
  const { chainId } = from
  const pinned = pinnedAt(chainId, address)
  const [symbol = ''] = pinned?.symbols ?? []
  if (pinned && DOLLAR.test(symbol)) {
    const { decimals } = pinned
    return {
      token: { chainId, address, symbol, decimals },
      most: MOST_DOLLARS * 10n ** BigInt(decimals),
    }
  }
  return sameAddress(address, from.address)
    ? { token: from, most: BigInt(from.amount) / MOST_PART }
    : undefined
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
