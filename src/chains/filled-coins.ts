import { EVM_NATIVE, sameAddress } from '@/src/domain/address/address'
import type { Move } from '@/src/domain/order/arrival'
import { isSpokePool } from '@/src/domain/policy/deposit-contracts'
import { wordOf } from '@/src/domain/policy/effect-logs'
import type { EvmLog } from './evm-reader'

/**
 * `FilledRelay` of Across: `V3SpokePoolInterface.sol` of https://github.com/across-protocol/contracts at 03365c10.
 * Its words that are not topics, by place: what it paid out, and to whom in the end.
 */
const FILLED_RELAY = '0x44b559f101f8fbcc8a0ea43fa91a05a729a5ea6e14a7c75aa750374690137208'
const OUTPUT_TOKEN = 1
const RECIPIENT = 11
const AMOUNT = 13
const WORDS = 15

/** `Withdrawal(address indexed src, uint256 wad)` of the wrapped coin: it was turned into coins. */
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

/**
 * Coins that a known spoke pool paid to an account in a transaction with these events, by an internal transfer that
 * leaves none of its own: it unwraps them for who has no contract's code (`_unwrapwrappedNativeTokenTo`).
 */
export function filledCoins(chainId: number, logs: readonly EvmLog[], account: string): Move[] {
  return logs.flatMap(({ address: pool, topics, data }, index) => {
    if (topics[0] !== FILLED_RELAY || data.length !== 2 + 64 * WORDS) return []
    const word = (place: number) => `0x${data.slice(2 + 64 * place, 66 + 64 * place)}`
    if (word(RECIPIENT) !== wordOf(account) || !isSpokePool(chainId, pool)) return []
    const isUnwrapped = logs.some(
      (each) =>
        each.topics[0] === WITHDRAWAL &&
        each.topics[1] === wordOf(pool) &&
        each.data === word(AMOUNT) &&
        sameAddress(each.address, `0x${word(OUTPUT_TOKEN).slice(26)}`),
    )
    return isUnwrapped ? [{ token: EVM_NATIVE, amount: BigInt(word(AMOUNT)), index }] : []
  })
}
