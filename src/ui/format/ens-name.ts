import { normalize } from 'viem/ens'
import { skeletonOf } from './skeleton'

const ASCII = /^[\0-\x7f]+$/

/** A name as ENS writes it (ENSIP-15); undefined for letters that it allows in none, or not beside each other. */
export function normaliseName(text: string): string | undefined {
  try {
    return normalize(text)
  } catch {
    // It throws for each rule in words of its own; what a person is told is the same.
    return undefined
  }
}

/** Letters of a name by which it may be taken for one of plain letters; none for any other. */
export function foreignLetters(name: string): string[] {
  if (ASCII.test(name) || !ASCII.test(skeletonOf(name))) return []
  return [...new Set([...name].filter((letter) => !ASCII.test(letter)))]
}
