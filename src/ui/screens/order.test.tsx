// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readStoredOrder } from '@/src/contract/stored'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import { AppError, type ErrorCode } from '@/src/domain/error'
import type { Order, Step, SwapOrder, TokenAmount, TransferOrder } from '@/src/domain/order/order'
import { purchases } from '@/test/support/ui/fixture-purchases'
import { all, clear, NOW, setUp } from '@/test/support/ui/order-screen'
import { settled } from '@/test/support/ui/settled'
import { clearText } from '../copy/clear-text'
import { errorCopy } from '../copy/errors'
import { hashText } from '../copy/hash-text'
import { lateText } from '../copy/late-text'
import { orderText } from '../copy/order-text'
import { proofText } from '../copy/proof-text'
import { claimLabel, stepStatusLabel } from '../copy/status'
import { text } from '../copy/text'
import { transferText } from '../copy/transfer-text'
import { addressLink } from '../format/explorer'

afterEach(clear)

describe('an order that cannot be read', () => {
  const said = (app: { announcements: { value: readonly { text: string }[] } }) =>
    app.announcements.value.at(-1)?.text

  it('is read again at a press: what is wrong is said anew, and the focus goes to the heading of the order', async () => {
    const { app, button, press } = await setUp('filled', { unreadable: true })
    await press(text.app.tryAgain)
    expect(document.activeElement).toBe(button(text.app.tryAgain))
    expect(said(app)).toBe(text.app.said(errorCopy['store/unavailable'].title))
    app.backend.readOrder = async () => all.filled
    await press(text.app.tryAgain)
    await act(settled)
    expect(document.querySelector('[data-status="filled"]')).not.toBeNull()
    expect(document.activeElement?.tagName).toBe('H1')
  })

  it('is not offered to be read again where it is not there', async () => {
    const { app, button, press, shown } = await setUp('filled', { unreadable: true })
    app.backend.readOrder = async () => undefined
    await press(text.app.tryAgain)
    await act(settled)
    expect(shown()).toContain(errorCopy['order/not-found'].title)
    expect(button(text.app.tryAgain)).toBeUndefined()
  })
})

describe('an order that is about to be removed', () => {
  it('shows the number of a purchase, which nothing else finds again', async () => {
    const { shown, press } = await setUp('buyFilled', { orders: purchases(NOW) })
    const number = purchases(NOW).buyFilled?.service.orderId ?? 'none'
    await press(clearText.one)
    const dialog = document.querySelector('dialog')?.textContent
    expect(dialog).toContain(clearText.onePurchase)
    expect(dialog).toContain(number)
    await press(clearText.oneCancel)
    expect(shown()).not.toContain(clearText.onePurchase)
  })

  it('shows none of a swap: its address finds it', async () => {
    const { press } = await setUp('filled')
    await press(clearText.one)
    expect(document.querySelector('dialog')?.textContent).not.toContain(clearText.onePurchase)
  })
})

describe('an order that was in doubt when its backup was made', () => {
  it('is not asked about, as no answer would be taken; where to look is said, and it can be removed', async () => {
    const { shown, button } = await setUp('keptUnsure')
    expect(shown()).not.toContain(orderText.unsure.title)
    expect(shown()).not.toContain(orderText.unsure.machine)
    expect(shown()).toContain('From a backup')
    expect(shown()).toContain(orderText.order.unknownThen)
    expect(shown()).toContain(orderText.order.notThen)
    expect(shown()).not.toContain(orderText.order.notReached)
    expect(shown()).toContain('where the backup was made')
    expect(button(clearText.one)).toBeDefined()
  })
})

