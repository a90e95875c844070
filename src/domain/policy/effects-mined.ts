/** What the mined steps of an order really took, held against what the person accepted. */
import { isNativeAddress, sameAddress } from '../address/address'
import { isSameToken } from '../order/arrival'
import type { Accepted } from '../order/order'
import { isMove } from '../order/order-parts'
import { APPROVAL, COIN_TOKENS, isZero, readEffectLogs, wordOf } from './effect-logs'
import { type MinedStep, minedPart, takersOf } from './effects-route'
import { refuseFact, refusePower, type Told } from './policy-read'

/**
 * Says what the mined steps of an order took beyond what was accepted, or null. Coins are not looked at:
 * a transaction that is the one asked for carries the coins that were shown, and no more can leave.
 * Less than was accepted is no alarm; the trial refuses it before anything is asked.
 */
export function judgeMined(accepted: Accepted, steps: readonly MinedStep[]): Told | null {
  const { author, from } = accepted
  const logs = steps.flatMap((step) => step.logs)
  const found = readEffectLogs(author, logs)
  const [given] = found.powers
  const power =
    given === undefined ? givenAway(author, steps) : refusePower('event', 'event', given)
  if (power !== null) return power
  const [collection] = found.collectibles
  if (collection !== undefined) {
    return refuseFact('policy/takes-other', 'collectible', collection)
  }
  const left = leftBy(accepted, steps)
  for (const [token, amount] of left) {
    if (isNativeAddress(token) || COIN_TOKENS.has(token) || amount <= 0n) continue
    if (!sameAddress(token, from.address)) {
      return refuseFact('policy/takes-other', 'otherToken', amount, token)
    }
    if (amount > BigInt(from.amount)) {
      return refuseFact('policy/takes-more', 'left', amount, from.amount)
    }
  }
  return null
}

/**
 * How much of the source token left with mined steps, net, smallest unit; coins that a contract gave back
 * stand in no event, and so count as gone.
 */
export function leftWith(accepted: Accepted, steps: readonly MinedStep[]): bigint {
  const { address } = accepted.from
  let sum = 0n
  for (const [token, amount] of leftBy(accepted, steps)) {
    if (isSameToken(token, address)) sum += amount
  }
  return sum
}

/**
 * How much came of the token that mined steps lead to, net, smallest unit; undefined where the deposit is
 * among them, or none of them moves money. Coins that a contract sent stand in no event: never more than
 * came is told.
 */
export function gotWith({ author }: Accepted, steps: readonly MinedStep[]): bigint | undefined {
  const last = steps.at(-1)?.facts
  if (last === undefined || !isMove(last)) return undefined
  const token = last.gets.address.toLowerCase()
  return steps.reduce((sum, step) => sum + (minedPart(step, author).changes[token] ?? 0n), 0n)
}

/** What left by token, net of what came in the same steps. */
function leftBy({ author }: Accepted, steps: readonly MinedStep[]): Map<string, bigint> {
  const left = new Map<string, bigint>()
  for (const step of steps) {
    for (const [token, change] of Object.entries(minedPart(step, author).changes)) {
      left.set(token, (left.get(token) ?? 0n) - change)
    }
  }
  return left
}

/**
 * An approval in the steps for somebody who has no part in them; tokens write down anew what the taker may
 * still take when it takes.
 */
function givenAway(author: string, steps: readonly MinedStep[]): Told | null {
  const self = wordOf(author)
  const known = steps.flatMap(({ facts }) => takersOf(facts).map(wordOf))
  for (const { address, topics, data } of steps.flatMap((step) => step.logs)) {
    const [event, owner, spender] = topics
    if (event !== APPROVAL || owner !== self || spender === undefined || isZero(data)) continue
    if (!known.includes(spender))
      return refusePower('event', 'mayTake', `0x${spender.slice(26)}`, address)
  }
  return null
}
