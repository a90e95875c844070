// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError, type ErrorCode } from '@/src/domain/error'
import type { FoundPayment, TransferOrder } from '@/src/domain/order/order'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import { orderText } from '../copy/order-text'
import { transferText as words } from '../copy/transfer-text'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { OrderScreen } from './order'

const NOW = 1_800_000_000_000
const all = orders(NOW)
afterEach(() => render(null, document.body))

/** Shows an order of the fixture, changed as told, and gives what was called for it; some calls may fail. */
async function show(
  name: string,
  change: (order: TransferOrder) => TransferOrder = (it) => it,
  fails: Record<string, ErrorCode> = {},
) {
  const calls: { name: string; input: unknown }[] = []
  const order = change(all[name] as TransferOrder)
  const backend = createFixtureBackend({ now: () => NOW, orders: { [name]: order }, calls })
  const { call } = backend
  backend.call = (async (procedure, input) => {
    const answer = await call(procedure, input)
    const code = fails[procedure]
    if (code !== undefined) throw new AppError(code)
    return answer
  }) as typeof call
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await act(async () => {
    render(
      <AppProvider value={app}>
        <main id="content">
          <OrderScreen orderId={order.id} />
        </main>
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  await act(settled)
  return { calls, order, text: document.body.textContent ?? '' }
}

describe('the address that is paid to', () => {
  it('is said to carry no check digits where it is one of Solana', async () => {
    expect((await show('addressSolana')).text).toContain(orderText.noCheck.solana)
    const { text } = await show('address')
    expect(text).toContain(words.pay.alike)
    expect(text).not.toContain(orderText.noCheck.solana)
    expect(text).not.toContain(orderText.noCheck.eip155)
  })
})

describe('what is said before somebody pays', () => {
  it('is what to compare, that exchanges are not to pay, and what a memo is for', async () => {
    const { text } = await show('address')
    for (const said of [words.pay.alike, words.pay.warning]) expect(text).toContain(said)
    expect(text).toContain('not from an exchange')
    expect(text).not.toContain(words.pay.memoAlike)
    const memo = await show('addressSolana', (order) => ({
      ...order,
      transfer: { ...order.transfer, memo: 'order 7' },
    }))
    expect(memo.text).toContain(words.pay.memoAlike)
  })

  it('and where a hash pays nothing here, the payment is looked for elsewhere', async () => {
    const refused = { nameDeposit: 'order/no-payment' } as const
    const { calls } = await show('addressHash', undefined, refused)
    const input = document.querySelector<HTMLInputElement>('#deposit-hash')
    if (!input) throw new Error('no field')
    await act(() => {
      input.value = `0x${'c8'.repeat(32)}`
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(async () => {
      input.form?.requestSubmit()
      await settled()
    })
    expect(calls.map(({ name }) => name)).toContain('lookForPayment')
    const said = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect(said?.dataset.code).toBe('order/no-payment')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(input)
    expect(input.value).toBe(`0x${'c8'.repeat(32)}`)
  })
})

describe('an address after its time', () => {
  it.each(['addressCancelled', 'addressBitcoinOver'])(
    'leads on to a new payment by one button, %s',
    async (name) => {
      const start = () =>
        [...document.querySelectorAll('button')].filter(
          ({ textContent }) => textContent === words.closed.start,
        )
      await show(name)
      expect(start()).toHaveLength(1)
      await act(() => start()[0]?.click())
      expect(location.hash).toBe('#/pay')
    },
  )
})

describe('an address on a chain that is not read, after its time', () => {
  it('is said to be over by the service’s word', async () => {
    const { text } = await show('addressBitcoinOver')
    expect(text).toContain(words.closed.unread)
    expect(text).not.toContain(words.closed.paid)
  })

  it('that the service never had an order for is said to be that', async () => {
    const { text } = await show('addressBitcoinOver', (order) => ({ ...order, service: {} }))
    expect(text).toContain(words.closed.untold)
  })

  it('is over by the person’s own word where that was given', async () => {
    const { text } = await show('addressBitcoinOver', (order) => ({
      ...order,
      transfer: { ...order.transfer, closed: { at: NOW, why: 'expired', unpaid: true } },
    }))
    expect(text).not.toContain(words.closed.unread)
    expect(text).not.toContain(words.closed.untold)
  })
})

describe('an address on an EVM chain of which no node is known here', () => {
  const at = (change: Partial<TransferOrder['transfer']>) => (order: TransferOrder) => ({
    ...order,
    accepted: { ...order.accepted, from: { ...order.accepted.from, chainId: 8_888 } },
    transfer: { ...order.transfer, ...change },
  })

  it('is said to be read by the service alone, and what would change that', async () => {
    const { text } = await show('address', at({}))
    expect(text).toContain(words.pay.unread('Chain 8888'))
    expect(text).toContain(words.pay.ownNode)
    expect(text).toContain(words.hash.kept)
  })

  it('is no address on a chain whose nodes are known', async () => {
    const { text } = await show('address')
    expect(text).not.toContain(words.pay.ownNode)
    expect(text).toContain(words.hash.hint)
  })

  it('says nothing against the chain while the worker does not answer', async () => {
    const { text } = await show('address', at({}), { listHosts: 'rpc/unavailable' })
    expect(text).not.toContain(words.pay.ownNode)
    expect(text).toContain(words.hash.hint)
  })

  it('promises no look of its own after its time', async () => {
    const over = at({ closed: { at: NOW, why: 'expired' } })
    const { text } = await show('address', over)
    expect(text).toContain(words.closed.unsought)
    expect(text).not.toContain(words.closed.paid)
    expect((await show('addressCancelled')).text).toContain(words.closed.paid)
  })

  it('with a payment that the service names, says that it is its word', async () => {
    const depositTxHash = `0x${'b7'.repeat(32)}`
    const { text } = await show('address', (order) => ({
      ...at({})(order),
      service: { ...order.service, status: 'deposited', depositTxHash },
    }))
    expect(text).toContain(words.seen.told)
    expect(text).toContain(words.seen.unread)
  })
})

describe('an order on a chain that is not read, which the service calls failed', () => {
  it('with a payment that it names, shows that one, and says whose word it is', async () => {
    const depositTxHash = 'b7'.repeat(32)
    const { text } = await show('addressBitcoin', (order) => ({
      ...order,
      status: 'failed',
      failure: { code: 'order/failed-at-service', at: NOW },
      service: { ...order.service, status: 'failed', depositTxHash },
    }))
    expect(text).toContain(words.seen.told)
    expect(text).toContain(words.seen.unread)
    expect(text).not.toContain(words.closed.expired)
  })

  it('without a payment, is said to be ended so, and after a week to be over by its word', async () => {
    const closed = { at: NOW, why: 'ended' as const }
    const failed = (order: TransferOrder) => ({
      ...order,
      service: { ...order.service, status: 'failed' },
      transfer: { ...order.transfer, closed },
    })
    const { text } = await show('addressBitcoin', failed)
    expect(text).toContain(words.closed.ended)
    expect(text).not.toContain(words.closed.unread)
    const later = await show('addressBitcoinOver', failed)
    expect(later.text).toContain(words.closed.ended)
    expect(later.text).toContain(words.closed.unread)
  })
})

describe('a payment on a chain that is not read', () => {
  const field = () => document.querySelector<HTMLInputElement>('#deposit-hash')

  it.each([
    ['addressBitcoin', words.hash.keep],
    ['addressBitcoinHash', words.hash.pass],
  ])('of %s is named by its hash once it is paid', async (name, label) => {
    const { calls, order } = await show(name)
    const input = field()
    if (!input) throw new Error('no field')
    await act(() => {
      input.value = 'b7'.repeat(32)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    const button = [...document.querySelectorAll('button')].find((it) => it.textContent === label)
    await act(async () => {
      button?.click()
      await settled()
    })
    const named = calls.filter((call) => call.name === 'nameDeposit')
    expect(named.map(({ input }) => input)).toEqual([{ orderId: order.id, hash: 'b7'.repeat(32) }])
  })

  it('shows what was named, and takes another one in its place, closed until it is asked for', async () => {
    const { calls, text } = await show('addressBitcoinHash', (order) => ({
      ...order,
      transfer: { ...order.transfer, named: { hash: 'b7'.repeat(32), at: NOW } },
    }))
    expect(text).toContain(words.seen.named)
    expect(text).toContain(words.hash.other)
    const input = field()
    if (!input) throw new Error('no field')
    expect(input.closest('details')?.open).toBe(false)
    await act(() => {
      input.value = 'c8'.repeat(32)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(async () => {
      input.form?.requestSubmit()
      await settled()
    })
    expect(calls.at(-1)).toMatchObject({ name: 'nameDeposit', input: { hash: 'c8'.repeat(32) } })
  })

  it.each([
    ['another one than was named', 'd9'.repeat(32), true],
    ['the one that was named', 'B7'.repeat(32), false],
  ])('that the service names as %s', async (_, depositTxHash, isOther) => {
    const { text } = await show('addressBitcoinHash', (order) => ({
      ...order,
      transfer: { ...order.transfer, named: { hash: 'b7'.repeat(32), at: NOW } },
      service: { ...order.service, status: 'deposited', depositTxHash },
    }))
    expect(text).toContain(words.seen.told)
    expect(text.includes(words.seen.conflict)).toBe(isOther)
  })

  it('is not asked for where the service has named it', async () => {
    await show('addressBitcoinPaid')
    expect(field()).toBeNull()
  })
})

describe('coins that were seen at an address', () => {
  const [named] = (all.addressPaid as TransferOrder).transfer.seen as [FoundPayment]
  const { hash: _, ...held } = named

  it.each([
    ['only what it held shows them', held, words.seen.enough],
    ['their transaction is known', named, words.seen.exact],
  ])('given %s, are said to be no more than that', async (_case, seen, said) => {
    const { text } = await show('addressPaid', (order) => ({
      ...order,
      transfer: { ...order.transfer, seen: [seen] },
    }))
    expect(text).toContain(said)
  })
})

describe('a payment that the service counts for another order, and no node shows', () => {
  it('is not asked for again: another hash may be given, or a new payment begun', async () => {
    const { text } = await show('address', (order) => ({
      ...order,
      transfer: { ...order.transfer, refused: [`0x${'b'.repeat(64)}`] },
    }))
    expect(text).toContain(words.closed.refused)
    expect(text).toContain(words.closed.start)
    expect(text).toContain(words.hash.use)
    expect(text).not.toContain(words.pay.warning)
  })
})
