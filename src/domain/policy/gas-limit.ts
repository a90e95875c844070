import { greater, lower } from '@/src/lib/extremes'
import { toHex } from '@/src/lib/to-hex'
import type { StepAction } from '../order/order'
import type { StepDraft } from './policy-draft'

/**
 * Chains where a transaction pays for the gas that it uses, by the rules of the EVM, and where what layer 1
 * charges is no part of it: of the OP stack it stands beside
 * (https://docs.optimism.io/op-stack/transactions/fees), of Mantle since Arsia
 * (https://github.com/mantle-xyz/op-geth/releases/tag/v1.5.3), and Linea has it in the price
 * (https://docs.linea.build/network/how-to/gas-fees).
 */
const COUNTED: ReadonlySet<number> = new Set([
  1, 10, 56, 130, 137, 5_000, 8_453, 43_114, 59_144, 80_094, 747_474,
])

/**
 * Chains whose gas holds what layer 1 charges, which moves and which no trial counts, but an estimate of the
 * node does, and where what is left of a limit is not paid: Arbitrum
 * (https://docs.arbitrum.io/build-decentralized-apps/how-to-estimate-gas), ZKsync and Abstract
 * (https://docs.zksync.io/zksync-protocol/rollup/fee-model,
 * https://docs.abs.xyz/how-abstract-works/evm-differences/gas-fees).
 *
 * Neither these nor the ones above: Monad, where the limit itself is paid for
 * (https://docs.monad.xyz/developer-essentials/gas-pricing), so that a generous one costs what it is to save;
 * 0G, Arcadia and Jovay, which document no such rule, and whatever is not known for sure.
 */
const ESTIMATED: ReadonlySet<number> = new Set([324, 2_741, 42_161])

/** More than any transaction may carry: EIP-7825, https://eips.ethereum.org/EIPS/eip-7825 */
const MOST = 1n << 24n
/**
 * Beside twice what was used: storage that is cold when it is mined, a price that moved by a pool or two.
 * Twice, as a trial tells what was used after refunds (a fifth at most, EIP-3529) and not what must be at
 * hand for calls within calls (EIP-150); MetaMask takes half as much again of an estimate that knows both,
 * and hands on unchanged what it is given: https://github.com/MetaMask/core/issues/5164
 */
const ROOM = 50_000n

/** The limit of gas for a transaction that used so much in a trial; undefined where none is asked for. */
export function gasLimitOf(chainId: number, used: bigint | undefined): bigint | undefined {
  if (used === undefined || used <= 0n || !COUNTED.has(chainId)) return undefined
  const limit = 2n * used + ROOM
  return limit <= MOST ? limit : undefined
}

/** Whether a limit of gas is made of a node's estimate, just before a step is asked for. */
export function isEstimated(chainId: number): boolean {
  return ESTIMATED.has(chainId)
}

/** What layer 1 charges moves within minutes by a part of itself; a limit may be three times all of it. */
const ESTIMATES = 3n

/** The limit of gas by estimates of nodes: the largest counts, as one that is too low costs the whole fee. */
export function limitByEstimates(estimates: readonly bigint[]): bigint | undefined {
  const most = estimates.reduce(greater, 0n)
  return most === 0n || most > MOST ? undefined : lower(ESTIMATES * most, MOST)
}

/**
 * The steps with a limit of gas each, by what they used in their trial: a contract that turns out to burn
 * more takes no more than that. A wallet may override it, as may the person there: what is mined with
 * another limit is as good.
 */
export function withGasLimits(steps: readonly StepDraft[], used: readonly bigint[]): StepDraft[] {
  return steps.map((step, at) => {
    const { action } = step
    if (action.kind !== 'transaction') return step
    const limit = gasLimitOf(action.chainId, used[at])
    if (limit === undefined) return step
    return { ...step, action: { ...action, tx: { ...action.tx, gas: toHex(limit) } } }
  })
}

/**
 * What a step that was reviewed is asked for with, by what it used in a trial just before: nothing where
 * its limit still does, which holds half as much again; a limit (0x) where it has none; and `isMore` where
 * it needs more than the one that the person accepted.
 */
export function renewedLimit(
  action: StepAction,
  used: bigint | undefined,
): { gas: string; isMore: boolean } | undefined {
  if (action.kind !== 'transaction') return undefined
  const limit = gasLimitOf(action.chainId, used)
  if (used === undefined || limit === undefined) return undefined
  const { gas } = action.tx
  if (gas !== undefined && 2n * BigInt(gas) >= 3n * used) return undefined
  return { gas: toHex(limit), isMore: gas !== undefined }
}
