import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'

/** What a quote id commits: nothing of it is kept anywhere else. Amounts are smallest units. */
const planSchema = z.object({
  id: z.string(),
  provider: z.string(),
  fiatCurrency: z.string(),
  fiatAmount: z.string(),
  outputAsset: z.object({ chainId: z.int(), address: z.string() }),
  recipient: z.string(),
  refundTo: z.string(),
  swapStrategy: z.enum(['direct', 'jump']),
  expectedOutput: z.string(),
  hubAmount: z.optional(z.string()),
  /** Unix seconds. */
  expiresAt: z.number(),
})
export type FiatPlan = z.infer<typeof planSchema>

/** Turns plans into opaque quote ids and back; a key lives as long as the sandbox. */
export type Seal = {
  close(plan: FiatPlan): string
  /** The plan, or undefined for an id that was not made here or was changed. */
  open(quoteId: string): FiatPlan | undefined
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

export function createSeal(key: Uint8Array = randomBytes(32)): Seal {
  return {
    close(plan) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv)
      const sealed = Buffer.concat([cipher.update(JSON.stringify(plan), 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(quoteId) {
      const bytes = Buffer.from(quoteId, 'base64url')
      if (bytes.length <= ivBytes + tagBytes) return undefined
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      try {
        const opened = [decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]
        return planSchema.parse(JSON.parse(Buffer.concat(opened).toString('utf8')))
      } catch {
        // The tag does not fit: whoever wrote this id, it was not this sandbox.
        return undefined
      }
    },
  }
}
