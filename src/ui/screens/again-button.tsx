import { useId, useState } from 'preact/hooks'
import type { Order } from '@/src/domain/order/order'
import { againText } from '../copy/again-text'
import { formatPaid, formatTold } from '../format/amount'
import { plainText } from '../format/text'
import { formatAgo } from '../format/time'
import { type Gone, goneChainOf, runAgain } from '../models/again'
import { useApp } from '../parts/context'
import { useAloud } from '../parts/use-aloud'

/** Fills an order into its form again; where that cannot be, it stays, off, and says why. */
export function AgainButton(props: { order: Order; label: string; class: string; isRow?: true }) {
  const { order, label } = props
  const app = useApp()
  const id = useId()
  const [looking, setLooking] = useState(false)
  const [found, setFound] = useState<Gone>()
  const gone = goneChainOf(app, order) ?? found

  const say = (each: Gone) => sayGone(each, app.catalog.nameOf(each.side.chainId))
  // Of a list, only what was pressed.
  useAloud(found && say(found))

  async function press(): Promise<void> {
    if (gone || looking) return
    setLooking(true)
    try {
      setFound(await runAgain(app, order))
    } finally {
      setLooking(false)
    }
  }

  return (
    <>
      <button
        type="button"
        class={props.class}
        // Who pressed it keeps the focus there, and hears why.
        aria-disabled={gone !== undefined || looking}
        aria-describedby={gone && id}
        // One of many of its name.
        aria-label={props.isRow && sayWhich(label, order, app.now.value)}
        onClick={() => void press()}
      >
        {looking ? againText.looking : label}
      </button>
      {gone && (
        <span id={id} class="sub again-gone">
          {say(gone)}
        </span>
      )}
    </>
  )
}

function sayWhich(label: string, { accepted, createdAt }: Order, now: number): string {
  const { from, to } = accepted
  const paid = `${formatPaid(from.amount, from.decimals)} ${plainText(from.symbol, 10)}`
  const due = `${formatTold(to.amount, to.decimals)} ${plainText(to.symbol, 10)}`
  return againText.of(label, paid, due, formatAgo(createdAt, now))
}

function sayGone({ what, side }: Gone, chain: string): string {
  const name = plainText(chain, 24)
  return what === 'chain'
    ? againText.chainGone(name)
    : againText.tokenGone(plainText(side.symbol, 12), name)
}

const keyOf = { swap: 'swap', purchase: 'buy', transfer: 'pay' } as const

/** What running it again is called, of each kind. */
export const againLabel = ({ kind }: Order): string => againText[keyOf[kind]]
