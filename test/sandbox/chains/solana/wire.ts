import {
  type Address,
  type CompiledTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/web3.js'

/** The largest serialized transaction, in bytes: the IPv6 minimum MTU less the headers. */
const PACKET_DATA_SIZE = 1232

/** A transaction as it came over a wire, taken apart once and carried along. */
export interface WireTransaction {
  readonly bytes: Uint8Array
  readonly transaction: Transaction
  readonly message: CompiledTransactionMessage
  /** The first signature in base58: the transaction's id. All ones while unsigned. */
  readonly signature: string
  readonly feePayer: Address
}

/** Encodes bytes as base58. */
export const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes)

/** Encodes bytes as base64. */
export const toBase64 = (bytes: Uint8Array): string => getBase64Decoder().decode(bytes)

/** Decodes base58; throws when a character is outside the alphabet. */
export const fromBase58 = (text: string): Uint8Array =>
  Uint8Array.from(getBase58Encoder().encode(text))

/** Decodes base64; throws when a character is outside the alphabet or the padding is wrong. */
export const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(getBase64Encoder().encode(text))

/**
 * Takes a serialized transaction apart.
 *
 * Throws when the bytes are no transaction, are too many, or carry trailing bytes: a real node
 * refuses those too.
 */
export const decodeTransaction = (bytes: Uint8Array): WireTransaction => {
  if (bytes.length > PACKET_DATA_SIZE) {
    throw new RangeError(`transaction too large: ${bytes.length} bytes (max: ${PACKET_DATA_SIZE})`)
  }
  const [transaction, end] = getTransactionDecoder().read(bytes, 0)
  if (end !== bytes.length) throw new RangeError('trailing bytes after the transaction')
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  const feePayer = message.staticAccounts[0]
  if (feePayer === undefined) throw new RangeError('the transaction names no accounts')
  const first = Object.values(transaction.signatures)[0]
  return {
    bytes,
    transaction,
    message,
    signature: toBase58(Uint8Array.from(first ?? new Uint8Array(64))),
    feePayer,
  }
}

/** Is every signature slot filled? Says nothing about whether the signatures are right. */
export const isFullySigned = (wire: WireTransaction): boolean =>
  Object.values(wire.transaction.signatures).every((signature) => signature !== null)
