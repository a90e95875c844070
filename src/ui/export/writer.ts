import type { ExportedOrder } from '@/src/contract/exported'

/** A file that is written a page of orders at a time. */
export type Writer = {
  /** MIME type. */
  type: string
  begin(): string
  page(orders: readonly ExportedOrder[]): string
  end(): string
}

export type ExportFormat = 'csv' | 'json'
