import { useState } from 'preact/hooks'
import { groupDecimal, normaliseAmountText } from '../format/amount'
import { showPlain } from './show-plain'

/**
 * A field for a plain decimal, one way for every form. What is typed stays as it is until the field is left,
 * and is read whole each time: `1,234` comes to the same key by key and pasted. Only then is it grouped, as a
 * grouped one that is typed on reads as another.
 *
 * `take` is given what an edit left in the field, and whether it was put there as a whole; it gives what stays.
 */
export function useAmountText(amount: string, take: (text: string, isWhole: boolean) => string) {
  // Undefined while the field has no focus.
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const isIn = typed !== undefined
  return {
    /** It has the focus. */
    isIn,
    written: !isIn ? groupDecimal(amount) : normaliseAmountText(typed) === amount ? typed : amount,
    field: {
      inputMode: 'decimal',
      placeholder: '0',
      autocomplete: 'off',
      spellcheck: false,
      onFocus({ currentTarget }: { currentTarget: HTMLInputElement }) {
        showPlain(currentTarget, amount)
        setTyped('')
      },
      onBlur: () => setTyped(undefined),
      onInput({
        currentTarget,
        inputType,
        data,
      }: InputEvent & { currentTarget: HTMLInputElement }) {
        const text = currentTarget.value
        const kept = take(text, data === text && /Paste|Drop/.test(inputType))
        setTyped(kept)
        currentTarget.value = kept
      },
    },
  } as const
}
