import { type BookEntry, bookKey } from '@/src/contract/book'
import { AppError } from '@/src/domain/error'
import type { BookStore } from '@/src/store/account-book'
import { account } from './fixture-data'

/** An account book in memory. `failing`: the store cannot be opened. */
export function createFixtureBook(
  first: readonly BookEntry[] = [],
  options: { failing?: boolean; unread?: number } = {},
): BookStore {
  let entries = [...first]
  const { failing = false, unread = 0 } = options
  const listeners = new Set<() => void>()
  const read = async () => {
    if (failing) throw new AppError('store/unavailable', { name: '' })
    return { entries, unread }
  }
  return {
    read,
    async change(decide) {
      await read()
      const { put = [], drop = [] } = decide(entries) ?? {}
      const gone = [...drop, ...put.map(bookKey)]
      entries = [...entries.filter((each) => !gone.includes(bookKey(each))), ...put]
      for (const listener of listeners) listener()
      return { entries, unread }
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const now = 1_800_000_000_000
const entry = (name: string, address: string, more: Partial<BookEntry> = {}): BookEntry => ({
  name,
  address,
  family: 'eip155',
  createdAt: now,
  ...more,
})

const few = [
  entry('Alice', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', {
    note: 'Rent, on Base',
    usedAt: now,
  }),
  entry('Cold storage', '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', { family: 'solana' }),
  entry('Bitcoin savings', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', { family: 'bip122' }),
  entry('Tron desk', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', { family: 'tron' }),
]

const many = Array.from({ length: 40 }, (_, place) =>
  entry(`Supplier ${place + 1}`, `0x${(place + 1).toString(16).padStart(4, '0').repeat(10)}`),
)

const long = [
  entry('Grandmother’s savings account at the old', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', {
    note: 'N'.repeat(140),
  }),
  entry('W'.repeat(20) + 'م'.repeat(20), '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', {
    family: 'solana',
  }),
  entry(`Z${'\u0310\u0336'.repeat(19)}`, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', { family: 'tron' }),
]

const file = [
  ...few,
  entry('My wallet', `0x7099${'4'.repeat(32)}79c8`, { unchecked: true }),
  entry('Binance', '0x90f79bf6eb2c4f870365e785982e1f101e93b906', { unchecked: true }),
]

/** Books to look at: by the names that stand in the address of a picture. */
export const books: Record<string, readonly BookEntry[]> = {
  few,
  many,
  long,
  file,
  own: [entry('Main account', account), ...few],
}
