/**
 * The file that a person keeps their orders in, for another computer or a lost profile: lines of text. The
 * first is this header, in the clear; each other one is base64 of a nonce (12 bytes) and an AES-GCM
 * ciphertext, bound to the header and to its place. The last one says how many orders there are: a file
 * that was cut has none.
 */
import * as z from 'zod/mini'

/** What a file may ask of this computer before its passphrase is known to be right. */
const mostRounds = 5_000_000

export const backupHeader = z.object({
  format: z.literal('causeway-backup'),
  version: z.number(),
  createdAt: z.iso.datetime(),
  kdf: z.object({
    name: z.literal('PBKDF2'),
    hash: z.literal('SHA-256'),
    iterations: z.number().check(z.gte(1), z.lte(mostRounds)),
    /** Base64 of 16 bytes. */
    salt: z.string().check(z.maxLength(64)),
  }),
  cipher: z.literal('AES-256-GCM'),
})
export type BackupHeader = z.infer<typeof backupHeader>

/** The version of the file that is written, and the newest that is read. */
export const BACKUP_VERSION = 3

const tokenPart = z.object({ pinned: z.array(z.unknown()), added: z.array(z.unknown()) })
export type TokenPart = z.infer<typeof tokenPart>

/**
 * What a line holds: orders as they are stored, newest first; the account book (from version 2 on); the
 * tokens that were pinned, and those that were added by their addresses (from version 3 on), of which no more
 * is read than their chains and addresses; or the end.
 */
export const backupPart = z.union([
  z.object({ orders: z.array(z.unknown()) }),
  z.object({ book: z.array(z.unknown()) }),
  z.object({ tokens: tokenPart }),
  z.object({ end: z.literal(true), count: z.number() }),
])
export type BackupPart = z.infer<typeof backupPart>
