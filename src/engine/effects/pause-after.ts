import { isServiceError } from '@/src/domain/service/service-error'
import { backOff } from '@/src/lib/back-off'

/** The interface's back-off after a passing error, ms. */
const errorPause = 5_000
const longestErrorPause = 300_000
/** Errors in a row that are each followed by the same pause: most pass by themselves. */
const evenErrors = 3

/**
 * How long an order is left alone after its service did not tell how it is, ms: longer only after
 * several errors in a row, or as the service asks.
 */
export function pauseAfter(error: unknown, tries: number): number {
  const pause = backOff(Math.max(0, tries - evenErrors), errorPause, longestErrorPause)
  return Math.max(pause, (isServiceError(error) && error.retryAfterMs) || 0)
}

/** Whether a service has not told for minutes, by how often it was asked in vain. */
export const isLasting = (tries: number) => tries > 8
