import type { ExportedFile } from '@/src/contract/exported'
import type { Writer } from './writer'

/** One JSON document, an order a line: see `contract/exported`. */
export function createJsonWriter(exportedAt: number): Writer {
  const head: Omit<ExportedFile, 'orders'> = {
    format: 'causeway-orders',
    version: 1,
    exportedAt: new Date(exportedAt).toISOString(),
  }
  let first = true
  return {
    type: 'application/json',
    begin: () => `${JSON.stringify(head).slice(0, -1)},"orders":[\n`,
    page(orders) {
      if (orders.length === 0) return ''
      const before = first ? '' : ',\n'
      first = false
      return before + orders.map((order) => JSON.stringify(order)).join(',\n')
    },
    end: () => '\n]}\n',
  }
}
