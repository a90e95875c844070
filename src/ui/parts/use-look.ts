import { useEffect } from 'preact/hooks'
import { useApp } from './context'

/**
 * Looks as a list opens, whenever its window is come back to, and with each change of a tab: a panel stands
 * beside the pages while they come and go. `isWanted` is not changed while it stands.
 */
export function useLook(look: () => void, isWanted: boolean): void {
  const { backend } = useApp()
  useEffect(() => {
    if (!isWanted) return
    look()
    addEventListener('focus', look)
    const off = backend.onTabs(look)
    return () => {
      removeEventListener('focus', look)
      off()
    }
  }, [])
}
