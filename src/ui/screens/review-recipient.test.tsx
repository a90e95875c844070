// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { orders } from '@/test/support/ui/fixture-orders'
import { clear, NOW, samples, setUp, terms } from '@/test/support/ui/review-screen'
import { settled } from '@/test/support/ui/settled'
import { nameText } from '../copy/name-text'
import { orderText } from '../copy/order-text'

afterEach(clear)

describe('who is paid', () => {
  it('given a known contract, then it is named, and what the payment itself says is said to be read', async () => {
    await setUp({ order: 'known' })
    expect(terms()).toContain('Paid toSpokePool of Across verified in this release')
    expect(terms().match(/read from the request/g)).toHaveLength(2)
    expect(terms()).not.toContain('promised by the service')
  })

  it.each([
    ['first', true],
    ['planned', false],
  ])(
    'given %s, then it is said to be the first payment: %s, and the service promises the rest',
    async (name, isNew) => {
      await setUp({ order: name })
      expect(terms().includes('first payment')).toBe(isNew)
      expect(terms().match(/promised by the service/g)).toHaveLength(2)
      expect(terms().includes('Causeway does not know this contract')).toBe(isNew)
    },
  )

  it('given a new router and a new spender before a known contract, then each is named', async () => {
    await setUp({ order: 'firstRouter' })
    expect(terms()).toContain('Spender0x0000…8BA3 · first use')
    expect(terms()).toContain('Swapped at0x2626…e481 · first use')
    expect(terms()).toContain('Paid toSpokePool of Across verified in this release')
    expect(terms()).toContain('Causeway does not know these contracts.')
    expect(terms().match(/first use/g)).toHaveLength(2)
  })

  it('given a known contract whose call cannot be read, then it is named, and not called unknown', async () => {
    await setUp({ order: 'unread' })
    expect(terms()).toContain('Paid toSpokePool of Across, called in a way Causeway cannot read')
    expect(terms()).toContain('not all that this call can do')
    expect(terms()).not.toContain('does not know')
    expect(terms()).not.toContain('verified')
    expect(terms()).not.toContain('first payment')
  })

  it('given it was called so before, then it is named all the same', async () => {
    const { unread } = orders(NOW)
    if (unread?.kind !== 'swap') throw new Error('no order')
    const { firstPaid: _, ...paid } = unread
    await setUp({ order: 'paid', orders: { paid } })
    expect(terms()).toContain('called in a way Causeway cannot read')
    expect(terms()).not.toContain('not all that this call can do')
  })

  it('given a proxy that takes the tokens, then it is named too', async () => {
    const { known } = orders(NOW)
    if (known?.kind !== 'swap') throw new Error('no order')
    const steps = known.steps.map((step) =>
      step.facts.kind === 'deposit' && step.facts.known !== undefined
        ? { ...step, facts: { ...step.facts, known: { ...step.facts.known, proxy: 'ERC20Proxy' } } }
        : step,
    )
    const proxied = { proxied: { ...known, steps } }
    await setUp({ order: 'proxied', orders: proxied })
    expect(terms()).toContain('its ERC20Proxy takes the tokens')
  })
})

