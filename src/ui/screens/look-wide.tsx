import { useState } from 'preact/hooks'
import { toWireError, type WireError } from '@/src/domain/error'
import type { TransferOrder } from '@/src/domain/order/order'
import { transferText } from '../copy/transfer-text'
import { formatList } from '../format/plural'
import { plainText } from '../format/text'
import { formatTime } from '../format/time'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'

const words = transferText.wide

type State = 'idle' | 'busy' | WireError

export type WideSearch = { state: State; start(): void; stop(): void }

/** A look for the payment in other tokens and on other networks; one at a time. */
export function useWideSearch(orderId: string): WideSearch {
  const { backend } = useApp()
  const [state, setState] = useState<State>('idle')
  async function run(): Promise<void> {
    setState('busy')
    try {
      await backend.call('lookForPayment', { orderId })
      setState('idle')
    } catch (caught) {
      setState(toWireError(caught))
    }
  }
  return {
    state,
    start: () => {
      if (state !== 'busy') void run()
    },
    // The look itself answers once it has stopped.
    stop: () => void backend.call('stopLooking', { orderId }).catch(() => undefined),
  }
}

/** Starts and stops such a look, and says what it came to; what it found has its own card. */
export function LookWide({ order, search }: { order: TransferOrder; search: WideSearch }) {
  const { lookedWide } = order.transfer
  const { state, start, stop } = search
  const isBusy = state === 'busy'
  return (
    <section class="look-wide">
      <p class="sub">{words.hint}</p>
      <div role="status">
        {isBusy && <p>{words.busy}</p>}
        {!isBusy && lookedWide !== undefined && <Result order={order} />}
      </div>
      {typeof state === 'object' && <ErrorNote money={null} error={state} />}
      <button type="button" class="button button-quiet" onClick={isBusy ? stop : start}>
        {isBusy ? words.stop : words[lookedWide === undefined ? 'look' : 'again']}
      </button>
    </section>
  )
}

function Result({ order }: { order: TransferOrder }) {
  const { catalog } = useApp()
  const { lookedWide, astray = [] } = order.transfer
  if (lookedWide === undefined) return null
  const named = (outcome: string) =>
    formatList(
      lookedWide.chains
        .filter((each) => each.outcome === outcome)
        .map(({ chainId }) => plainText(catalog.nameOf(chainId), 24)),
    )
  const [whole, part, unread] = [named('whole'), named('part'), named('unread')]
  return (
    <>
      {astray.length === 0 && whole !== '' && part === '' && unread === '' && (
        <p>{words.nothing}</p>
      )}
      {whole !== '' && <p class="sub">{words.looked(formatTime(lookedWide.at), whole)}</p>}
      {part !== '' && <p class="warn">{words.part(part)}</p>}
      {unread !== '' && <p class="warn">{words.unread(unread)}</p>}
      {lookedWide.unlisted && <p class="warn">{words.unlisted}</p>}
      <p class="sub">{words.listed}</p>
    </>
  )
}
