import { beforeAll, describe, expect, it } from 'vitest'
import { writeAll } from './catalogue'

const files = import.meta.glob(['./*.ts', '!./*.test.ts'])
const messages: string[] = []

/** Every message of a catalogue, with its path; one with places as it stands in the source. */
function listIn(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${path}: ${String(value)}`]
  return Object.entries(value).flatMap(([key, each]) => listIn(each, `${path}.${key}`))
}

beforeAll(async () => {
  await Promise.all(Object.values(files).map((read) => read()))
  writeAll((name, each) => messages.push(...listIn(each, name)))
  writeAll(() => undefined)
})

/** What has one name on the screens, and other names for it that would make a person look for a second thing. */
const terms: [one: string, others: RegExp][] = [
  [
    'a quote is got anew and expires',
    /\b(a|this|the) (new )?price (is gone|has expired|was for)|\ba new price\b/i,
  ],
  ['an order is in progress', /\b(orders?|payments?|purchases?)\b[^.]*\bunder way\b|: Under way$/i],
  ["Causeway's wallet page is opened", /\b(use|open) the signing page\b/i],
  [
    'an order has an ID; a purchase has the number that its provider gave it',
    /^(?!buy\.).*\border number\b|\bnumber at the service\b/i,
  ],
]

describe('one thing has one name on every screen', () => {
  it('reads every catalogue', () => expect(messages.length).toBeGreaterThan(900))

  it.each(terms)('%s', (_, others) => {
    expect(messages.filter((each) => others.test(each))).toEqual([])
  })
})
