import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { SOLANA_REFERENCE } from '@/src/domain/chain/known-chains'
import { programs } from '@/src/domain/solana/solana-program'
import { decodeBase58, encodeBase58 } from '@/src/lib/base58'
import { decodeBase64, encodeBase64 } from '@/src/lib/bytes'
import { SOL, solDeposit, transaction, transferSol } from '@/test/samples/solana'
import type { NodeView } from './chain-rpc'
import type { SimTransaction } from './chain-terms'
import { signAnew } from './sign-anew'

export const solanaChainId = 20_011_000_000
export const solanaNative = SOL

/** Where deposits go. */
const solanaVault = 'Vau1t11111111111111111111111111111111111111'

/** Slots in which a block hash is good, and how long each takes, ms: a minute, as mainnet's 150 of 0.4 s. */
const goodFor = 40
const slotMs = 1_500
const genesis = 1_800_000_000_000

type Signer = { address: string; key: KeyObject }

function newSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return { address: encodeBase58(new Uint8Array(raw)), key: privateKey }
}

/**
 * A Solana chain in memory with one account; signatures are real. Slots go by with the true time; what waits lands
 * when a test says so.
 */
export function createSimSolana(amount: bigint, now: () => number = () => genesis) {
  const own = newSigner()
  const author = own.address
  /** Who pays the network in place of the account, and signs first. */
  let sponsor: Signer | undefined
  const issued = new Map<string, number>()
  const waiting = new Map<string, string>()
  const landed = new Set<string>()
  const landedAt = new Map<string, number>()
  /** Bytes of what was broadcast, base64, by signature. */
  const known = new Map<string, string>()
  /** Slots that went by faster than that. */
  let mined = 1
  let broadcasts = 0
  /** Lamports that leave with a deposit beside what it says. */
  let more = 0
  let inner: object[] = []

  let isHeld = false
  const slot = () => mined + (isHeld ? 0 : Math.floor((now() - genesis) / slotMs))

  function newBlockhash(): string {
    const bytes = new Uint8Array(32).fill(7)
    new DataView(bytes.buffer).setUint32(0, issued.size + 1)
    const blockhash = encodeBase58(bytes)
    issued.set(blockhash, slot())
    return blockhash
  }

  function isGood(blockhash: string, at = slot()): boolean {
    return at - (issued.get(blockhash) ?? Number.NEGATIVE_INFINITY) <= goodFor
  }

  /** A deposit of everything, base64, as a service would build it: signed by nobody but a sponsor. */
  function build(): string {
    const sample = solDeposit({ blockhash: newBlockhash() })
    const payers = sponsor ? [sponsor.address, author] : [author]
    const keys = [...payers, ...sample.keys.slice(1)]
    const [, memo] = sample.instructions
    const at = payers.length - 1
    const instructions = memo ? [transferSol(amount, at, at + 1), memo] : []
    const signers = payers.length
    const unsigned = encodeBase64(transaction({ ...sample, signers, keys, instructions }))
    return sponsor
      ? put(unsigned, 0, sign(null, messageOf(bytesOf(unsigned)), sponsor.key))
      : unsigned
  }

  function put(text: string, at: number, signature: Uint8Array): string {
    const bytes = bytesOf(text)
    bytes.set(signature, 1 + 64 * at)
    return encodeBase64(bytes)
  }

  function signIt(text: string): string {
    const message = messageOf(bytesOf(text))
    return put(text, (bytesOf(text)[0] ?? 1) - 1, sign(null, message, own.key))
  }

  /** What was asked (base64), with a block hash of now in it. */
  function renew(asked: string): string {
    const bytes = bytesOf(asked)
    const keys = messageOf(bytes)[4] ?? 0
    bytes.set(decodeBase58(newBlockhash()) ?? [], 1 + 64 * (bytes[0] ?? 0) + 5 + keys * 32)
    return encodeBase64(bytes)
  }

  /** Gives the signature, or null when the block hash is too old. The same bytes land once. */
  function broadcast(text: string): string | null {
    const bytes = bytesOf(text)
    const signature = signatureOf(text)
    broadcasts += 1
    known.set(signature, text)
    if (landed.has(signature)) return signature
    const blockhash = blockhashOf(bytes)
    if (!isGood(blockhash) || hasLanded(signature)) return null
    waiting.set(signature, blockhash)
    return signature
  }

  /** It is in a block after all, whatever nodes said of it; gives its signature. */
  function landLate(text: string): string {
    const signature = signatureOf(text)
    known.set(signature, text)
    landed.add(signature)
    landedAt.set(signature, slot())
    return signature
  }

  /** Its id: the first signature, whoever pays the fee. */
  const signatureOf = (text: string) => encodeBase58(bytesOf(text).slice(1, 65))

  /** The truth: the transaction that signed bytes are, once it landed or while it waits and still may. */
  function landing(text: string): SimTransaction | undefined {
    const own = signatureOf(text)
    const message = String(messageOf(bytesOf(text)))
    const isIt = (each: string) => each === own || messageBehind(each) === message
    const mayLand = [...waiting].filter(([, blockhash]) => isGood(blockhash))
    const hash = [...landed].find(isIt) ?? mayLand.map(([each]) => each).find(isIt)
    if (hash === undefined) return undefined
    const block = landedAt.get(hash)
    const made = { hash, from: author, to: solanaVault, data: '', value: amount, nonce: 0 }
    return block === undefined ? made : { ...made, block }
  }

  /** Whether the message behind a signature is in a block, under this one or another: once, that is. */
  function hasLanded(signature: string): boolean {
    const message = messageBehind(signature)
    return landed.has(signature) || [...landed].some((each) => messageBehind(each) === message)
  }

  const messageBehind = (signature: string) =>
    String(messageOf(bytesOf(known.get(signature) ?? '')))

  /** Lets slots go by; what waits lands in the first of them. */
  function mine(count = 1): void {
    mined += 1
    for (const [signature, blockhash] of waiting) {
      if (isGood(blockhash) && !hasLanded(signature)) {
        landed.add(signature)
        landedAt.set(signature, slot())
      }
      waiting.delete(signature)
    }
    mined += count - 1
  }

  /** As one node has it: up to a slot, and nothing from before another. */
  function rpc(method: string, params: unknown[], view: NodeView = {}): unknown {
    const at = Math.min(view.upTo ?? slot(), slot())
    const since = Math.max(view.since ?? 0, 0)
    const context = { slot: at }
    const slotOf = (signature: string) => {
      const found = landedAt.get(signature)
      return found !== undefined && found <= at && found >= since ? found : undefined
    }
    switch (method) {
      case 'getGenesisHash':
        return `${SOLANA_REFERENCE}Kuc147dw2N9d`
      case 'isBlockhashValid':
        return { context, value: isGood(String(params[0]), at) }
      case 'getSignatureStatuses':
        return {
          context,
          value: (params[0] as string[]).map((signature) => {
            const found = slotOf(signature)
            if (found === undefined) return null
            const confirmationStatus = at - found >= finalAfter ? 'finalized' : 'confirmed'
            return { slot: found, err: null, confirmationStatus }
          }),
        }
      case 'getLatestBlockhash':
        return { context, value: { blockhash: '1'.repeat(32), lastValidBlockHeight: at + goodFor } }
      case 'getFirstAvailableBlock':
        return since
      case 'getEpochInfo': {
        const { commitment } = (params[0] ?? {}) as { commitment?: string }
        const height = commitment === 'finalized' ? Math.max(0, at - finalAfter) : at
        return { absoluteSlot: height, blockHeight: height }
      }
      case 'getAccountInfo':
        return { context, value: params[0] === clockAccount ? clockAt(at, now()) : null }
      case 'getBalance':
        return { context, value: Number(amount) * 2 }
      case 'getSignaturesForAddress':
        // Every transaction here is one of the account's, and they are few.
        return [...landed]
          .map((signature) => ({ signature, slot: slotOf(signature), err: null, memo: null }))
          .filter((each) => each.slot !== undefined && params[0] === author)
          .toReversed()
      case 'getTransaction': {
        const found = slotOf(String(params[0]))
        if (found === undefined) return null
        const { encoding } = (params[1] ?? {}) as { encoding?: string }
        if (encoding !== 'base64')
          return toTransaction(
            [...(sponsor ? [sponsor.address] : []), author],
            found,
            Number(amount),
            more,
            inner,
          )
        const transaction = [known.get(String(params[0])), 'base64']
        return { slot: found, transaction, meta: { err: null, fee: 5_000 } }
      }
      case 'simulateTransaction':
        return { context, value: { err: null, logs: [] } }
      default:
        throw new Error(`the simulated Solana does not know ${method}`)
    }
  }

  return {
    slot,
    author,
    build,
    sign: signIt,
    renew,
    broadcast,
    landing,
    mine,
    rpc,
    landed,
    landLate,
    hasLanded: (signature: string) => known.has(signature) && hasLanded(signature),
    broadcasts: () => broadcasts,
    /** From now on somebody else pays the network for each deposit, and has signed it. */
    sponsor: () => {
      sponsor = newSigner()
    },
    /** What both have signed, signed once more by who pays: the same message under another id. */
    signAnew: (text: string): string =>
      sponsor ? put(text, 0, signAnew(sponsor.key, messageOf(bytesOf(text)))) : text,
    /** Has every deposit assign the account that pays to the vault, by a call of its program. */
    assignPayer: () => {
      const data = encodeBase58(Uint8Array.of(1, 0, 0, 0, ...(decodeBase58(solanaVault) ?? [])))
      inner = [{ index: 0, instructions: [{ programIdIndex: 2, accounts: [0], data }] }]
    },
    /** Has every deposit take so many lamports more than was asked for. */
    takeMore: (lamports: number) => {
      more = lamports
    },
    /** From its beginning on no slot goes by with the time. */
    hold: () => {
      isHeld = true
    },
    /** Lets every block hash that was given out become too old. */
    skip: () => {
      mined += goodFor + 1
    },
  }
}

