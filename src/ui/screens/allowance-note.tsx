import { useEffect, useState } from 'preact/hooks'
import { toWireError, type WireError } from '@/src/domain/error'
import { isLeftToPay, mayComeYet, needsAllowance } from '@/src/domain/order/guard'
import { type OpenAllowance, openAllowances } from '@/src/domain/order/open-allowances'
import type { PageRef, SwapOrder } from '@/src/domain/order/order'
import { isEnded, isRevoking } from '@/src/domain/order/order-parts'
import { UNLIMITED } from '@/src/domain/policy/policy-approve'
import { orderText } from '../copy/order-text'
import { formatExact } from '../format/amount'
import { plainText } from '../format/text'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { Alert } from '../parts/icons'
import { useAloud } from '../parts/use-aloud'
import { Named } from './other-order'
import { asksElsewhere, PageChoice } from './page-choice'
import { OpenOrder } from './sent-note'

/** What was read of it on the chain; without an amount nobody could say. */
export type LeftAllowance = OpenAllowance & { read: 'reading' | 'read' | 'unread' }

/** The allowances that an order left open, as the chain shows them; what is closed is left out. */
export function useAllowances(order: SwapOrder): LeftAllowance[] {
  const { backend, now } = useApp()
  const [amounts, setAmounts] = useState<Map<string, string | undefined>>()
  const open = openAllowances(order, now.value)
  const isAny = open.length > 0
  useEffect(() => {
    if (!isAny) return
    let alive = true
    // Whoever cannot read it shows what is on record, and says so.
    backend
      .call('readAllowances', { orderId: order.id })
      .catch(() => ({ allowances: [] }))
      .then(({ allowances }) => {
        if (alive) setAmounts(new Map(allowances.map((each) => [each.spender, each.amount])))
      })
    return () => {
      alive = false
    }
  }, [order.id, isAny])
  return open.flatMap((each): LeftAllowance[] => {
    if (amounts === undefined) return [{ ...each, read: 'reading' }]
    const amount = amounts.get(each.spender)
    if (amount === undefined) return [{ ...each, read: 'unread' }]
    if (amount === '0') return []
    return [{ ...each, token: { ...each.token, amount }, read: 'read' }]
  })
}

/** Which approvals an order left open, to whom, and the way to take them back. */
export function AllowanceNote({ order }: { order: SwapOrder }) {
  const open = useAllowances(order)
  if (open.length === 0) return null
  return (
    <section class="note note-warn" aria-labelledby="allowance-title">
      <Alert />
      <div class="note-body">
        <h2 class="note-title" id="allowance-title">
          {orderText.allowance.title(open.length)}
        </h2>
        {open.map((each) => (
          <Left key={each.spender} order={order} allowance={each} />
        ))}
      </div>
    </section>
  )
}

/** What the order may still do with it. */
function useOf(order: SwapOrder): string {
  if (isLeftToPay(order)) return orderText.allowance.mayLand
  if (!isEnded(order.status)) return orderText.allowance.expired
  if (order.status === 'attention') return orderText.allowance.elsewhere
  return mayComeYet(order) ? orderText.allowance.mayCome : orderText.allowance.ended
}

/** One allowance that is open, who may take of it, and the button that takes it back. */
export function Left({ order, allowance }: { order: SwapOrder; allowance: LeftAllowance }) {
  const { catalog, running } = useApp()
  const { token, spender, read } = allowance
  // Of more than that the worker knows, which refuses it then.
  const needing = running.value.find(
    (each) => each.kind === 'swap' && needsAllowance(each, order, allowance),
  )
  const copy = orderText.allowance
  const symbol = plainText(token.symbol, 14)
  const chain = plainText(catalog.nameOf(token.chainId), 24)
  const isAll = BigInt(token.amount) >= UNLIMITED
  useAloud(isRevoking(order) ? copy.closing : undefined)
  return (
    <>
      <p class="num">
        {isAll
          ? copy.mayTakeAll(symbol, chain)
          : copy.mayTake(`${formatExact(token.amount, token.decimals)} ${symbol}`, chain)}
      </p>
      {read !== 'read' && <p class="sub">{copy[read]}</p>}
      <dl class="ask-rows">
        <div class="ask-wide">
          <dt>{orderText.review.spender}</dt>
          <dd>
            <Address address={spender} />
          </dd>
        </div>
        <div class="ask-wide">
          <dt>{orderText.review.token}</dt>
          <dd>
            <Address address={token.address} />
          </dd>
        </div>
      </dl>
      {isRevoking(order) ? (
        <p>{copy.closing}</p>
      ) : (
        <>
          <p>{useOf(order)}</p>
          {isLeftToPay(order) ? null : needing ? (
            <>
              <p>{copy.needed}</p>
              <Named order={needing} />
              <div class="note-actions">
                <OpenOrder orderId={needing.id} />
              </div>
            </>
          ) : (
            <Close order={order} spender={spender} />
          )}
        </>
      )}
    </>
  )
}

/** Asks the wallet of the order, in its page or in another one, to take the allowance back. */
function Close({ order, spender }: { order: SwapOrder; spender: string }) {
  const { backend, router } = useApp()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<WireError>()
  const [choosing, setChoosing] = useState(false)
  const copy = orderText.allowance
  const { orderId: needing } = error?.code === 'order/allowance-needed' ? error.context : {}

  async function close(page?: PageRef): Promise<void> {
    if (busy) return
    setBusy(true)
    setChoosing(false)
    setError(undefined)
    try {
      const { id: orderId } = order
      await backend.call('closeAllowance', { orderId, spender, ...(page ? { page } : {}) })
      router.go({ screen: 'order', orderId })
    } catch (caught) {
      setError(toWireError(caught))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <p class="sub">{copy.next(plainText(order.wallet.name, 32))}</p>
      <div class="note-actions">
        <button
          type="button"
          class="button button-small"
          // Who pressed it keeps the focus there until there is an answer.
          aria-disabled={busy}
          aria-busy={busy}
          onClick={() => void close()}
        >
          {isEnded(order.status) ? copy.close : copy.stopAndClose}
        </button>
        {error !== undefined && asksElsewhere(error.code) && (
          <button type="button" class="button button-small" onClick={() => setChoosing(true)}>
            {orderText.order.choosePage}
          </button>
        )}
      </div>
      {error !== undefined && (
        <ErrorNote money={null} error={error}>
          {typeof needing === 'string' && needing !== order.id && <OpenOrder orderId={needing} />}
        </ErrorNote>
      )}
      {choosing && (
        <PageChoice
          order={order}
          onPick={(page) => void close(page)}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
