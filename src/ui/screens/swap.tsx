import { useEffect, useState } from 'preact/hooks'
import type { Token } from '@/src/contract/service/token'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { type FormErrorCode, formErrorCopy, safeText } from '../copy/form-errors'
import { text } from '../copy/text'
import { hostOf, plainText, shortAddress, shortInWords } from '../format/text'
import { handle } from '../handles'
import type { Swap } from '../models/swap'
import { useApp } from '../parts/context'
import { FieldError } from '../parts/field-error'
import { ArrowsVertical, ChevronDown, Wallet } from '../parts/icons'
import { useTokenKey } from '../parts/keys'
import { lazy, onIntent } from '../parts/lazy'
import { Logo } from '../parts/logo'
import { Ways } from '../parts/ways'
import { ReviewScreen } from './late-screens'
import { Start } from './start'
import { SwapOptions } from './swap-options'
import { TokenField } from './token-field'

const ErrorNote = lazy(() => import('../parts/error-note').then((room) => room.ErrorNote))
const RouteList = lazy(() => import('./route-list').then((room) => room.RouteList))
const Recipient = lazy(() => import('./recipient').then((room) => room.Recipient))
const SwapWarnings = lazy(() => import('./warnings').then((room) => room.SwapWarnings))
const TokenPicker = lazy(() => import('./token-picker').then((room) => room.TokenPicker))
const WalletPicker = lazy(() => import('./wallet-picker').then((room) => room.WalletPicker))

type Open = 'pay' | 'receive' | 'wallet' | undefined

/** The one flow for swap and bridge. */
export function SwapScreen() {
  const app = useApp()
  const { swap } = app
  const route = app.router.route.value
  const next = () => (swap.pay.peek() === undefined ? 'pay' : 'receive')
  const [open, setOpen] = useState<Open>(() => ('tokens' in route ? next() : undefined))
  const [to, setTo] = useState(false)
  const close = () => setOpen(undefined)

  function pick(token: Token): void {
    if (open === 'pay' || open === 'receive') swap.choose(open, token)
    close()
  }

  const { receive, recipient, amountError, missing } = swap
  const isComplete = swap.pay.value !== undefined && receive.value !== undefined
  const showsRecipient = to || missing.value !== undefined || recipient.value !== ''
  const shownError = quietError(amountError.value) === undefined ? amountError.value : undefined

  async function review(): Promise<void> {
    const orderId = await swap.prepare()
    // Who went elsewhere meanwhile stays there.
    if (orderId && app.router.route.value.screen === 'swap') {
      app.router.go({ screen: 'review', orderId })
    }
  }

  useEffect(() => {
    // Prices take longer than its code, which is not needed before anything can be asked.
    if (isComplete) void RouteList.preload()
  }, [isComplete])

  useTokenKey(() => setOpen((now) => now ?? next()))

  return (
    <div class="swap">
      <h1 class="sr-only" tabIndex={-1}>
        {text.app.swap}
      </h1>
      <Ways current="swap" />
      <form
        class="swap-form"
        onSubmit={(event) => {
          event.preventDefault()
          void review()
        }}
      >
        <div class="swap-left">
          <div class="swap-sides">
            <TokenField side="pay" onChoose={() => setOpen('pay')} intent={onIntent(TokenPicker)}>
              <WalletChip onChoose={() => setOpen('wallet')} />
            </TokenField>
            <button type="button" class="flip" aria-label={text.swap.flip} onClick={swap.flip}>
              <ArrowsVertical size={18} />
            </button>
            <TokenField
              side="receive"
              onChoose={() => setOpen('receive')}
              intent={onIntent(TokenPicker)}
            >
              {swap.destination.value !== undefined && (
                <button
                  type="button"
                  class={`side-chip num${swap.destination.value === swap.connection.value?.account ? '' : ' warn'}`}
                  aria-expanded={showsRecipient}
                  title={text.swap.recipient}
                  onClick={() => {
                    setTo(!to)
                    // What was typed stands open: its field is where to go on.
                    if (recipient.value !== '') goTo('#recipient')
                  }}
                  {...onIntent(Recipient)}
                >
                  {text.swap.to(shortInWords(swap.destination.value))}
                </button>
              )}
            </TokenField>
          </div>
          {showsRecipient && (
            <Recipient onConnect={() => setOpen('wallet')} onClose={() => setTo(false)} />
          )}
          {shownError !== undefined && <FieldError code={shownError} id="amount-error" />}
        </div>
        {/* Below the button in a wide tab: what comes with a price moves nothing that may be pressed. */}
        <div class="swap-warnings">
          {(swap.pay.value ?? receive.value) !== undefined && <SwapWarnings />}
        </div>
        {swap.quotes.phase.value === 'idle' ? <Start /> : <RouteList />}
        <SwapOptions />
        <div class="actions">
          {swap.prepareError.value !== undefined && (
            <ErrorNote error={swap.prepareError.value} money={safeText.nothingAsked} />
          )}
          <NextButton
            onWallet={() => setOpen('wallet')}
            onRecipient={() => goTo('#receive-what, #recipient')}
          />
        </div>
      </form>
      {(open === 'pay' || open === 'receive') && <TokenPicker onPick={pick} onClose={close} />}
      {open === 'wallet' && <WalletPicker onClose={close} />}
    </div>
  )
}

