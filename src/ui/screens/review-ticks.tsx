import { sameAddress } from '@/src/domain/address'
import type { Accepted } from '@/src/domain/order'
import { orderText } from '../copy/order-text'
import { formatBps, lossBps, toFiatValue } from '../format/fiat'
import { plainText } from '../format/text'
import type { Connections } from '../models/connection'
import { useApp } from '../parts/context'

const TICK_BPS = 1_000

type Tick = { id: string; text: string }

/** What both sides are worth, millionths of a dollar; null where a price is not known. */
export function usePriced(accepted: Accepted): [paid: bigint | null, received: bigint | null] {
  const app = useApp()
  const worth = (side: Accepted['from']) => {
    const token = [app.swap.pay.value, app.swap.receive.value, ...app.catalog.top.value].find(
      (one) => one?.chainId === side.chainId && sameAddress(one.address, side.address),
    )
    return token === undefined ? null : toFiatValue(BigInt(side.amount), token)
  }
  return [worth(accepted.from), worth(accepted.to)]
}

/** Whether an address is the paying account, or another one that a chosen wallet shows. */
export function isOwn(address: string, author: string, connections: Connections): boolean {
  const accounts = Object.values(connections).flatMap((item) => item?.accounts ?? [])
  return [author, ...accounts].some((account) => sameAddress(account, address))
}

/** What must be accepted one by one: great or unknown loss, a foreign or mistakable recipient, a risky token. */
export function useTicks(accepted: Accepted, alike: boolean): Tick[] {
  const { wallets } = useApp()
  const loss = lossBps(...usePriced(accepted))
  const foreign = !isOwn(accepted.recipient, accepted.author, wallets.connections.value)
  const ticks: Tick[] = []
  if (loss === null) ticks.push({ id: 'unknown', text: orderText.review.tickUnknown })
  else if (loss >= TICK_BPS) {
    const percent = formatBps(loss)
    // Named for the loss: who accepted one has not accepted another.
    ticks.push({ id: `impact-${percent}`, text: orderText.review.tickImpact(percent) })
  }
  if (foreign) ticks.push({ id: 'recipient', text: orderText.review.tickRecipient })
  if (alike) ticks.push({ id: 'alike', text: orderText.review.tickAlike })
  if (accepted.to.isRisk === true) {
    ticks.push({ id: 'risky', text: orderText.review.tickRisky(plainText(accepted.to.symbol, 16)) })
  }
  return ticks
}

/** The boxes that must all be ticked before the confirmation. */
export function Ticks(props: { ticks: Tick[]; ticked: string[]; onTick(ticked: string[]): void }) {
  const { ticks, ticked, onTick } = props
  if (ticks.length === 0) return null
  return (
    <fieldset class="ticks">
      <legend>{orderText.review.beforeConfirm}</legend>
      {ticks.map((tick) => (
        <label key={tick.id} class="tick">
          <input
            type="checkbox"
            checked={ticked.includes(tick.id)}
            onChange={(event) =>
              onTick(
                event.currentTarget.checked
                  ? [...ticked, tick.id]
                  : ticked.filter((id) => id !== tick.id),
              )
            }
          />
          <span>{tick.text}</span>
        </label>
      ))}
    </fieldset>
  )
}
