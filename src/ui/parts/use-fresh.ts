import { useEffect, useState } from 'preact/hooks'
import { useApp } from './context'

/**
 * What has just appeared takes no click for this long, ms: the second click of a double-click on what stood
 * there before is not an answer. Firefox waits as long (`security.dialog_enable_delay` is 1,000); a
 * double-click takes 500 at most on common systems.
 */
const FRESH_MS = 700

/** Whether what is shown has only just appeared, or has only just become another `thing`. */
export function useFresh(thing?: unknown): boolean {
  const { clock } = useApp()
  const [fresh, setFresh] = useState(true)
  useEffect(() => {
    setFresh(true)
    return clock.after(FRESH_MS, () => setFresh(false))
  }, [clock, thing])
  return fresh
}
