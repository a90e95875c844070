import { useEffect, useRef, useState } from 'preact/hooks'
import { toWireError, type WireError } from '@/src/domain/error'
import { pageText } from '../copy/page-text'
import { formatList } from '../format/plural'
import { plainText } from '../format/text'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'

export const ALL_SITES = ['https://*/*', 'http://*/*']

/** Where Causeway may look for wallets by itself, and how to take it back. */
export function SiteSettings() {
  const { backend, wallets } = useApp()
  const [granted, setGranted] = useState<string[]>([])
  const [lost, setLost] = useState<string[]>([])
  const [error, setError] = useState<WireError | undefined>(undefined)

  const reads = useRef(0)

  async function read(): Promise<void> {
    reads.current += 1
    const mine = reads.current
    const [given, taken] = await Promise.all([backend.listAccess(), backend.listLostAccess()])
    // Of two that were removed at once, what was read before the second says nothing any more.
    if (mine !== reads.current) return
    setGranted(given)
    setLost(taken)
  }
  useEffect(() => void read(), [])

  async function remove(pattern: string): Promise<void> {
    setError(undefined)
    try {
      await backend.removeAccess([pattern])
      await backend.call('syncSites', {})
    } catch (caught) {
      setError(toWireError(caught))
    }
    await read()
  }

  const all = ALL_SITES.every((pattern) => granted.includes(pattern))
  return (
    <section class="card">
      <h2>{pageText.settings.sites}</h2>
      <p class="sub">{pageText.settings.sitesHint}</p>
      {error !== undefined && <ErrorNote money={null} error={error} />}
      {lost.length > 0 && (
        <div class="note note-warn">
          <div class="note-body">
            <p role="status">
              {pageText.settings.lost(formatList(lost.map((pattern) => plainText(pattern, 80))))}
            </p>
            <div class="note-actions">
              <button
                type="button"
                class="button button-small"
                onClick={() => void wallets.allow(lost).then(read)}
              >
                {pageText.settings.allowAgain}
              </button>
            </div>
          </div>
        </div>
      )}
      {granted.length === 0 && <p>{pageText.settings.noSites}</p>}
      <ul class="sites">
        {granted.map((pattern) => (
          <li key={pattern}>
            <span class="mono">{plainText(pattern, 80)}</span>
            <button
              type="button"
              class="button button-quiet button-small"
              aria-label={pageText.settings.removeOf(pattern)}
              onClick={() => void remove(pattern)}
            >
              {pageText.settings.remove}
            </button>
          </li>
        ))}
      </ul>
      {!all && (
        <button
          type="button"
          class="button button-small"
          onClick={() => void wallets.allow(ALL_SITES).then(read)}
        >
          {pageText.settings.allowAll}
        </button>
      )}
    </section>
  )
}
