import type { FillerRecord } from '@/src/domain/service/filler-record'
import { recordText } from '../copy/record-text'
import { formatBps } from '../format/percent'
import { formatDuration } from '../format/time'

/** Nobody waits for less than this, seconds; nor for less than a tenth of what was promised. */
const smallest = 5
const usualPace = 0.1
/** From a hundredth of a percent on, in millionths. */
const leastAbove = 100

/** What the person's own orders say of a filler, in words. */
export function RecordLine({ record }: { record: FillerRecord | undefined }) {
  return (
    <p class="sub record" title={recordText.source}>
      {record === undefined ? recordText.none : sayRecord(record)}
    </p>
  )
}

/** `12 of your 12 orders arrived. Usually 40 s sooner than promised.` */
function sayRecord({ came, orders, isPair, beside, pace, above }: FillerRecord): string {
  const parts = [recordText[isPair ? 'camePair' : 'came'](came, orders)]
  if (beside !== undefined) {
    const isUsual =
      Math.abs(beside) < smallest || (pace !== undefined && Math.abs(pace - 1) < usualPace)
    const time = formatDuration(Math.abs(beside))
    parts.push(isUsual ? recordText.onTime : recordText[beside < 0 ? 'sooner' : 'later'](time))
  }
  if (above !== undefined && above >= leastAbove) {
    parts.push(recordText.above(formatBps(Math.floor(above / 100))))
  }
  return parts.join(' ')
}
