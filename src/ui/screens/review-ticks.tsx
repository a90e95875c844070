import type { SwapOrder } from '@/src/domain/order/order'
import { isMove } from '@/src/domain/order/order-parts'
import { promiseGapBps } from '@/src/domain/policy/policy-quote'
import { nameText } from '../copy/name-text'
import { orderText } from '../copy/order-text'
import { formatExact } from '../format/amount'
import { lossBps } from '../format/fiat'
import { imitated } from '../format/look-alike'
import { formatBps } from '../format/percent'
import { plainText } from '../format/text'
import { toCompare } from '../models/known-addresses'
import { useApp } from '../parts/context'
import { withNoCheck } from './alike-note'
import type { RouteFee } from './review-fee'
import { unknownPrograms } from './review-goes'
import { promisedBy, tickOfFirst } from './review-known'
import { usePriced, useSwapLoss } from './review-prices'

const TICK_BPS = 1_000

/** `word`: a click is not enough, it is typed. */
type Tick = { id: string; text: string; word?: string }

/**
 * What must be accepted one by one: great or unknown loss, in all or by a swap before the payment, a
 * promise far below what is shown, a fee beside the payment, a trial of the weaker kind or none, much of what is
 * held for a contract that was never paid, a foreign or mistakable recipient, a token that is risky or looks like another.
 */
export function useTicks(
  order: Pick<
    SwapOrder,
    'accepted' | 'steps' | 'advice' | 'firstPaid' | 'recipientName' | 'otherCode'
  >,
  alike: boolean,
  fee?: RouteFee,
  /** The name of the recipient could not be looked up once more. */
  unread = false,
): Tick[] {
  const { steps, advice } = order
  const accepted = promisedBy(order)
  const { catalog } = useApp()
  const [paid, received] = usePriced(accepted)
  const loss = lossBps(paid === null ? null : paid + (fee?.value ?? 0n), received)
  const swapLoss = useSwapLoss(order)
  const foreign = toCompare([accepted.recipient], [accepted.author])
  const ticks: Tick[] = []
  if (loss === null) ticks.push({ id: 'unknown', text: orderText.review.tickUnknown })
  else if (loss >= TICK_BPS) {
    const percent = formatBps(loss)
    // Named for the loss: who accepted one has not accepted another.
    ticks.push({ id: `impact-${percent}`, text: orderText.review.tickImpact(percent) })
  }
  // What arrives is promised; what the swap gave is what a payment that fails gives back.
  if (swapLoss === null) ticks.push({ id: 'swap-unknown', text: orderText.review.tickSwapUnknown })
  else if (swapLoss !== undefined && swapLoss >= TICK_BPS) {
    const percent = formatBps(swapLoss)
    ticks.push({ id: `swap-${percent}`, text: orderText.review.tickSwap(percent) })
  }
  if (advice?.outcome === 'reverts') {
    ticks.push({ id: 'reverts', text: orderText.review.tickReverts })
  }
  if (accepted.minAmountOut === undefined) {
    ticks.push({ id: 'no-minimum', text: orderText.review.tickNoMinimum })
  }
  const gap = promiseGapBps(accepted)
  if (gap > 0) {
    const least = formatExact(accepted.minAmountOut ?? '0', accepted.to.decimals)
    const sum = `${least} ${plainText(accepted.to.symbol, 14)}`
    ticks.push({ id: `promise-${sum}`, text: orderText.review.tickPromise(sum, formatBps(gap)) })
  }
  if (unknownPrograms({ steps }).length > 0) {
    const symbol = plainText(accepted.from.symbol, 14)
    ticks.push({ id: 'programs', text: orderText.review.tickPrograms(symbol) })
  }
  if (advice?.outcome === 'passes' && advice.weak) {
    ticks.push({ id: 'weak', text: orderText.review.tickWeak })
  }
  if (advice?.outcome === 'unknown') {
    ticks.push({ id: 'untried', text: orderText.review.tickUntried })
  }
  const first = tickOfFirst(order)
  if (first) ticks.push(first)
  const feeTick = fee && tickOfFee(fee)
  if (feeTick) ticks.push(feeTick)
  if (foreign.length > 0) {
    const text = withNoCheck(orderText.review.tickRecipient, foreign)
    ticks.push({ id: 'recipient', text })
  }
  if (order.otherCode) {
    const chain = plainText(catalog.nameOf(accepted.to.chainId), 24)
    ticks.push({ id: 'other-code', text: orderText.review.tickOtherCode(chain) })
  }
  if (unread) {
    const name = plainText(order.recipientName ?? '')
    ticks.push({ id: 'name-unread', text: nameText.review.tickUnread(name) })
  }
  if (alike) ticks.push({ id: 'alike', text: orderText.review.tickAlike })
  if (accepted.to.isRisk === true) {
    ticks.push({ id: 'risky', text: orderText.review.tickRisky(plainText(accepted.to.symbol, 16)) })
  }
  const model = imitated(accepted.to, catalog.top.value)
  if (model !== undefined) {
    const text = orderText.review.tickLookAlike(plainText(model.symbol, 16))
    ticks.push({ id: `looks-like-${model.symbol}`, text })
  }
  for (const { facts } of steps) {
    // What it leads to is held where what follows fails.
    const copied = isMove(facts) ? imitated(facts.gets, catalog.top.value) : undefined
    if (copied === undefined) continue
    const text = orderText.review.tickRoutingLookAlike(plainText(copied.symbol, 16))
    ticks.push({ id: `routing-looks-like-${copied.symbol}`, text })
    break
  }
  return ticks
}

