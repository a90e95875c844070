import { freeOf } from '@/src/domain/held'
import type { SwapOrder } from '@/src/domain/order'
import { sameToken } from '@/src/domain/token-id'
import { orderText } from '../copy/order-text'
import { plainText } from '../format/text'
import { runFrom } from '../models/again'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'

const copy = orderText.held

/** Why the order went no further than a swap before its payment, and the two ways on from there. */
export function HeldPanel({ order }: { order: SwapOrder }) {
  const app = useApp()
  const held = freeOf(order)
  if (held === undefined) return null
  const { from, to } = order.accepted
  const isAny = BigInt(held.token.amount) > 0n
  return (
    <section class="note note-warn" aria-labelledby="held-title">
      <Alert />
      <div class="note-body">
        <h2 class="note-title" id="held-title">
          {copy.title[reasonOf(order)]}
        </h2>
        {isAny && <p>{copy.next(plainText(held.token.symbol, 12))}</p>}
        {isAny && (
          <div class="note-actions">
            {!sameToken(held.token, to) && (
              <button
                type="button"
                class="button button-small button-main"
                onClick={() => runFrom(app, order, held, 'on')}
              >
                {copy.on}
              </button>
            )}
            <button
              type="button"
              class="button button-small"
              onClick={() => runFrom(app, order, held, 'back')}
            >
              {copy.back(plainText(from.symbol, 12))}
            </button>
          </div>
        )}
      </div>
    </section>
  )
}

function reasonOf({ halted }: SwapOrder): keyof typeof copy.title {
  if (halted === undefined) return 'failed'
  if (halted.why === 'person') return 'person'
  if (halted.code === 'policy/quote-expired') return 'price'
  return halted.code === 'policy/would-revert' ? 'revert' : 'changed'
}
