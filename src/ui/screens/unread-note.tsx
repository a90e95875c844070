import type { ComponentChildren } from 'preact'
import type { Unread } from '@/src/domain/order/order'
import { orderText } from '../copy/order-text'
import { shortAddress } from '../format/text'
import { CopyButton } from '../parts/address'
import { ErrorNote } from '../parts/error-note'

/** How EVM chains write the hash of a transaction, and Solana its signature: no claim, no text of a stranger. */
const hashShape = /^(0x[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{64,88})$/i

/** Says of an order that not all of it can be read, and which transactions it names; `accounts`: where to look. */
export function UnreadNote(props: { unread: Unread; accounts: ComponentChildren }) {
  const hashes = props.unread.hashes.filter((each) => hashShape.test(each))
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