/** What must be accepted of a fee; nothing of a small one. */
function tickOfFee(fee: RouteFee): Tick | undefined {
  if (fee.ask === 'nothing') return undefined
  const text = sayFee(fee)
  // Named for the fee and how it is accepted: who accepted one has not accepted another.
  const id = `fee-${fee.ask}-${fee.sum}`
  return fee.ask === 'word' ? { id, text, word: orderText.review.feeWord } : { id, text }
}

/** What is accepted with a fee, by whose word its share is known, and why that may not count. */
function sayFee({ sum, share, priced, isUsual }: RouteFee): string {
  const { review } = orderText
  if (share !== undefined) return review.tickFee(sum, formatBps(share))
  if (priced === null) return review.tickFeeUnknown(sum)
  return review[isUsual ? 'tickFeePriced' : 'tickFeeAbove'](sum, formatBps(priced))
}

/** The boxes that must all be ticked before the confirmation. */
export function Ticks(props: { ticks: Tick[]; ticked: string[]; onTick(ticked: string[]): void }) {
  const { ticks, ticked, onTick } = props
  if (ticks.length === 0) return null
  return (
    <fieldset class="ticks">
      <legend>{orderText.review.beforeConfirm}</legend>
      {ticks.map((tick) => {
        const others = ticked.filter((id) => id !== tick.id)
        const set = (on: boolean) => onTick(on ? [...others, tick.id] : others)
        return tick.word === undefined ? (
          <label key={tick.id} class="tick">
            <input
              type="checkbox"
              checked={ticked.includes(tick.id)}
              onChange={(event) => set(event.currentTarget.checked)}
            />
            <span>{tick.text}</span>
          </label>
        ) : (
          <TypedTick key={tick.id} text={tick.text} word={tick.word} onMatch={set} />
        )
      })}
    </fieldset>
  )
}

/** What is accepted by typing a word: a click is made too fast for it. */
function TypedTick(props: { text: string; word: string; onMatch(isTyped: boolean): void }) {
  const { text, word, onMatch } = props
  return (
    <label class="tick tick-typed">
      <span>
        {text} {orderText.review.typeWord(word)}
      </span>
      <input
        class="field"
        type="text"
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onMatch(event.currentTarget.value.trim().toUpperCase() === word)}
      />
    </label>
  )
}
