import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { parseSolanaTransaction, type SolanaInstruction } from '@/src/domain/solana/solana-message'
import { programs } from '@/src/domain/solana/solana-program'
import { decodeBase58, encodeBase58 } from '@/src/lib/base58'
import { decodeBase64, encodeBase64 } from '@/src/lib/bytes'
import { message, type SampleMessage, transaction } from '@/test/samples/solana'
import type { TokenAccounts } from './solana-terms'
import { lamports, type SolanaDraft, type SolanaMove, type SolanaWire } from './solana-wire'

/** A private key of ed25519 as DER, before its 32 bytes: https://www.rfc-editor.org/rfc/rfc8410 */
const privateHead = Buffer.from('302e020100300506032b657004220420', 'hex')
/** And a public one. */
const publicHead = Buffer.from('302a300506032b6570032100', 'hex')

const privateKey = createPrivateKey({
  key: Buffer.concat([privateHead, Buffer.alloc(32, 0x50)]),
  format: 'der',
  type: 'pkcs8',
})

/** The account of a wallet that really signs. */
export const signer = encodeBase58(
  new Uint8Array(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)),
)

/** How a wallet signs what it was asked for: with what change; none is honest. */
export type SignedAs = (asked: SampleMessage) => SampleMessage

/** What was asked for (base64), signed by the one account whose key is here; base64. */
export function signAs(asked: string, change: SignedAs = (each) => each): string {
  const sample = change(toSample(asked))
  const signature = new Uint8Array(sign(null, message(sample), privateKey))
  return encodeBase64(transaction({ ...sample, signatures: [signature] }))
}

function parse(text: string) {
  const bytes = decodeBase64(text)
  const parsed = bytes && parseSolanaTransaction(bytes)
  if (!bytes || !parsed) throw new Error('not a transaction')
  return { bytes, parsed }
}

/** Its block hash, base58. */
export const blockhashIn = (text: string) => parse(text).parsed.blockhash

/** Its first signature, base58. */
export const signatureIn = (text: string) =>
  encodeBase58(parse(text).parsed.signatures[0] ?? new Uint8Array())

function toSample(text: string): SampleMessage {
  const { parsed } = parse(text)
  const { accounts, signers, version, blockhash } = parsed
  const keys = accounts.map(({ key }) => key)
  return {
    version,
    keys,
    signers,
    readonlyOthers: accounts.filter((each) => !each.signer && !each.writable).length,
    blockhash,
    instructions: parsed.instructions.map(({ program, accounts: named, data }) => ({
      program,
      accounts: named.map(({ key }) => keys.indexOf(key)),
      data,
    })),
  }
}

/**
 * What somebody hands to a node (base64), as the chain reads it; undefined where its signature is not
 * that of its payer, or it is nothing that is done here.
 */
export function readHanded(
  text: string,
  accounts: TokenAccounts,
): (SolanaWire & { draft: SolanaDraft; blockhash: string }) | undefined {
  const { bytes, parsed } = parse(text)
  const [signature = new Uint8Array()] = parsed.signatures
  const key = createPublicKey({
    key: Buffer.concat([publicHead, Buffer.from(decodeBase58(parsed.feePayer) ?? [])]),
    format: 'der',
    type: 'spki',
  })
  if (!verify(null, parsed.message, key, signature)) return undefined
  const { signers, version, blockhash } = parsed
  return {
    signature: encodeBase58(signature),
    bytes,
    version,
    keys: parsed.accounts.map((each) => each.key),
    signers,
    readonlyOthers: toSample(text).readonlyOthers ?? 0,
    loaded: [],
    draft: readUnsigned(text, accounts),
    blockhash,
  }
}

/** What a transaction would do (base64), whoever signs it. */
export function readUnsigned(text: string, accounts: TokenAccounts): SolanaDraft {
  const { feePayer: payer, instructions } = parse(text).parsed
  const moves = instructions.flatMap((each) => toMove(each, accounts) ?? [])
  const memos = instructions.flatMap(({ program, data }) =>
    program === programs.memo ? [new TextDecoder().decode(data)] : [],
  )
  return { payer, moves, memos }
}

/** `Transfer` of the system, and `TransferChecked` of tokens. */
function toMove(
  { program, accounts, data }: SolanaInstruction,
  known: TokenAccounts,
): SolanaMove | undefined {
  const named = accounts.map(({ key }) => key)
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const [first = '', second = '', third = ''] = named
  if (program === programs.system && data[0] === 2) {
    return { token: lamports, from: first, to: second, amount: view.getBigUint64(4, true) }
  }
  if (program !== programs.token || data[0] !== 12) return undefined
  const ownerOf = (account: string) => known.find((each) => each.account === account)?.owner
  const [from, to] = [ownerOf(first), ownerOf(third)]
  if (!from || !to) throw new Error('nobody derived that account')
  return { token: second, from, to, amount: view.getBigUint64(1, true) }
}
