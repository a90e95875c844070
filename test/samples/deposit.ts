/** For tests: calls of the known deposit contracts, written by viem from their published signatures. */
import { encodeFunctionData, type Hex, pad, parseAbi } from 'viem'

const bridgeData =
  '(bytes32 transactionId, string bridge, string integrator, address referrer, address sendingAssetId, address receiver, uint256 minAmount, uint256 destinationChainId, bool hasSourceSwaps, bool hasDestinationCall)'
const swapData =
  '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)'
const acrossData =
  '(bytes32 receiverAddress, bytes32 refundAddress, bytes32 sendingAssetId, bytes32 receivingAssetId, uint256 outputAmount, uint128 outputAmountMultiplier, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)'
const dlnData =
  '(bytes receivingAssetId, bytes receiver, bytes orderAuthorityDst, uint256 minAmountOut)'
const orderCreation =
  '(address giveTokenAddress, uint256 giveAmount, bytes takeTokenAddress, uint256 takeAmount, uint256 takeChainId, bytes receiverDst, address givePatchAuthoritySrc, bytes orderAuthorityAddressDst, bytes allowedTakerDst, bytes externalCall, bytes allowedCancelBeneficiarySrc)'
const baseDeposit =
  '(address inputToken, bytes32 outputToken, uint256 outputAmount, address depositor, bytes32 recipient, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)'

/** `V3SpokePoolInterface.sol`, `SpokePoolPeripheryInterface.sol` of across-protocol/contracts. */
const acrossAbi = parseAbi([
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) payable',
  'function deposit(bytes32 depositor, bytes32 recipient, bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message) payable',
  'function depositNative(address spokePool, address depositor, bytes32 recipient, address inputToken, uint256 inputAmount, bytes32 outputToken, uint256 outputAmount, uint256 destinationChainId, bytes32 exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message) payable',
  `function swapAndBridge(((uint256 amount, address recipient) submissionFees, ${baseDeposit} depositData, address swapToken, address exchange, uint8 transferType, uint256 swapTokenAmount, uint256 minExpectedInputTokenAmount, bytes routerCalldata, bool enableProportionalAdjustment, address spokePool, uint256 nonce) swapAndDepositData) payable`,
])
/** `DlnSource.sol` of debridge-finance/dln-contracts; `ICrossChainForwarder` of superform-core. */
const dlnAbi = parseAbi([
  `function createOrder(${orderCreation} order, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope) payable`,
  `function createSaltedOrder(${orderCreation} order, uint64 salt, bytes affiliateFee, uint32 referralCode, bytes permitEnvelope, bytes metadata) payable`,
  'function strictlySwapAndCall(address srcTokenIn, uint256 srcAmountIn, bytes srcTokenInPermitEnvelope, address srcSwapRouter, bytes srcSwapCalldata, address srcTokenOut, uint256 srcTokenExpectedAmountOut, address srcTokenRefundRecipient, address target, bytes targetData) payable',
])
/** `AcrossFacetV4.sol`, `DeBridgeDlnFacet.sol` of lifinance/contracts. */
const lifiAbi = parseAbi([
  `function startBridgeTokensViaAcrossV4(${bridgeData} bridgeData, ${acrossData} acrossData) payable`,
  `function swapAndStartBridgeTokensViaAcrossV4(${bridgeData} bridgeData, ${swapData}[] swapData, ${acrossData} acrossData) payable`,
  `function startBridgeTokensViaDeBridgeDln(${bridgeData} bridgeData, ${dlnData} dlnData) payable`,
  `function swapAndStartBridgeTokensViaDeBridgeDln(${bridgeData} bridgeData, ${swapData}[] swapData, ${dlnData} dlnData) payable`,
])

export const ZERO = `0x${'0'.repeat(40)}` as const
const router = `0x${'7'.repeat(40)}` as const
const relayer = `0x${'8'.repeat(40)}` as const

/** What a deposit says; accounts and tokens as 20 or 32 bytes in hex. */
export type Fields = {
  /** What is taken of the account. */
  token: Hex
  amount: bigint
  /** What a swap on the way must give; where there is none, the same as is taken. */
  swapped: { token: Hex; amount: bigint }
  /** By the network's number. */
  chain: bigint
  payout: Hex
  least: bigint
  recipient: Hex
  refund: Hex
  authority: Hex
  rest: Hex
  deadline: number
  /** A message, a hook, or a permit. */
  extra: Hex
  permit: Hex
  via: Hex
  receiver: Hex
}

const word = (hex: Hex): Hex => pad(hex, { size: 32 })

const bridgeOf = (fields: Fields, isSwapped: boolean) => ({
  transactionId: word('0x01'),
  bridge: 'bridge',
  integrator: 'integrator',
  referrer: ZERO,
  sendingAssetId: isSwapped ? fields.swapped.token : fields.token,
  receiver: fields.receiver,
  minAmount: isSwapped ? fields.swapped.amount : fields.amount,
  destinationChainId: fields.chain,
  hasSourceSwaps: isSwapped,
  hasDestinationCall: fields.extra !== '0x',
})

const swapsOf = ({ token, amount, swapped }: Fields) => [
  {
    callTo: router,
    approveTo: router,
    sendingAssetId: token,
    receivingAssetId: token,
    fromAmount: amount,
    callData: '0x1234' as const,
    requiresDeposit: true,
  },
  {
    callTo: router,
    approveTo: router,
    sendingAssetId: token,
    receivingAssetId: swapped.token,
    fromAmount: amount,
    callData: '0x5678' as const,
    requiresDeposit: false,
  },
]

