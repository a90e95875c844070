import { describe, expect, it } from 'vitest'
import { isFiltered, noFilters, toHistoryQuery } from './history-filters'

const now = new Date(2026, 10, 22, 12).getTime()
const query = (patch: Partial<typeof noFilters>) => toHistoryQuery({ ...noFilters, ...patch }, now)
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime()

describe('the filters of the history', () => {
  it('leave nothing out until one is set', () => {
    expect(query({})).toEqual({ text: '' })
    expect(isFiltered(noFilters)).toBe(false)
    expect(isFiltered({ ...noFilters, time: 'dates' })).toBe(false)
    expect(isFiltered({ ...noFilters, text: ' ' })).toBe(false)
    expect(isFiltered({ ...noFilters, chainId: 8453 })).toBe(true)
    expect(isFiltered({ ...noFilters, time: 'week' })).toBe(true)
  })

  it('name the statuses, the chain and the token', () => {
    expect(query({ group: 'filled', chainId: 1, symbol: 'USDC', text: ' 0xAB ' })).toEqual({
      statuses: ['filled'],
      chainId: 1,
      symbol: 'USDC',
      text: '0xAB',
    })
  })

  it('count days back from now, and years by the calendar', () => {
    expect(query({ time: 'week' }).since).toBe(now - 7 * 86_400_000)
    expect(query({ time: 'year' })).toMatchObject({ since: day(2026, 1, 1) })
    expect(query({ time: 'lastYear' })).toMatchObject({
      since: day(2025, 1, 1),
      until: day(2026, 1, 1),
    })
  })

  it('take the last day whole, half a choice as it is, and turn two days that are the wrong way', () => {
    const between = { since: day(2026, 3, 1), until: day(2026, 4, 1) }
    expect(query({ time: 'dates', first: '2026-03-01', last: '2026-03-31' })).toMatchObject(between)
    expect(query({ time: 'dates', first: '2026-03-31', last: '2026-03-01' })).toMatchObject(between)
    expect(query({ time: 'dates', last: '2026-03-31' })).toEqual({
      text: '',
      until: between.until,
    })
  })
})
