import type { ErrorCode } from '@/src/domain/error'

/** Which of the three rings refuses a build. */
export type Ring = 'structure' | 'effects' | 'recognition'

/**
 * One build of a service, literally. `how` writes it; where it is hostile, `takes` is what the person would
 * lose, and `ring` and `code` are who must refuse it and with which words. An honest one names the `steps`
 * that are asked for instead.
 */
export type Row<How> = {
  id: string
  builds: string
  how: How
} & ({ takes: string; ring: Ring; code: ErrorCode } | { steps: string })

/** What became of a build: the ring that refused it and its words, or the steps that would be asked for. */
export type Outcome = { ring: Ring; code: string } | { steps: string }

/** The words in which each refusal is told; a code that is not here has no row. */
export const WORDS: Partial<Record<ErrorCode, string>> = {
  'policy/method-forbidden': 'The route wanted a kind of request that is never needed for a swap.',
  'policy/malformed': 'The route contained a request that is not well formed.',
  'policy/unknown-field': 'The route contained a field that is not known.',
  'policy/wrong-sender': 'The route wanted to act for another account.',
  'policy/wrong-chain': 'The route wanted to act on another chain than the one you pay on.',
  'policy/no-deposit': 'The route contained no payment.',
  'policy/many-deposits': 'The route wanted to pay more than once.',
  'policy/deposit-not-last': 'The route wanted something else after the payment.',
  'policy/foreign-call': 'The route wanted a call that has nothing to do with this swap.',
  'policy/foreign-token': 'The route wanted access to a token that you are not paying with.',
  'policy/foreign-spender': 'The route wanted to give access to a stranger.',
  'policy/excessive-allowance': 'The route wanted access to more than you are paying.',
  'policy/wrong-value': 'The route wanted to take more than the price you accepted.',
  'policy/needless-reset': 'The route wanted to change an approval without need.',
  'policy/target-has-no-code': 'The route wanted to pay to an address without a contract.',
  'policy/takes-more': 'Tried on a node, the route takes more than the price you accepted.',
  'policy/takes-other': 'Tried on a node, the route takes something else that you own as well.',
  'policy/gives-power': 'Tried on a node, the route gives somebody power over what you own.',
  'policy/pays-less': 'Tried on a node, the route does not move the amount that you pay with.',
  'policy/burns-gas':
    'Tried on a node, the route uses far more of the network’s fee than payments do.',
  'policy/position': 'The route calls a contract in which you hold something else.',
  'policy/wrong-payout': 'The payment orders less than you accepted, or something else.',
  'policy/wrong-recipient': 'The payment names another recipient than you accepted.',
  'policy/wrong-refund': 'The payment would be sent back to somebody else if it fails.',
  'policy/wrong-deadline': 'The payment names no deadline, one that has passed, or one too far.',
  'policy/unread-call': 'The payment carries instructions that cannot be read here.',
  'policy/untried': 'no independent node could try it first.',
  'wallet/insufficient-funds':
    'The account cannot cover the amount together with the fee of the chain.',
  'policy/solana-instruction': 'The route contained an instruction that is not allowed.',
  'policy/solana-fee-payer':
    'Another account must sign it, or pay its fee, and has not signed yet. What is not signed cannot be judged.',
}
