/** What the mined steps of an order really took, held against what the person accepted. */
import { isNativeAddress } from '../address/address'
import { isSameToken } from '../order/arrival'
import type { Accepted } from '../order/order'
import { isMove } from '../order/order-parts'
import { APPROVAL, COIN_TOKENS, isZero, readEffectLogs, wordOf } from './effect-logs'
import { beyondOf, type Change, type EvmEffects, roundingOf } from './effects-evm'
import { type MinedStep, minedPart, routingTokenOf, takersOf } from './effects-route'
import type { Told } from './policy-read'

/**
 * Says what the mined steps of an order took beyond what was accepted, or null: by the judge of its trial,
 * from balances and allowances where they were read, else from events. Coins are not looked at: a
 * transaction that is the one asked for carries the coins that were shown, and no more can leave. Less than
 * was accepted is no alarm; the trial refuses it before anything is asked.
 */
export function judgeMined(accepted: Accepted, steps: readonly MinedStep[]): Told | null {
  const { from } = accepted
  const isCoins = isNativeAddress(from.address)
  const due = BigInt(from.amount)
  // Events tell what was moved to the last unit; of a token that counts in shares a balance may not.
  const isRead = steps.some(({ read }) => read !== undefined)
  const passed = isRead ? routingTokenOf(steps) : undefined
  const beyond = beyondOf(effectsOf(accepted, steps), {
    source: isCoins ? undefined : from.address.toLowerCase(),
    due: isCoins ? undefined : due,
    rounding: isRead ? roundingOf(due) : 0n,
    ...(passed !== undefined && { passed }),
  })
  return beyond ?? null
}

/** The effects of mined steps on the account; coins that show as a token are no token. */
function effectsOf({ author }: Accepted, steps: readonly MinedStep[]) {
  const logs = steps.flatMap((step) => step.logs)
  const { powers, collectibles: lost } = readEffectLogs(author, logs)
  const tokens: Record<string, Change> = {}
  for (const step of steps) {
    for (const [token, change] of Object.entries(minedPart(step, author).changes)) {
      if (isNativeAddress(token) || COIN_TOKENS.has(token)) continue
      const { before, after } = tokens[token] ?? { before: 0n, after: 0n }
      const isGain = change > 0n
      tokens[token] = isGain
        ? { before, after: after + change }
        : { before: before - change, after }
    }
  }
  const read = steps.flatMap((step) => step.read?.allowances ?? [])
  const allowances = [...givenAway(author, steps), ...read]
  return { native: { before: 0n, after: 0n }, tokens, allowances, powers, lost }
}

/**
 * How much of the source token left with mined steps, net, smallest unit; coins that a contract gave back
 * stand in no event, and count as gone where no balance was read.
 */
export function leftWith(accepted: Accepted, steps: readonly MinedStep[]): bigint {
  const { address } = accepted.from
  let sum = 0n
  for (const step of steps) {
    for (const [token, change] of Object.entries(minedPart(step, accepted.author).changes)) {
      if (isSameToken(token, address)) sum -= change
    }
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

/**
 * Approvals in the steps for who has no part in them, as allowances that grew from nothing, unless it was
 * read what they were; tokens write down anew what the taker may still take when it takes.
 */
function givenAway(author: string, steps: readonly MinedStep[]): EvmEffects['allowances'] {
  const self = wordOf(author)
  const known = steps.flatMap(({ facts }) => takersOf(facts).map(wordOf))
  return steps.flatMap(({ logs, read }) =>
    logs.flatMap(({ address, topics, data }) => {
      const [event, owner, spender] = topics
      const isGiven = event === APPROVAL && owner === self && !isZero(data)
      if (!isGiven || spender === undefined || known.includes(spender)) return []
      const taker = `0x${spender.slice(26)}`
      const isRead = read?.allowances.some(
        (each) => each.token === address && each.spender === taker,
      )
      if (isRead) return []
      return [{ token: address, spender: taker, before: 0n, after: BigInt(data) }]
    }),
  )
}
