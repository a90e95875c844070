/**
 * What a person types to say that native coins were not sent: nothing on the chain would stop a second
 * payment, so a click is not enough. Asked for by the interface and required again by the worker.
 */
export const TYPED_WORD = 'NOT SENT'

/** Tells whether typed text is the word; case and spaces around it do not matter. */
export function isTypedWord(text: string | undefined): boolean {
  return text?.trim().toUpperCase() === TYPED_WORD
}
