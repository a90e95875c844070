import { useLayoutEffect } from 'preact/hooks'

/** Ctrl+K, or ⌘K, in a form that has a list of tokens: `open` shows it, where nothing else is shown. */
export function useTokenKey(open: () => void): void {
  // As soon as it is drawn: a key pressed before the paint counts.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