const goTo = (field: string) => document.querySelector<HTMLElement>(field)?.focus()

/** One button that always says what comes next; what only it says is an error of the form as well. */
function NextButton({ onWallet, onRecipient }: { onWallet(): void; onRecipient(): void }) {
  const { swap, nameNext } = useApp()
  const next = swap.next.value
  const family = swap.receive.value && familyOfChain(swap.receive.value.chainId)
  if (next === 'wallet' || next === 'recipient') {
    return (
      <button
        type="button"
        class="button button-main"
        data-testid={handle.next}
        onClick={next === 'wallet' ? onWallet : onRecipient}
        {...onIntent(next === 'wallet' ? WalletPicker : Recipient)}
      >
        {next === 'wallet'
          ? text.swap.next.wallet
          : text.swap.next.recipient(text.wallets.familyOf[family ?? 'eip155'])}
      </button>
    )
  }
  if (next === 'paused') {
    return (
      <button
        type="button"
        class="button button-main"
        data-testid={handle.next}
        onClick={swap.quotes.refresh}
      >
        {text.swap.next.paused}
      </button>
    )
  }
  const code = quietError(swap.amountError.value)
  return (
    <button
      type="submit"
      class="button button-main"
      data-testid={handle.review}
      // Whoever pressed it keeps the focus there.
      disabled={!swap.canReview.value && !swap.preparing.value}
      aria-disabled={swap.preparing.value}
      aria-busy={swap.preparing.value}
      {...onIntent(ReviewScreen)}
    >
      {(swap.preparing.value || next === 'finding') && <span class="spinner" aria-hidden="true" />}
      <span {...(code && { id: 'amount-error', 'data-testid': handle.error, 'data-code': code })}>
        {sayNext(swap, nameNext.value)}
      </span>
    </button>
  )
}

function sayNext(swap: Swap, names: Readonly<Record<string, string>>): string {
  const { next, preparing, pay, amountError, recipientError, recipient } = swap
  const step = next.value
  if (preparing.value) return text.swap.checking
  if (step === 'balance') return text.swap.next.balance(plainText(pay.value?.symbol ?? '', 12))
  if (step === 'fix') {
    const code = amountError.value ?? recipientError.value
    if (code === 'form/recipient-name') return names[recipient.value] ?? formErrorCopy[code].title
    return code === undefined ? '' : formErrorCopy[code].title
  }
  return step === 'review' || step === 'wallet' || step === 'recipient'
    ? text.swap.review
    : text.swap.next[step]
}

/** An error that the button says whole; it is no mistake that must be red. */
function quietError(code: FormErrorCode | undefined): FormErrorCode | undefined {
  return code === 'form/amount-missing' || code === 'form/insufficient-balance' ? code : undefined
}

/** The wallet that pays, in the corner of what is paid. */
function WalletChip({ onChoose }: { onChoose(): void }) {
  const { swap } = useApp()
  const connection = swap.connection.value
  const host = connection && hostOf(connection.page.origin)
  return (
    <button
      type="button"
      class={`side-chip${connection === undefined ? ' side-chip-none' : ''}`}
      data-testid={handle.walletPicker}
      aria-haspopup="dialog"
      onClick={onChoose}
      {...onIntent(WalletPicker)}
      title={host && text.wallets.through(plainText(connection.wallet.name, 28), host)}
    >
      {connection === undefined ? (
        <Wallet size={16} />
      ) : (
        <Logo
          name={connection.wallet.name}
          seed={connection.wallet.id}
          url={connection.wallet.icon}
          size={18}
        />
      )}
      <span class="num">
        {connection === undefined ? text.wallets.choose : shortAddress(connection.account)}
      </span>
      <ChevronDown size={14} />
    </button>
  )
}