const acrossOf = (fields: Fields, isSwapped: boolean) => ({
  receiverAddress: word(fields.recipient),
  refundAddress: word(fields.refund),
  sendingAssetId: word(isSwapped ? fields.swapped.token : fields.token),
  receivingAssetId: word(fields.payout),
  outputAmount: isSwapped ? 0n : fields.least,
  outputAmountMultiplier: isSwapped ? (fields.least * 10n ** 18n) / fields.swapped.amount : 0n,
  exclusiveRelayer: word(relayer),
  quoteTimestamp: 1,
  fillDeadline: fields.deadline,
  exclusivityParameter: 0,
  message: fields.extra,
})

const dlnOf = ({ payout, recipient, authority, least }: Fields) => ({
  receivingAssetId: payout,
  receiver: recipient,
  orderAuthorityDst: authority,
  minAmountOut: least,
})

const orderOf = (fields: Fields, isSwapped: boolean) => ({
  giveTokenAddress: isSwapped ? fields.swapped.token : fields.token,
  giveAmount: isSwapped ? fields.swapped.amount : fields.amount,
  takeTokenAddress: fields.payout,
  takeAmount: fields.least,
  takeChainId: fields.chain,
  receiverDst: fields.recipient,
  givePatchAuthoritySrc: router,
  orderAuthorityAddressDst: fields.authority,
  allowedTakerDst: relayer,
  externalCall: fields.extra,
  allowedCancelBeneficiarySrc: fields.refund,
})

const salted = (fields: Fields, isSwapped: boolean) =>
  encodeFunctionData({
    abi: dlnAbi,
    functionName: 'createSaltedOrder',
    args: [orderOf(fields, isSwapped), 7n, '0x', 3, isSwapped ? '0x' : fields.permit, '0x0101'],
  })

/** Every readable call, by the name of its method. */
export const written = {
  depositV3: (f: Fields) =>
    encodeFunctionData({
      abi: acrossAbi,
      functionName: 'depositV3',
      args: [
        ...([f.refund, f.recipient, f.token, f.payout, f.amount, f.least, f.chain] as const),
        ...([relayer, 1, f.deadline, 0, f.extra] as const),
      ],
    }),
  deposit: (f: Fields) =>
    encodeFunctionData({
      abi: acrossAbi,
      functionName: 'deposit',
      args: [
        ...([word(f.refund), word(f.recipient), word(f.token), word(f.payout)] as const),
        ...([f.amount, f.least, f.chain, word(relayer), 1, f.deadline, 0, f.extra] as const),
      ],
    }),
  depositNative: (f: Fields) =>
    encodeFunctionData({
      abi: acrossAbi,
      functionName: 'depositNative',
      args: [
        ...([f.via, f.refund, word(f.recipient), f.token, f.amount, word(f.payout)] as const),
        ...([f.least, f.chain, word(relayer), 1, f.deadline, 0, f.extra] as const),
      ],
    }),
  swapAndBridge: (f: Fields) =>
    encodeFunctionData({
      abi: acrossAbi,
      functionName: 'swapAndBridge',
      args: [
        {
          submissionFees: { amount: 0n, recipient: ZERO },
          depositData: {
            inputToken: f.swapped.token,
            outputToken: word(f.payout),
            outputAmount: f.least,
            depositor: f.refund,
            recipient: word(f.recipient),
            destinationChainId: f.chain,
            exclusiveRelayer: word(relayer),
            quoteTimestamp: 1,
            fillDeadline: f.deadline,
            exclusivityParameter: 0,
            message: f.extra,
          },
          swapToken: f.token,
          exchange: router,
          transferType: 0,
          swapTokenAmount: f.amount,
          minExpectedInputTokenAmount: f.swapped.amount,
          routerCalldata: '0x1234',
          enableProportionalAdjustment: true,
          spokePool: f.via,
          nonce: 0n,
        },
      ],
    }),
  createOrder: (f: Fields) =>
    encodeFunctionData({
      abi: dlnAbi,
      functionName: 'createOrder',
      args: [orderOf(f, false), '0x', 3, f.permit],
    }),
  createSaltedOrder: (f: Fields) => salted(f, false),
  strictlySwapAndCall: (f: Fields, passed: Hex = salted(f, true)) =>
    encodeFunctionData({
      abi: dlnAbi,
      functionName: 'strictlySwapAndCall',
      args: [
        ...([f.token, f.amount, f.permit, router, '0x1234', f.swapped.token] as const),
        ...([f.swapped.amount, f.rest, f.via, passed] as const),
      ],
    }),
  startBridgeTokensViaAcrossV4: (f: Fields) =>
    encodeFunctionData({
      abi: lifiAbi,
      functionName: 'startBridgeTokensViaAcrossV4',
      args: [bridgeOf(f, false), acrossOf(f, false)],
    }),
  swapAndStartBridgeTokensViaAcrossV4: (f: Fields, swaps = swapsOf(f)) =>
    encodeFunctionData({
      abi: lifiAbi,
      functionName: 'swapAndStartBridgeTokensViaAcrossV4',
      args: [bridgeOf(f, true), swaps, acrossOf(f, true)],
    }),
  startBridgeTokensViaDeBridgeDln: (f: Fields) =>
    encodeFunctionData({
      abi: lifiAbi,
      functionName: 'startBridgeTokensViaDeBridgeDln',
      args: [bridgeOf(f, false), dlnOf(f)],
    }),
  swapAndStartBridgeTokensViaDeBridgeDln: (f: Fields, swaps = swapsOf(f)) =>
    encodeFunctionData({
      abi: lifiAbi,
      functionName: 'swapAndStartBridgeTokensViaDeBridgeDln',
      args: [bridgeOf(f, true), swaps, dlnOf(f)],
    }),
} as const

export type Method = keyof typeof written
export { swapsOf }
