import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { Token } from '@/src/contract/service/token'
import { nothingAsked } from '../copy/form-errors'
import { text } from '../copy/text'
import { formatBps } from '../format/fiat'
import { imitated } from '../format/look-alike'
import { hostOf, plainText, shortAddress } from '../format/text'
import { handle } from '../handles'
import { useApp } from '../parts/context'
import { FieldError } from '../parts/field-error'
import { Alert, ArrowsVertical, ChevronRight, Wallet } from '../parts/icons'
import { lazy } from '../parts/lazy'
import { Logo } from '../parts/logo'
import { Banners } from './banners'
import { RouteList } from './route-list'
import { SwapOptions } from './swap-options'
import { TokenField } from './token-field'

const ErrorNote = lazy(() => import('../parts/error-note').then((room) => room.ErrorNote))
const TokenPicker = lazy(() => import('./token-picker').then((room) => room.TokenPicker))
const WalletPicker = lazy(() => import('./wallet-picker').then((room) => room.WalletPicker))

/** Loss from which a warning stands, and from which the review asks for a tick; basis points. */
export const WARN_BPS = 300
export const TICK_BPS = 1_000

type Open = 'pay' | 'receive' | 'wallet' | undefined

/** The one flow for swap and bridge. */
export function SwapScreen() {
  const app = useApp()
  const { swap } = app
  const [open, setOpen] = useState<Open>(undefined)
  const close = () => setOpen(undefined)

  function pick(token: Token): void {
    if (open === 'pay' || open === 'receive') swap.choose(open, token)
    close()
  }

  async function review(): Promise<void> {
    const orderId = await swap.prepare()
    // Who went elsewhere meanwhile stays there.
    if (orderId && app.router.route.value.screen === 'swap') {
      app.router.go({ screen: 'review', orderId })
    }
  }

  useEffect(() => {
    void ErrorNote.preload()
    void TokenPicker.preload()
    void WalletPicker.preload()
  }, [])

  // As soon as it is drawn: a key pressed before the paint counts.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen((now) => now ?? (swap.pay.peek() === undefined ? 'pay' : 'receive'))
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [swap])

  return (
    <div class="swap">
      <h1 class="sr-only">{text.app.swap}</h1>
      <Banners />
      <form
        class="swap-form"
        onSubmit={(event) => {
          event.preventDefault()
          void review()
        }}
      >
        <div class="swap-left">
          <div class="swap-sides">
            <TokenField side="pay" onChoose={() => setOpen('pay')} />
            <button type="button" class="flip" aria-label={text.swap.flip} onClick={swap.flip}>
              <ArrowsVertical size={18} />
            </button>
            <TokenField side="receive" onChoose={() => setOpen('receive')} />
          </div>
          {swap.amountError.value !== undefined && (
            <FieldError code={swap.amountError.value} id="amount-error" />
          )}
          <WalletField onChoose={() => setOpen('wallet')} />
          <Warnings />
        </div>
        <RouteList />
        <SwapOptions />
        <div class="actions">
          {swap.prepareError.value !== undefined && (
            <ErrorNote error={swap.prepareError.value} money={nothingAsked} />
          )}
          <button
            type="submit"
            class="button button-main"
            data-testid={handle.review}
            disabled={!swap.canReview.value}
            aria-busy={swap.preparing.value}
          >
            {swap.preparing.value && <span class="spinner" aria-hidden="true" />}
            {swap.preparing.value ? text.swap.checking : text.swap.review}
          </button>
        </div>
      </form>
      {(open === 'pay' || open === 'receive') && <TokenPicker onPick={pick} onClose={close} />}
      {open === 'wallet' && <WalletPicker onClose={close} />}
    </div>
  )
}

function WalletField({ onChoose }: { onChoose(): void }) {
  const { swap } = useApp()
  const connection = swap.connection.value
  if (connection === undefined) {
    return (
      <button
        type="button"
        class="wallet-field wallet-field-none"
        data-testid={handle.walletPicker}
        onClick={onChoose}
      >
        <Wallet />
        <span class="wallet-field-name">{text.wallets.choose}</span>
        <ChevronRight size={18} />
      </button>
    )
  }
  const { wallet, page, account } = connection
  return (
    <button
      type="button"
      class="wallet-field"
      data-testid={handle.walletPicker}
      onClick={onChoose}
      title={text.wallets.asks(hostOf(page.origin))}
    >
      <Logo name={wallet.name} seed={wallet.id} url={wallet.icon} size={28} />
      <span class="wallet-field-name">
        <span>
          <bdi>{plainText(wallet.name, 28)}</bdi>{' '}
          <span class="num sub">{shortAddress(account)}</span>
        </span>
        <span class="sub">{text.wallets.through(hostOf(page.origin))}</span>
      </span>
      <ChevronRight size={18} />
    </button>
  )
}

/** What a person should know before going on; none of it blocks here. */
function Warnings() {
  const { swap, catalog } = useApp()
  const warnings: string[] = []
  const impact = swap.impact.value
  if (impact === null) warnings.push(text.swap.impactUnknown)
  else if (impact !== undefined && impact >= WARN_BPS)
    warnings.push(text.swap.impact(formatBps(impact)))
  for (const token of [swap.pay.value, swap.receive.value]) {
    if (token === undefined) continue
    const symbol = plainText(token.symbol, 16)
    const model = imitated(token, catalog.top.value)
    if (token.extensions?.isRiskToken === true) warnings.push(text.swap.risky(symbol))
    if (model !== undefined) warnings.push(text.swap.lookAlike(plainText(model.symbol, 16)))
  }
  const severe = impact !== undefined && (impact === null || impact >= TICK_BPS)
  if (warnings.length === 0) return null
  return (
    <div class={`note note-slim ${severe ? 'note-bad' : 'note-warn'}`} role="status">
      <Alert size={18} />
      <div class="note-body">
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </div>
    </div>
  )
}
