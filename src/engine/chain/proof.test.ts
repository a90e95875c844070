import { afterEach, describe, expect, it } from 'vitest'
import type { Operator } from '@/src/chains/chains'
import type { Head } from '@/src/chains/evm-reader'
import type { Rhythm } from '@/src/domain/chain/chain-rhythm'
import { AppError } from '@/src/domain/error'
import { agree, bornOut, denied, isOpposed, type Question } from './proof'

const now = 1_800_000_000_000
const regular: Rhythm = { blockMs: 2_000, arrival: 5, absence: 60 }
const quiet: Rhythm = { ...regular, quiet: true }

type Node = {
  /** One head a look; the last stays. */
  heads?: number[]
  /** Seconds that the newest block is old. */
  age?: number
  /** By how many seconds the node's own clock is ahead of this computer's; it tells none without. */
  ahead?: number
  says?: unknown
  down?: boolean
  own?: boolean
}
type Reader = { head(): Promise<Head>; fact(): Promise<unknown> }

const asked: string[] = []

/** By how many ms the service's clock is ahead of this computer's; unknown without. */
let service: number | undefined
afterEach(() => {
  service = undefined
})

function operator(name: string, node: Node): Operator<Reader> {
  const heads = [...(node.heads ?? [1_000])]
  const answer = async <T>(value: T): Promise<T> => {
    if (node.down) throw new AppError('chain/unreachable')
    return value
  }
  return {
    name,
    own: node.own ?? false,
    ahead: service,
    reader: {
      head: () => {
        asked.push(name)
        const number = BigInt((heads.length > 1 ? heads.shift() : heads[0]) ?? 0)
        const { ahead, age = 1 } = node
        const toldAt = ahead === undefined ? {} : { toldAt: now + ahead * 1_000 }
        return answer({ number, time: now / 1_000 + (ahead ?? 0) - age, ...toldAt })
      },
      fact: () => answer(node.says),
    },
  }
}

function ask(nodes: Record<string, Node>, more: Partial<Question<Reader, unknown>> = {}) {
  asked.length = 0
  return agree<Reader, unknown>({
    operators: Object.entries(nodes).map(([name, node]) => operator(name, node)),
    rhythm: regular,
    now,
    read: (reader) => reader.fact(),
    ...more,
  })
}

const yes = { says: 'yes' }
const no = { says: 'no' }
const down = { down: true }

