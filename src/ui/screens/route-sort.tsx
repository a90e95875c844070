import { lateText } from '../copy/late-text'
import type { FillerRecords } from '../models/filler-records'
import { useApp } from '../parts/context'

/** By what routes are sorted: net of their costs, by time, or by what the person's own orders say. */
export function RouteSort({ records }: { records: FillerRecords | undefined }) {
  const { quotes } = useApp().swap
  const views = [...quotes.routes.value, ...quotes.folded.value.map(({ view }) => view)]
  const isKnown = views.some(({ route }) => records?.of(route) !== undefined)
  const by = quotes.sorting.value?.by ?? 'best'
  return (
    <select
      class="route-sort"
      aria-label={lateText.routes.sort}
      value={by}
      onChange={({ currentTarget: { value } }) => {
        if (value === 'fastest') {
          const rank = ({ quote }: (typeof views)[number]['route']) =>
            -quote.expectedDurationSeconds
          quotes.arrange({ by: value, rank })
        } else if (value === 'reliable' && records) {
          quotes.arrange({ by: value, rank: records.reliability })
        } else quotes.arrange(undefined)
      }}
    >
      <option value="best">{lateText.routes.byBest}</option>
      <option value="fastest">{lateText.routes.byTime}</option>
      <option value="reliable" disabled={!isKnown && by !== 'reliable'}>
        {isKnown ? lateText.routes.byRecord : lateText.routes.noRecord}
      </option>
    </select>
  )
}
