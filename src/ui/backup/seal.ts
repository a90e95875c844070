import {
  BACKUP_VERSION,
  type BackupHeader,
  type BackupPart,
  backupPart,
} from '@/src/contract/backup'
import { decodeBase64, encodeBase64 } from '@/src/lib/bytes'

/**
 * Rounds of PBKDF2 with SHA-256 for new files, as OWASP's password storage cheat sheet names them (2023):
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const iterations = 600_000
const saltBytes = 16
const nonceBytes = 12

/** The head of a new file, with a salt of its own. `at` is unix ms. */
export function createHeader(at: number): BackupHeader {
  const salt = encodeBase64(crypto.getRandomValues(new Uint8Array(saltBytes)))
  return {
    format: 'causeway-backup',
    version: BACKUP_VERSION,
    createdAt: new Date(at).toISOString(),
    kdf: { name: 'PBKDF2', hash: 'SHA-256', iterations, salt },
    cipher: 'AES-256-GCM',
  }
}

export type Seal = {
  /** One part as a line of the file, bound to its place there. */
  close(part: BackupPart, place: number): Promise<string>
  /** Reads such a line; null where the passphrase is another, or the file was changed. */
  open(line: string, place: number): Promise<BackupPart | null>
}

/** What closes and opens the lines of a file, whose first line is given as it stands there. */
export async function createSeal(
  passphrase: string,
  { kdf }: BackupHeader,
  headerLine: string,
): Promise<Seal> {
  const text = new TextEncoder()
  // One text has several ways to be written; a keyboard chooses one of them.
  const secret = text.encode(passphrase.normalize('NFKC'))
  const base = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey'])
  const salt = decodeBase64(kdf.salt) ?? new Uint8Array()
  const key = await crypto.subtle.deriveKey(
    { name: kdf.name, hash: kdf.hash, iterations: kdf.iterations, salt },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
  const termsOf = (iv: Uint8Array<ArrayBuffer>, place: number) => ({
    name: 'AES-GCM',
    iv,
    additionalData: text.encode(`${place}\n${headerLine}`),
  })

  return {
    async close(part, place) {
      const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
      const plain = text.encode(JSON.stringify(part))
      const sealed = new Uint8Array(await crypto.subtle.encrypt(termsOf(iv, place), key, plain))
      const bytes = new Uint8Array(iv.length + sealed.length)
      bytes.set(iv)
      bytes.set(sealed, iv.length)
      return encodeBase64(bytes)
    },
    async open(line, place) {
      const bytes = decodeBase64(line)
      if (!bytes || bytes.length <= nonceBytes) return null
      const terms = termsOf(bytes.slice(0, nonceBytes), place)
      try {
        const plain = await crypto.subtle.decrypt(terms, key, bytes.slice(nonceBytes))
        return backupPart.parse(JSON.parse(new TextDecoder().decode(plain)))
      } catch {
        // Another key, another place, or other bytes: the cipher says no more than that.
        return null
      }
    },
  }
}