describe('an order of which a part cannot be read', () => {
  const stored = { ...(all.filled as SwapOrder), status: 'teleported', claims: ['a stranger’s'] }
  const { id, accepted } = stored
  const unread = readStoredOrder(id, stored)
  const named = unread.unread?.hashes[0]

  it('says so, with its amounts, its transactions and where to look, and offers nothing', async () => {
    const { shown } = await setUp('filled', { orders: { filled: unread } })
    const { title, what, money, next } = errorCopy['order/attention']
    for (const words of [title, what, money, next]) expect(shown()).toContain(words)
    expect(shown()).toContain(accepted.from.symbol)
    expect(document.querySelector(`[title="${named}"]`)).not.toBeNull()
    expect(shown()).not.toContain('a stranger’s')
    const links = [...document.querySelectorAll('a')].map(({ href }) => href)
    expect(links.length).toBeGreaterThan(0)
    for (const words of [
      orderText.order.progress,
      orderText.order.again,
      orderText.order.closeHint,
    ]) {
      expect(shown()).not.toContain(words)
    }
    const buttons = [...document.querySelectorAll('.order button')].map((each) => each.textContent)
    expect(buttons.filter((label) => label !== '' && label !== lateText.support)).toEqual([])
  })

  it('says what of its sides and its time cannot be read, and shows nothing in their place', async () => {
    const to = { ...accepted.to, chainId: 'x' }
    const terms = { ...accepted, from: undefined, to, minAmountOut: '23000000' }
    const torn = readStoredOrder(id, { ...stored, createdAt: 'yesterday', accepted: terms })
    const { shown } = await setUp('filled', { orders: { filled: torn } })
    expect(shown()).not.toMatch(/1970|\b0 \?|23000000/)
    const said = shown().split(orderText.order.notReadable)
    // Both sides, when it was made, and the least.
    expect(said).toHaveLength(5)
  })

  it('given its wallet was asked, takes the word that the request is gone, and offers nothing else', async () => {
    const asked = { ...unread, unread: { ...unread.unread, asked: true } } as Order
    const { calls, press, shown } = await setUp('filled', { orders: { filled: asked } })
    expect(shown()).toContain(orderText.unsure.stillAskedHint)
    await press(orderText.order.promptGone)
    expect(calls).toContainEqual({
      name: 'promptGone',
      input: { orderId: id, stepId: '', attemptId: '' },
    })
  })

  it('is told as one piece of news, without what there is to press', async () => {
    await setUp('filled', { orders: { filled: unread } })
    const note = document.querySelector('[role=alert][data-code="order/attention"]')
    expect(note).not.toBeNull()
    expect(note?.querySelectorAll('a, button, dl')).toHaveLength(0)
  })

  it('given its accounts cannot be read either, links nowhere', async () => {
    const bare = readStoredOrder(id, { accepted: { ...accepted, recipient: 7, refundTo: null } })
    await setUp('filled', { orders: { filled: bare } })
    expect(document.querySelector('.order .out-link')).toBeNull()
    expect(document.querySelector('[data-status="attention"]')).not.toBeNull()
  })
})

