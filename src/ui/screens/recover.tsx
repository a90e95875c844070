import { useEffect, useRef, useState } from 'preact/hooks'
import type { OutputOf } from '@/src/contract/rpc'
import { pageText } from '../copy/page-text'
import { type Async, idle, loading } from '../models/async'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { outcomeOf, ReadAgain } from '../parts/read-again'

const words = pageText.history

type Found = OutputOf<'recoverOrders'>

/** Orders that this browser does not know, by what a person still has of them; one look at a time. */
function useRecovery() {
  const { backend } = useApp()
  const [found, setFound] = useState<Async<Found>>(idle)

  /** What was found before, or what was wrong, stands until there is an answer. */
  const look = async (query: string) =>
    setFound(await outcomeOf(backend.call('recoverOrders', { query })))

  async function recover(query: string): Promise<void> {
    if (found.state === 'loading') return
    setFound(loading)
    await look(query)
  }

  return { found, look, recover }
}

/** What was found, in words. */
function sayFound({
  found,
  orderIds,
  named = orderIds.length,
  isJoined,
  isPartial,
  isRecent,
}: Found): string {
  return [
    isJoined ? words.recoveredJoined : words.recovered(found, named - found),
    ...(isPartial ? [words.recoveredInPart] : []),
    ...(isRecent ? [words.recoveredRecent] : []),
  ].join(' ')
}

/** Leads to the order that was found, where it is one. */
function ShowFound({ orderIds }: Found) {
  const { router } = useApp()
  const [only, ...others] = orderIds
  if (only === undefined || others.length > 0) return null
  return (
    <button
      type="button"
      class="button button-small"
      onClick={() => router.go({ screen: 'order', orderId: only })}
    >
      {words.recoveredOpen}
    </button>
  )
}

/** Looks for a transaction that no order here names: at the service, and on every chain. */
export function LookUp({ query }: { query: string }) {
  const { announce } = useApp()
  const { found, look, recover } = useRecovery()
  useEffect(() => {
    void recover(query)
  }, [query])
  useEffect(() => {
    // Spoken apart: an order that was found stands in the place of this.
    if (found.state === 'ready') announce(sayFound(found.value))
  }, [found])
  return (
    <div class="recovered" data-testid="look-up">
      {found.state === 'ready' ? (
        <>
          <span>{sayFound(found.value)}</span>
          <ShowFound {...found.value} />
        </>
      ) : found.state === 'failed' ? (
        <ReadAgain money={null} error={found.error} read={() => look(query)} />
      ) : (
        <span>{words.lookingUp}</span>
      )}
    </div>
  )
}

/** Finds orders that this browser does not know, from what a person still has of them. */
export function Recover() {
  const { found, recover } = useRecovery()
  const [query, setQuery] = useState('')
  const result = useRef<HTMLDivElement>(null)

  // The new rows push it away, and what was pressed was off meanwhile: it is brought into sight.
  useEffect(() => {
    if (found.state !== 'ready') return
    result.current?.focus()
    result.current?.scrollIntoView({ block: 'nearest' })
  }, [found])

  return (
    <details class="card details">
      <summary>{words.recover}</summary>
      <form
        class="recover"
        onSubmit={(event) => {
          event.preventDefault()
          void recover(query)
        }}
      >
        <p class="sub">{words.recoverHint}</p>
        <input
          class="field mono"
          type="text"
          aria-label={words.recoverLabel}
          placeholder={words.recoverLabel}
          autocomplete="off"
          spellcheck={false}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value.trim())}
        />
        <button
          type="submit"
          class="button button-small"
          // Who pressed it keeps the focus there until there is an answer.
          disabled={query.length < 8}
          aria-disabled={found.state === 'loading'}
        >
          {found.state === 'loading' ? words.recovering : words.recoverAct}
        </button>
        {found.state === 'ready' && (
          <div ref={result} tabIndex={-1} class="recovered">
            <span role="status">{sayFound(found.value)}</span>
            <ShowFound {...found.value} />
          </div>
        )}
        {found.state === 'failed' && <ErrorNote money={null} error={found.error} />}
      </form>
    </details>
  )
}
