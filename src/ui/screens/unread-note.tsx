import type { ComponentChildren } from 'preact'
import { familyOfHash } from '@/src/domain/chain/hash'
import type { Unread } from '@/src/domain/order/order'
import { orderText } from '../copy/order-text'
import { shortAddress } from '../format/text'
import { CopyButton } from '../parts/address'
import { ErrorNote } from '../parts/error-note'

/** Says of an order that not all of it can be read, and which transactions it names; `accounts`: where to look. */
export function UnreadNote(props: { unread: Unread; accounts: ComponentChildren }) {
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
    </>
  )
}
