import type { Writer } from './writer'

/**
 * Run the letters between them from right to left, as those of such a language do; and stand before a message
 * for who looks for the first letter that has a direction. https://www.unicode.org/reports/tr9/
 */
const [MARK, OVERRIDE, POP] = ['\u200f', '\u202e', '\u202c']
/** Between these stands what a message was given: isolated from it, in its own direction. */
const [ISOLATE, END] = ['\u2068', '\u2069']

/** Vowels by what they become: seen to have gone through here, and a third longer. */
const LONGER: Readonly<Record<string, string>> = {
  ...{ a: 'áa', e: 'ée', i: 'íi', o: 'óo', u: 'úu' },
  ...{ A: 'Áa', E: 'Ée', I: 'Íi', O: 'Óo', U: 'Úu' },
}

/** What a person types to confirm stays as it is, and so does a name in capitals. */
const isAsItIs = (piece: string) => !/\p{Ll}/u.test(piece)

/**
 * The message as a language from right to left has it: every word longer and turned, what stands isolated
 * in it left alone. A second time it stays as it is, as a message may stand in two catalogues.
 */
export function toPseudo(message: string): string {
  const pieces = splitIsolated(message)
  const own = pieces.filter((_, index) => index % 2 === 0).join('')
  if (own.includes(MARK)) return message
  if (isAsItIs(own) && !own.includes('→')) return message
  const turned = pieces.map((piece, index) => {
    if (index % 2 === 1) return piece
    return piece.replace(/[\p{L}\p{M}'’]+/gu, turn).replaceAll('→', '←')
  })
  return `${MARK}${turned.join('')}`
}

/** Its own words, and between them what stands isolated, with all that is isolated in that. */
function splitIsolated(message: string): string[] {
  const pieces = ['']
  let depth = 0
  for (const letter of message) {
    if (letter === ISOLATE && depth++ === 0) pieces.push('')
    pieces[pieces.length - 1] += letter
    if (letter === END && --depth === 0) pieces.push('')
  }
  return pieces
}

const turn = (word: string) =>
  `${OVERRIDE}${word.replace(/[aeiou]/gi, (at) => LONGER[at] ?? at)}${POP}`

type Message = (...given: unknown[]) => string

/** A message that is given something: that stays as it was given. */
function wrap(say: Message): Message {
  return (...given) => {
    const plain = say(...given)
    const isolated = say(...given.map(isolate))
    // Where what is given chooses the message, it must be given as it is.
    return toPseudo(bare(isolated) === bare(plain) ? isolated : plain)
  }
}

const isolate = (given: unknown) =>
  typeof given === 'string' && given !== '' ? `${ISOLATE}${given}${END}` : given

const bare = (text: unknown) => String(text).replace(/[\u2068\u2069]/g, '')

const wrapped = new WeakSet<object>()

/** Writes into a catalogue what its English becomes by these rules. */
export const writePseudo: Writer = (_name, messages) => {
  const places = messages as Record<string, unknown>
  for (const [key, message] of Object.entries(places)) {
    if (typeof message === 'string') places[key] = toPseudo(message)
    else if (typeof message === 'object' && message !== null) writePseudo(key, message)
    else if (typeof message === 'function' && !wrapped.has(message)) {
      const said = wrap(message as Message)
      wrapped.add(said)
      places[key] = said
    }
  }
}