describe('one fact, read from independent operators', () => {
  it('given two that agree, then it is proved by both, and no third is asked', async () => {
    expect(await ask({ a: yes, b: { ...yes, heads: [998] }, c: no })).toEqual({
      kind: 'proved',
      by: { nodes: ['a', 'b'] },
      value: 'yes',
      head: 998n,
    })
    expect(asked).toEqual(['a', 'b'])
  })

  it('given amounts and nothing at all, then those are compared too', async () => {
    const fact = (amount: bigint) => ({ says: { amount, to: null } })
    expect(await ask({ a: fact(7n), b: fact(7n) })).toMatchObject({ kind: 'proved' })
    expect(await ask({ a: fact(7n), b: fact(8n) })).toMatchObject({ kind: 'disagree' })
    expect(await ask({ a: { says: null }, b: { says: null } })).toMatchObject({ value: null })
    expect(await ask({ a: { says: 7n }, b: { says: '7' } })).toMatchObject({ kind: 'disagree' })
  })

  it('given two that differ, then they disagree, and a third is no majority', async () => {
    expect(await ask({ a: yes, b: no, c: yes })).toEqual({
      kind: 'disagree',
      words: [
        { name: 'a', value: 'yes' },
        { name: 'b', value: 'no' },
      ],
    })
    expect(asked).toEqual(['a', 'b'])
  })

  it('given a rule of its own for what is one fact, then that counts', async () => {
    const isSame = (one: unknown, other: unknown) => String(one)[0] === String(other)[0]
    const proof = await ask({ a: { says: 'yes' }, b: { says: 'yeah' } }, { isSame })
    expect(proof).toMatchObject({ kind: 'proved', value: 'yes' })
  })

  it('given a rule of what is taken of two such words, then that is told, whoever was first', async () => {
    const isSame = () => true
    const take = (one: unknown, other: unknown) => (Number(one) < Number(other) ? one : other)
    for (const [a, b] of [
      [7, 9],
      [9, 7],
    ]) {
      const proof = await ask({ a: { says: a }, b: { says: b } }, { isSame, take })
      expect(proof).toMatchObject({ kind: 'proved', value: 7 })
    }
  })

  it("given the person's own node, then it is proved by it alone", async () => {
    expect(await ask({ mine: { ...yes, own: true } })).toEqual({
      kind: 'proved',
      by: { nodes: ['mine'], ownNode: true },
      value: 'yes',
      head: 1_000n,
    })
  })

  it('given one that is down, then the next takes its place', async () => {
    const proof = await ask({ a: down, b: yes, c: yes })
    expect(proof).toMatchObject({ kind: 'proved', by: { nodes: ['b', 'c'] } })
  })

  it('given only one that answers, then it is seen by one', async () => {
    const one = { kind: 'seenByOne', name: 'b', value: 'yes' }
    expect(await ask({ b: yes })).toEqual({ ...one, others: [] })
    const others = ['unreachable', 'unreachable']
    expect(await ask({ a: down, b: yes, c: down })).toEqual({ ...one, others })
  })

  it('given one that has nothing of it, then others are asked on, and that it denies is told', async () => {
    const denies = { says: denied }
    expect(await ask({ a: denies, b: yes, c: yes })).toMatchObject({
      kind: 'proved',
      by: { nodes: ['b', 'c'] },
    })
    expect(await ask({ a: denies, b: yes, c: { says: undefined } })).toMatchObject({
      kind: 'seenByOne',
      others: ['denies', 'silent'],
    })
    expect(await ask({ a: denies })).toEqual({
      kind: 'unknown',
      why: [{ name: 'a', reason: 'denies' }],
    })
  })

  it('given none, or none that answers, then it is not known', async () => {
    expect(await ask({})).toEqual({ kind: 'unknown', why: [] })
    expect(await ask({ a: down, b: { says: undefined } })).toEqual({
      kind: 'unknown',
      why: [
        { name: 'a', reason: 'unreachable' },
        { name: 'b', reason: 'silent' },
      ],
    })
    expect(await ask({ mine: { own: true, down: true } })).toMatchObject({ kind: 'unknown' })
  })

  it('given many that are down, then not all of a long list are asked', async () => {
    await ask({ a: down, b: down, c: down, d: down, e: yes, f: yes })
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
  })

  it('given a bug, then it is not taken for silence', async () => {
    const read = async () => {
      throw new TypeError('bug')
    }
    await expect(ask({ a: yes, b: yes }, { read })).rejects.toThrow('bug')
  })
})