/** Blocks on top of one after which it is final. */
const finalAfter = 32
const clockAccount = 'SysvarC1ock11111111111111111111111111111111'

/** The cluster's clock: slot, three numbers nobody reads, unix seconds. */
function clockAt(slot: number, ms: number) {
  const view = new DataView(new ArrayBuffer(40))
  view.setBigUint64(0, BigInt(slot), true)
  view.setBigInt64(32, BigInt(Math.floor(ms / 1_000)), true)
  const data = [encodeBase64(new Uint8Array(view.buffer)), 'base64']
  return {
    owner: 'Sysvar1111111111111111111111111111111111111',
    lamports: 1,
    executable: false,
    data,
  }
}

/** What a deposit did to balances; its bytes are not told. */
function toTransaction(
  payers: string[],
  slot: number,
  amount: number,
  more: number,
  innerInstructions: object[],
) {
  const fee = 5_000 * payers.length
  const isSponsored = payers.length > 1
  const meta = {
    err: null,
    fee,
    preBalances: [...(isSponsored ? [fee] : []), amount * 3 + more, 0, 1],
    postBalances: [
      ...(isSponsored ? [0] : []),
      amount * 2 - (isSponsored ? 0 : fee),
      amount + more,
      1,
    ],
    preTokenBalances: [],
    postTokenBalances: [],
    innerInstructions,
  }
  const accountKeys = [...payers, solanaVault, programs.system]
  const at = payers.length - 1
  const instructions = [{ programIdIndex: at + 2, accounts: [at, at + 1], data: '3' }]
  return { slot, transaction: { message: { accountKeys, instructions } }, meta }
}

export type SimSolana = ReturnType<typeof createSimSolana>

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64(text)
  if (!bytes) throw new Error('not base64')
  return bytes
}

/** The message stands after a byte that counts the signatures, and these. */
function messageOf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(1 + 64 * (bytes[0] ?? 0))
}

/** The block hash stands after version, header, count and the keys of the message. */
function blockhashOf(bytes: Uint8Array): string {
  const message = messageOf(bytes)
  const keys = message[4] ?? 0
  return encodeBase58(message.slice(5 + keys * 32, 5 + keys * 32 + 32))
}
