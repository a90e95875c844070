import { languages } from '@/src/lib/languages'
import { writeAll } from './copy/catalogue'

/**
 * Puts this page into a language, by its tag: says it on the document, with the direction, and writes its
 * words into every message. To be awaited before anything is drawn. One that is not offered is passed over.
 */
export async function speak(tag: string): Promise<void> {
  const language = languages.find((each) => each.tag === tag)
  if (language === undefined) return
  document.documentElement.lang = tag
  document.documentElement.dir = language.dir
  writeAll(await language.read())
}
