/**
 * The form under which two texts look the same to a person: the skeleton of UTS 39, with what a list of
 * symbols needs beside it. https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
import confusables from 'unhomoglyph/data.json'

/** Unicode's own table, `confusables.txt`: what each letter looks like. */
const LOOKS: ReadonlyMap<string, string> = new Map(Object.entries(confusables))

/** What a case or a habit adds: symbols are compared without regard to case, `$` and `5` stand for `s`. */
const HABITS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '5': 's',
  $: 's',
  i: 'l',
  '|': 'l',
  m: 'rn',
  υ: 'u',
}

/** What is drawn over another letter, as nothing, or as a space. */
const UNSEEN = /[\p{M}\p{Cf}\p{DI}\s\u2800]/gu

const ASCII = /^[\0-\x7f]+$/

/** A list compares each of its symbols with the same few at every key: their skeletons are kept. */
const kept = new Map<string, string>()
const mostKept = 4_096

/** Two texts look the same where their skeletons are equal; no text to show. */
export function skeletonOf(text: string): string {
  const known = kept.get(text)
  if (known !== undefined) return known
  const skeleton = [...text.normalize('NFD')].map(looksOf).join('')
  if (kept.size >= mostKept) kept.clear()
  kept.set(text, skeleton)
  return skeleton
}

function looksOf(letter: string): string {
  const habit = HABITS[letter]
  if (habit !== undefined) return habit
  // A small letter of another script may look like a small capital: then its capital tells. What the
  // table does not know may still be a letter in a form of its own.
  const forms = [letter, letter.toUpperCase(), letter.normalize('NFKD')]
  const looks = forms.map((form) => bare([...form].map((each) => LOOKS.get(each) ?? each).join('')))
  const latin = looks.find((each) => ASCII.test(each)) ?? looks[0] ?? ''
  return [...latin.toLowerCase()].map((each) => HABITS[each] ?? each).join('')
}

const bare = (text: string) => text.normalize('NFKD').replace(UNSEEN, '')
