import { encodeAbiParameters, encodeEventTopics, type Hex, pad, parseAbi } from 'viem'

/** `V3SpokePoolInterface.sol` of https://github.com/across-protocol/contracts at 03365c10, and `WETH9.sol`. */
const abi = parseAbi([
  'struct Execution { bytes32 updatedRecipient; bytes32 updatedMessageHash; uint256 updatedOutputAmount; uint8 fillType; }',
  'event FilledRelay(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 repaymentChainId, uint256 indexed originChainId, uint256 indexed depositId, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 exclusiveRelayer, bytes32 indexed relayer, bytes32 depositor, bytes32 recipient, bytes32 messageHash, Execution relayExecutionInfo)',
  'event Withdrawal(address indexed src, uint256 wad)',
])

const word = (of: Hex) => pad(of, { size: 32 })
const relayer = `0x${'b'.repeat(40)}` as const

/** What a pool says as it pays so much of a token (the wrapped coin) to an account. */
export function filledEvent(pool: string, token: Hex, recipient: Hex, amount: bigint) {
  const args = { originChainId: 42_161n, depositId: 5n, relayer: word(relayer) }
  const topics = encodeEventTopics({ abi, eventName: 'FilledRelay', args })
  const event = abi.find(({ name }) => name === 'FilledRelay')
  const execution = {
    updatedRecipient: word(recipient),
    updatedMessageHash: word('0x'),
    updatedOutputAmount: amount,
    fillType: 0,
  }
  const tokens = [word(token), word(token)]
  const words = [...tokens, 9n, 8n, 1n, 100, 0, word('0x'), word(relayer), word(relayer)]
  const data = encodeAbiParameters(
    (event?.inputs ?? []).filter((each) => !('indexed' in each && each.indexed)) as never,
    [...words, word('0x'), execution] as never,
  )
  return { address: pool, topics: topics as string[], data }
}

/** What the wrapped coin says as somebody turns so much of it into coins. */
export function unwrappedEvent(token: string, by: Hex, amount: bigint) {
  const topics = encodeEventTopics({ abi, eventName: 'Withdrawal', args: { src: by } })
  const data = encodeAbiParameters([{ type: 'uint256' }], [amount])
  return { address: token, topics: topics as string[], data }
}
