import { useEffect, useState } from 'preact/hooks'
import type { OutputOf } from '@/src/contract/rpc'
import { sameAddress } from '@/src/domain/address/address'
import type { SwapOrder } from '@/src/domain/order/order'
import { UNLIMITED } from '@/src/domain/policy/policy-approve'
import { pinnedTokens } from '@/src/domain/token/pinned-tokens'
import { orderText } from '../copy/order-text'
import { formatExact } from '../format/amount'
import { shortAddress } from '../format/text'
import { useApp } from '../parts/context'
import { Filled } from '../parts/filled'
import { Alert } from '../parts/icons'
import { ShortAddress } from '../parts/short-address'

type Standing = OutputOf<'readStanding'>['standing']

/**
 * What those who are paid may take of the chain's great tokens beside what is paid, by older approvals of
 * the account: nothing that is tried shows it. Read as the review opens; nobody waits for it.
 */
export function StandingNote({ order }: { order: SwapOrder }) {
  const { backend } = useApp()
  const [standing, setStanding] = useState<Standing>([])
  const { chainId } = order.accepted.from
  const isEvm = order.steps.some(({ action }) => action.kind === 'transaction')
  useEffect(() => {
    const tokens = pinnedTokens(chainId).map(({ address }) => address)
    if (!isEvm || tokens.length === 0) return
    let alive = true
    backend
      .call('readStanding', { orderId: order.id, tokens })
      // Said only where it is known: the payment itself does not rest on it.
      .catch(() => ({ standing: [] }))
      .then((read) => {
        if (alive) setStanding(read.standing)
      })
    return () => {
      alive = false
    }
  }, [order.id, chainId, isEvm])
  if (standing.length === 0) return null
  const copy = orderText.standing
  return (
    <section class="note note-warn" aria-labelledby="standing-title">
      <Alert />
      <div class="note-body">
        <h2 class="note-title" id="standing-title">
          {copy.title(standing.length)}
        </h2>
        <p>{copy.what(standing.length)}</p>
        <ul>
          {standing.map((each) => (
            <li key={`${each.token}:${each.spender}`} class="num">
              <Filled
                say={copy.of}
                parts={[sayAmount(chainId, each), <ShortAddress key="by" address={each.spender} />]}
              />
            </li>
          ))}
        </ul>
        <p>{copy.next(standing.length)}</p>
      </div>
    </section>
  )
}

function sayAmount(chainId: number, { token, amount }: Standing[number]): string {
  const pinned = pinnedTokens(chainId).find(({ address }) => sameAddress(address, token))
  const symbol = pinned?.symbols[0] ?? shortAddress(token)
  if (BigInt(amount) >= UNLIMITED) return orderText.standing.all(symbol)
  return `${formatExact(amount, pinned?.decimals ?? 0)} ${symbol}`
}
