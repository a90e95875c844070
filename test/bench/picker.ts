import type { Token } from '@/src/contract/service/token'
import { createBalances } from '@/src/ui/models/balances'
import { createCatalog } from '@/src/ui/models/catalog'
import { createTokenSearch } from '@/src/ui/models/token-search'
import { createFixtureBackend } from '../support/ui/fixture-backend'
import { usdcBase } from '../support/ui/fixture-data'
import { type Line, median } from './figures'

const sizes = [1_000, 10_000, 50_000]
/** One frame, ms. */
const goal = 16.7
const rounds = 5

const tokenOf = (index: number): Token => ({
  ...usdcBase,
  symbol: `T${index.toString(36).toUpperCase()}`,
  name: `Token ${index}`,
  address: `0x${index.toString(16).padStart(40, '0')}`,
  extensions: {},
})

/** ms from a key until the list of an open picker that holds `size` tokens is worked out anew. */
async function measureKey(size: number): Promise<number> {
  const backend = createFixtureBackend({ now: () => 0, orders: {} })
  const { call } = backend
  const data = Array.from({ length: size }, (_, index) => tokenOf(index))
  backend.call = ((name, input) =>
    name === 'listTokens' ? Promise.resolve({ data } as never) : call(name, input)) as typeof call
  const search = createTokenSearch({
    backend,
    // What is typed is not asked of the service: the list is narrowed at once.
    clock: {
      now: () => 0,
      after(ms, run) {
        if (ms === 0) run()
        return () => undefined
      },
    },
    catalog: createCatalog({ backend }),
    balances: createBalances({ backend }),
    accounts: () => [],
  })
  while (search.rows.value.length < size) await new Promise(setImmediate)
  const times = ['t', 't1', 't12', 't1', 't'].map((text) => {
    const started = performance.now()
    search.setText(text)
    if (search.rows.value.length === 0) throw new Error('Nothing was found')
    return performance.now() - started
  })
  search.dispose()
  return median(times)
}

/** Rows are drawn by the height of the window, so what grows with the list is the model alone. */
export async function measurePicker(): Promise<Line[]> {
  const lines: Line[] = []
  for (const size of sizes) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) times.push(await measureKey(size))
    const measure = `picker, key until its list, ${size.toLocaleString('en')} tokens`
    lines.push({ measure, unit: 'ms', here: median(times), goal })
  }
  return lines
}
