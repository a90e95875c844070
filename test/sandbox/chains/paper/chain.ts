import { randomBytes } from 'node:crypto'
import {
  type ChainDeposit,
  type ChainPort,
  ChainRefusal,
  type ChainToken,
  type Reference,
} from '../port'
import { isCkb, isSegwit, toBase58Check, toCkb, toSegwit, versionOf } from './addresses'

/**
 * A chain that exists on paper: the service takes transfers from it, and its addresses are real ones
 * whose keys nobody has. What is paid there is said by the control endpoint (`POST /paid`).
 */
export type PaperChain = ChainPort & {
  /** Somebody paid to a deposit address; gives the transaction's hash. Throws for another address. */
  pay(payment: { address: string; token?: string | undefined; amount: bigint }): string
}

/** What is built as Bitcoin is has its type. */
const types = { bitcoin: 'bip122', litecoin: 'bip122', tron: 'tron', ckb: 'ckb' } as const
type Name = keyof typeof types

type Kind = {
  id: number
  name: string
  caip2: string
  coin: { name: string; symbol: string; decimals: number }
  tokens: Omit<ChainToken, 'chainId'>[]
  parse(text: string): boolean
  make(): string
}

const coinOf = (name: string, symbol: string, decimals: number, priceUsd: string) => ({
  name,
  symbol,
  decimals,
  priceUsd,
  isTop: true,
})

/**
 * The numbers of such chains and how their coins are written are nowhere published for this interface:
 * these are made up. CAIP-2: https://namespaces.chainagnostic.org/bip122/caip2 (and tron).
 */
const kinds: Record<Name, Kind> = {
  bitcoin: {
    id: 20_000_000_000_001,
    name: 'Bitcoin',
    caip2: 'bip122:000000000019d6689c085ae165831e93',
    coin: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    tokens: [{ address: 'native', isNative: true, ...coinOf('Bitcoin', 'BTC', 8, '100000') }],
    parse: (text) => isSegwit('bc', text) || [0x00, 0x05].includes(versionOf(text) ?? -1),
    make: () => toSegwit('bc', randomBytes(20)),
  },
  tron: {
    id: 20_000_000_000_002,
    name: 'Tron',
    caip2: 'tron:0x2b6653dc',
    coin: { name: 'Tron', symbol: 'TRX', decimals: 6 },
    tokens: [
      {
        // The address of twenty zero bytes.
        address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
        isNative: true,
        ...coinOf('Tron', 'TRX', 6, '0.25'),
      },
      {
        // https://tether.to/en/supported-protocols
        address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
        isNative: false,
        ...coinOf('Tether USD', 'USDT', 6, '1'),
      },
    ],
    parse: (text) => versionOf(text) === 0x41,
    make: () => toBase58Check(0x41, randomBytes(20)),
  },
  litecoin: {
    id: 20_000_000_000_003,
    name: 'Litecoin',
    caip2: 'bip122:12a765e31ffd4059bada1e25190f6e98',
    coin: { name: 'Litecoin', symbol: 'LTC', decimals: 8 },
    tokens: [{ address: 'native', isNative: true, ...coinOf('Litecoin', 'LTC', 8, '100') }],
    parse: (text) => isSegwit('ltc', text) || [0x30, 0x32].includes(versionOf(text) ?? -1),
    make: () => toSegwit('ltc', randomBytes(20)),
  },
  ckb: {
    id: 20_000_000_000_004,
    name: 'Nervos CKB',
    // No namespace is registered for it.
    caip2: 'ckb:mainnet',
    coin: { name: 'CKB', symbol: 'CKB', decimals: 8 },
    tokens: [{ address: 'native', isNative: true, ...coinOf('CKB', 'CKB', 8, '0.01') }],
    parse: isCkb,
    make: () => toCkb(randomBytes(20)),
  },
}

/** All chains on paper. */
export const createPaperChains = (): PaperChain[] =>
  (Object.keys(types) as Name[]).map(createPaperChain)

const newHash = (name: Name) => `${name === 'ckb' ? '0x' : ''}${randomBytes(32).toString('hex')}`
const refuse = () => Promise.reject(new ChainRefusal('This chain takes transfers only'))

function createPaperChain(name: Name): PaperChain {
  const kind = kinds[name]
  const tokens = kind.tokens.map((token) => ({ ...token, chainId: kind.id }))
  const addresses = new Map<string, Reference>()
  const deposits: ChainDeposit[] = []
  const listeners = new Set<(deposit: ChainDeposit) => void>()
  const isToken = (text: string) => tokens.some(({ address }) => address === text)
  return {
    id: kind.id,
    type: types[name],
    name: kind.name,
    nativeCurrency: kind.coin,
    rpcUrl: '',
    caip2: kind.caip2,
    depositTarget: '',
    fillerAddress: kind.make(),
    tokens,
    parseAddress: (text) => (kind.parse(text) || isToken(text) ? text : undefined),
    balanceOf: async () => 0n,
    buildDeposit: refuse,
    isReadyToDeposit: async () => true,
    async createDepositAddress(reference) {
      const address = kind.make()
      addresses.set(address, reference)
      return address
    },
    broadcast: refuse,
    async transactionState(txHash) {
      return deposits.some((each) => each.txHash === txHash) ? 'mined' : 'unknown'
    },
    onDeposit(callback) {
      listeners.add(callback)
      return () => listeners.delete(callback)
    },
    depositsRead: async () => undefined,
    payOut: async () => newHash(name),
    refund: async () => newHash(name),
    fund: async () => undefined,
    mine: async () => undefined,
    advance: async () => undefined,
    setAutomine: async () => undefined,
    stop: async () => undefined,
    pay({ address, token = tokens[0]?.address ?? '', amount }) {
      const reference = addresses.get(address)
      if (reference === undefined) throw new ChainRefusal('Not a deposit address of this chain')
      const txHash = newHash(name)
      const deposit: ChainDeposit = {
        id: `${kind.id}:${txHash}:0`,
        chainId: kind.id,
        txHash,
        reference,
        via: 'address',
        sender: kind.make(),
        token,
        amount,
        timestamp: Math.floor(Date.now() / 1_000),
      }
      deposits.push(deposit)
      for (const tell of listeners) tell(deposit)
      return txHash
    },
  }
}
