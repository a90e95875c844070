import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

/** First cells of a table's rows, where they are in back-ticks. */
function firstCells(text: string, heading: string): string[] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1] ?? '')
}

describe('the privacy note', () => {
  it('explains each kind of data that Firefox is told of, and no other', () => {
    const manifest = JSON.parse(read('.output/firefox-mv3/manifest.json')) as {
      browser_specific_settings: {
        gecko: { data_collection_permissions: { required: string[]; optional?: string[] } }
      }
    }
    const { required, optional } =
      manifest.browser_specific_settings.gecko.data_collection_permissions
    expect(firstCells(read('.github/PRIVACY.md'), 'What is sent')).toEqual(required)
    expect(optional).toBeUndefined()
  })
})
