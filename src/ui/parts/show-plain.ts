/**
 * Shows an amount without its groups in a field that has just been entered. What was selected whole (a field
 * that is reached by key) stays so: else what is typed next would be added to it.
 */
export function showPlain(field: HTMLInputElement, amount: string): void {
  const before = field.value
  // `select()` brings the focus first and selects then; before the next drawing in any case.
  queueMicrotask(() => {
    if (field.value !== before || before === amount) return
    const isWhole = field.selectionStart === 0 && field.selectionEnd === field.value.length
    field.value = amount
    if (isWhole) field.select()
  })
}
