import { parseCloseInWords, parseInnerInstructions } from '@/src/contract/solana-rpc'
import type { Closing } from '@/src/domain/effects-solana-power'
import type { SolanaInstruction } from '@/src/domain/solana-message'
import { programs } from '@/src/domain/solana-program'
import { decodeBase58 } from '@/src/lib/base58'

/** `CloseAccount` of both token programs: [account, destination, owner]. */
const CLOSE_ACCOUNT = 9

const isTokenProgram = (program: string) =>
  program === programs.token || program === programs.token2022

/** Reads one call as its bytes stand; null for any other than `CloseAccount`. */
function readClosing(
  program: string,
  data: Uint8Array | null,
  [account, to]: readonly string[],
): Closing | null {
  if (!isTokenProgram(program) || data?.[0] !== CLOSE_ACCOUNT) return null
  return account === undefined || to === undefined ? null : { account, to }
}

/**
 * Every call that closes a token account: the message's own, and those its programs made as a node
 * tells them (`innerInstructions`). Null where the node's part is missing or cannot be read.
 */
export function closingsOf(
  instructions: readonly SolanaInstruction[],
  innerInstructions: unknown,
): Closing[] | null {
  const inner = parseInnerInstructions(innerInstructions)
  if (!inner.ok) return null
  const own = instructions.map(({ program, data, accounts }) =>
    readClosing(
      program,
      data,
      accounts.map((account) => account.key),
    ),
  )
  const called = inner.value
    .flatMap((each) => each.instructions)
    .map((each) => {
      if ('data' in each) return readClosing(each.programId, decodeBase58(each.data), each.accounts)
      const words = parseCloseInWords(each.parsed)
      if (!isTokenProgram(each.programId) || !words.ok) return null
      return { account: words.value.info.account, to: words.value.info.destination }
    })
  return [...own, ...called].filter((closing) => closing !== null)
}
