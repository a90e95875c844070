import { AppError } from '@/src/domain/error'
import { encodeHex } from '@/src/lib/bytes'
import { keccak256 } from '@/src/lib/keccak256'
import type { EvmReader } from './evm-reader'

/** ENS's registry on Ethereum: https://docs.ens.domains/learn/deployments */
const REGISTRY = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'

/** `resolver(bytes32)`, `addr(bytes32)`, `name(bytes32)`: https://eips.ethereum.org/EIPS/eip-137 and 181 */
const RESOLVER = '0x0178b8bf'
const ADDR = '0x3b3b57de'
const NAME = '0x691f3431'

/** Characters of an empty `string` as a method returns it: `0x`, where it begins, how long it is. */
const EMPTY_STRING = 2 + 2 * 64

/** What the chain's own records say of a name. */
export type NameRecord =
  | {
      kind: 'found'
      /** In lower case. */
      address: string
      /** What the address calls itself, by its reverse record: this name, another one, or nothing. */
      back: 'same' | 'other' | 'none'
      /** A contract stands there: it need not stand at that address on any other chain. */
      contract: boolean
    }
  /** `none`: no address is on record. `outside`: it is kept where only a gateway could tell it. */
  | { kind: 'none' | 'outside' }

/**
 * Reads what an ENS name stands for, forward and back, from the registry and the name's own resolver. Asks
 * no gateway (EIP-3668) and no resolver of a parent (ENSIP-10). The name is a normalised one (ENSIP-15).
 * @throws AppError as the reader does.
 */
export async function readName(
  reader: Pick<EvmReader, 'returned' | 'accountKind'>,
  name: string,
  signal?: AbortSignal,
): Promise<NameRecord> {
  const read = (to: string, selector: string, node: string) =>
    reader.returned(to, selector + node, signal)
  const node = nodeOf(name)
  const resolver = toAddress(await read(REGISTRY, RESOLVER, node))
  // Whoever has a name below another one, or one of DNS, may have it from the parent's resolver alone.
  if (resolver === undefined) return { kind: /^[^.]+\.eth$/.test(name) ? 'none' : 'outside' }
  const told = await unlessReverted(read(resolver, ADDR, node))
  if (told === undefined) return { kind: 'outside' }
  const address = toAddress(told)
  if (address === undefined) return { kind: 'none' }
  const reverse = nodeOf(`${address.slice(2)}.addr.reverse`)
  const [at, account] = await Promise.all([
    read(REGISTRY, RESOLVER, reverse).then(toAddress),
    reader.accountKind(address, signal),
  ])
  const named = ((at && (await unlessReverted(read(at, NAME, reverse)))) ?? '').toLowerCase()
  const other = named.length > EMPTY_STRING ? 'other' : 'none'
  const back = named === encodeString(name) ? 'same' : other
  return { kind: 'found', address, back, contract: account === 'contract' }
}

/** A name's number in the registry, 64 hex digits: https://eips.ethereum.org/EIPS/eip-137#namehash-algorithm */
export function nodeOf(name: string): string {
  const pair = new Uint8Array(64)
  for (const label of name.split('.').reverse()) {
    pair.set(keccak256(toBytes(label)), 32)
    pair.set(keccak256(pair))
  }
  return encodeHex(pair.slice(0, 32)).slice(2)
}

const toBytes = (text: string) => new TextEncoder().encode(text)

const toWord = (number: number) => number.toString(16).padStart(64, '0')

/** As a method returns a `string`. */
function encodeString(text: string): string {
  const bytes = toBytes(text)
  const hex = encodeHex(bytes).slice(2)
  return `0x${toWord(32)}${toWord(bytes.length)}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`
}

/** The address in a returned word; undefined for nobody's, and where something else was returned. */
function toAddress(returned: string): string | undefined {
  const [, address] = /^0x0{24}([\da-f]{40})$/.exec(returned.toLowerCase()) ?? []
  return address === undefined || /^0+$/.test(address) ? undefined : `0x${address}`
}

/** What a method returned; undefined where it reverted. */
export async function unlessReverted<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof AppError && error.code === 'chain/reverted') return undefined
    throw error
  }
}
