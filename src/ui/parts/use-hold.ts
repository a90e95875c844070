import { useEffect } from 'preact/hooks'

/**
 * The handlers by which a list is held while the pointer or the focus is in it, so that nothing moves under a
 * press; what is gone is left without a word.
 */
export function useHold(hold: (held: boolean) => void) {
  useEffect(() => () => hold(false), [hold])
  return {
    onPointerEnter: () => hold(true),
    onPointerLeave: () => hold(false),
    onFocusCapture: () => hold(true),
    onBlurCapture: ({ currentTarget, relatedTarget }: FocusEvent) => {
      // From one control of the list to the next, it is held all the while.
      if (!(currentTarget as Node).contains(relatedTarget as Node | null)) hold(false)
    },
  }
}
