import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { FaultError, faults } from '../fault'

const typedDataSchema = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})

/** Signs EIP-712 data given as an object or as its JSON. */
export async function signTypedData(account: PrivateKeyAccount, data: unknown): Promise<Hex> {
  const parsed = typedDataSchema.safeParse(typeof data === 'string' ? JSON.parse(data) : data)
  if (!parsed.success) throw new FaultError(faults.params('Invalid typed data.'))
  return account.signTypedData(parsed.data)
}
