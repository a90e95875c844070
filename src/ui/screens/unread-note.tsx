import type { ComponentChildren } from 'preact'
import { familyOfHash } from '@/src/domain/chain/hash'
import type { Unread } from '@/src/domain/order/order'
import { orderText } from '../copy/order-text'
import { shortAddress } from '../format/text'
import type { OrderView } from '../models/order-view'
import { CopyButton } from '../parts/address'
import { ErrorNote } from '../parts/error-note'

/**
 * Says of an order that not all of it can be read, and which transactions it names; `accounts`: where to look. Where its
 * wallet was asked, the person says whether the request is gone: nothing else could.
 */
export function UnreadNote(props: {
  unread: Unread
  accounts: ComponentChildren
  view: Pick<OrderView, 'promptGone' | 'busy'>
}) {
  // No claim, and no text of a stranger.
  const hashes = props.unread.hashes.filter((each) => familyOfHash(each) !== null)
  return (
    <>
      <ErrorNote tone="warn" error={{ code: 'order/attention' }} money={null} />
      {hashes.length > 0 && (
        <dl class="detail-rows">
          <dt>{orderText.order.named}</dt>
          {hashes.map((hash) => (
            <dd key={hash} class="mono" title={hash}>
              {shortAddress(hash)} <CopyButton value={hash} />
            </dd>
          ))}
        </dl>
      )}
      {props.accounts}
      {props.unread.asked && (
        <div class="choice">
          <h2>{orderText.unsure.stillAsked}</h2>
          <p id="still-asked">{orderText.unsure.stillAskedHint}</p>
          <button
            type="button"
            class="button"
            aria-describedby="still-asked"
            disabled={props.view.busy.value}
            onClick={() => void props.view.promptGone('')}
          >
            {orderText.order.promptGone}
          </button>
        </div>
      )}
    </>
  )
}