describe('a hash that is pasted for what was asked', () => {
  const said = async (code: ErrorCode, context: Record<string, string> = {}) => {
    const { app, press } = await setUp('unsure')
    app.backend.call = async (name) => {
      if (name === 'resolveUnsure') throw Object.assign(new AppError(code), { context })
      return {} as never
    }
    const field = document.querySelector<HTMLInputElement>('#sent-hash')
    await act(async () => {
      if (field) field.value = 'what was pasted'
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await press(orderText.unsure.useHash)
    await act(settled)
    return { field, note: document.getElementById(field?.getAttribute('aria-describedby') ?? '-') }
  }

  it.each([
    ['order/hash-malformed', {}, errorCopy['order/hash-malformed'].what],
    ['order/hash-used', {}, errorCopy['order/hash-used'].what],
    ['order/not-carried-out', {}, errorCopy['order/not-carried-out'].what],
    ['order/hash-unknown', {}, hashText.unknown('Base')],
    ['order/hash-other', { field: 'payload' }, errorCopy['order/hash-other'].what],
    ['order/hash-other', { field: 'account' }, hashText.other.account],
    ['order/hash-other', { field: 'step' }, hashText.other.step],
  ] as const)(
    'is refused (%s) at its field, which keeps it and has the focus',
    async (...given) => {
      const [code, context, what] = given
      const { field, note } = await said(code, context)
      expect(note?.textContent).toContain(what)
      expect(note?.textContent).toContain(hashText.unchanged)
      expect(document.querySelectorAll(`[data-code="${code}"]`)).toHaveLength(1)
      expect(field?.value).toBe('what was pasted')
      expect(field?.getAttribute('aria-invalid')).toBe('true')
      expect(document.activeElement).toBe(field)
    },
  )
})

describe('the word that nothing was sent', () => {
  it('cancels the order and leads to a review at a new price: nothing is asked again without one', async () => {
    const { app, calls, press } = await setUp('unsureNative')
    const field = document.querySelector<HTMLInputElement>('#not-sent')
    expect(document.body.textContent).toContain(orderText.unsure.notSentAnew)
    await act(async () => {
      if (field) field.value = TYPED_WORD
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await press(orderText.unsure.startOver)
    await act(settled)
    expect(calls.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['resolveUnsure', 'stopOrder']),
    )
    expect(calls.map(({ name }) => name)).not.toContain('retryStep')
    expect(app.router.route.value.screen).toBe('review')
  })

  it('said of a step after one that was mined stays at the order: that money is another token by now', async () => {
    const swapped = all.swapped as SwapOrder
    const { unsureNative } = all
    const lost = (unsureNative as SwapOrder).steps[1]?.state
    const steps = swapped.steps.map((step, at) =>
      at === swapped.current && lost ? { ...step, state: lost } : step,
    )
    await setUp('swapped', { orders: { swapped: { ...swapped, steps } } })
    expect(document.querySelector('[data-code="order/unsure"]')).not.toBeNull()
    expect(document.body.textContent).not.toContain(orderText.unsure.notSentAnew)
  })

  it('is told back, with a new price and no second try on the old one', async () => {
    const { attempts, ...order } = all.claimed as SwapOrder
    const given = attempts.map((each) => ({ ...each, end: { what: 'given-up' as const, at: NOW } }))
    const steps = order.steps.map((step) =>
      step.state.status === 'failed'
        ? { ...step, state: { ...step.state, code: 'order/not-sent' as const } }
        : step,
    )
    const { button } = await setUp('claimed', {
      orders: { claimed: { ...order, steps, attempts: given } },
    })
    expect(document.querySelector('[data-code="order/given-up"]')).not.toBeNull()
    expect(button(orderText.review.newQuote)).toBeDefined()
    expect(button(orderText.order.tryAgain)).toBeUndefined()
  })
})

describe('a request of which something may still land', () => {
  it('is said to be waited for, not to be rejected, and no word of the person is asked for', async () => {
    const { attempts, ...order } = all.claimed as SwapOrder
    const absent = attempts.map((each) => ({ ...each, end: { what: 'absent' as const, at: NOW } }))
    const blocker = { code: 'order/may-land' as const, since: NOW }
    const { button } = await setUp('claimed', {
      orders: { claimed: { ...order, attempts: absent, blocker } },
    })
    const note = document.querySelector('[data-code="order/may-land"]')
    expect(note?.textContent).toContain(errorCopy['order/may-land'].what)
    expect(document.querySelector('[data-code="order/unproved"]')).toBeNull()
    const { tryAgain, rejected } = orderText.order
    for (const label of [tryAgain, rejected(tryAgain)]) expect(button(label)).toBeUndefined()
    expect(document.querySelector('.headline-money')?.textContent).toBe(
      errorCopy['order/may-land'].money,
    )
  })
})

describe('a payment of which its page alone says that nothing was sent', () => {
  const claim = errorCopy['wallet/insufficient-funds'].title
  const rows = () => document.querySelector('.timeline')?.textContent ?? ''

  it('is said to be so by the wallet, and nothing of it is told as what is so', async () => {
    await setUp('claimed')
    const note = document.querySelector('[data-code="order/unproved"]')
    expect(note?.querySelector('.note-title')?.textContent).toBe(orderText.order.walletSays(claim))
    expect(note?.textContent).toContain(errorCopy['order/unproved'].what)
    expect(document.body.textContent).not.toContain(errorCopy['wallet/insufficient-funds'].what)
    expect(rows()).toContain(claimLabel.failed)
    expect(rows()).not.toContain(stepStatusLabel.failed)
  })

  it('is not called rejected, neither while it is open nor when it was cancelled', async () => {
    for (const name of ['claimedDeclined', 'leftDenied']) {
      await setUp(name)
      expect(rows()).toContain(claimLabel.declined)
      expect(rows()).not.toContain(stepStatusLabel.declined)
    }
  })

  it('is told as it is once that is proved', async () => {
    const { attempts, ...order } = all.claimedDeclined as SwapOrder
    const proved = attempts.map((each) => ({ ...each, end: { what: 'absent' as const, at: NOW } }))
    await setUp('claimedDeclined', {
      orders: { claimedDeclined: { ...order, attempts: proved } },
    })
    expect(rows()).toContain(stepStatusLabel.declined)
  })

  it('and of what was found here since, that is told', async () => {
    const { steps, ...order } = all.claimed as SwapOrder
    const later = steps.map((step) => ({
      ...step,
      state:
        step.state.status === 'failed'
          ? { ...step.state, code: 'policy/untried' as const, at: NOW + 1 }
          : step.state,
    }))
    await setUp('claimed', { orders: { claimed: { ...order, steps: later } } })
    const note = document.querySelector('[data-code="policy/untried"]')
    expect(note?.textContent).toContain(errorCopy['order/unproved'].money)
  })
})

describe('an address that was closed before anything was paid to it', () => {
  it.each(['expired', 'cancelled'] as const)(
    'waits for nothing, and counts no time: %s',
    async (why) => {
      const made = all.addressCancelled as TransferOrder
      const transfer = { ...made.transfer, closed: { at: NOW, why } }
      const { shown } = await setUp('addressCancelled', {
        orders: { addressCancelled: { ...made, transfer } },
      })
      expect(shown()).toContain(transferText.paidBy.nobody)
      expect(shown()).not.toContain(orderText.order.waiting)
      expect(document.querySelector('.card-head .sub.num')).toBeNull()
      expect(shown()).toContain(orderText.order.notReached)
    },
  )

  it('given it was made elsewhere, does not say that nothing became of it', async () => {
    const { shown } = await setUp('addressFound')
    expect(shown()).not.toContain(orderText.order.notReached)
  })
})

describe('an end that only the service tells of', () => {
  it('is not said of the payout as if it had been seen', async () => {
    const { shown } = await setUp('saidFailed')
    expect(document.querySelector('.timeline-row:last-child')?.textContent).toContain('Failed')
    expect(shown()).not.toContain(orderText.order.notReached)
    render(null, document.body)
    await setUp('tracking', {
      orders: { tracking: { ...(all.tracking as Order), status: 'unproved' } },
    })
    const last = document.querySelector('.timeline-row:last-child')?.textContent
    expect(last).toContain('Not checked')
  })

  it.each(['tracking', 'addressPaid'])(
    'given it says that it will send it back, then %s waits for that and for no payout',
    async (name) => {
      const order = all[name as keyof typeof all] as Order
      const told = {
        ...order,
        status: 'tracking',
        service: { ...order.service, status: 'refund_pending' },
      }
      const { shown } = await setUp(name, { orders: { [name]: told as Order } })
      const last = document.querySelector('.timeline-row:last-child')?.textContent
      expect(last).toContain(orderText.order.refund)
      expect(last).toContain('Refund announced')
      expect(shown()).toContain('The service says that it will send your money back')
      expect(shown()).not.toContain('paying out')
    },
  )
})

describe('an address whose payment a wallet is asked for', () => {
  it('has nothing registered, nor under way, before a payment was seen', async () => {
    const { shown } = await setUp('addressAsking')
    const rows = [...document.querySelectorAll('.timeline-row')].map((row) => row.textContent)
    expect(rows).toContain(`${orderText.order.reported}${orderText.order.waiting}`)
    expect(shown()).not.toContain(`${orderText.order.reported}${orderText.order.underWay}`)
  })
})

describe('an answer of the service that is not the order’s', () => {
  it('shows both addresses in groups, one below the other', async () => {
    const told = `0x7199${'4'.repeat(32)}79c8`
    const { accepted } = all.tracking as Order
    const contradiction = {
      at: NOW,
      field: 'recipient' as const,
      accepted: accepted.recipient,
      told,
    }
    await setUp('tracking', {
      orders: { tracking: { ...(all.tracking as Order), contradiction } },
    })
    const alert = document.querySelector('.headline [role=alert]')
    const groups = [...(alert?.querySelectorAll('.address-groups') ?? [])]
    expect(groups.map((each) => each.childElementCount)).toEqual([11, 11])
    expect(groups[0]?.textContent).toMatch(/^0x7199/)
    expect(alert?.textContent).toContain(proofText.toldFacts.recipient)
  })
})

describe('an order that came to nothing', () => {
  it('says why in the words of the service, as words of a stranger', async () => {
    const { shown } = await setUp('refunded')
    expect(shown()).toContain('The service said: the filler gave up')
    expect(document.querySelector('.headline .note-said bdi')?.textContent).toBe(
      'the filler gave up',
    )
  })

  it('leads to both accounts where only the service says that it failed', async () => {
    const { app, shown } = await setUp('saidFailed')
    await act(() => app.catalog.load())
    expect(shown()).toContain('The service said: reverted')
    const { from, to, refundTo, recipient } = (all.saidFailed as Order).accepted
    const links = [...document.querySelectorAll<HTMLAnchorElement>('.note-bad a')]
    expect(links).toHaveLength(2)
    expect(links.map(({ href }) => href)).toEqual([
      addressLink(app.catalog.chain(from.chainId), refundTo),
      addressLink(app.catalog.chain(to.chainId), recipient),
    ])
  })
})

describe('an order that went wrong', () => {
  it.each(['failed', 'strayed', 'took'])(
    'offers the support data first, and lays nothing over what is compared (%s)',
    async (name) => {
      await setUp(name)
      expect(document.querySelector('.actions button')?.textContent).toBe(lateText.support)
      const main = [...document.querySelectorAll('.actions .button-main')]
      expect(main.map(({ textContent }) => textContent)).toEqual([lateText.support])
      expect(document.querySelector('.actions')?.className).toContain('actions-flat')
    },
  )
})

describe('the support data of an order', () => {
  it.each(['failed', 'filled', 'unsure', 'tracking', 'refunded'])(
    'is of that order alone, with the warning beside it: %s',
    async (name) => {
      const { button, calls, press, shown } = await setUp(name)
      expect(button(lateText.support)).toBeDefined()
      expect(shown()).toContain('Nobody honest asks you for it, or for a recovery phrase')
      await press(lateText.support)
      const asked = calls.filter((each) => each.name === 'readSupport')
      expect(asked).toEqual([{ name: 'readSupport', input: all[name]?.id }])
    },
  )
})

describe('an order that ended with nothing sent', () => {
  it('does not offer to go on with it', async () => {
    const { shown } = await setUp('notSent')
    expect(shown()).toContain(orderText.order.over)
    expect(shown()).not.toContain('or stop here')
  })
})

describe('an order that is over', () => {
  it.each([
    ['notSent', orderText.order.newSwap],
    ['addressBitcoinOver', transferText.closed.start],
  ])('leads from %s to another of its kind', async (name, label) => {
    const { button } = await setUp(name)
    expect(button(label)).toBeDefined()
  })
})

describe('an order of which less is known here', () => {
  const changed = async (name: string, change: (order: Order) => Order) => {
    const order = all[name]
    if (order === undefined) throw new Error('no order')
    return setUp(name, { orders: { ...all, [name]: change(order) } })
  }
  const untold = (order: Order) => {
    const { accepted } = order
    return { ...order, accepted: { ...accepted, to: { ...accepted.to, amount: '0' } } }
  }
  const row = () => document.querySelector('.headline')?.textContent ?? ''

  const withLeft =
    (left: string, gas: TokenAmount[] = []) =>
    (order: Order) => {
      if (order.kind !== 'swap') throw new Error('no swap')
      const steps = order.steps.map((step) =>
        step.deposit && step.state.status === 'confirmed'
          ? { ...step, state: { ...step.state, left, gas } }
          : step,
      )
      return { ...order, steps }
    }

  it('shows what left the account beside what was accepted, once nodes showed it', async () => {
    await changed('filled', (order) => withLeft(order.accepted.from.amount)(order))
    const [left, accepted] = document.querySelectorAll('.headline .delivered div')
    expect(left?.firstChild?.textContent).toBe(orderText.order.leftAccount)
    expect(accepted?.firstChild?.textContent).toBe(orderText.order.acceptedToLeave)
    expect(left?.lastChild?.textContent).toBe(accepted?.lastChild?.textContent)
    render(null, document.body)
    await changed('filled', withLeft('1'))
    const [less, same] = document.querySelectorAll('.headline .delivered dd')
    expect(less?.textContent).not.toBe(same?.textContent)
    render(null, document.body)
    await setUp('filled')
    expect(row()).not.toContain(orderText.order.leftAccount)
  })

  it('says where events alone tell it', async () => {
    await changed('filled', withLeft('500000000'))
    expect(row()).not.toContain(orderText.order.leftByEvents)
    render(null, document.body)
    await changed('filled', (order) => {
      const read = withLeft('500000000')(order)
      const steps = read.steps.map((step) =>
        step.deposit
          ? { ...step, state: { ...step.state, byEvents: true } as typeof step.state }
          : step,
      )
      return { ...read, steps }
    })
    expect(row()).toContain(orderText.order.leftByEvents)
  })

  it('shows what was paid for gas in a token beside it', async () => {
    const usdc = { chainId: 8453, address: '0x1', symbol: 'USDC', decimals: 6, amount: '40000' }
    await changed('filled', withLeft('1', [usdc]))
    const [, , gas] = document.querySelectorAll('.headline .delivered div')
    expect(gas?.textContent).toBe(`${orderText.order.gasInToken}0.04 USDC`)
  })

  it('names no quote that nobody told', async () => {
    await changed('filled', untold)
    expect(row()).toContain(orderText.order.delivered)
    expect(row()).not.toContain(orderText.order.quoted)
    expect(row()).not.toContain('than quoted')
    await changed('tracking', untold)
    expect(row()).toContain('? ETH')
  })

  it('says whose word it is where a backup file told of it', async () => {
    await changed('filled', (order) => ({ ...order, fromBackup: true }))
    expect(row()).toContain(proofText.fromBackup)
    render(null, document.body)
    await setUp('filled')
    expect(row()).not.toContain(proofText.fromBackup)
  })
})

describe('an order that takes its time', () => {
  const paid = all.tracking as SwapOrder

  it.each<[string, Partial<SwapOrder>, string]>([
    ['the promise', {}, orderText.order.late],
    [
      'what is usual here',
      { usual: { typical: 240, most: 480 } },
      orderText.order.lateHere('4\u00a0min'),
    ],
    [
      'the promise where a backup tells what was usual',
      { usual: { typical: 240, most: 480 }, fromBackup: true },
      orderText.order.late,
    ],
  ])('is called late by %s', async (_, patch, said) => {
    const told = { ...paid, ...patch, notified: ['late' as const] }
    const { shown } = await setUp('tracking', { orders: { tracking: told } })
    expect(shown()).toContain(said)
    render(null, document.body)
    const inTime = { ...paid, ...patch }
    expect((await setUp('tracking', { orders: { tracking: inTime } })).shown()).not.toContain(said)
  })

  it('shows which of its steps it is at, as it is read out', async () => {
    await setUp('declined')
    const { current = 0, steps = [] } = all.declined as SwapOrder
    const said = orderText.order.stepOf(current + 1, steps.length)
    expect(document.querySelector('.headline-status')?.textContent).toContain(said)
    render(null, document.body)
    await setUp('filled')
    expect(document.querySelector('.headline-status')?.textContent).not.toMatch(/Step \d/)
  })
})

describe('an order that was sent back', () => {
  it('names how much and where to, and can be tried again with the same values', async () => {
    const { app, press, shown } = await setUp('refunded')
    expect(shown()).toContain('500 USDC was returned to')
    expect(shown()).toContain(all.refunded?.accepted.refundTo)
    await press(orderText.order.again)
    expect(app.router.route.value).toEqual({ screen: 'swap' })
    expect(app.swap.payText.value).toBe('500')
    expect(app.swap.receive.value?.symbol).toBe('ETH')
  })
})

describe('an order that was filled', () => {
  it('names the time, the chains and the address where it arrived', async () => {
    const { shown } = await setUp('filled')
    expect(shown()).toContain('from Base to Arbitrum One')
    expect(shown()).toMatch(/Arrived on \d+ Jan 2027, \d\d:\d\d at/)
    expect(shown()).toContain(all.filled?.accepted.recipient)
  })
})

describe('an order that was found at the service', () => {
  it('has its payment first in the timeline, with the transaction', async () => {
    const { filled } = all
    if (filled?.kind !== 'swap') throw new Error('no such sample')
    const depositTxHash = `0x${'d1'.repeat(32)}`
    const service = { ...filled.service, depositTxHash }
    await setUp('filled', { orders: { filled: { ...filled, steps: [], service } } })
    const rows = document.querySelectorAll('.timeline-row')
    expect(rows[0]?.querySelector('.timeline-title')?.textContent).toBe('Send USDC')
    expect(rows[0]?.querySelector('a')?.href).toContain(depositTxHash)
    expect(rows).toHaveLength(3)
  })
})

describe('an order that goes on', () => {
  it('may be left alone only while it needs nobody', async () => {
    expect((await setUp('tracking')).shown()).toContain(orderText.order.closeHint)
    expect((await setUp('asking')).shown()).not.toContain(orderText.order.closeHint)
  })

  it('is read out with its step, and with whom it waits for', async () => {
    const { app } = await setUp('asking')
    expect(app.announcements.value.at(-1)?.text).toBe(
      'Step 2 of 2. Waiting for you. Nothing leaves your wallet until you confirm there.',
    )
  })

  it('says how long it has taken against what was expected', async () => {
    const { shown } = await setUp('tracking')
    expect(shown()).toContain('0\u00a0s of about 12\u00a0s')
    expect(document.querySelector('progress')).toMatchObject({ max: 12, value: 0 })
  })

  it.each([
    [6, 6],
    [90, 12],
  ])('given it was paid %i s ago, shows %i of 12 gone by', async (ago, value) => {
    const order = all.tracking as SwapOrder
    const sentAt = NOW - ago * 1_000
    const steps = order.steps.map((step) => {
      const state = { ...step.state, sentAt, at: sentAt }
      return { ...step, state } as Step
    })
    await setUp('tracking', { orders: { tracking: { ...order, steps } } })
    expect(document.querySelector('progress')).toMatchObject({ max: 12, value })
  })

  it('names the page of the browser', async () => {
    await setUp('tracking')
    expect(document.title).toBe('Order - Causeway')
  })

  it.each([
    ['declined', orderText.order.stop],
    ['declined', orderText.order.tryAgain],
    ['unsureNative', orderText.unsure.check],
    ['address', transferText.pay.cancel],
  ])(
    'of %s says in sight, once, that a press failed, and gives the focus back to it: %s',
    async (name, label) => {
      const { app, button, press } = await setUp(name)
      const { call } = app.backend
      app.backend.call = (async (procedure, input) => {
        if (!['stopOrder', 'retryStep', 'resolveUnsure'].includes(procedure))
          return call(procedure, input)
        // A worker answers later than the screen is drawn.
        await vi.waitUntil(() => button(label)?.disabled)
        // A browser takes the focus from what is off; here it keeps it, and is not let go of while off.
        const pressed = button(label) as HTMLButtonElement
        pressed.disabled = false
        pressed.blur()
        pressed.disabled = true
        throw new AppError('rpc/unavailable')
      }) as typeof call
      const scrolled: Element[] = []
      const inSight = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (
        this: Element,
      ) {
        scrolled.push(this)
      })
      await press(label)
      const notes = document.getElementsByClassName('note')
      const said = () => [...notes].filter((each) => each.id === 'press-error')
      await expect.poll(() => said().length).toBe(1)
      await expect.poll(() => scrolled.some((each) => each === said()[0])).toBe(true)
      inSight.mockRestore()
      // The order says where the money is: of that a press knows less.
      expect(said()[0]?.querySelector('.note-money')).toBeNull()
      expect(button(label)?.disabled).toBe(false)
      await expect.poll(() => document.activeElement?.textContent).toBe(label)
    },
  )

  it('keeps the focus when what was pressed is gone', async () => {
    const { press } = await setUp('declined')
    await press(orderText.order.stop)
    await expect.poll(() => document.activeElement?.tagName).toBe('H1')
  })
})

describe('an order that was tried on independent nodes', () => {
  const triedOn = (...by: string[]) => {
    const { asking } = all
    if (asking?.kind !== 'swap') throw new Error('no order')
    const leaves = { paid: '1', fee: '0' }
    const advice = { at: NOW, outcome: 'passes', by, leaves } as const
    return setUp('asking', { orders: { asking: { ...asking, advice } } })
  }

  it('says that one alone checked it, and whose that is', async () => {
    const { shown } = await triedOn('PublicNode')
    expect(shown()).toContain('Checked by one node (PublicNode).')
  })

  it('(control) says nothing of it where two did', async () => {
    const { shown } = await triedOn('PublicNode', 'dRPC')
    expect(shown()).not.toContain('Checked by one node')
  })
})

describe('by whom it is known that nothing was paid', () => {
  const read = 'Read on Base from two independent nodes (PublicNode and dRPC).'
  const count = (text: string | null, part: string) => (text ?? '').split(part).length - 1

  it('is told where an order failed by it, once', async () => {
    const { shown } = await setUp('notSent')
    expect(count(shown(), read)).toBe(1)
    clear()
    const reverted = await setUp('reverted')
    expect(reverted.shown()).toContain('Read on Base from your own node.')
  })

  it('is told of each request of an order that was cancelled', async () => {
    const { shown } = await setUp('unsentStopped')
    expect(count(shown(), read)).toBe(1)
    expect(count(shown(), proofText.word.rejected)).toBe(1)
  })

  it('is not told where more is said than that nothing was paid, or nothing was asked', async () => {
    const { shown } = await setUp('unseenStopped')
    expect(shown()).not.toContain(read)
    clear()
    const { shown: plain } = await setUp('stopped')
    expect(plain()).not.toContain('Read on')
  })

  it('is nobody here where a backup file tells of it', async () => {
    const unsentStopped = all.unsentStopped as SwapOrder
    const attempts = unsentStopped.attempts.map(({ end, ...each }) => ({
      ...each,
      end: { what: end?.what ?? 'absent', at: NOW },
    }))
    const file = { ...unsentStopped, attempts, fromBackup: true as const }
    const { shown } = await setUp('unsentStopped', { orders: { unsentStopped: file } })
    expect(shown()).toContain(proofText.fromBackup)
    expect(shown()).not.toContain(proofText.word.rejected)
  })
})
