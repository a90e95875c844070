import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chromiumAlone } from '../e2e/journeys'

const folder = new URL('../e2e/', import.meta.url)
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => name.slice(0, -'.spec.ts'.length))
/** Where each takes its test from. */
const sources = Object.fromEntries(
  names.map((name) => {
    const text = readFileSync(new URL(`${name}.spec.ts`, folder), 'utf8')
    return [name, /import \{[^}]*\btest\b[^}]*\} from '(\.\/[^']+)'/.exec(text)?.[1]]
  }),
)

describe('the journeys', () => {
  it('are made in both browsers, but for what only one of them has', () => {
    const wanted = names.map((name) => {
      if (name.startsWith('firefox-')) return [name, './firefox-fixtures']
      return [name, name in chromiumAlone ? './fixtures' : './browsers']
    })
    expect(sources).toEqual(Object.fromEntries(wanted))
  })

  it('stand in Chromium alone for a reason that is told, and not once they are gone', () => {
    for (const [name, why] of Object.entries(chromiumAlone)) {
      expect(names).toContain(name)
      expect(why.split(' ').length).toBeGreaterThan(4)
    }
  })
})
