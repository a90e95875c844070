/** Splits bytes that arrive in pieces into lines of text. */
export type LineSplitter = {
  /** Takes the next piece; gives the lines it completes. */
  push(bytes: Uint8Array): string[]
  /** Gives the last line, which may lack its newline. */
  end(): string[]
}

/** No JSON begins so. */
const FRAME = /^(data: ?|(:|event:|id:|retry:).*)/

/**
 * Creates a splitter for NDJSON: lines end with `\n` or `\r\n`, blank lines are left out, and a
 * character may be cut in two by the pieces. The interface names no framing: that of an event stream, each
 * record on one line of data, is taken off, with its comments that keep a connection open.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 *
 * @param maxLength characters a line may have. @throws RangeError from `push` when one has more.
 */
export function createLineSplitter(maxLength: number): LineSplitter {
  const decoder = new TextDecoder()
  let pieces: string[] = []
  let length = 0

  const take = (): string[] => {
    const line = pieces.join('').trim().replace(FRAME, '')
    pieces = []
    length = 0
    return line === '' ? [] : [line]
  }
  const keep = (text: string) => {
    length += text.length
    if (length > maxLength) throw new RangeError(`A line is longer than ${maxLength} characters`)
    pieces.push(text)
  }
  const feed = (text: string): string[] => {
    const lines: string[] = []
    const parts = text.split('\n')
    const last = parts.pop() ?? ''
    for (const part of parts) {
      keep(part)
      lines.push(...take())
    }
    keep(last)
    return lines
  }
  return {
    push: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end: () => [...feed(decoder.decode()), ...take()],
  }
}
