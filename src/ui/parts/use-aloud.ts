import { useEffect } from 'preact/hooks'
import { useApp } from './context'

/**
 * Reads out what comes to stand on the screen, anew where it changes: a live region that comes with its words
 * is not heard. Nothing is said of no words, nor of empty ones.
 */
export function useAloud(words: string | undefined): void {
  const { announce } = useApp()
  useEffect(() => {
    if (words) announce(words)
  }, [words])
}
