/** Keys by their names, as https://www.w3.org/TR/webdriver2/#keyboard-actions has them. */
const keys: Record<string, string> = {
  Alt: '\uE00A',
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowUp: '\uE013',
  Backspace: '\uE003',
  Control: '\uE009',
  End: '\uE010',
  Enter: '\uE007',
  Escape: '\uE00C',
  Home: '\uE011',
  Shift: '\uE008',
  Space: ' ',
  Tab: '\uE004',
}

/** What is pressed together, those that are held first, by a name such as `Shift+Tab`. */
export function keyOf(name: string): string[] {
  const parts = name.split('+')
  return parts.map((part) => {
    const key = keys[part] ?? (parts.length > 1 ? part.toLowerCase() : part)
    if ([...key].length !== 1) throw new Error(`No key is known as ${part}`)
    return key
  })
}
