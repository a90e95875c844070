import { type Address, getAddressEncoder, none, some } from '@solana/web3.js'
import { getMintEncoder } from '@solana-program/token'
import { describe, expect, it } from 'vitest'
import { author, little } from '@/test/samples/solana'
import { extension, tokenData, WRAPPED } from '@/test/samples/solana-account'
import { isImmovable, isNamed, type Mint, readMint, readNames, rulesOf } from './solana-mint'
import { programs } from './solana-program'

const { token, token2022 } = programs

/** A mint as the first program writes it. */
function common(more: { freezes?: boolean; supply?: bigint; isInitialized?: boolean } = {}) {
  const { freezes = false, supply = 5n, isInitialized = true } = more
  return Uint8Array.from(
    getMintEncoder().encode({
      mintAuthority: some(WRAPPED as Address),
      supply,
      decimals: 9,
      isInitialized,
      freezeAuthority: freezes ? some(author as Address) : none(),
    }),
  )
}

/** The same with extensions, as Token-2022 writes it. */
function extended(rules: readonly number[], kind = 1): Uint8Array {
  const room = new Uint8Array(165)
  room.set(common())
  return Uint8Array.from([...room, kind, ...rules])
}

const read = (data: Uint8Array | null, owner: string = token) => readMint({ owner, data })

function mintWith(...rules: number[][]): Mint {
  const mint = read(extended(rules.flat()), token2022)
  if (mint === null) throw new Error('no mint')
  return mint
}

describe('readMint', () => {
  it.each([token, token2022])(
    'given what the program itself writes, then every field (%s)',
    (own) => {
      const extensions = new Map()
      const mint = { program: own, decimals: 9, supply: 5n, freezable: false, extensions }
      expect(read(common(), own)).toEqual(mint)
      expect(read(common({ freezes: true, supply: 0n }), own)).toEqual({
        ...mint,
        supply: 0n,
        freezable: true,
      })
    },
  )

  it('given a view into a longer buffer, then the bytes of the view', () => {
    const data = Uint8Array.of(9, ...common(), 9).subarray(1, -1)
    expect(read(data)).toMatchObject({ decimals: 9, supply: 5n })
  })

  it.each<[string, Uint8Array | null, string]>([
    ['has no data', null, token],
    ['is too short', common().slice(1), token],
    ['lacks its last byte', common().slice(0, -1), token],
    ['ends behind its last field', common().slice(0, 50), token],
    ['was never set up', common({ isInitialized: false }), token],
    ['is of another program', common(), programs.system],
    ['is longer than one of the first program', extended([]), token],
    ['is a token account', tokenData(), token],
    ['is a token account of Token-2022', extended([], 2), token2022],
  ])('given an account that %s, then no mint', (_, data, owner) => {
    expect(read(data, owner)).toBeNull()
  })

  it('given more than the common part without a kind, or of the first program, then no mint', () => {
    for (const length of [83, 165]) {
      const data = new Uint8Array(length)
      data.set(common())
      expect(read(data, token2022)).toBeNull()
      expect(read(data, token)).toBeNull()
    }
    expect(read(extended([]), token)).toBeNull()
    expect(read(extended([]), token2022)).toMatchObject({ extensions: new Map() })
  })

  it('given a mint of Token-2022 with rules, then each by its number', () => {
    expect(mintWith(extension(6, [2]), extension(9, []))).toStrictEqual({
      ...{ program: token2022, decimals: 9, supply: 5n, freezable: false },
      extensions: new Map([
        [6, Uint8Array.of(2)],
        [9, new Uint8Array()],
      ]),
    })
    expect(mintWith([3, 0, 9, 0, 1]).extensions).toBeNull()
  })

  it('given a supply of which every byte differs, then the low byte comes first', () => {
    expect(read(common({ supply: 0x0102030405060708n }))?.supply).toBe(0x0102030405060708n)
  })

  it.each([0, 2])('given it is said to be set up by %i, then no mint', (flag) => {
    const data = common()
    data[45] = flag
    expect(read(data)).toBeNull()
  })

  it('given no account, then no mint', () => {
    expect(readMint(null)).toBeNull()
  })
})