describe('a recipient that was typed as a name', () => {
  const shown = () => document.body.textContent ?? ''
  /** The name is looked up, and its answer drawn. */
  async function looked(world: Awaited<ReturnType<typeof setUp>>): Promise<void> {
    await world.wait(1_000)
    await vi.waitFor(async () => {
      await act(settled)
      expect(shown()).not.toContain('once more...')
    })
  }

  it('given it stands for the same, then the address is compared as any other', async () => {
    const world = await setUp({ order: 'named' })
    const { confirm } = world.buttons
    expect(shown()).toContain(nameText.review.reading('alice.eth'))
    await world.tick()
    expect(confirm?.disabled).toBe(true)
    await looked(world)
    expect(terms()).toContain(nameText.used('alice.eth'))
    expect(confirm?.disabled).toBe(false)
    await world.press('confirm')
    expect(world.confirmed()).toBe(true)
  })

  it.each([
    [
      'namedMoved',
      nameText.review.movedTitle('alice.eth'),
      '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    ],
    ['namedGone', nameText.review.goneTitle('gate.eth'), nameText.failed.outside],
  ])(
    'given %s, then nothing is confirmed, and the way back has the name',
    async (order, title, more) => {
      const world = await setUp({ order })
      await world.tick()
      await looked(world)
      expect(shown()).toContain(title)
      expect(shown()).toContain(more)
      expect(world.why()).toBe(orderText.review.confirmNever)
      await world.press('confirm')
      expect(world.confirmed()).toBe(false)
      const back = document.querySelector<HTMLButtonElement>('[data-testid=name-changed] .button')
      await act(async () => {
        back?.click()
        await settled()
      })
      expect([world.screen(), world.stopped()]).toEqual(['swap', true])
      expect(world.app.swap.recipient.value).toBe(order === 'namedMoved' ? 'alice.eth' : 'gate.eth')
      expect(world.app.swap.recipientError.value).toBe('form/recipient-name')
    },
  )

  it.each([
    ['no two nodes answer', { order: 'namedUnread' }, 'quiet.eth'],
    [
      'the call fails',
      { order: 'named', failing: { resolveName: 'rpc/unavailable' } },
      'alice.eth',
    ],
  ] as const)(
    'given %s, then the person goes by the address, and says so',
    async (_, options, name) => {
      const world = await setUp(options)
      await world.tick()
      await looked(world)
      expect(shown()).toContain(nameText.review.tickUnread(name))
      expect(world.buttons.confirm?.disabled).toBe(true)
      await act(() =>
        document.querySelector<HTMLInputElement>('.ticks .tick:last-child input')?.click(),
      )
      expect(world.buttons.confirm?.disabled).toBe(false)
    },
  )

  it('given nobody has answered yet, then it is waited for', async () => {
    const world = await setUp({ order: 'named', hanging: ['resolveName'] })
    await world.tick()
    await world.wait(5_000)
    expect(world.buttons.confirm?.disabled).toBe(true)
    await world.press('confirm')
    expect(world.confirmed()).toBe(false)
  })

  it('given it was an address, then nobody is asked for a name', async () => {
    const world = await setUp({ order: 'foreign' })
    await world.wait(1_000)
    expect(shown()).not.toContain('once more...')
    expect(document.querySelector('[data-testid=name-changed]')).toBeNull()
  })
})

describe('the recipient', () => {
  const foreign = samples.foreign?.accepted.recipient ?? ''
  const connection = {
    wallet: { family: 'eip155', id: 'io.rabby', name: 'Rabby' },
    page: { tabId: 7, frameId: 0, origin: 'https://app.example.org' },
    account: foreign,
    accounts: [foreign],
  }

  it('given it is a stranger, then it is shown in full and named as one', async () => {
    await setUp({ order: 'foreign' })
    expect(document.querySelector('.terms')?.textContent).toContain('Not the account you pay from')
    expect(document.querySelector('.terms')?.textContent).toContain(foreign)
  })

  it('given a page says that it is an account of a wallet, then it is a stranger all the same, and is ticked', async () => {
    const { why } = await setUp({
      order: 'foreign',
      session: { connections: { eip155: connection } },
    })
    expect(document.querySelector('.terms')?.textContent).toContain('Not the account you pay from')
    expect(document.querySelector('.terms')?.textContent).toContain(foreign)
    expect(document.querySelector('.ticks')?.textContent).toContain(orderText.review.tickRecipient)
    expect(why()).toBe(orderText.review.confirmTicks)
  })

  it('given it is the account that pays, then it is called so and needs no tick', async () => {
    await setUp()
    expect(document.querySelector('.terms')?.textContent).toContain('To your account')
    expect(document.querySelector('.ticks')).toBeNull()
  })

  it('given it is that account, a contract that may be none where it receives, then it is no own one, and is ticked', async () => {
    const own = samples.planned
    if (own?.kind !== 'swap') throw new Error('no swap')
    const contract = { ...own, coded: 'contract' as const, otherCode: true as const }
    const { why } = await setUp({ orders: { planned: contract } })
    const terms = document.querySelector('.terms')?.textContent
    expect(terms).not.toContain('To your account')
    expect(terms).toContain('Not known to be your contract on Arbitrum')
    expect(why()).toBe(orderText.review.confirmTicks)
  })
})

describe('an address of the hub', () => {
  it('is named by the word of the service, and takes no tick away', async () => {
    const plain = await setUp({ failing: { readHub: 'service/timeout' } })
    const ticks = document.querySelectorAll('.ticks input').length
    const why = plain.why()
    expect(document.body.textContent).not.toContain('by its word')
    act(() => render(null, document.body))
    const named = await setUp()
    expect(document.body.textContent).toContain("The service's own contract “deposit”, by its word")
    expect(document.querySelectorAll('.ticks input')).toHaveLength(ticks)
    expect(named.why()).toBe(why)
  })
})
