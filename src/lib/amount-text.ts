/** Separators that people and spreadsheets put between thousands besides comma and point. */
const SPACERS = /[\s'’_\u00a0\u202f]/g

/**
 * Makes pasted or typed text a plain decimal: `1,234.56`, `1.234,56`, `1 234,56` and `0,5` all become
 * what was meant. A lone comma before exactly three digits is a thousands separator. What is no number by
 * that stays as it is.
 */
export function normaliseAmountText(text: string): string {
  const plain = toPlain(text)
  return /^\d*\.?\d*$/.test(plain) ? plain : text
}

function toPlain(text: string): string {
  const bare = text.trim().replace(SPACERS, '')
  const comma = bare.lastIndexOf(',')
  const point = bare.lastIndexOf('.')
  if (comma >= 0 && point >= 0) {
    return comma > point ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
  }
  if (comma >= 0) {
    return /^\d{1,3}(,\d{3})+$/.test(bare) && !bare.startsWith('0')
      ? bare.replaceAll(',', '')
      : bare.replace(',', '.')
  }
  return /^\d{1,3}(\.\d{3}){2,}$/.test(bare) ? bare.replaceAll('.', '') : bare
}
