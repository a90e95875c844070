import { unlessReverted } from '@/src/chains/ens'
import type { EvmReader } from '@/src/chains/evm-reader'
import type { SolanaReader } from '@/src/chains/solana-reader'
import type { InputOf, OutputOf } from '@/src/contract/rpc'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { isImmovable, isNamed, readMint, readNames, rulesOf } from '@/src/domain/solana/solana-mint'
import { METAPLEX, toMetadataAccount } from '@/src/domain/solana/token-account'
import { encodeHex } from '@/src/lib/bytes'
import { agree, type Proof } from '../chain/proof'
import type { Engine } from '../engine'

/** `symbol()` and `name()`, EIP-20. */
const SYMBOL = '0x95d89b41'
const NAME = '0x06fdde03'

/** Characters of hex that are kept of a text: a longer one is no name. */
const longest = 1_026

type Told = OutputOf<'readToken'>

/** Reads what a token says of itself from two operators, or from the person's own node alone. */
export async function readToken(
  engine: Pick<Engine, 'readers' | 'now'>,
  { chainId, address }: InputOf<'readToken'>,
): Promise<Told> {
  const chains = await engine.readers()
  const common = { rhythm: chains.rhythm(chainId), now: engine.now() }
  const proof: Proof<Told> =
    familyOfChain(chainId) === 'solana'
      ? await agree({
          ...common,
          operators: chains.solanaOperators(chainId),
          read: (reader, _head, signal) => askMint(reader, address, signal),
        })
      : await agree({
          ...common,
          operators: chains.operators(chainId),
          read: (reader, _head, signal) => askContract(reader, address, signal),
        })
  if (proof.kind === 'proved') return proof.value
  return { kind: proof.kind === 'disagree' ? 'disagree' : 'unread' }
}

async function askContract(reader: EvmReader, address: string, signal: AbortSignal): Promise<Told> {
  const read = (data: string) => unlessReverted(reader.returned(address, data, signal))
  const decimals = await unlessReverted(reader.decimals(address, signal))
  if (decimals === undefined) return { kind: 'none' }
  const [symbol = '', name = ''] = await Promise.all([read(SYMBOL), read(NAME)])
  return {
    kind: 'found',
    symbol: symbol.slice(0, longest).toLowerCase(),
    name: name.slice(0, longest).toLowerCase(),
    decimals,
  }
}

/** Of the supply it matters whether there is any: of some tokens it is another in every slot. */
async function askMint(reader: SolanaReader, address: string, signal: AbortSignal): Promise<Told> {
  const mint = readMint(await reader.account(address, signal))
  if (mint === null) return { kind: 'none' }
  if (isImmovable(mint)) return { kind: 'immovable' }
  const kept = isNamed(mint) ? null : await reader.account(await toMetadataAccount(address), signal)
  const { symbol, name } = readNames(mint, kept?.owner === METAPLEX ? kept.data : undefined)
  const { decimals } = mint
  const rules = rulesOf(mint)
  return { kind: 'found', symbol: toWord(symbol), name: toWord(name), decimals, rules }
}

/** As some old contracts return a text: its first 32 bytes, and zeros after it. */
const toWord = (text: Uint8Array) => encodeHex(text.slice(0, 32)).padEnd(66, '0')
