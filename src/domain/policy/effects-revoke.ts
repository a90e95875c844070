import type { EvmEffects } from './effects-evm'
import { burnsGas, lossOf } from './effects-evm'
import { type Refusal, refuse } from './policy-read'

/** Whose approval is taken back: addresses in lower case. */
type Revoked = { token: string; spender: string }

/**
 * Holds what a request did in a trial that takes an approval back: nothing of the account leaves, nobody may
 * take more than before, and the spender nothing of the token any more. The request calls the token, which
 * may be anybody's.
 */
export function judgeRevoke(
  effects: EvmEffects,
  { token, spender }: Revoked,
): { ok: true } | Refusal {
  const refused = (detail: string) => refuse('policy/odd-revoke', detail)
  const { allowances, gas, lost, native, positions, powers, tokens } = effects
  if (burnsGas(gas)) return refused(`${gas} gas are used`)
  const [power] = powers
  if (power !== undefined) return refused(power)
  const grown = allowances.find(({ before, after }) => after > before)
  if (grown) return refused(`${grown.spender} may take ${grown.after} of ${grown.token}`)
  if (lossOf(native) > 0n) return refused(`${lossOf(native)} wei leave`)
  const [fallen] = Object.entries(tokens).find(([, change]) => lossOf(change) > 0n) ?? []
  const other = lost[0] ?? positions[0] ?? fallen
  if (other !== undefined) return refused(`Something of ${other} leaves`)
  // What may be taken by way of Permit2 stands after it, and is another approval.
  const left = allowances.find((each) => each.token === token && each.spender === spender)
  if (left?.after === 0n) return { ok: true }
  return refused(`${spender} may still take ${left?.after ?? 'any'} of ${token}`)
}