describe('which nodes count', () => {
  const past = (by: 'arrival' | 'absence') => ({ past: { block: 940n, by } })

  it('given heads just deep enough past the block, then both; one block less, then neither', async () => {
    const at = (head: number) => ({ ...yes, heads: [head] })
    expect(await ask({ a: at(1_000), b: at(1_001) }, past('absence'))).toMatchObject({
      kind: 'proved',
    })
    expect(await ask({ a: at(999), b: at(999) }, past('absence'))).toEqual({
      kind: 'unknown',
      why: [
        { name: 'a', reason: 'behind' },
        { name: 'b', reason: 'behind' },
      ],
    })
    expect(await ask({ a: at(999), b: at(1_000) }, past('absence'))).toMatchObject({
      kind: 'seenByOne',
      name: 'b',
    })
  })

  it('given an arrival, then fewer blocks are enough than for an absence', async () => {
    const nodes = { a: { ...yes, heads: [945] }, b: { ...yes, heads: [945] } }
    expect(await ask(nodes, past('arrival'))).toMatchObject({ kind: 'proved' })
    expect(await ask(nodes, past('absence'))).toMatchObject({ kind: 'unknown' })
  })

  it('given the newest block is old, then that node stands still and does not count', async () => {
    const old = { ...yes, age: 61 }
    expect(await ask({ a: old, b: { ...yes, age: 60 } })).toMatchObject({ kind: 'seenByOne' })
    expect(await ask({ mine: { ...old, own: true } })).toEqual({
      kind: 'unknown',
      why: [{ name: 'mine', reason: 'stale' }],
    })
    // One that stands still is no longer on its way to the block.
    const nodes = { a: { ...old, heads: [900] }, b: { ...yes, heads: [900] } }
    expect(await ask(nodes, past('arrival'))).toEqual({
      kind: 'unknown',
      why: [
        { name: 'a', reason: 'stale' },
        { name: 'b', reason: 'behind' },
      ],
    })
  })

  it.each([600, -600])(
    'given this clock is off by %i s, then a node`s own says how old its block is',
    async (ahead) => {
      const fresh = { ...yes, ahead }
      expect(await ask({ a: fresh, b: fresh })).toMatchObject({ kind: 'proved' })
      const still = { ...fresh, age: 61 }
      expect(await ask({ a: still, b: still })).toMatchObject({ kind: 'unknown' })
    },
  )

  describe('where no node says when it answers', () => {
    const minute = 60
    /** A block of the true now, or `age` seconds older, by a computer whose clock is `fast` seconds fast. */
    const seen = (fast: number, age = 1) => ({ ...yes, age: age + fast })

    it.each([10 * minute, -10 * minute])(
      'given this clock is off by %i s and the service says so too, then current nodes count and others do not',
      async (fast) => {
        service = -fast * 1_000
        const fresh = seen(fast)
        const stuck = { ...seen(fast, 10 * minute), ...no }
        const proved = { kind: 'proved', value: 'yes' }
        expect(await ask({ a: fresh, b: fresh, c: fresh })).toMatchObject(proved)
        expect(await ask({ a: stuck, b: fresh, c: fresh })).toMatchObject({
          ...proved,
          by: { nodes: ['b', 'c'] },
        })
        expect(await ask({ a: stuck, b: stuck, c: fresh, d: fresh })).toMatchObject(
          fast > 0 ? { ...proved, by: { nodes: ['c', 'd'] } } : { kind: 'proved' },
        )
      },
    )

    it('given the service alone says that a stale node is current, then it stays stale', async () => {
      service = -10 * minute * 1_000
      const stuck = { ...no, age: 10 * minute }
      expect(await ask({ a: stuck })).toMatchObject({ kind: 'unknown' })
      expect(await ask({ mine: { ...stuck, own: true } })).toMatchObject({ kind: 'unknown' })
      // One node on the side of this computer's clock is enough: blocks are not made in the future.
      expect(await ask({ a: stuck, b: stuck, c: yes })).toMatchObject({
        kind: 'seenByOne',
        name: 'c',
      })
      expect(await ask({ a: stuck, b: stuck, c: yes, d: yes })).toMatchObject({
        kind: 'proved',
        by: { nodes: ['c', 'd'] },
      })
    })

    it.each([10 * minute, -10 * minute])(
      'given the service is wrong by %i s, then current nodes count as ever',
      async (wrong) => {
        service = wrong * 1_000
        expect(await ask({ a: yes, b: yes })).toMatchObject({ kind: 'proved' })
        expect(await ask({ a: yes })).toMatchObject({ kind: 'seenByOne' })
        expect(await ask({ mine: { ...yes, own: true } })).toMatchObject({ kind: 'proved' })
        expect(await ask({ a: yes, b: { ...no, age: 10 * minute } })).toMatchObject({
          kind: 'seenByOne',
          name: 'a',
        })
        expect(asked).toEqual(['a', 'b'])
      },
    )

    it('given the service and one node lie about the time together, then honest nodes still count', async () => {
      service = 10 * minute * 1_000
      const liar = { ...no, age: -10 * minute }
      expect(await ask({ a: liar, b: yes, c: yes })).toMatchObject({
        kind: 'proved',
        by: { nodes: ['b', 'c'] },
      })
      expect(await ask({ a: yes, b: liar })).toMatchObject({ kind: 'disagree' })
    })

    it('given two nodes stand still and the service bears this clock out, then they are stale', async () => {
      service = 1_000
      const stuck = { ...yes, age: 10 * minute }
      expect(await ask({ a: stuck, b: stuck })).toMatchObject({ kind: 'unknown' })
    })
  })

  it('given slow blocks, then ten of them may pass', async () => {
    const rhythm = { ...regular, blockMs: 12_000 }
    const proof = await ask({ a: { ...yes, age: 120 }, b: { ...yes, age: 120 } }, { rhythm })
    expect(proof).toMatchObject({ kind: 'proved' })
    const later = await ask({ a: { ...yes, age: 121 }, b: { ...yes, age: 121 } }, { rhythm })
    expect(later).toMatchObject({ kind: 'unknown' })
  })

  describe('where blocks are made for transactions only', () => {
    it('given equal heads, then both count, however old the newest block is', async () => {
      const old = { ...yes, age: 999_999 }
      expect(await ask({ a: old, b: old }, { rhythm: quiet })).toMatchObject({ kind: 'proved' })
    })

    it('given one stands still, then it does not count, though it is past the block', async () => {
      const nodes = { a: { ...no, heads: [1_000] }, b: { ...yes, heads: [1_002] } }
      expect(await ask(nodes, { rhythm: quiet, ...past('arrival') })).toMatchObject({
        kind: 'seenByOne',
        name: 'b',
      })
      expect(
        await ask({ ...nodes, c: { ...yes, heads: [1_002] } }, { rhythm: quiet }),
      ).toMatchObject({ kind: 'proved', by: { nodes: ['b', 'c'] } })
    })

    it('given nothing is concluded from what is newest, then both count', async () => {
      const nodes = { a: { ...yes, heads: [1_000] }, b: { ...yes, heads: [1_002] } }
      expect(await ask(nodes, { rhythm: quiet, anyHead: true })).toMatchObject({ kind: 'proved' })
      expect(asked).toEqual(['a', 'b'])
    })

    it('given one is short of the block, then it stands still if its newest is old, else it is behind', async () => {
      const short = (age: number) =>
        ask(
          { a: { ...yes, heads: [944], age }, b: { ...yes, heads: [945] } },
          {
            rhythm: quiet,
            ...past('arrival'),
          },
        )
      expect(await short(60)).toMatchObject({ others: ['behind'] })
      expect(await short(61)).toMatchObject({ others: ['stale'] })
      expect(isOpposed(await short(60))).toBe(true)
      expect(isOpposed(await short(61))).toBe(false)
    })

    it('given a block between the two looks, then the earlier is asked again', async () => {
      const nodes = { a: { ...yes, heads: [1_000, 1_001] }, b: { ...yes, heads: [1_001] } }
      expect(await ask(nodes, { rhythm: quiet })).toMatchObject({ kind: 'proved', head: 1_001n })
      expect(asked).toEqual(['a', 'b', 'a'])
    })

    it('given blocks at every look, then it ends all the same, and nothing is proved', async () => {
      const racing = (from: number) => Array.from({ length: 9 }, (_, index) => from + 2 * index)
      const nodes = { a: { ...yes, heads: racing(0) }, b: { ...yes, heads: racing(1) } }
      expect((await ask(nodes, { rhythm: quiet })).kind).toBe('seenByOne')
      expect(asked.length).toBeLessThan(8)
    })

    it('given the head of the ask, then nobody is past it', async () => {
      const nodes = { a: { ...yes, heads: [940] }, b: { ...yes, heads: [940] } }
      const rhythm = { ...quiet, absence: 1 }
      expect(await ask(nodes, { rhythm, ...past('absence') })).toMatchObject({ kind: 'unknown' })
    })
  })
})

describe('two operators that differ', () => {
  const among = (nodes: Record<string, Node>) =>
    bornOut(
      Object.entries(nodes).map(([name, node]) => operator(name, node)),
      (operators) =>
        agree<Reader, unknown>({
          operators,
          rhythm: regular,
          now,
          read: (reader) => reader.fact(),
        }),
    )

  it.each([
    ['the first', { a: yes, b: no, c: yes }, { kind: 'proved', value: 'yes' }],
    ['the second', { a: yes, b: no, c: no }, { kind: 'proved', value: 'no' }],
    ['neither', { a: yes, b: no, c: { says: 'else' } }, { kind: 'disagree' }],
    ['nobody', { a: yes, b: no }, { kind: 'disagree' }],
  ])('given a third one bears out %s', async (_, nodes, proof) => {
    expect(await among(nodes)).toMatchObject(proof)
  })

  it('given the first two agree, asks nobody else', async () => {
    expect(await among({ a: yes, b: yes, c: no })).toMatchObject({ kind: 'proved', value: 'yes' })
  })
})
