import { author, erc20 } from './chain'

/** A chain that nobody here reads, and how it writes what stands in an order. */
export type Place = {
  /** What the service's list of chains says of it. */
  record: { type: string; id: number; name: string; nativeCurrency: Coin; rpcUrls?: object }
  token: string
  symbol: string
  decimals: number
  /** Who asks for the address, and gets back what goes wrong. */
  author: string
  depositAddress: string
  /** A transaction as such a chain writes it, of one in hex behind `0x`. */
  written: (hash: string) => string
}

type Coin = { name: string; symbol: string; decimals: number }

const coin = (symbol: string, decimals: number): Coin => ({ name: symbol, symbol, decimals })
const bare = (hash: string) => hash.slice(2)

/** The only node of the chain without known ones is the service's own. */
export const listedHost = 'listed.test'

/** The numbers are made up, like the sandbox's; the addresses are those of bytes that are all alike. */
export const places = {
  bitcoin: {
    record: {
      type: 'bip122',
      id: 20_000_000_000_001,
      name: 'Bitcoin',
      nativeCurrency: coin('BTC', 8),
    },
    token: 'native',
    symbol: 'BTC',
    decimals: 8,
    // BIP-173's own example.
    author: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    depositAddress: '1BtgXX1LQ5tD7foJp4d5m4PqMuKaDuAe2w',
    written: bare,
  },
  tron: {
    record: { type: 'tron', id: 20_000_000_000_002, name: 'Tron', nativeCurrency: coin('TRX', 6) },
    // https://tether.to/en/supported-protocols
    token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    symbol: 'USDT',
    decimals: 6,
    author: 'TBXSw8fM4jpQkGc6zZjsVABFpVN7UvXPdV',
    depositAddress: 'TLrtXaP4Yp1AGqrwQLGoHD5yGh4tTAvPbe',
    written: bare,
  },
  /** An EVM chain of the live list of which no operator's node is known. */
  unread: {
    record: {
      type: 'eip155',
      id: 7_777_777,
      name: 'Far',
      nativeCurrency: coin('FAR', 18),
      rpcUrls: { default: { http: [`https://${listedHost}/7777777`] } },
    },
    token: erc20,
    symbol: 'TOK',
    decimals: 6,
    author,
    depositAddress: '0x7777777777777777777777777777777777777777',
    written: (hash: string) => hash,
  },
} satisfies Record<string, Place>

export type PlaceName = keyof typeof places
