/** Wait before try number `tries` (from 0) in ms: `first`, doubled each time, at most `most`. */
export function backOff(tries: number, first: number, most: number): number {
  return Math.min(most, first * 2 ** Math.min(tries, 30))
}
