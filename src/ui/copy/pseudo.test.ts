import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toPseudo, writePseudo } from '@/src/lib/pseudo'
import { writeAll } from './catalogue'

type Message = string | ((...given: string[]) => string)
type Tree = { [key: string]: Message | Tree }

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** A copy whose places can be written: the catalogues themselves stay English for whoever reads them next. */
function copy<T>(value: T): T {
  if (!isTree(value)) return value
  const entries = Object.entries(value).map(([key, each]) => [key, copy(each)])
  return Object.fromEntries(entries) as T
}

/** Every message by its path. */
function messagesOf(tree: Tree, path: string): [path: string, message: Message][] {
  return Object.entries(tree).flatMap(([key, each]) =>
    isTree(each)
      ? messagesOf(each, `${path}.${key}`)
      : [[`${path}.${key}`, each] as [string, Message]],
  )
}

/** What stands for the places of a message; no rule of a language touches it. */
const given = ['⟦1⟧', '⟦2⟧', '⟦3⟧', '⟦4⟧']
const say = (message: Message) => (typeof message === 'string' ? message : message(...given))
const bare = (text: string) => text.replace(/[\u200f\u202c\u202e\u2068\u2069]/g, '')

const files = import.meta.glob(['./*.ts', '!./*.test.ts'])
const english = new Map<string, Tree>()
const pseudo = new Map<string, Tree>()
const names: string[] = []

beforeAll(async () => {
  await Promise.all(Object.values(files).map((read) => read()))
  writeAll((name, messages) => {
    names.push(name)
    english.set(name, copy(messages as Tree))
    const written = copy(messages as Tree)
    writePseudo(name, written)
    pseudo.set(name, written)
  })
})
afterAll(() => writeAll(() => undefined))

/** Every message of every catalogue, as it is and as it became. */
function all(): { path: string; before: Message; after: Message }[] {
  return [...english].flatMap(([name, tree]) => {
    const written = new Map(messagesOf(pseudo.get(name) ?? {}, name))
    return messagesOf(tree, name).map(([path, before]) => {
      const after = written.get(path)
      if (after === undefined) throw new Error(`${path} is lost`)
      return { path, before, after }
    })
  })
}

/** They are given more than texts. */
const others = ['proof.seen']
const texts = () => all().filter(({ path }) => !others.includes(path))

describe('the language that is made by rule', () => {
  it('reaches every catalogue, each by a name of its own', () => {
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('reaches every message that has words', () => {
    const left = texts().flatMap(({ path, before, after }) => {
      const isWords = /\p{Ll}/u.test(say(before))
      return isWords && !say(after).includes('\u202e') ? [path] : []
    })
    expect(left).toEqual([])
    expect(texts().length).toBeGreaterThan(900)
  })

  it('leaves what a message is given as it is, each as often and isolated from the words', () => {
    const places = (text: string) => (text.match(/⟦\d⟧/g) ?? []).sort()
    const isolated = (text: string) => (text.match(/\u2068⟦\d⟧\u2069/g) ?? []).length
    const lost = texts().flatMap(({ path, before, after }) => {
      const [was, is] = [places(say(before)), places(say(after))]
      const isKept = was.join() === is.join() && isolated(say(after)) === is.length
      // In a message without words there is nothing to be isolated from.
      return isKept || !say(after).includes('\u202e') ? [] : [path]
    })
    expect(lost).toEqual([])
  })

  it('is about a third longer', () => {
    const length = (text: string) => bare(text).length
    const ratios = texts().map(({ before, after }) => length(say(after)) / length(say(before)))
    const average = ratios.reduce((sum, each) => sum + each, 0) / ratios.length
    expect(average).toBeGreaterThan(1.25)
    expect(average).toBeLessThan(1.45)
  })

  it('leaves a word that is to be typed, and stays as it is where it is made twice', () => {
    expect(toPseudo('HIGH FEE')).toBe('HIGH FEE')
    const once = toPseudo('You pay')
    expect(bare(once)).toBe('Yóoúu páay')
    expect(toPseudo(once)).toBe(once)
    const tree = { sum: (amount: string) => `You pay ${amount}` }
    writePseudo('one', tree)
    const said = tree.sum('5')
    writePseudo('another', tree)
    expect(tree.sum('5')).toBe(said)
  })

  it('makes a message that is given another one, as it was made, whole', () => {
    const tree = {
      of: (what: string) => `Choose ${what} here`,
      what: (it: string) => `my ${it} one`,
    }
    writePseudo('one', tree)
    expect(bare(tree.of(tree.what('⟦1⟧')))).toBe('Chóoóosée my ⟦1⟧ óonée héerée')
    expect(tree.of(tree.what('⟦1⟧'))).toContain(`\u2068${tree.what('⟦1⟧')}\u2069`)
  })

  it('points from one to the other the way that is read', () => {
    const tree = { pair: (from: string, to: string) => `${from} → ${to}` }
    writePseudo('one', tree)
    expect(tree.pair('USDC', 'ETH')).toBe('\u200f\u2068USDC\u2069 ← \u2068ETH\u2069')
  })

  it('gives a message what chooses its words as it is', () => {
    const words: Record<string, string> = { eip155: 'One of these chains' }
    const tree = { of: (family: string) => words[family] ?? 'None at all' }
    writePseudo('chosen', tree)
    expect(bare(tree.of('eip155'))).toBe('Óonée óof théesée cháaíins')
  })
})
