/** What the mined steps of an order really took, held against what the person accepted. */
import { isNativeAddress, sameAddress } from './address'
import { COIN_TOKENS, type EffectLog, readEffectLogs } from './effect-logs'
import { minedPart } from './effects-route'
import type { Accepted, StepFacts } from './order'
import { type Refusal, refuse } from './policy-read'

/** A mined step as it was asked, with the wei it carried, and the events of its receipt. */
export type MinedStep = { facts: StepFacts; value: bigint; logs: readonly EffectLog[] }

/** `Approval(address,address,uint256)`, EIP-20. */
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'

/**
 * Says what the mined steps of an order took beyond what was accepted, or null. Coins are not looked at:
 * a transaction that is the one asked for carries the coins that were shown, and no more can leave.
 * Less than was accepted is no alarm; the trial refuses it before anything is asked.
 */
export function judgeMined(accepted: Accepted, steps: readonly MinedStep[]): Refusal | null {
  const { author, from } = accepted
  const logs = steps.flatMap((step) => step.logs)
  const found = readEffectLogs(author, logs)
  const power = found.powers[0] ?? givenAway(author, steps)
  if (power !== undefined) return refuse('policy/gives-power', power)
  const [collection] = found.collectibles
  if (collection !== undefined) {
    return refuse('policy/takes-other', `Something of ${collection} left`)
  }
  const left = leftBy(accepted, steps)
  for (const [token, amount] of left) {
    if (isNativeAddress(token) || COIN_TOKENS.has(token) || amount <= 0n) continue
    if (!sameAddress(token, from.address)) {
      return refuse('policy/takes-other', `${amount} of ${token} left as well`)
    }
    if (amount > BigInt(from.amount)) {
      return refuse('policy/takes-more', `${amount} left, ${from.amount} were accepted`)
    }
  }
  return null
}

/** What left by token, net of what came in the same steps. */
function leftBy({ author }: Accepted, steps: readonly MinedStep[]): Map<string, bigint> {
  const left = new Map<string, bigint>()
  for (const step of steps) {
    for (const [token, change] of Object.entries(minedPart(step, author, step.logs).changes)) {
      left.set(token, (left.get(token) ?? 0n) - change)
    }
  }
  return left
}

/** An approval in the steps for somebody who has no part in them. */
function givenAway(author: string, steps: readonly MinedStep[]): string | undefined {
  const self = wordOf(author)
  const known = steps.flatMap(({ facts }) => partiesOf(facts).map(wordOf))
  for (const { address, topics, data } of steps.flatMap((step) => step.logs)) {
    const [event, owner, spender] = topics
    if (event !== APPROVAL || owner !== self || spender === undefined || /^0x0*$/.test(data))
      continue
    if (!known.includes(spender)) return `0x${spender.slice(26)} may take of ${address}`
  }
  return undefined
}

/** Tokens write down anew what the taker may still take when it takes. */
function partiesOf(facts: StepFacts): string[] {
  if (facts.kind === 'swap') return [facts.target]
  if (facts.kind === 'approve') return [facts.spender]
  return facts.kind === 'deposit' ? [facts.target, ...(facts.takenBy ? [facts.takenBy] : [])] : []
}

const wordOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
