import { useCallback, useEffect, useState } from 'preact/hooks'
import type { CausewayApi, SwapEvent, SwapHandle } from '@/src/contract/site-api'
import { chainName, type PageSettings } from '../settings'

/** What a person reads while Causeway has the swap. */
const sentences: Readonly<Record<SwapEvent['name'], string>> = {
  opened: 'Causeway has this swap.',
  rejected: 'Causeway did not take the request.',
  dismissed: 'The swap was put aside.',
  started: 'The swap has started.',
  submitted: 'The deposit is on its way.',
  filled: 'The money has arrived.',
  refunded: 'The deposit was refunded.',
  failed: 'The swap failed.',
}
const names = Object.keys(sentences) as readonly SwapEvent['name'][]
/** Where this page keeps the id of its request: a reload of the tab takes it up again. */
const requestKey = 'causeway-request'

/** Offers to move 10 of a six-decimals token to the same token on another chain. */
export function Swap(props: { readonly causeway: CausewayApi; readonly settings: PageSettings }) {
  const [event, setEvent] = useState<SwapEvent | null>(null)
  const { causeway, settings } = props
  const listen = useCallback((handle: SwapHandle) => {
    for (const name of names) handle.on(name, setEvent)
  }, [])
  useEffect(() => {
    const id = sessionStorage.getItem(requestKey)
    if (id !== null) listen(causeway.resumeSwap(id))
  }, [causeway, listen])
  const from = settings.tokens.find(({ decimals }) => decimals === 6)
  const to = settings.tokens.find(
    ({ chainId, symbol }) => symbol === from?.symbol && chainId !== from.chainId,
  )
  if (from === undefined || to === undefined) return null

  const idOf = ({ chainId, address }: typeof from) => JSON.stringify({ chainId, address })
  // In the handler of the click: without one just before, Causeway does not listen.
  const start = () => {
    setEvent(null)
    const wish = { fromToken: idOf(from), toToken: idOf(to), amount: '10000000' }
    const handle = causeway.requestSwap(wish)
    sessionStorage.setItem(requestKey, handle.id)
    listen(handle)
  }

  return (
    <section class="card">
      <h2>
        Move 10 {from.symbol} from {chainName(from.chainId)} to {chainName(to.chainId)}
      </h2>
      <button type="button" class="primary" data-testid="swap-with-causeway" onClick={start}>
        Swap with Causeway
      </button>
      {event !== null && (
        <p class="result" data-testid="swap-event" data-name={event.name}>
          {event.reason === 'user-activation-required'
            ? 'Press the button: Causeway listens to a click only.'
            : sentences[event.name]}{' '}
          {event.reason !== undefined && `(${event.reason})`}
        </p>
      )}
    </section>
  )
}
