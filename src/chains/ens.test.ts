import { encodeAbiParameters, namehash } from 'viem'
import { describe, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import { nodeOf, readName } from './ens'
import type { AccountKind } from './evm-reader'

const registry = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
const resolver = `0x${'1'.repeat(40)}`
const reverser = `0x${'2'.repeat(40)}`
const alice = `0x${'a1'.repeat(20)}`
const name = 'alice.eth'
const reverse = namehash(`${alice.slice(2)}.addr.reverse`)

const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const string = (text: string) => encodeAbiParameters([{ type: 'string' }], [text])
const key = (to: string, selector: string, node: string) => `${to} ${selector}${node.slice(2)}`
const nobody = word('0x')

/** What each contract returns by the call, an error where it reverts; anything else returns nobody. */
type Answers = Record<string, string | Error>

const honest: Answers = {
  [key(registry, '0x0178b8bf', namehash(name))]: word(resolver),
  [key(resolver, '0x3b3b57de', namehash(name))]: word(alice),
  [key(registry, '0x0178b8bf', reverse)]: word(reverser),
  [key(reverser, '0x691f3431', reverse)]: string(name),
}
const forward = key(resolver, '0x3b3b57de', namehash(name))
const back = key(reverser, '0x691f3431', reverse)

const reader = (answers: Answers, kind: AccountKind = 'plain') => ({
  returned: async (to: string, data: string) => {
    const answer = answers[`${to} ${data}`] ?? nobody
    if (answer instanceof Error) throw answer
    return answer
  },
  accountKind: async () => kind,
})
const read = (change: Answers = {}, kind?: AccountKind, asked = name) =>
  readName(reader({ ...honest, ...change }, kind), asked)

/** EIP-3668. */
const lookup = new AppError('chain/reverted', { data: '0x556f1830' })

describe('nodeOf', () => {
  it.each(['eth', 'alice.eth', 'pay.alice.eth', 'ālice.eth', '👨‍👩‍👧.eth', 'addr.reverse'])(
    'given %s, hashes it as viem does',
    (each) => expect(`0x${nodeOf(each)}`).toBe(namehash(each)),
  )
})

describe('readName', () => {
  it('given both directions, finds the address and says that it names itself so', async () => {
    expect(await read()).toEqual({ kind: 'found', address: alice, back: 'same', contract: false })
  })

  it('given a name longer than a word, holds all of it against what comes back', async () => {
    const long = `${'x'.repeat(40)}.eth`
    const answers = {
      [key(registry, '0x0178b8bf', namehash(long))]: word(resolver),
      [key(resolver, '0x3b3b57de', namehash(long))]: word(alice),
    }
    const told = (text: string) => read({ ...answers, [back]: string(text) }, 'plain', long)
    expect(await told(long)).toMatchObject({ back: 'same' })
    expect(await told(`${'x'.repeat(39)}y.eth`)).toMatchObject({ back: 'other' })
  })

  it.each([
    ['another name', string('bob.eth'), 'other'],
    ['the name in capitals', string('Alice.eth'), 'other'],
    ['an empty name', string(''), 'none'],
    ['nothing', '0x', 'none'],
    ['a revert', lookup, 'none'],
  ])('given an address that names itself by %s, says so', async (_, answer, told) => {
    expect(await read({ [back]: answer })).toMatchObject({ kind: 'found', back: told })
  })

  it('given no reverse record, says so', async () => {
    const none = { [key(registry, '0x0178b8bf', reverse)]: nobody }
    expect(await read(none)).toMatchObject({ kind: 'found', back: 'none' })
  })

  it.each([
    ['contract', true],
    ['delegated', false],
  ] as const)('given a %s account, says whether a contract stands there', async (kind, told) => {
    expect(await read({}, kind)).toMatchObject({ contract: told })
  })

  it.each([
    ['the zero address', nobody],
    ['nothing', '0x'],
    ['more than an address', `0x${'f'.repeat(64)}`],
    ['two words', word(alice) + '0'.repeat(64)],
  ])('given a resolver that returns %s, finds none', async (_, answer) => {
    expect(await read({ [forward]: answer })).toEqual({ kind: 'none' })
  })

  it('given a resolver that sends one to a gateway, calls the name kept outside', async () => {
    expect(await read({ [forward]: lookup })).toEqual({ kind: 'outside' })
  })

  it.each([
    ['nobody.eth', 'none'],
    ['pay.nobody.eth', 'outside'],
    ['nobody.com', 'outside'],
  ])('given no resolver of %s, says %s: a parent may answer for it', async (asked, kind) => {
    expect(await read({}, 'plain', asked)).toEqual({ kind })
  })

  it('given a node that fails, fails with it', async () => {
    const down = new AppError('chain/unreachable')
    await expect(read({ [forward]: down })).rejects.toBe(down)
    await expect(read({ [back]: down })).rejects.toBe(down)
  })
})
