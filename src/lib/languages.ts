import type { Writer } from './writer'

/** A language by its tag and its own name, and where its words are fetched from: a file of this package. */
type Language = { tag: string; name: string; dir: 'ltr' | 'rtl'; read(): Promise<Writer> }

/**
 * Languages that a person can choose besides English, in which the messages are written: those that have
 * every message. The one that is here is not for reading. Made of the English by rule, it shows whether
 * screens hold from right to left and with longer words, and what is in no catalogue; a build for the world
 * carries nothing of it.
 */
export const languages: readonly Language[] = import.meta.env.WITH_PSEUDO
  ? [
      {
        tag: 'ar-XB',
        name: 'Test (right to left)',
        dir: 'rtl',
        read: async () => (await import('./pseudo')).writePseudo,
      },
    ]
  : []

/**
 * Messages in a language by its tag, with the tag that they are in: English where it is not offered. They are
 * made for this: a worker may outlive the choice of a language, and English is not got back from what another
 * was written into.
 */
export async function writeIn<T extends object>(
  tag: string | undefined,
  name: string,
  messages: T,
): Promise<T & { language: string }> {
  const language = languages.find((each) => each.tag === tag)
  if (language === undefined) return { ...messages, language: 'en' }
  const write = await language.read()
  write(name, messages)
  return { ...messages, language: language.tag }
}
