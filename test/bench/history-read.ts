import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { databaseName } from '@/src/store/open'
import type { Line } from './figures'

const root = fileURLToPath(new URL('../..', import.meta.url))
const rounds = 15
/** A page is read in at most twice the time that the bare database takes for the same rows. */
const goal = 2

type Pair = { ours: number; bare: number }
export type ReadFigures = Record<keyof typeof names, Pair>

const names = {
  first: 'first page',
  next: 'page in the middle',
  search: 'search',
  filter: 'filter',
  pair: 'two filters without a match',
  turns: 'text of every order, and filters without a match',
  both: 'text of no order, and a filter',
}

/** The store's reading as one script that runs in a page of the extension. */
async function bundleReading(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        export { readHistory } from '@/src/store/read-history'
        export { createDatabase } from '@/src/store/open'`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'reading',
    alias: { '@': root },
    define: { 'import.meta.env': '{}' },
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

/**
 * Reads the same pages with the store's own function and with the bare database, in turns, in a page of the
 * extension that holds `size` orders; medians, ms. What is bare reads only the rows that are shown, along the
 * index that has them, and where there are none it asks each index that would.
 */
export async function readBeside(page: Page, size: number): Promise<ReadFigures> {
  const hash = `0x${(size - 10).toString(16).padStart(64, '0')}`
  const middle = 1_700_000_000_000 + Math.floor(size / 2) * 60_000
  return (await page.evaluate(`(async () => {
    ${await bundleReading()}
    const wait = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const bare = await wait(indexedDB.open('${databaseName}'))
    const store = () => bare.transaction('orders').objectStore('orders')
    const along = async (name, range) => {
      const rows = []
      const request = store().index(name).openCursor(range, 'prev')
      await new Promise((resolve, reject) => {
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const cursor = request.result
          if (cursor) rows.push(cursor.value)
          if (!cursor || rows.length > 20) return resolve()
          cursor.continue()
        }
      })
      return rows
    }
    const none = async (names, from, to) => {
      const all = store()
      await Promise.all(names.map((name) => wait(all.index(name).count(IDBKeyRange.bound(from, to)))))
      return []
    }
    const pairs = ['from-from', 'from-to', 'to-from', 'to-to']
    const cases = {
      first: [{}, () => along('listed', null)],
      next: [{ cursor: '${middle}.x' }, () => along('listed', IDBKeyRange.upperBound([${middle}, 'x'], true))],
      search: [{ text: '${hash}' }, () => wait(store().index('keys').getAll('${hash}'))],
      filter: [{ symbol: 'DAI' }, () => along('fromSymbol', IDBKeyRange.bound(['DAI'], ['DAI', [[]]]))],
      pair: [{ symbol: 'DAI', chainId: 8453 }, () => none(pairs, [8453, 'DAI'], [8453, 'DAI', [[]]])],
      turns: [{ symbol: 'DAI', statuses: ['failed', 'filled'], chainId: 8453, text: 'usdc' }, () => none(pairs, [8453, 'DAI'], [8453, 'DAI', [[]]])],
      both: [{ symbol: 'DAI', text: 'eth' }, () => wait(store().index('keys').getAll(IDBKeyRange.bound('eth', 'eth\\uffff')))],
    }
    const db = reading.createDatabase()
    const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
    const figures = {}
    for (const [name, [query, plain]] of Object.entries(cases)) {
      const ours = []
      const others = []
      for (let round = 0; round < ${rounds}; round += 1) {
        let started = performance.now()
        await reading.readHistory(db, { limit: 20, ...query })
        ours.push(performance.now() - started)
        started = performance.now()
        await plain()
        others.push(performance.now() - started)
      }
      figures[name] = { ours: median(ours), bare: median(others) }
    }
    await db.close()
    bare.close()
    return figures
  })()`)) as ReadFigures
}

/** One line a reading, beside the bare database. */
export function readLines(figures: ReadFigures, size: number): Line[] {
  return (Object.keys(names) as (keyof typeof names)[]).map((name) => ({
    measure: `history, ${names[name]}, ${size.toLocaleString('en')} orders : bare IndexedDB`,
    unit: 'ms',
    blank: figures[name].bare,
    here: figures[name].ours,
    goal,
  }))
}
