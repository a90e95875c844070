import { useEffect, useState } from 'preact/hooks'
import { type FillerRecords, readRecords } from '../models/filler-records'
import { useApp } from './context'

/** What orders on this computer say of the fillers that are listed; undefined until it is read. */
export function useFillerRecords(): FillerRecords | undefined {
  const { backend, swap, preferences, running } = useApp()
  const { quotes, pay, receive } = swap
  const [records, setRecords] = useState<FillerRecords>()
  const views = [...quotes.routes.value, ...quotes.folded.value.map(({ view }) => view)]
  const serviceUrl = preferences.settings.value?.serviceUrl
  const [from, to] = [pay.value?.chainId, receive.value?.chainId]
  const wanted = [serviceUrl, from, to, ...views.map(({ key }) => key)].join(' ')
  useEffect(() => {
    if (views.length === 0 || !serviceUrl || from === undefined || to === undefined) return
    let isWanted = true
    const pair = { fromChainId: from, toChainId: to }
    readRecords(backend, views, serviceUrl, pair).then(
      (read) => isWanted && setRecords(read),
      // Without it, routes are compared by what they promise.
      () => isWanted && setRecords(undefined),
    )
    return () => {
      isWanted = false
    }
  }, [wanted, running.value])
  useEffect(() => {
    if (quotes.sorting.value?.by !== 'reliable' || !records) return
    quotes.arrange({ by: 'reliable', rank: records.reliability })
  }, [records])
  return records
}
