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
