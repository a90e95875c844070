import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/web3.js'
import * as z from 'zod/mini'
import { fromBase64 } from '../base64'

const signSchema = z.object({ transactions: z.array(z.string()) })

const programs: Readonly<Record<string, string>> = {
  '11111111111111111111111111111111': 'System',
  ComputeBudget111111111111111111111111111111: 'Compute budget',
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'Token',
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: 'Token account',
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: 'Memo',
}

/** Who pays and what each transaction calls, in order. */
export function describeSolana(params: unknown): readonly (readonly [string, string])[] {
  const parsed = signSchema.safeParse(params)
  if (!parsed.success) return []
  return parsed.data.transactions.flatMap((transaction, index) => {
    const { messageBytes } = getTransactionDecoder().decode(fromBase64(transaction))
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    const called = message.instructions.map(({ programAddressIndex }) => {
      const program = message.staticAccounts[programAddressIndex] ?? ''
      return programs[program] ?? program
    })
    const which = parsed.data.transactions.length > 1 ? ` (${index + 1})` : ''
    return [
      [`Fee payer${which}`, message.staticAccounts[0] ?? ''],
      [`Instructions${which}`, called.join(', ')],
    ] as const
  })
}