describe('what a mint rules', () => {
  const fee = (at?: number) => {
    const value = new Array(108).fill(0)
    if (at !== undefined) value[at] = 1
    return extension(1, value)
  }
  const key = new Array(32).fill(7)
  const nobody = new Array(32).fill(0)

  it.each<[string, number[], string[]]>([
    ['a fee of now', fee(88), ['fee']],
    ['a fee of the next epoch', fee(107), ['fee']],
    ['somebody who may set a fee', fee(31), ['fee']],
    ['no fee, whoever may take what was withheld', fee(40), []],
    ['a program in each transfer', extension(14, [...nobody, ...key]), ['hook']],
    ['somebody who may put one there', extension(14, [...key, ...nobody]), ['hook']],
    ['no program, and nobody to put one there', extension(14, [...nobody, ...nobody]), []],
    ['a delegate of every account', extension(12, key), ['delegate']],
    ['a delegate that is nobody', extension(12, nobody), []],
    ['accounts that begin frozen', extension(6, [2]), ['frozen']],
    ['accounts that begin as ever', extension(6, [1]), []],
    ['somebody who may stop it', extension(26, [...key, 0]), ['pausable']],
    ['interest', extension(10, new Array(52).fill(0)), ['scaled']],
    ['a factor', extension(25, new Array(56).fill(0)), ['scaled']],
    ['a name, and who may close it', [...extension(19, [1]), ...extension(3, key)], []],
    ['a rule that nobody knows', extension(99, []), ['unknown']],
    ['a record of another length', extension(12, [1]), ['unknown']],
    ['rules that end in the middle', [3, 0, 9, 0, 1], ['unknown']],
  ])('given %s, then it is told', (_, rules, told) => {
    expect(rulesOf(mintWith(rules))).toEqual(told)
  })

  it('given many, then each once, the heaviest first', () => {
    const many = mintWith(extension(99, []), extension(98, []), extension(12, key), fee(88))
    expect(rulesOf({ ...many, freezable: true, supply: 0n })).toEqual([
      'fee',
      'delegate',
      'freezable',
      'unissued',
      'unknown',
    ])
  })

  it.each([0, 31, 88, 89, 106, 107])('given byte %i of a fee is set, then it is one', (at) => {
    expect(rulesOf(mintWith(fee(at)))).toEqual(['fee'])
  })

  it.each([32, 63, 64, 87, 90, 105])('given byte %i beside a fee is set, then none is', (at) => {
    expect(rulesOf(mintWith(fee(at)))).toEqual([])
  })

  it.each([
    [1, 108, 'fee'],
    [6, 1, 'frozen'],
    [10, 52, 'scaled'],
    [12, 32, 'delegate'],
    [14, 64, 'hook'],
    [25, 56, 'scaled'],
    [26, 33, 'pausable'],
  ])(
    'given rule %i in %i bytes, then it is %s; in one more or less nobody knows',
    (type, size, rule) => {
      const told = (length: number) => rulesOf(mintWith(extension(type, new Array(length).fill(2))))
      expect(told(size)).toEqual([rule])
      expect(told(size - 1)).toEqual(['unknown'])
      expect(told(size + 1)).toEqual(['unknown'])
    },
  )

  it.each([0, 1, 3])('given accounts that begin in state %i, then nothing is said', (state) => {
    expect(rulesOf(mintWith(extension(6, [state])))).toEqual([])
  })

  it('given the rules by their numbers, then those that change nothing are passed over', () => {
    const plain = Array.from({ length: 30 }, (_, at) => at + 1).filter(
      (type) => rulesOf(mintWith(extension(type, []))).length === 0,
    )
    expect(plain).toEqual([3, 4, 16, 18, 19, 20, 21, 22, 23])
  })

  it('given a mint of a plain token, then nothing; each that follows from the mint itself alone', () => {
    const plain = mintWith()
    expect(rulesOf(plain)).toEqual([])
    expect(rulesOf({ ...plain, freezable: true })).toEqual(['freezable'])
    expect(rulesOf({ ...plain, supply: 0n })).toEqual(['unissued'])
    expect(rulesOf({ ...plain, supply: 1n })).toEqual([])
    expect(rulesOf({ ...plain, extensions: null })).toEqual(['unknown'])
  })

  it('given it cannot be sent, then that is known', () => {
    expect(isImmovable(mintWith(extension(9, [])))).toBe(true)
    expect(isImmovable(mintWith(extension(6, [1])))).toBe(false)
    expect(isImmovable({ ...mintWith(), extensions: null })).toBe(false)
  })
})

