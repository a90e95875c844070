import { openStatuses } from '@/src/domain/order/open-statuses'
import type { OrderStatus } from '@/src/domain/order/order'
import type { HistoryQuery } from './backend'

export type HistoryGroup = 'all' | 'open' | 'filled' | 'other'
export type HistoryTime = 'any' | 'week' | 'month' | 'year' | 'lastYear' | 'dates'

/** What the person wants to see of the history; every part narrows it further. */
export type HistoryFilters = {
  text: string
  group: HistoryGroup
  chainId?: number | undefined
  symbol?: string | undefined
  time: HistoryTime
  /** For `dates`: whole days as a date field writes them (`2026-11-22`), each may be empty. */
  first: string
  last: string
}

export const noFilters: HistoryFilters = {
  text: '',
  group: 'all',
  time: 'any',
  first: '',
  last: '',
}

const statusesOf: Record<HistoryGroup, OrderStatus[] | undefined> = {
  all: undefined,
  open: [...openStatuses, 'attention'],
  filled: ['filled'],
  other: ['refunded', 'failed', 'unproved', 'stopped'],
}

const DAY_MS = 86_400_000

/** Whether anything is left out. */
export function isFiltered(filters: HistoryFilters): boolean {
  const { since, until } = timeOf(filters, 0)
  return (
    filters.text.trim() !== '' ||
    filters.group !== 'all' ||
    filters.chainId !== undefined ||
    filters.symbol !== undefined ||
    since !== undefined ||
    until !== undefined
  )
}

/** The filters as the store reads them; days are those of the person's own time zone. */
export function toHistoryQuery(filters: HistoryFilters, now: number): Omit<HistoryQuery, 'limit'> {
  const { text, group, chainId, symbol } = filters
  const statuses = statusesOf[group]
  return {
    text: text.trim(),
    ...(statuses === undefined ? {} : { statuses }),
    ...(chainId === undefined ? {} : { chainId }),
    ...(symbol === undefined ? {} : { symbol }),
    ...timeOf(filters, now),
  }
}

function timeOf(filters: HistoryFilters, now: number): { since?: number; until?: number } {
  const year = new Date(now).getFullYear()
  const startOf = (which: number) => new Date(which, 0, 1).getTime()
  switch (filters.time) {
    case 'any':
      return {}
    case 'week':
      return { since: now - 7 * DAY_MS }
    case 'month':
      return { since: now - 30 * DAY_MS }
    case 'year':
      return { since: startOf(year) }
    case 'lastYear':
      return { since: startOf(year - 1), until: startOf(year) }
    case 'dates':
      return betweenDays(filters.first, filters.last)
  }
}

/** The first day's beginning and the end of the last; two days the wrong way round are turned. */
function betweenDays(first: string, last: string): { since?: number; until?: number } {
  const [from, to] = first !== '' && last !== '' && first > last ? [last, first] : [first, last]
  const since = startOfDay(from)
  const until = startOfDay(to, 1)
  return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) }
}

/** Midnight here, so many days later: a day is not always 24 hours long. */
function startOfDay(day: string, later = 0): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === undefined) return undefined
  return new Date(Number(year), Number(month) - 1, Number(date) + later).getTime()
}
