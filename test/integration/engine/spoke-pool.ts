import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { author } from './chain'
import { toChainId } from './service'
import type { World } from './world'

/** The spoke pool of Across on Base, and the wrapped coin there. */
export const spokePool = '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'
const weth = '0x4200000000000000000000000000000000000006'
const nobody = `0x${'0'.repeat(40)}` as const

/** `V3SpokePoolInterface.sol`. */
const abi = parseAbi([
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) payable',
])

/**
 * Has the service build deposits of coins into the pool, which is to pay out this much; `method` is called in
 * place of `depositV3`. What the pool does with coins is no matter: the call itself is read.
 */
export function buildIntoSpokePool(
  w: World,
  pays: { recipient?: Hex; token: Hex; amount: bigint; least: bigint; method?: string | undefined },
): void {
  const { recipient = author, token, amount, least, method } = pays
  w.chain.trial.together = undefined
  w.chain.code.set(spokePool, '0x6001')
  const now = Math.floor(w.clock.now / 1_000)
  const sums = [amount, least, BigInt(toChainId)] as const
  const args = [author, recipient, weth, token, ...sums, nobody, now, now + 7_200, 0, '0x'] as const
  const data = encodeFunctionData({ abi, functionName: 'depositV3', args })
  w.service.terms.deposit = {
    to: spokePool,
    data: `${method ?? data.slice(0, 10)}${data.slice(10)}`,
  }
}
