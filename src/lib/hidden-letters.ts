/**
 * A stranger's word without characters that could reorder or hide text: bidirectional controls, zero-width
 * characters, other controls, letters that are drawn as nothing. https://www.unicode.org/reports/tr36/
 */
export function withoutHidden(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{DI}\u2028\u2029\u2800]/gu, '')
}
