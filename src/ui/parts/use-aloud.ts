import { useEffect } from 'preact/hooks'
import { useApp } from './context'

/** Reads out what comes to stand on the screen: a live region that comes with its words is not heard. */
export function useAloud(words: string | undefined): void {
  const { announce } = useApp()
  useEffect(() => {
    if (words !== undefined) announce(words)
  }, [words])
}
