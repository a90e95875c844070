import { describe, expect, it } from 'vitest'
import { InvalidResponseError } from '@/src/domain/service/service-error'
import { type Paging, walkPages } from './paging'

type Answer = { data: string[]; cursor?: number; skipped?: number }

async function walk(answer: (cursor: number) => Answer) {
  const asked: number[] = []
  const given: string[] = []
  const pages = walkPages(async ({ cursor = 0 }: Paging) => {
    asked.push(cursor)
    return answer(cursor)
  }, {})
  const error = await (async () => {
    for await (const each of pages) given.push(each)
  })().catch((caught: unknown) => caught)
  return { asked, given, error }
}

describe('a paged list', () => {
  it('is given to its last page, over a page that is empty', async () => {
    const pages: Answer[] = [{ data: ['a'], cursor: 1 }, { data: [], cursor: 2 }, { data: ['b'] }]
    const { given, error } = await walk((cursor) => pages[cursor] ?? { data: [] })
    expect(given).toEqual(['a', 'b'])
    expect(error).toBeUndefined()
  })

  it('is given to its last page, over many whose records cannot be read', async () => {
    const unread = (cursor: number): Answer => ({ data: [], cursor: cursor + 1, skipped: 20 })
    const { given, error } = await walk((at) => (at < 9 ? unread(at) : { data: ['a'] }))
    expect(given).toEqual(['a'])
    expect(error).toBeUndefined()
  })

  it('is given to its last page, whichever way its cursors go', async () => {
    const pages: Record<number, Answer> = {
      0: { data: ['a'], cursor: 980 },
      980: { data: ['b'], cursor: 960 },
      960: { data: ['c'] },
    }
    const { given, error } = await walk((cursor) => pages[cursor] ?? { data: [] })
    expect(given).toEqual(['a', 'b', 'c'])
    expect(error).toBeUndefined()
  })

  it('given cursors that go round, ends where it began', async () => {
    const { given, error } = await walk((cursor) => ({ data: ['a'], cursor: (cursor + 1) % 3 }))
    expect(given).toHaveLength(3)
    expect(error).toBeUndefined()
  })

  it('given a cursor that grows for ever and brings nothing, ends with an error', async () => {
    const { asked, error } = await walk((cursor) => ({ data: [], cursor: cursor + 1 }))
    expect(error).toBeInstanceOf(InvalidResponseError)
    expect(asked.length).toBeLessThan(10)
  })

  it('given a cursor that grows for ever and brings the same again, ends with an error', async () => {
    const { asked, error } = await walk((cursor) => ({ data: ['a'], cursor: cursor + 1 }))
    expect(error).toBeInstanceOf(InvalidResponseError)
    expect(asked.length).toBeLessThanOrEqual(1000)
  })
})
