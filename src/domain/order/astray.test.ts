import { describe, expect, it } from 'vitest'
import { planned } from '@/test/samples/order'
import { EVM_NATIVE, EVM_NATIVE_ALIAS } from '../address/address'
import { isAskedFor, isTrifleBeside, type Valued, withWideLook, wrongOf } from './astray'
import type { Astray, Transfer } from './order'

const { accepted } = planned()
const { chainId, address } = accepted.from

describe('what is too little beside what was asked for', () => {
  const asked: Valued = { symbol: 'USDC', decimals: 6, amount: '25000000', usd: '1' }
  it.each<[string, Valued, boolean]>([
    [
      'coins worth a cent less',
      { symbol: 'ETH', decimals: 18, amount: '99000000000000', usd: '2500' },
      true,
    ],
    [
      'coins worth a hundredth',
      { symbol: 'ETH', decimals: 18, amount: '100000000000000', usd: '2500' },
      false,
    ],
    [
      'a price with a fraction',
      { symbol: 'BONK', decimals: 5, amount: '1250000000', usd: '0.00002' },
      false,
    ],
    [
      'the same by a price with a fraction',
      { symbol: 'BONK', decimals: 5, amount: '1249000000', usd: '0.00002' },
      true,
    ],
    [
      'its own name on another chain, no price',
      { symbol: 'usdc', decimals: 18, amount: '249999999999999999' },
      true,
    ],
    [
      'enough by its name, no price',
      { symbol: 'USDC', decimals: 18, amount: '250000000000000000' },
      false,
    ],
    ['another name and no price', { symbol: 'DAI', decimals: 18, amount: '1' }, false],
    [
      'another name and a price of nothing',
      { symbol: 'DAI', decimals: 18, amount: '1', usd: '0' },
      false,
    ],
    [
      'another name and a price that is none',
      { symbol: 'DAI', decimals: 18, amount: '1', usd: '1e9' },
      false,
    ],
  ])('given %s', (_, came, isTrifle) => {
    expect(isTrifleBeside(asked, came)).toBe(isTrifle)
  })
})

describe('what is wrong with a payment', () => {
  it('is its chain before its token', () => {
    expect(wrongOf(accepted, { chainId })).toBe('token')
    expect(wrongOf(accepted, { chainId: chainId + 1 })).toBe('chain')
    expect(isAskedFor(accepted, chainId, address.toLowerCase())).toBe(true)
    expect(isAskedFor(accepted, chainId + 1, address)).toBe(false)
    const coin = { from: { ...accepted.from, address: EVM_NATIVE } }
    expect(isAskedFor(coin, chainId, EVM_NATIVE_ALIAS)).toBe(true)
  })
})

describe('what is known after a look', () => {
  const transfer: Transfer = {
    depositAddress: '0x4444444444444444444444444444444444444444',
    amount: '25000000',
    expiresAt: 1,
    seen: [],
  }
  const came = (more: Partial<Astray> = {}): Astray => ({
    chainId,
    token: EVM_NATIVE,
    symbol: 'ETH',
    decimals: 18,
    amount: '5',
    at: 1,
    nodes: ['one', 'two'],
    ...more,
  })
  const look = (at: number) => ({ at, chains: [{ chainId, outcome: 'whole' as const }] })

  it('given nothing came, keeps that it was looked', () => {
    expect(withWideLook(transfer, look(5), [])).toEqual({ ...transfer, lookedWide: look(5) })
  })

  it('given an older look than the last, changes nothing', () => {
    const known = withWideLook(transfer, look(5), [])
    expect(withWideLook(known, look(4), [came()])).toBe(known)
  })

  it('given what was found is gone from the address, keeps it', () => {
    const known = withWideLook(transfer, look(5), [came({ hash: '0xa' })])
    expect(withWideLook(known, look(6), []).astray).toEqual(known.astray)
  })

  it('given the same again, keeps it once; another payment beside it', () => {
    const known = withWideLook(transfer, look(5), [came({ hash: '0xa' })])
    const next = withWideLook(known, look(6), [came({ hash: '0xa', at: 6 }), came({ hash: '0xb' })])
    expect(next.astray?.map(({ hash }) => hash)).toEqual(['0xa', '0xb'])
  })

  it('given a balance that was found before, keeps it once, and another balance beside it', () => {
    const known = withWideLook(transfer, look(5), [came()])
    expect(withWideLook(known, look(6), [came({ at: 6 })]).astray).toHaveLength(1)
    const more = withWideLook(known, look(6), [came({ amount: '7' })])
    expect(more.astray?.map(({ amount }) => amount)).toContain('7')
  })

  it('given a balance, and then what brought it, keeps the transaction alone', () => {
    const known = withWideLook(transfer, look(5), [came({ undated: true })])
    const next = withWideLook(known, look(6), [came({ hash: '0xa' })])
    expect(next.astray?.map(({ hash }) => hash)).toEqual(['0xa'])
    expect(withWideLook(next, look(7), [came({ undated: true })]).astray).toEqual(next.astray)
  })

  it('given more than is kept, keeps the oldest', () => {
    const many = Array.from({ length: 30 }, (_, at) => came({ hash: `0x${at}` }))
    expect(withWideLook(transfer, look(5), many).astray).toHaveLength(12)
  })
})
