import { orderText } from '../copy/order-text'
import { transactionLink } from '../format/explorer'
import { plainText, shortAddress } from '../format/text'
import { CopyButton, OutLink } from '../parts/address'
import { useApp } from '../parts/context'

/** A transaction hash: to copy, and to look at where its chain has an explorer. */
export function HashLink({ chainId, hash }: { chainId: number; hash: string }) {
  const { catalog } = useApp()
  const chain = catalog.chain(chainId)
  const link = transactionLink(chain, hash)
  const name = chain?.blockExplorers?.default.name
  return (
    <span class="hash">
      {link === null ? (
        <span class="mono" title={hash}>
          {shortAddress(hash)}
        </span>
      ) : (
        <OutLink href={link}>
          <span class="mono" title={name ? orderText.order.explorer(plainText(name, 32)) : hash}>
            {shortAddress(hash)}
          </span>
        </OutLink>
      )}
      <CopyButton value={hash} />
    </span>
  )
}
