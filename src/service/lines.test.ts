import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineSplitter } from './lines'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function split(bytes: Uint8Array, cuts: number[]): string[] {
  const splitter = createLineSplitter(1_000_000)
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b)]
  const lines = edges.flatMap((start, i) =>
    splitter.push(bytes.slice(start, edges[i + 1] ?? bytes.length)),
  )
  return [...lines, ...splitter.end()]
}

describe('createLineSplitter', () => {
  it('given any records and any cuts, in characters too, then every record comes back whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { maxLength: 10 }),
        fc.array(fc.nat(), { maxLength: 10 }),
        fc.constantFrom('\n', '\r\n', '\n\n', '\n \r\n'),
        fc.boolean(),
        (records, cuts, newline, closed) => {
          const text = records.map((record) => JSON.stringify(record)).join(newline)
          const lines = split(bytesOf(closed ? text + newline : text), cuts)
          expect(lines.map((line) => JSON.parse(line))).toEqual(
            records.map((record) => JSON.parse(JSON.stringify(record))),
          )
        },
      ),
    )
  })

  it('given any bytes, then it neither throws nor hangs', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat()), (bytes, cuts) => {
        expect(split(bytes, cuts).every((line) => line.trim() !== '')).toBe(true)
      }),
    )
  })

  it('given nothing, then there is no line', () => {
    expect(split(new Uint8Array(), [])).toEqual([])
  })

  it('given a character cut in two, then it arrives whole', () => {
    const splitter = createLineSplitter(100)
    const [first, second, ...rest] = bytesOf('€\n')
    expect(splitter.push(Uint8Array.of(first ?? 0, second ?? 0))).toEqual([])
    expect(splitter.push(Uint8Array.from(rest))).toEqual(['€'])
  })

  it('given a line without end, then it refuses', () => {
    const splitter = createLineSplitter(10)
    splitter.push(bytesOf('12345678'))
    expect(() => splitter.push(bytesOf('9012'))).toThrow(RangeError)
  })
})
