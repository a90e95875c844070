/** Who gets at what is paid without being known here: what the review says of a first payment. */
import { greater, lower } from '@/src/lib/extremes'
import { sameAddress } from '../address/address'
import type { Accepted, Step } from '../order/order'
import { type Party, partiesOf } from '../order/parties'
import { contractAt } from './deposit-contracts'

type Facts = Pick<Step, 'facts'>

/**
 * The contracts of a sequence that are not known, each once, in their order: those that are called, and those
 * that are approved. `method` where the contract itself is known, and called in a way that cannot be read.
 */
export function strangersOf({ from }: Accepted, steps: readonly Facts[]): Party[] {
  const found = new Map<string, Party>()
  for (const { facts } of steps) {
    // What takes in its place was held against its makers' list with the call.
    if (facts.kind === 'deposit' && facts.known !== undefined) continue
    for (const { address, method } of partiesOf(facts)) {
      const key = address.toLowerCase()
      if (contractAt(from.chainId, key) === undefined) {
        if (!found.has(key)) found.set(key, { address })
      } else if (method !== undefined) found.set(key + method, { address, method })
    }
  }
  return [...found.values()]
}

/**
 * How much of what is paid passes contracts of a sequence, smallest unit: all of it where one of them is
 * paid, or takes of what is passed on; else what swaps hand them, or what they are approved.
 */
export function passingTo(
  { from }: Accepted,
  steps: readonly Facts[],
  contracts: readonly Party[],
): bigint {
  const whole = BigInt(from.amount)
  const sums = { swap: 0n, approve: 0n }
  for (const { facts } of steps) {
    const isTheirs = partiesOf(facts).some(({ address }) =>
      contracts.some((each) => sameAddress(each.address, address)),
    )
    if (!isTheirs) continue
    const isSource = sameAddress(facts.token.address, from.address)
    if ((facts.kind !== 'swap' && facts.kind !== 'approve') || !isSource) return whole
    sums[facts.kind] += BigInt(facts.token.amount)
  }
  // An approval for a swap is of the same money.
  return lower(whole, greater(sums.swap, sums.approve))
}
