import { useEffect, useRef, useState } from 'preact/hooks'
import { exactText } from '../copy/exact-text'
import { formatAmount, formatExact, roundUp } from '../format/amount'
import { formatFiat } from '../format/fiat'
import { plainText } from '../format/text'
import { createExactWays, type Way } from '../models/exact-ways'
import type { Swap } from '../models/swap'
import { useApp } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { TokenLogo } from '../parts/logo'
import { RetryButton, useAgain } from '../parts/read-again'
import { useAloud } from '../parts/use-aloud'
import { useModel } from '../parts/use-model'

/** The exact amount that is wanted: `0.16 ETH`; undefined where the other side is fixed. */
function sumOf({ side, receive, receiveUnits }: Swap): string | undefined {
  const [token, units] = [receive.value, receiveUnits.value]
  if (side.value !== 'receive' || token === undefined || units === undefined) return undefined
  return `${formatExact(units, token.decimals)} ${plainText(token.symbol, 12)}`
}

/** Leads to the list, while an exact amount is wanted. */
export function ExactWaysButton() {
  const { swap } = useApp()
  const [isOpen, setOpen] = useState(false)
  const sum = sumOf(swap)
  if (sum === undefined) return null
  return (
    <>
      <button
        type="button"
        class="button button-small exact-open"
        data-testid="exact-ways"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {exactText.open(sum)}
      </button>
      {isOpen && <ExactWays sum={sum} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What each held token would pay for the exact amount; choosing one fills the form and nothing else. */
function ExactWays({ sum, onClose }: { sum: string; onClose(): void }) {
  const app = useApp()
  const model = useModel(() => createExactWays(app), '')
  const held = useRef<readonly string[] | undefined>(undefined)
  const ways = inPlace(model.ways.value, held.current)
  const isNet = model.isNet.value
  // No row moves once it is pointed at.
  const hold = () => {
    held.current ??= ways.map(keyOf)
  }
  const asking = model.asking.value
  const again = useAgain(model.hasFailed.value || undefined, asking, model.again)
  const isConnected = Object.values(app.wallets.connections.value).some((one) => one !== undefined)
  const payable = ways.flatMap((way) => (way.state === 'offered' && !way.isShort ? way : []))
  const [best] = [...payable].sort((a, b) => {
    const [left, right] = [sumWith(a, isNet), sumWith(b, isNet)]
    return left < right ? -1 : left > right ? 1 : 0
  })

  useEffect(() => {
    if (asking || ways.length === 0) return
    const count = payable.length
    const said = best && isNet ? exactText.found(count, sayPaid(best)) : exactText.foundSome(count)
    app.announce(best ? said : exactText.noWay)
  }, [asking])

  const none = !isConnected ? exactText.noWallet : ways.length === 0 ? exactText.nothing : undefined
  useAloud(app.online.value ? undefined : exactText.offline)
  useAloud(none)
  return (
    <Dialog title={exactText.title(sum)} onClose={onClose} size="tall">
      <div class="dialog-body">
        {ways.length > 0 && <p class="sub">{asking ? exactText.asking : exactText.lead}</p>}
        {!app.online.value && <p>{exactText.offline}</p>}
        {none !== undefined && <p>{none}</p>}
        <ul
          id="ways-list"
          tabIndex={-1}
          class="ways-list"
          aria-busy={asking}
          onPointerMove={hold}
          onFocusCapture={hold}
        >
          {ways.map((way) => (
            <li key={keyOf(way)}>
              <WayRow
                way={way}
                isCheapest={!asking && isNet && way === best}
                isNet={isNet}
                onChoose={() => {
                  app.swap.choose('pay', way.token)
                  onClose()
                }}
              />
            </li>
          ))}
        </ul>
        {/* What came of it is said with the list. */}
        {again.shown && <RetryButton to="ways-list" read={again.read} />}
        {!asking && !model.isNet.value && <p class="sub">{exactText.notNet}</p>}
        {model.more.value > 0 && <p class="sub">{exactText.more(model.more.value)}</p>}
        {model.hasUnpriced.value && <p class="sub">{exactText.unpriced}</p>}
      </div>
    </Dialog>
  )
}

const sayPaid = ({ token, amountIn }: Extract<Way, { state: 'offered' }>) =>
  `${formatAmount(roundUp(amountIn, token.decimals), token.decimals)} ${plainText(token.symbol, 12)}`

const keyOf = ({ account, token }: Way) => `${account}${token.chainId}${token.address}`

/** Millionths of a dollar that a way takes; with the fee only where every row has one. */
const sumWith = ({ value, fee }: Extract<Way, { state: 'offered' }>, isNet: boolean) =>
  value + (isNet ? (fee ?? 0n) : 0n)

/** Leaves rows where they were seen; others follow. */
function inPlace(ways: readonly Way[], seen: readonly string[] = []): readonly Way[] {
  const place = (way: Way) => {
    const at = seen.indexOf(keyOf(way))
    return at < 0 ? seen.length : at
  }
  return [...ways].sort((a, b) => place(a) - place(b))
}

function WayRow(props: { way: Way; isCheapest: boolean; isNet: boolean; onChoose(): void }) {
  const { catalog } = useApp()
  const { way } = props
  const { token } = way
  const isOffered = way.state === 'offered'
  return (
    <button
      type="button"
      class="wallet-row way-row"
      data-testid="way"
      data-symbol={token.symbol}
      data-chain-id={token.chainId}
      disabled={!isOffered || way.isShort}
      aria-busy={way.state === 'asking'}
      onClick={props.onChoose}
    >
      <TokenLogo token={token} />
      <span class="wallet-row-name">
        <span class="num">
          <bdi>{isOffered ? sayPaid(way) : plainText(token.symbol, 16)}</bdi>{' '}
          {props.isCheapest && <span class="badge badge-good">{exactText.cheapest}</span>}
        </span>
        <span class="sub">{plainText(catalog.nameOf(token.chainId), 24)}</span>
      </span>
      <span class="way-cost num">
        {way.state === 'asking' && <span class="spinner" aria-hidden="true" />}
        {(way.state === 'none' || way.state === 'failed') && exactText[way.state]}
        {isOffered && (
          <>
            <span>{way.isShort ? exactText.short : formatFiat(sumWith(way, props.isNet))}</span>
            <span class="sub">
              {way.fee === null ? exactText.feeUnknown : exactText.fee(formatFiat(way.fee))}
            </span>
          </>
        )}
      </span>
    </button>
  )
}
