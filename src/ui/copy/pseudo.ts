import type { Writer } from './catalogue'

/** Runs the letters between them from right to left, as those of such a language do. */
const [OVERRIDE, POP] = ['\u202e', '\u202c']
/** Between these stands what a message was given: isolated from it, in its own direction. */
const [ISOLATE, END] = ['\u2068', '\u2069']

/** Vowels by what they become: seen to have gone through here, and a third longer. */
const LONGER: Readonly<Record<string, string>> = {
  ...{ a: 'áa', e: 'ée', i: 'íi', o: 'óo', u: 'úu' },
  ...{ A: 'Áa', E: 'Ée', I: 'Íi', O: 'Óo', U: 'Úu' },
}

/** What a person types to confirm stays as it is, and so does a name in capitals. */
const asItIs = (piece: string) => !/\p{Ll}/u.test(piece)

/**
 * The message as a language from right to left has it: every word longer and turned, what stands isolated
 * in it left alone. A second time it stays as it is, as a message may stand in two catalogues.
 */
export function toPseudo(message: string): string {
  if (asItIs(message) || message.includes(OVERRIDE)) return message
  return message
    .split(/(\u2068[^\u2069]*\u2069|[\ue000-\uf8ff]|[^\p{L}\p{M}'’]+)/u)
    .map((piece, index) => (index % 2 === 1 || piece === '' ? piece : turn(piece)))
    .join('')
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
  typeof given === 'string' && given !== '' && !given.includes(ISOLATE)
    ? `${ISOLATE}${given}${END}`
    : given

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
