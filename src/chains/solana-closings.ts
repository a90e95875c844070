import {
  parseBatchInWords,
  parseCloseInWords,
  parseInnerInstructions,
} from '@/src/contract/solana-rpc'
import { readCalls, type SolanaCall } from '@/src/domain/policy/effects-solana-calls'
import type { Closing } from '@/src/domain/policy/effects-solana-power'
import type { SolanaInstruction } from '@/src/domain/solana/solana-message'
import { programs } from '@/src/domain/solana/solana-program'
import { decodeBase58 } from '@/src/lib/base58'

const isTokenProgram = (program: string) =>
  program === programs.token || program === programs.token2022

/**
 * Every call that closes a token account, one of several in one too: the message's own, and those its
 * programs made as a node tells them (`innerInstructions`). Null where the node's part is missing or cannot
 * be read, as several calls in one that it puts into words of its own.
 */
export function closingsOf(
  instructions: readonly SolanaInstruction[],
  innerInstructions: unknown,
): Closing[] | null {
  const inner = parseInnerInstructions(innerInstructions)
  if (!inner.ok) return null
  const calls: SolanaCall[] = instructions.map(({ program, data, accounts }) => ({
    program,
    data,
    accounts: accounts.map((account) => account.key),
  }))
  const told: Closing[] = []
  for (const each of inner.value.flatMap(({ instructions: made }) => made)) {
    if ('data' in each) {
      const data = decodeBase58(each.data)
      if (data) calls.push({ program: each.programId, data, accounts: each.accounts })
      continue
    }
    if (!isTokenProgram(each.programId)) continue
    if (parseBatchInWords(each.parsed).ok) return null
    const words = parseCloseInWords(each.parsed)
    if (words.ok) told.push({ account: words.value.info.account, to: words.value.info.destination })
  }
  return [...readCalls(calls).closings, ...told]
}