describe('what a token calls itself', () => {
  const encoder = new TextEncoder()
  const text = (value: string) => [
    ...little(BigInt(encoder.encode(value).length), 4),
    ...encoder.encode(value),
  ]
  const keys = [...getAddressEncoder().encode(author as Address), ...new Array(32).fill(3)]
  const bare = mintWith()
  const decode = ({ name, symbol }: ReturnType<typeof readNames>) =>
    [name, symbol].map((each) => new TextDecoder().decode(each))

  it('given it is in the mint, then that counts', () => {
    const named = mintWith(
      extension(19, [...keys, ...text('dog wif hat'), ...text('WIF'), ...text('x')]),
    )
    expect(isNamed(named)).toBe(true)
    const other = Uint8Array.from([4, ...keys, ...text('other'), ...text('OTH')])
    expect(decode(readNames(named, other))).toEqual(['dog wif hat', 'WIF'])
  })

  it('given Metaplex keeps it, then what it keeps', () => {
    expect(isNamed(bare)).toBe(false)
    const kept = Uint8Array.from([4, ...keys, ...text('dog wif hat'), ...text('WIF')])
    expect(decode(readNames(bare, kept))).toEqual(['dog wif hat', 'WIF'])
  })

  it('given names longer than 255 bytes or cut off, then what is there of them', () => {
    const long = 'n'.repeat(300)
    const kept = Uint8Array.from([4, ...keys, ...text(long), ...text('SYMBOL').slice(0, -3)])
    expect(decode(readNames(bare, kept))).toEqual([long, 'SYM'])
  })

  it('given rules that cannot be read, then what Metaplex keeps', () => {
    const unread = { ...bare, extensions: null }
    expect(isNamed(unread)).toBe(false)
    const kept = Uint8Array.from([4, ...keys, ...text('a'), ...text('b')])
    expect(decode(readNames(unread, kept))).toEqual(['a', 'b'])
  })

  it('given a view into a longer buffer, then the texts of the view', () => {
    const kept = Uint8Array.from([9, 9, 4, ...keys, ...text('a'), ...text('b')]).subarray(2)
    expect(decode(readNames(bare, kept))).toEqual(['a', 'b'])
    const named = mintWith(extension(19, [...keys, ...text('a'), ...text('b')]))
    const value = Uint8Array.from([7, 7, ...(named.extensions?.get(19) ?? [])]).subarray(2)
    const moved = { ...named, extensions: new Map([[19, value]]) }
    expect(decode(readNames(moved, undefined))).toEqual(['a', 'b'])
  })

  it.each([
    ['nobody keeps it', undefined],
    ['too little is kept', Uint8Array.from([4, ...keys, 1, 0])],
    ['no symbol is kept', Uint8Array.from([4, ...keys, ...text('')])],
  ])('given %s, then nothing', (_, kept) => {
    expect(decode(readNames(bare, kept))).toEqual(['', ''])
  })
})
