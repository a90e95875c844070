import { useEffect } from 'preact/hooks'

/**
 * Looks as a list opens, and whenever its window is come back to: it may stand while pages open and close.
 * `isWanted` is not changed while it stands.
 */
export function useLook(look: () => void, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    look()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [])
}
