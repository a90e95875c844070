/** Whether a text may be a name in place of an address: two parts or more, with dots between. */
export function mayBeName(text: string): boolean {
  return /^[^.\s]+(\.[^.\s]+)+$/.test(text)
}
