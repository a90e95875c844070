import { withoutHidden } from './hidden-letters'

/** Makes a stranger's word safe to show on one line: controls removed, cut to `max` characters. */
export function plainText(text: string, max = 64): string {
  const clean = withoutHidden(text.replace(/\s+/g, ' ')).trim()
  const letters = [...clean]
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : clean
}
