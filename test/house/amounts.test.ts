/** A notice and the order that it opens say the same of the same amount. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import { formatMinor } from '@/src/domain/token/written-money'
import { noticeTextIn } from '@/src/engine/browser/notice-text'
import { toWords } from '@/src/engine/browser/notice-words'
import { sayHeld } from '@/src/ui/copy/money'
import {
  formatExact,
  formatPaid,
  parseAmount,
  roundUp,
  toShortDecimal,
} from '@/src/ui/format/amount'
import { plainText } from '@/src/ui/format/text'
import { depositDraft, payment, planned } from '@/test/samples/order'
import { plannedPurchase } from '@/test/samples/purchase'

const text = await noticeTextIn(undefined)

const amounts = fc.oneof(
  fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
  fc.bigInt({ min: 0n, max: 10n ** 24n }),
)
const tokens = fc.record({
  amount: amounts.map(String),
  decimals: fc.integer({ min: 0, max: 36 }),
  symbol: fc.oneof(fc.constant('USDC'), fc.string({ minLength: 1, maxLength: 30 })),
})
type Token = { amount: string; decimals: number; symbol: string }

const { accepted } = planned()
const [from, to] = [accepted.from, accepted.to]
const of = (paid: Token, got: Token, more: Partial<SwapOrder> = {}): SwapOrder =>
  planned([], {
    accepted: { ...accepted, from: { ...from, ...paid }, to: { ...to, ...got } },
    ...more,
  })
/** What came is said in full, as what is to be compared is everywhere. */
const say = ({ amount, decimals, symbol }: Token) =>
  `${amount === '0' ? '?' : formatExact(amount, decimals)} ${plainText(symbol, 12)}`
const said = (order: Order, topic: Parameters<typeof toWords>[1]) =>
  Object.values(toWords(order, topic, text)).join('\n')

describe('an amount', () => {
  it('that is paid reads in a notice as at the head of its order, in its row of the history and in the form', () => {
    fc.assert(
      fc.property(tokens, tokens, (paid, got) => {
        const words = said(of(paid, got), 'late')
        const sum = `${formatPaid(paid.amount, paid.decimals)} ${plainText(paid.symbol, 12)}`
        expect(words).toContain(`${sum} for ${plainText(got.symbol, 12)}.`)
      }),
    )
  })

  it('that is paid never reads as less than it is, and as the form wrote it', () => {
    expect(formatPaid('25123456', 6)).toBe('25.1235')
    fc.assert(
      fc.property(tokens, ({ amount, decimals }) => {
        const units = BigInt(amount)
        // From a billion on it is counted, not read; of nothing nobody told how much it was.
        fc.pre(units > 0n && units < 10n ** BigInt(decimals + 9))
        const shown = formatPaid(amount, decimals)
        // Less than anybody reads.
        fc.pre(!shown.startsWith('<'))
        const due = roundUp(units, decimals)
        // Rounded up to a billion it is counted as well.
        if (due === 10n ** BigInt(decimals + 9)) {
          expect(shown).toBe('1B')
          return
        }
        expect(shown.replaceAll(',', '')).toBe(toShortDecimal(due, decimals))
        const read = parseAmount(shown.replaceAll(',', ''), decimals)
        expect(read.ok && read.units >= units).toBe(true)
      }),
      { examples: [[{ amount: '999999999990000000000001', decimals: 15, symbol: 'USDC' }]] },
    )
  })

  it('that arrived or came back reads in a notice as on its order', () => {
    fc.assert(
      fc.property(tokens, amounts.map(String), (token, amount) => {
        const found = { ...payment, amount }
        const arrived = of(token, token, { arrival: { kind: 'payout', since: 1, found } })
        const back = of(token, token, { arrival: { kind: 'refund', since: 1, found } })
        expect(said(arrived, 'filled')).toContain(`${say({ ...token, amount })} delivered`)
        expect(said(back, 'refunded')).toContain(`${say({ ...token, amount })} went back`)
      }),
    )
  })

  it('that is held reads in a notice as on its order', () => {
    fc.assert(
      fc.property(tokens, fc.boolean(), (token, isRead) => {
        const gets = { ...from, ...token, amount: token.amount }
        const facts = { kind: 'swap' as const, token: from, gets, target: '0x', method: 'swap' }
        const got = isRead ? { got: token.amount } : {}
        const order = planned([{ ...depositDraft, deposit: false, facts }, depositDraft], {
          status: 'stopped',
        })
        const state = { status: 'confirmed' as const, attemptId: 'a', hash: '0x', at: 1, ...got }
        const [first, ...rest] = order.steps
        const moved = { ...order, steps: first ? [{ ...first, state }, ...rest] : [] }
        const held = { token: gets, isRead, attemptId: 'a' }
        expect(said(moved, 'held')).toContain(
          `You now hold ${isRead ? '' : 'about '}${sayHeld(held)}`,
        )
      }),
    )
  })

  it('in money reads in a notice as on its purchase', () => {
    const units = fc.bigInt({ min: 0n, max: 10n ** 14n }).map(String)
    fc.assert(
      fc.property(units, fc.constantFrom('EUR', 'USD', 'HUF'), (amount, symbol) => {
        const order = plannedPurchase()
        const money = { ...order.accepted.from, amount, symbol, decimals: 2 }
        const bought = { ...order, accepted: { ...order.accepted, from: money } }
        expect(said(bought, 'late')).toContain(`${formatMinor(amount, 2, symbol)} for `)
      }),
    )
  })
})
