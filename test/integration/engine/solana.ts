import { generateKeyPairSync, sign } from 'node:crypto'
import { SOL, solDeposit, transaction, transferSol } from '@/src/domain/solana-samples'
import { encodeBase58 } from '@/src/lib/base58'
import { decodeBase64, encodeBase64 } from '@/src/lib/bytes'

export const solanaChainId = 20_011_000_000
export const solanaNative = SOL

/** Slots in which a block hash is good; mainnet has 150 of 0.4 s. */
const goodFor = 40

/** Bytes before the message of a transaction with one signature. */
const head = 65

/** A Solana chain in memory with one account; signatures are real. */
export function createSimSolana(amount: bigint) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const author = encodeBase58(new Uint8Array(raw))
  const issued = new Map<string, number>()
  const waiting = new Map<string, string>()
  const landed = new Set<string>()
  /** Bytes of what was broadcast, base64, by signature. */
  const known = new Map<string, string>()
  let slot = 1
  let broadcasts = 0

  function newBlockhash(): string {
    const bytes = new Uint8Array(32).fill(7)
    new DataView(bytes.buffer).setUint32(0, issued.size + 1)
    const blockhash = encodeBase58(bytes)
    issued.set(blockhash, slot)
    return blockhash
  }

  function isGood(blockhash: string): boolean {
    return slot - (issued.get(blockhash) ?? Number.NEGATIVE_INFINITY) <= goodFor
  }

  /** An unsigned deposit of everything, base64, as a service would build it. */
  function build(): string {
    const sample = solDeposit({ blockhash: newBlockhash() })
    const keys = [author, ...sample.keys.slice(1)]
    const [, memo] = sample.instructions
    const instructions = memo ? [transferSol(amount), memo] : []
    return encodeBase64(transaction({ ...sample, keys, instructions }))
  }

  function signIt(text: string): string {
    const bytes = bytesOf(text)
    const signature = sign(null, bytes.subarray(head), privateKey)
    bytes.set(signature, 1)
    return encodeBase64(bytes)
  }

  /** Gives the signature, or null when the block hash is too old. The same bytes land once. */
  function broadcast(text: string): string | null {
    const bytes = bytesOf(text)
    const signature = encodeBase58(bytes.slice(1, head))
    broadcasts += 1
    known.set(signature, text)
    if (landed.has(signature)) return signature
    const blockhash = blockhashOf(bytes)
    if (!isGood(blockhash)) return null
    waiting.set(signature, blockhash)
    return signature
  }

  function mine(): void {
    slot += 1
    for (const [signature, blockhash] of waiting) {
      if (isGood(blockhash)) landed.add(signature)
      waiting.delete(signature)
    }
  }

  function rpc(method: string, params: unknown[]): unknown {
    const context = { slot }
    switch (method) {
      case 'isBlockhashValid':
        return { context, value: isGood(String(params[0])) }
      case 'getSignatureStatuses':
        return {
          context,
          value: (params[0] as string[]).map((signature) =>
            landed.has(signature) ? { slot, err: null, confirmationStatus: 'confirmed' } : null,
          ),
        }
      case 'getTransaction': {
        const signature = String(params[0])
        const bytes = landed.has(signature) && known.get(signature)
        return bytes
          ? { slot, transaction: [bytes, 'base64'], meta: { err: null, fee: 5_000 } }
          : null
      }
      case 'simulateTransaction':
        return { context, value: { err: null, logs: [] } }
      default:
        throw new Error(`the simulated Solana does not know ${method}`)
    }
  }

  return {
    author,
    build,
    sign: signIt,
    broadcast,
    mine,
    rpc,
    landed,
    broadcasts: () => broadcasts,
    /** Lets every block hash that was given out become too old. */
    skip: () => {
      slot += goodFor + 1
    },
  }
}

export type SimSolana = ReturnType<typeof createSimSolana>

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64(text)
  if (!bytes) throw new Error('not base64')
  return bytes
}

/** The block hash stands after version, header, count and the keys of the message. */
function blockhashOf(bytes: Uint8Array): string {
  const message = bytes.subarray(head)
  const keys = message[4] ?? 0
  return encodeBase58(message.slice(5 + keys * 32, 5 + keys * 32 + 32))
}
