import { AppError } from '@/src/domain/error'
import { wordOf } from '@/src/domain/policy/effect-logs'
import { toHex } from '@/src/lib/to-hex'

/**
 * Bytecode of `evm-sequence.yul`, where the format of its calldata is documented. solc 0.8.37, for `paris`: chains
 * that are behind in their hard fork run it as well. The test beside it compiles it again.
 */
export const SEQUENCE_CODE =
  '0x323318607e576000805b368110601457506000f35b8060806060604093013580828401863784818486013560008115606b5750906000928392873590fa925b0101923d9161040083116062575b81528160208201528160008483013e0101906009565b6104009250604c565b9283929150602087013587355af192603e565b00'

/** A call of a sequence; `gas` marks one that only reads. Numbers are 0x quantities. */
export type SequenceCall = { to: string; data: string; value?: string; gas?: string }

/** What a call came to. `status`: 1n where it went through. */
export type CallResult = { status: bigint; returnData?: string | null | undefined }

/** Digits of one word of the EVM. */
const WORD = 64

/** The calldata that has an account with the code run these calls in order. */
export function encodeSequence(calls: readonly SequenceCall[]): string {
  const parts = calls.map(({ to, data, value = '0x0', gas = '0x0' }) => {
    const bytes = data.slice(2)
    const size = toHex(bytes.length / 2)
    return [to, value, gas, size].map((each) => wordOf(each).slice(2)).join('') + bytes
  })
  return `0x${parts.join('')}`
}

/**
 * Reads what `count` calls came to from the 0x data that the account gave.
 * @throws AppError `chain/bad-answer` where it is something else: another code ran there.
 */
export function decodeSequence(data: string, count: number): CallResult[] {
  const results: CallResult[] = []
  const numberAt = (at: number) => Number(`0x${data.slice(at, at + WORD)}`)
  let at = 2
  while (at < data.length) {
    const start = at + 2 * WORD
    const end = start + 2 * numberAt(at + WORD)
    results.push({
      status: numberAt(at) === 1 ? 1n : 0n,
      returnData: `0x${data.slice(start, end)}`,
    })
    at = end
  }
  if (results.length === count && at === data.length) return results
  throw new AppError('chain/bad-answer', { reason: 'another number of calls' })
}
