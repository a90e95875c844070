import type { ValueIndex } from './history-streams'
import type { Database } from './open'

/** What the history can be filtered by: ids of chains and symbols of tokens that stand in it. */
export type HistoryChoices = { chainIds: number[]; symbols: string[] }

/** Values that are given of a kind; more are no choice. */
const most = 200

/** Jumps along the indexes from value to value: the cost follows their number, not that of orders. */
export async function readChoices(db: Database): Promise<HistoryChoices> {
  const { store } = (await db.use()).transaction('orders')

  async function valuesOf(name: ValueIndex) {
    const values: (number | string)[] = []
    let cursor = await store.index(name).openKeyCursor()
    while (cursor && values.length < most) {
      const [value] = cursor.key
      values.push(value)
      // Later than every order with this value.
      cursor = await cursor.continue([value, [Number.POSITIVE_INFINITY]] as never)
    }
    return values
  }

  const [fromChains, toChains, fromSymbols, toSymbols] = await Promise.all([
    valuesOf('fromChain'),
    valuesOf('toChain'),
    valuesOf('fromSymbol'),
    valuesOf('toSymbol'),
  ])
  return {
    chainIds: [...new Set([...fromChains, ...toChains])].map(Number),
    symbols: [...new Set([...fromSymbols, ...toSymbols])].map(String).slice(0, most),
  }
}
