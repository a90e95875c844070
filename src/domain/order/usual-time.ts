import type { ChainPair, FillerDeed } from '../service/filler-record'
import { lateAfter } from './late'
import type { UsualTime } from './order'

/** Fewer orders than this tell no usual time. */
const enough = 5
/** Of so many orders the slowest is no usual one: it may have been stuck. */
const oneIn = 10
/** An order may take half as long again as the slowest usual one. */
const slack = 1.5

/**
 * What is usual for a filler by its orders between two chains that came and whose time is known; undefined
 * where they are too few. What it gives is never more than half again as long as an order may take where
 * nothing is known. Most of the time goes by in blocks: orders between other chains tell nothing of it.
 */
export function usualTimeOf(deeds: readonly FillerDeed[], pair: ChainPair): UsualTime | undefined {
  const times = deeds
    .flatMap(({ fromChainId, toChainId, took = 0, promised }) =>
      fromChainId === pair.fromChainId &&
      toChainId === pair.toChainId &&
      // None takes no time at all: it is not known, or this computer's clock was ahead.
      took > 0 &&
      // One that was late is not usual; or the clock was behind, and would hide what is late by as much.
      took <= lateAfter(promised)
        ? [took]
        : [],
    )
    .sort((a, b) => a - b)
  const { length } = times
  const typical = times[(length - 1) >> 1]
  const slowest = times[length - 1 - Math.ceil(length / oneIn)]
  if (length < enough || typical === undefined || slowest === undefined) return undefined
  return { typical, most: slowest * slack }
}
