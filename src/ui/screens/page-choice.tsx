import { useState } from 'preact/hooks'
import type { ErrorCode } from '@/src/domain/error'
import type { PageRef, SwapOrder } from '@/src/domain/order/order'
import { orderText } from '../copy/order-text'
import { walletText } from '../copy/wallet-text'
import { hostOf, plainText } from '../format/text'
import { useApp } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { Refresh } from '../parts/icons'
import { Logo } from '../parts/logo'
import { ReadAgain } from '../parts/read-again'
import { SkeletonRows } from '../parts/skeleton'
import { useLook } from '../parts/use-look'

const needsPage: ErrorCode[] = ['page/gone', 'page/none', 'page/not-responding', 'wallet/not-found']

/** Whether the same wallet may be asked through another page after this error. */
export function asksElsewhere(code: ErrorCode): boolean {
  return needsPage.includes(code)
}

/** Other pages that show the wallet of an order, for when its own page is gone. */
export function PageChoice(props: {
  order: SwapOrder
  onPick(page: PageRef): void
  onClose(): void
}) {
  const { wallets } = useApp()
  const { wallet } = props.order
  const pages = wallets.pages.value
  // What was found before may list the very page that is gone: only a fresh look is offered.
  const [looked, setLooked] = useState(false)
  useLook(() => void wallets.refresh().finally(() => setLooked(true)), true)
  const found = looked && pages.state === 'ready' ? pages.value : undefined
  const fitting = (found ?? []).filter((page) =>
    page.wallets.some(
      (each) => each.id === wallet.id && each.family === wallet.family && !each.ambiguous,
    ),
  )
  return (
    <Dialog title={orderText.order.choosePage} onClose={props.onClose}>
      <div class="dialog-body">
        <p class="lead">{orderText.order.choosePageHint(plainText(wallet.name, 32))}</p>
        {!looked && <SkeletonRows count={2} />}
        {looked && pages.state === 'failed' && (
          <ReadAgain error={pages.error} read={wallets.refresh} />
        )}
        {found !== undefined && fitting.length === 0 && (
          <p>{orderText.order[found.some((page) => page.unanswered) ? 'mutePage' : 'noPage']}</p>
        )}
        {fitting.map(({ page, favIconUrl }) => (
          <button
            key={page.tabId}
            type="button"
            class="wallet-row"
            onClick={() => props.onPick(page)}
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
            <span class="row-button-title">{walletText.signer}</span>
            <span class="sub">{walletText.signerHint}</span>
          </button>
          <button type="button" class="button button-quiet" onClick={() => void wallets.refresh()}>
            <Refresh size={18} />
            {walletText.refresh}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
