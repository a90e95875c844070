import { useEffect, useState } from 'preact/hooks'
import type { OutputOf } from '@/src/contract/rpc'
import { sameAddress } from '@/src/domain/address/address'
import type { SwapOrder } from '@/src/domain/order/order'
import { UNLIMITED } from '@/src/domain/policy/policy-approve'
import { pinnedTokens } from '@/src/domain/token/pinned-tokens'
import { orderText } from '../copy/order-text'
import { formatExact } from '../format/amount'
import { plainText, shortAddress } from '../format/text'
import { useApp } from '../parts/context'
import { Filled } from '../parts/filled'
import { Alert } from '../parts/icons'
import { ShortAddress } from '../parts/short-address'

type Standing = OutputOf<'readStanding'>['standing']

/**
 * What those who are paid may take by older approvals of the account: of what is paid, and of the chain's
 * great tokens beside it. Read as the review opens; nobody waits for it.
 */
export function useStanding(order: SwapOrder): Standing {
  const { backend } = useApp()
  const [standing, setStanding] = useState<Standing>([])
  const { chainId } = order.accepted.from
  const isEvm = order.steps.some(({ action }) => action.kind === 'transaction')
  useEffect(() => {
    if (!isEvm) return
    let alive = true
    const tokens = pinnedTokens(chainId).map(({ address }) => address)
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
  return standing
}

type Props = { order: SwapOrder; standing: Standing }

/** What may already be taken of what is paid, and what this order makes of that. */
export function OwnStanding({ order, standing }: Props) {
  const { from } = order.accepted
  const own = standing.filter(({ token }) => sameAddress(token, from.address))
  if (own.length === 0) return null
  const symbol = plainText(from.symbol, 14)
  const copy = orderText.standing
  const sum = (amount: string) => `${formatExact(amount, from.decimals)} ${symbol}`
  return (
    <ul class="standing-own sub">
      {own.map(({ spender, amount }) => {
        const isAll = BigInt(amount) >= UNLIMITED
        const set = setTo(order, spender)
        return (
          <li key={spender}>
            <Filled
              say={isAll ? copy.ownAll : copy.own}
              parts={[<ShortAddress key="by" address={spender} />, isAll ? symbol : sum(amount)]}
            />{' '}
            {set === undefined ? copy.used : set === '0' ? copy.cleared : copy.set(sum(set))}
          </li>
        )
      })}
    </ul>
  )
}

/** To what the steps set an approval of what is paid in the end, smallest unit; undefined if they leave it. */
function setTo({ accepted: { from }, steps }: SwapOrder, spender: string): string | undefined {
  let set: string | undefined
  for (const { facts } of steps) {
    if (facts.kind !== 'approve' && facts.kind !== 'reset') continue
    if (!sameAddress(facts.token.address, from.address)) continue
    if (sameAddress(facts.spender, spender)) set = facts.token.amount
  }
  return set
}

/** What may be taken of other tokens than the one that is paid: nothing that is tried shows it. */
export function StandingNote({ order, standing }: Props) {
  const { chainId, address } = order.accepted.from
  const others = standing.filter(({ token }) => !sameAddress(token, address))
  if (others.length === 0) return null
  const copy = orderText.standing
  return (
    <section class="note note-warn" aria-labelledby="standing-title">
      <Alert />
      <div class="note-body">
        <h2 class="note-title" id="standing-title">
          {copy.title(others.length)}
        </h2>
        <p>{copy.what(others.length)}</p>
        <ul>
          {others.map((each) => (
            <li key={`${each.token}:${each.spender}`} class="num">
              <Filled
                say={copy.of}
                parts={[sayAmount(chainId, each), <ShortAddress key="by" address={each.spender} />]}
              />
            </li>
          ))}
        </ul>
        <p>{copy.next(others.length)}</p>
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
