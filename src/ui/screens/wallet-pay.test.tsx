// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import type { Order, TransferOrder } from '@/src/domain/order/order'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { account } from '@/test/support/ui/fixture-data'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import { errorCopy } from '../copy/errors'
import { whereTheMoneyIs } from '../copy/money'
import { orderText } from '../copy/order-text'
import { proofText } from '../copy/proof-text'
import { labelOf } from '../copy/status'
import { walletPayText as words } from '../copy/wallet-pay-text'
import { createApp } from '../models/app'
import type { Backend } from '../models/backend'
import { AppProvider } from '../parts/context'
import { OrderScreen } from './order'

const NOW = 1_800_000_000_000
const all = orders(NOW)
const named = (name: string) => all[name] as TransferOrder
const { wallet, page } = named('addressAsking').pay ?? {}
if (!wallet || !page) throw new Error('no wallet is asked')
const connections = { eip155: { wallet, page, account, accounts: [account] } }

async function setUp(
  name: string,
  session: Record<string, unknown> = { connections },
  order = named(name),
  others: Record<string, Order> = {},
  refusesFor?: Order,
) {
  const calls: { name: string; input: unknown }[] = []
  const mine: Record<string, Order> = { ...others, [name]: order }
  const fixture = createFixtureBackend({ now: () => NOW, orders: mine, calls, session })
  const call: Backend['call'] = async (asked, input) => {
    const isKnown = refusesFor && 'known' in input && input.known?.includes(refusesFor.id)
    if (asked !== 'payTransfer' || !refusesFor || isKnown) return fixture.call(asked, input)
    calls.push({ name: asked, input })
    // Another window was first, and this one has not heard of it yet.
    mine.beside = refusesFor
    throw new AppError('order/paid-beside', { orderId: refusesFor.id })
  }
  const backend = { ...fixture, call }
  const timers: (() => void)[] = []
  const clock = {
    now: () => NOW,
    after: (ms: number, run: () => void) => {
      if (ms === 700) timers.push(run)
      return () => undefined
    },
  }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.wallets.restore()
  const orderId = named(name).id
  await act(async () => {
    render(
      <AppProvider value={app}>
        <main id="content">
          <OrderScreen orderId={orderId} />
        </main>
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  await act(settled)
  const button = (label: string) =>
    [...document.querySelectorAll('button')].find((item) => item.textContent === label)
  return {
    calls,
    button,
    orderId,
    wait: () =>
      act(() => {
        for (const run of timers.splice(0)) run()
      }),
    press: (label: string) =>
      act(async () => {
        button(label)?.click()
        await settled()
      }),
    shown: () => document.body.textContent ?? '',
    address: () => document.querySelector('[data-testid="deposit-address"]'),
  }
}

afterEach(() => {
  render(null, document.body)
  location.hash = ''
})

const pay = words.pay(wallet.name)
const again = (action: string) => orderText.order.rejected(action)

describe('an address that a connected wallet can pay', () => {
  it('given no wallet is connected, offers none, and shows the address', async () => {
    const { button, address } = await setUp('address', {})
    expect(button(pay)).toBeUndefined()
    expect(address()).not.toBeNull()
  })

  it('given one is, has it pay exactly what is shown, and takes no click that was meant for what stood there', async () => {
    const { button, press, calls, wait, orderId, address } = await setUp('address')
    expect(address()).not.toBeNull()
    expect(button(pay)?.disabled).toBe(true)
    await wait()
    expect(button(pay)?.disabled).toBe(false)
    await press(pay)
    const input = { orderId, amount: '500000000', account, wallet, page, known: [] }
    expect(calls).toContainEqual({ name: 'payTransfer', input })
  })

  it('given Solana, has the wallet of that chain sign it, with its memo', async () => {
    const solana = named('addressSolanaAsking').pay
    if (!solana) throw new Error('no wallet is asked')
    const there = { wallet: solana.wallet, page: solana.page, account: solana.account }
    const session = { connections: { solana: { ...there, accounts: [solana.account] } } }
    const { button, press, calls, wait, orderId, shown } = await setUp('addressSolana', session)
    await wait()
    expect(shown()).toContain('Causeway sends it')
    await press(words.pay(solana.wallet.name))
    const input = { orderId, amount: '500000000', ...there, known: [] }
    expect(calls).toContainEqual({ name: 'payTransfer', input })
    render(null, document.body)
    const other = await setUp('addressSolana')
    expect(other.button(pay)).toBeUndefined()
    expect(button(pay)).toBeUndefined()
  })

  it('given it is paid, offers nothing', async () => {
    const { button } = await setUp('addressPaid')
    expect(button(pay)).toBeUndefined()
  })
})

describe('an address, where the same was paid by another order since it was made', () => {
  const paid: Order = {
    ...(all.filled as Order),
    accepted: named('address').accepted,
    createdAt: NOW,
    confirmedAt: NOW,
  }
  const note = () => document.querySelector('[data-testid="sent-meanwhile"]')?.textContent ?? ''
  const tick = () =>
    act(() => document.querySelector<HTMLInputElement>('.tick input')?.click() ?? undefined)
  /** What is looked for is read by a part that is loaded on need. */
  const looked = () =>
    act(async () => {
      await import('../models/paid-elsewhere')
      await settled()
    })
  const input = (name: string) => ({
    ...{ orderId: named(name).id, amount: '500000000' },
    ...{ account, wallet, page },
  })

  it('says so, and has the wallet pay with a tick alone', async () => {
    const { button, press, calls, wait } = await setUp('address', undefined, undefined, { paid })
    await wait()
    await looked()
    expect(note()).toContain('You just confirmed 500 USDC')
    expect(note()).toContain(words.twice)
    expect(button(pay)?.disabled).toBe(true)
    await tick()
    expect(button(pay)?.disabled).toBe(false)
    await press(pay)
    expect(calls).toContainEqual({
      name: 'payTransfer',
      input: { ...input('address'), known: [paid.id] },
    })
  })

  it.each([
    ['the rest is held against what paid just that', '260000000', true],
    ['nothing is said of what paid another sum', '240000000', false],
  ])('given it is paid in part, %s', async (_, amount, isHeld) => {
    const { from } = paid.accepted
    const accepted = { ...paid.accepted, from: { ...from, amount } }
    const other = { paid: { ...paid, accepted } as Order }
    const { button, wait } = await setUp('addressRest', undefined, undefined, other)
    await wait()
    await looked()
    expect(button(pay)?.disabled).toBe(isHeld)
    expect(note() !== '').toBe(isHeld)
  })

  it('given it is known, says nothing and wants no tick', async () => {
    const order = { ...named('address'), known: [paid.id] }
    const { button, wait } = await setUp('address', undefined, order, { paid })
    await wait()
    await looked()
    expect(note()).toBe('')
    expect(button(pay)?.disabled).toBe(false)
  })

  it('given the worker finds it first, says so in its own words, and pays with the tick', async () => {
    const { button, press, calls, wait, shown } = await setUp(
      ...(['address', undefined, undefined, {}, paid] as const),
    )
    await wait()
    await press(pay)
    await looked()
    expect(note()).toContain(words.twice)
    expect(shown()).not.toContain(errorCopy['order/paid-beside'].title)
    await wait()
    expect(button(pay)?.disabled).toBe(true)
    await tick()
    await press(pay)
    const asked = calls.filter(({ name }) => name === 'payTransfer')
    expect(asked).toMatchObject([
      { input: { ...input('address'), known: [] } },
      { input: { ...input('address'), known: [paid.id] } },
    ])
  })

  it('given a page says that it was rejected, is asked again with a tick, and shown without', async () => {
    const same = { ...paid, accepted: named('addressRejected').accepted }
    const { button, press, calls } = await setUp('addressRejected', undefined, undefined, {
      paid: same,
    })
    const repeat = again(words.again(wallet.name))
    await looked()
    expect(note()).toContain(words.twice)
    expect(button(repeat)?.disabled).toBe(true)
    expect(button(again(words.showAddress))?.disabled).toBe(false)
    await tick()
    await press(repeat)
    expect(calls).toContainEqual({
      name: 'payTransfer',
      input: { ...input('addressRejected'), known: [paid.id], notSent: true },
    })
  })
})

describe('a wallet that was asked to pay to an address', () => {
  it.each([
    ['addressAsking', 'Waiting for you', 'Nothing leaves your wallet until you confirm there.'],
    ['addressUnsure', 'Needs you', "It may or may not have been sent. We won't ask again"],
    ['addressRejected', 'Needs you', 'If you rejected it, your money is where it was.'],
    ['addressSent', 'Sending', 'Sent exactly as you approved. Waiting to be confirmed.'],
  ])('%s: nothing can be paid beside it: %s', async (name, label, money) => {
    const { button, address } = await setUp(name)
    expect(address()).toBeNull()
    expect(document.querySelector('.qr')).toBeNull()
    expect(button(pay)).toBeUndefined()
    expect(document.querySelector('#deposit-hash')).toBeNull()
    expect(labelOf(named(name)).label).toBe(label)
    expect(whereTheMoneyIs(named(name))).toContain(money)
  })

  it('given only a page says it was rejected, goes on upon the word of the person', async () => {
    const { press, calls, orderId } = await setUp('addressRejected')
    await press(again(words.showAddress))
    expect(calls).toContainEqual({ name: 'dropPayment', input: { orderId, notSent: true } })
    await press(again(words.again(wallet.name)))
    const input = { orderId, amount: '500000000', account, wallet, page, known: [], notSent: true }
    expect(calls).toContainEqual({ name: 'payTransfer', input })
  })

  it.each([
    ['the address is shown', words.showAddress, 'dropPayment', {}],
    [
      ...['it is asked again', words.again(wallet.name), 'payTransfer'],
      { amount: '500000000', account, wallet, page, known: [] },
    ],
  ] as const)(
    'given only a page says so, and the person saw no request, %s by the typed word alone',
    async (_, action, name, wish) => {
      const { button, press, calls, orderId } = await setUp('addressRejected')
      await press(orderText.order.unseen)
      const field = document.querySelector<HTMLInputElement>('#denied-unsent')
      expect(document.activeElement).toBe(field)
      const say = orderText.order.unseenSaid(action)
      expect(button(say)?.disabled).toBe(true)
      if (field) field.value = 'not sent'
      await act(() => void field?.dispatchEvent(new Event('input', { bubbles: true })))
      await press(say)
      expect(calls).toContainEqual({ name, input: { orderId, ...wish, notSent: 'not sent' } })
    },
  )

  it('given the person typed that nothing was sent, says so beside the address', async () => {
    const order = named('addressRejected')
    if (!order.pay) throw new Error('no wallet is asked')
    const end = { what: 'given-up', at: NOW + 1, denied: true } as const
    const attempts = order.pay.attempts.map((each) => ({ ...each, end }))
    const pay = { ...order.pay, attempts }
    const { shown, address } = await setUp('addressRejected', undefined, { ...order, pay })
    expect(address()).not.toBeNull()
    expect(shown()).toContain(errorCopy['order/given-up'].title)
    expect(shown()).not.toContain(errorCopy['wallet/declined'].title)
  })

  it('says by whom it is known that nothing came of the last request', async () => {
    const { word } = proofText
    const { shown: denied } = await setUp('addressRejected')
    expect(denied()).toContain(word.refused)
    const { shown: late } = await setUp('addressSolanaShown')
    expect(late()).toContain('Read on Solana from two independent nodes (Solana and PublicNode).')
    const { shown: open } = await setUp('addressReverted')
    expect(open()).not.toContain('Read on')
  })

  it('says by whom it is known that it came to nothing, beside the address', async () => {
    const order = named('addressReverted')
    if (!order.pay) throw new Error('no wallet is asked')
    const attempts = order.pay.attempts.map(({ end, ...each }) => {
      if (!end) return each
      const { block: _, ...deep } = end
      return { ...each, end: deep }
    })
    const pay = { ...order.pay, attempts }
    const { shown, address } = await setUp('addressReverted', undefined, { ...order, pay })
    expect(address()).not.toBeNull()
    expect(shown()).toContain('from two independent nodes (PublicNode and dRPC).')
  })

  it('given money came from elsewhere meanwhile, says to reject it', async () => {
    const { shown, button } = await setUp('addressTwice')
    expect(shown()).toContain(words.paidMeanwhile(wallet.name))
    expect(button(pay)).toBeUndefined()
  })

  it('given Solana, names the token account, its memo, what it costs to open and what the network takes', async () => {
    const { shown, address } = await setUp('addressSolanaAsking')
    expect(address()).toBeNull()
    for (const each of [words.account, words.opens, '0.00203928 SOL', 'deposit 4711']) {
      expect(shown()).toContain(each)
    }
    expect(shown()).toContain(`${words.network}0.000005 SOL`)
  })

  it('given it was signed, says that it was sent, or that it never is for an address that is paid', async () => {
    expect((await setUp('addressSolanaSent')).shown()).toContain(words.signed)
    expect(whereTheMoneyIs(named('addressSolanaSent'))).toContain('You signed your payment.')
    render(null, document.body)
    const held = (await setUp('addressSolanaHeld')).shown()
    expect(held).toContain(words.held)
    expect(held).not.toContain(words.signed)
  })

  it('given nobody knows, asks for the typed word', async () => {
    const { shown, button } = await setUp('addressUnsure')
    expect(shown()).toContain(orderText.unsure.title)
    expect(document.querySelector('#not-sent')).not.toBeNull()
    expect(button(orderText.unsure.startOver)?.disabled).toBe(true)
  })
})

describe('who tried a payment', () => {
  it.each([
    ['of the weaker kind', true, 'Tried in a weaker way by PublicNode, dRPC'],
    ['of the other kind', false, 'Tried by PublicNode, dRPC'],
  ])('given a trial %s, then it is called so', async (_, isWeak, said) => {
    const order = named('addressAsking')
    const { advice } = order.pay ?? {}
    if (!order.pay || !advice) throw new Error('nothing was tried')
    const tried = { ...advice, ...(isWeak && { weak: true as const }) }
    const { shown } = await setUp(
      'addressAsking',
      { connections },
      {
        ...order,
        pay: { ...order.pay, advice: tried },
      },
    )
    expect(shown()).toContain(said)
    expect(shown().includes('weaker')).toBe(isWeak)
  })

  it.each([
    ['no node can', 'cannot', words.untriedFor.cannot('Base')],
    ['none answered in time', 'silent', words.untriedFor.silent('Base')],
    ['an older version did not say why', undefined, words.untried],
  ] as const)('given nobody tried it, since %s, says so', async (_, untried, said) => {
    const order = named('addressAsking')
    if (!order.pay) throw new Error('nothing was asked')
    const advice = { at: 0, outcome: 'unknown' as const, ...(untried && { untried }) }
    const { shown } = await setUp(
      'addressAsking',
      { connections },
      { ...order, pay: { ...order.pay, advice } },
    )
    expect(shown()).toContain(said)
  })
})

describe('a request on Solana of which nothing was seen', () => {
  const asking = named('addressSolanaAsking')
  const { pay: asked } = asking
  if (!asked) throw new Error('no wallet is asked')
  const attemptId = asked.attempts[0]?.attemptId ?? ''
  const code = 'chain/blockhash-expired'
  const ended = (more: object): TransferOrder => ({
    ...asking,
    pay: {
      ...asked,
      steps: asked.steps.map((step) => ({
        ...step,
        state: { status: 'failed', code, retryable: true, at: NOW, attemptId },
      })),
      attempts: asked.attempts.map((each) => ({
        ...each,
        end: { what: 'absent', at: NOW },
        ...more,
      })),
    },
  })
  const { title, next } = orderText.order.askedBefore

  it('hides the address, takes the word that the wallet shows it no more, and asks again', async () => {
    const order = ended({})
    const { press, calls, shown, address, button } = await setUp('addressSolanaAsking', {}, order)
    expect(address()).toBeNull()
    expect(shown()).toContain(title)
    expect(shown()).toContain(next)
    expect(shown()).not.toContain(errorCopy[code].title)
    expect(labelOf(order).label).toBe('Needs you')
    expect(whereTheMoneyIs(order)).toContain('If your wallet still shows the request')
    await press(orderText.order.promptGone)
    expect(calls.at(-1)).toMatchObject({ name: 'promptGone', input: { attemptId } })
    expect(button(orderText.order.stop)).toBeDefined()
    await press(words.again(asked.wallet.name))
    const { amount } = order.transfer
    expect(calls.findLast(({ name }) => name === 'payTransfer')?.input).toMatchObject({ amount })
  })

  it('given it is closed, says how long it may land, and then shows the address', async () => {
    const closed = await setUp('addressSolanaAsking', {}, ended({ landsUntil: '261' }))
    expect(closed.address()).toBeNull()
    expect(closed.shown()).toContain(errorCopy['order/may-land'].title)
    expect(closed.button(orderText.order.promptGone)).toBeUndefined()
  })

  it('given nothing of it landed, shows the address', async () => {
    const over = await setUp('addressSolanaAsking', {}, ended({ landsUntil: '261', over: true }))
    expect(over.address()).not.toBeNull()
  })

  it('can be cancelled meanwhile', async () => {
    const { press, calls } = await setUp('addressSolanaAsking', {}, ended({}))
    await press(orderText.order.stop)
    expect(calls.at(-1)?.name).toBe('stopOrder')
  })
})
