import { describe, expect, it } from 'vitest'
import { addWaiting, listWaiting, type Waiting } from './waiting'

const bySite = (name: string, digit: string): Waiting => {
  const origin = `https://${name}.test`
  const requestId = digit.repeat(32)
  return {
    id: requestId,
    origin,
    askedBy: { origin, requestId, page: { tabId: 7, frameId: 0, origin } },
  }
}
const addAll = (all: Waiting[]) =>
  all.reduce(
    ({ list, gone }, next) => {
      const added = addWaiting(list, next)
      return { list: added.list, gone: [...gone, ...added.gone] }
    },
    { list: [] as Waiting[], gone: [] as unknown[] },
  )

describe('what waits for the person', () => {
  it('given something else is stored in its place, reads what there is of it', () => {
    const a = bySite('a', '1')
    expect(listWaiting([null, 7, { id: 7 }, 'a', a])).toEqual([a])
    expect([listWaiting(undefined), listWaiting({ id: 'a' })]).toEqual([[], []])
    const { askedBy } = a
    const page = { tabId: 7.5, frameId: 0, origin: 'https://a.test' }
    for (const damaged of [
      { ...a, orderId: 7 },
      { ...a, origin: null },
      { ...a, askedBy: 'https://a.test' },
      { ...a, askedBy: { ...askedBy, origin: undefined } },
      { ...a, askedBy: { ...askedBy, page } },
    ]) {
      expect(listWaiting([damaged, a])).toEqual([a])
    }
  })

  it('given two sites, then both wait, the oldest first', () => {
    const [a, b] = [bySite('a', '1'), bySite('b', '2')]
    expect(addAll([a, b])).toEqual({ list: [a, b], gone: [] })
  })

  it('given one site twice, then the newer waits in the place of the older, which is answered', () => {
    const [a, b, again] = [bySite('a', '1'), bySite('b', '2'), bySite('a', '3')]
    expect(addAll([a, b, again])).toEqual({ list: [again, b], gone: [a.askedBy] })
  })

  it('given texts and notices, then the newest of each waits, beside a site that they come from', () => {
    const a = bySite('a', '1')
    const text = (id: string): Waiting => ({ id, origin: 'https://a.test' })
    const notice = (id: string): Waiting => ({ id, orderId: id })
    const { list, gone } = addAll([a, text('t1'), notice('n1'), text('t2'), notice('n2')])
    expect(list).toEqual([a, text('t2'), notice('n2')])
    expect(gone).toEqual([])
  })

  it('given more sites than a person would answer, then the last is answered and none pushed out', () => {
    const sites = [...'123456789'].map((digit) => bySite(`s${digit}`, digit))
    const text: Waiting = { id: 't', origin: 'https://s9.test' }
    const again = bySite('s3', 'a')
    const { list, gone } = addAll([...sites, text, again])
    expect(list).toEqual([...sites.slice(0, 2), again, ...sites.slice(3, 8), text])
    expect(gone).toEqual([sites[8]?.askedBy, sites[2]?.askedBy])
  })
})
