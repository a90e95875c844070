import { useEffect } from 'preact/hooks'
import type { Order, PageRef } from '@/src/domain/order'
import { orderText } from '../copy/order-text'
import { text } from '../copy/text'
import { hostOf, plainText } from '../format/text'
import { toPageRef } from '../models/connection'
import { useApp } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { Refresh } from '../parts/icons'
import { Logo } from '../parts/logo'
import { SkeletonRows } from '../parts/skeleton'

/** Other pages that show the wallet of an order, for when its own page is gone. */
export function PageChoice(props: { order: Order; onPick(page: PageRef): void; onClose(): void }) {
  const { wallets } = useApp()
  const { wallet } = props.order
  const pages = wallets.pages.value
  useEffect(() => void wallets.refresh(), [wallets])
  const fitting =
    pages.state !== 'ready'
      ? []
      : pages.value.filter((page) =>
          page.wallets.some(
            (found) => found.id === wallet.id && found.family === wallet.family && !found.ambiguous,
          ),
        )
  return (
    <Dialog title={orderText.order.choosePage} onClose={props.onClose}>
      <div class="dialog-body">
        <p class="lead">{orderText.order.choosePageHint(plainText(wallet.name, 32))}</p>
        {pages.state === 'loading' && <SkeletonRows count={2} />}
        {pages.state === 'ready' && fitting.length === 0 && <p>{orderText.order.noPage}</p>}
        {fitting.map(({ page, favIconUrl }) => (
          <button
            key={page.tabId}
            type="button"
            class="wallet-row"
            onClick={() => props.onPick(toPageRef(page))}
          >
            <Logo name={hostOf(page.origin)} seed={page.origin} url={favIconUrl} size={24} />
            <span class="wallet-row-name">
              <bdi>{hostOf(page.origin)}</bdi>
              <bdi class="sub">{plainText(page.title ?? '', 48)}</bdi>
            </span>
          </button>
        ))}
        <div class="picker-foot">
          <button type="button" class="row-button" onClick={() => void wallets.openSigner()}>
            <span class="row-button-title">{text.wallets.signer}</span>
            <span class="sub">{text.wallets.signerHint}</span>
          </button>
          <button type="button" class="button button-quiet" onClick={() => void wallets.refresh()}>
            <Refresh size={18} />
            {text.wallets.refresh}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
