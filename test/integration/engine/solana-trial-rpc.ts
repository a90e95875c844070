import { decodeBase58 } from '@/src/lib/base58'
import { SimRefusal } from './chain-rpc'
import { feeOfSignature, type SolanaAccount, type SolanaState } from './solana-terms'

/** The chain, as who is about to pay asks of it. */
export type TriedLedger = {
  isGood(blockhash: string, at: number): boolean
  try(transaction: string, state: SolanaState): SolanaState | undefined
  submit(transaction: string): string
}

type Bank = {
  slot: number
  state: SolanaState
  toAccount: (state: SolanaState, address: string) => unknown
}

type Trial = { accounts?: { addresses: string[] } }

/**
 * What a node answers to who is about to pay, at one of its slots: https://solana.com/docs/rpc/http.
 * Undefined for any other method.
 */
export function answerPayer(
  ledger: TriedLedger,
  method: string,
  [first, second]: unknown[],
  { slot, state, toAccount }: Bank,
): unknown {
  const inContext = (value: unknown) => ({ context: { slot, apiVersion: '2.2.0' }, value })
  switch (method) {
    case 'isBlockhashValid':
      return inContext(ledger.isGood(String(first), slot))
    case 'getFeeForMessage':
      return inContext(Number(feeOfSignature))
    case 'getMultipleAccounts':
      return inContext((first as string[]).map((each) => toAccount(state, each)))
    case 'simulateTransaction': {
      const after = ledger.try(String(first), state)
      const { addresses = [] } = (second as Trial).accounts ?? {}
      const accounts = after ? addresses.map((each) => toAccount(after, each)) : null
      const err = after ? null : { InstructionError: [0, { Custom: 1 }] }
      return inContext({ err, logs: [], accounts, innerInstructions: [], unitsConsumed: 1_000 })
    }
    case 'sendTransaction':
      return ledger.submit(String(first))
    default:
      return undefined
  }
}

/** A token account as its program writes it: whose, how much of what, and that it is open. */
export function tokenAccountData({ token }: SolanaAccount): Uint8Array {
  const data = new Uint8Array(165)
  if (!token) return data
  data.set(decodeBase58(token.mint) ?? [], 0)
  data.set(decodeBase58(token.owner) ?? [], 32)
  new DataView(data.buffer).setBigUint64(64, token.amount, true)
  data[108] = 1
  return data
}

/** What a node says that does not pass a transaction on: its block hash is over, or it is in already. */
export const notPassedOn = (why: string) =>
  new SimRefusal(`Transaction simulation failed: ${why}`, -32_002)
