import { useState } from 'preact/hooks'
import type { SiteEvent } from '@/src/contract/page-wire'
import type { CausewayApi } from '../causeway'
import { chainName, type PageSettings } from '../settings'

/** What a person reads while Causeway has the swap. */
const sentences: Readonly<Record<SiteEvent['name'], string>> = {
  opened: 'Causeway is open with this swap filled in.',
  rejected: 'Causeway did not take the request.',
  dismissed: 'The swap was put aside.',
  started: 'The swap has started.',
  submitted: 'The deposit is on its way.',
  filled: 'The money has arrived.',
  refunded: 'The deposit was refunded.',
  failed: 'The swap failed.',
}
const names = Object.keys(sentences) as readonly SiteEvent['name'][]

/** Offers to move 10 of a six-decimals token to the same token on another chain. */
export function Swap(props: { readonly causeway: CausewayApi; readonly settings: PageSettings }) {
  const [event, setEvent] = useState<SiteEvent | null>(null)
  const { causeway, settings } = props
  const from = settings.tokens.find(({ decimals }) => decimals === 6)
  const to = settings.tokens.find(
    ({ chainId, symbol }) => symbol === from?.symbol && chainId !== from.chainId,
  )
  if (from === undefined || to === undefined) return null

  const idOf = ({ chainId, address }: typeof from) => JSON.stringify({ chainId, address })
  const start = () => {
    setEvent(null)
    const wish = { fromToken: idOf(from), toToken: idOf(to), amount: '10000000' }
    const handle = causeway.requestSwap(wish)
    for (const name of names) handle.on(name, setEvent)
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
          {sentences[event.name]} {event.reason !== undefined && `(${event.reason})`}
        </p>
      )}
    </section>
  )
}
