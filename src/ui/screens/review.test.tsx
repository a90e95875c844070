// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Order, SwapOrder } from '@/src/domain/order/order'
import { QUOTE_MARGIN_SECONDS } from '@/src/domain/order/quote-time'
import { createManualClock } from '@/test/support/manual-clock'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { extremes } from '@/test/support/ui/fixture-extremes'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import { addText } from '../copy/add-text'
import { costText } from '../copy/cost-text'
import { nameText } from '../copy/name-text'
import { orderText } from '../copy/order-text'
import { text } from '../copy/text'
import { walletText } from '../copy/wallet-text'
import { handle } from '../handles'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { ReviewScreen } from './review'

// Fetched when a name is typed; no test waits for that.
import '../format/ens-name'
import '../models/paid-elsewhere'
import '../models/settle'

const NOW = 1_800_000_000_000
const samples = orders(NOW)
async function setUp(options: Partial<FixtureOptions> & { order?: string } = {}) {
  const all = options.orders ?? samples
  const calls: { name: string }[] = []
  const backend = createFixtureBackend({
    now: () => NOW,
    orders: all,
    calls: calls as [],
    ...options,
  })
  const clock = createManualClock(NOW)
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.catalog.load()
  await app.wallets.restore()
  const orderId = all[options.order ?? 'planned']?.id ?? ''
  app.router.go({ screen: 'review', orderId })
  await act(async () => {
    render(
      <AppProvider value={app}>
        <ReviewScreen orderId={orderId} />
      </AppProvider>,
      document.body,
    )
    await settled()
  })
  // Once more: the known addresses are read after the paint.
  await act(settled)
  const buttons = {
    confirm: document.querySelector<HTMLButtonElement>(`[data-testid=${handle.confirm}]`),
    cancel: document.querySelector<HTMLButtonElement>(`[data-testid=${handle.cancel}]`),
    back: document.querySelector<HTMLButtonElement>(`[aria-label=${text.app.back}]`),
  }
  const press = (name: keyof typeof buttons, detail = 1) =>
    act(async () => {
      buttons[name]?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
      await settled()
    })
  const wait = (ms: number) => act(() => clock.advance(ms))
  const screen = () => app.router.route.value.screen
  const stopped = () => calls.some(({ name }) => name === 'stopOrder')
  const confirmed = () => calls.some(({ name }) => name === 'confirmOrder')
  const why = () => document.querySelector('.actions-why')?.textContent ?? ''
  async function tick(): Promise<void> {
    for (const box of document.querySelectorAll<HTMLInputElement>('.ticks input')) {
      await act(() => box.click())
    }
  }
  return { app, press, screen, stopped, confirmed, buttons, wait, why, tick }
}

afterEach(() => render(null, document.body))

const terms = () => document.querySelector('.terms')?.textContent ?? ''

describe('the tab that will ask', () => {
  const who = () => document.querySelector('.who')?.textContent

  it('is led to while it is open', async () => {
    await setUp({})
    expect(who()).toContain(walletText.showTab)
  })

  it('is said to be closed where it is, with what there is to do', async () => {
    const { page } = orders(NOW).planned as SwapOrder
    const { app } = await setUp({ closedTab: page.tabId })
    expect(who()).toContain(walletText.tabClosed.review)
    // Its words come together with their element, which is read out of no live region.
    const read = () => app.announcements.value.map(({ text }) => text)
    await expect.poll(read).toContain(walletText.tabClosed.review)
    expect(who()).not.toContain(walletText.showTab)
  })
})

describe('what the network takes on Solana', () => {
  const rare = extremes(NOW)
  const open = async (order: string) => {
    await setUp({ orders: rare, order })
    await act(async () => {
      document.querySelector<HTMLButtonElement>('.terms-open')?.click()
      await settled()
    })
    return document.querySelector('.costs')?.textContent ?? ''
  }
  const ticks = () => document.querySelector('.ticks')?.textContent ?? ''

  it('is told in coin and in money, beside what the route takes, and counted into all that it costs', async () => {
    const costs = await open('reviewSolana')
    expect(costs).toContain(`${costText.network}$0.02`)
    expect(costs).toContain('0.000105 SOL')
    expect(costs).toContain(`${costText.routeFee}$0.38`)
    expect(costs).toContain(costText.sourceTold)
    expect(costs).not.toContain(costText.partMissing)
    expect(ticks()).not.toContain('on top')
  })

  it('given a priority fee of more than is paid, then it is typed', async () => {
    await open('reviewSolanaPriority')
    expect(ticks()).toContain('a fee of 0.010005 SOL on top, 188')
    expect(ticks()).toContain(orderText.review.feeWord)
    expect(document.querySelector('.tick-typed input')).not.toBeNull()
  })

  it('given another account pays it, then that is said, and who', async () => {
    const costs = await open('reviewSolanaSponsored')
    expect(costs).toContain(`${costText.network}${costText.byOther}`)
    expect(costs).not.toContain(costText.partMissing)
    expect(terms()).toContain(costText.byOther)
    expect(document.querySelector('.ask-rows')?.parentElement?.textContent).toContain(
      orderText.review.feePayer,
    )
    expect(ticks()).not.toContain('on top')
  })
})

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

describe('a token that the person added by its address', () => {
  it('is said to be theirs where it is named, and no other is', async () => {
    const { app } = await setUp()
    const side = () => document.querySelectorAll('.side')
    const said = () => [...side()].map((each) => each.textContent?.includes(addText.badge))
    const { planned } = samples
    if (planned?.kind !== 'swap') throw new Error('no order')
    const { chainId, address, symbol, decimals } = planned.accepted.to
    await act(() => app.preferences.load())
    expect(said()).toEqual([false, false])
    const added = { chainId, address, symbol, decimals, name: symbol }
    await act(() => app.preferences.write({ addedTokens: [added] }))
    expect(said()).toEqual([false, true])
  })
})

describe('the slippage', () => {
  it('is written as it was typed, however small it is', async () => {
    const { planned } = orders(NOW)
    if (planned?.kind !== 'swap') throw new Error('no order')
    const accepted = { ...planned.accepted, slippageTolerance: 0.00004 }
    await setUp({ orders: { planned: { ...planned, accepted } } })
    expect(
      document.querySelector(`[title="${orderText.review.slippage('0.004%')}"]`),
    ).not.toBeNull()
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

describe('the review', () => {
  it.each([
    ['running', 'order', ''],
    ['stopped', 'swap', '25'],
  ] as const)(
    'given its order turns out to be %s, then it is over: %s, with "%s" in the form',
    async (status, screen, text) => {
      const { planned } = samples
      if (planned?.kind !== 'swap') throw new Error('no order')
      const all = { planned }
      const world = await setUp({ orders: all })
      world.app.swap.type('pay', '25')
      world.app.swap.mark(planned.id)
      all.planned = { ...planned, status }
      await world.wait(2_000)
      await act(settled)
      expect([world.screen(), world.app.swap.payText.value]).toEqual([screen, text])
    },
  )

  it.each([
    ['swap', 'what was typed', ''],
    ['history', 'what was typed since', '6'],
    ['review', 'what was typed since', '6'],
  ] as const)(
    'given it was left for %s while it was being confirmed, then that stays, and %s is "%s"',
    async (screen, what, text) => {
      const { planned, fee } = samples
      if (planned?.kind !== 'swap' || fee?.kind !== 'swap') throw new Error('no order')
      const all = { planned, fee }
      const world = await setUp({ orders: all, hanging: ['confirmOrder'] })
      const { app } = world
      app.swap.type('pay', '5')
      app.swap.mark(planned.id)
      let answer = () => {}
      vi.spyOn(app.backend, 'call').mockImplementationOnce(
        () => new Promise((resolve) => (answer = () => resolve({} as never))),
      )
      await world.wait(700)
      await world.press('confirm')
      if (what === 'what was typed since') app.swap.type('pay', '6')
      const at = screen === 'review' ? { screen, orderId: fee.id } : { screen }
      app.router.go(at)
      render(null, document.body)
      all.planned = { ...planned, status: 'running' }
      await act(async () => {
        answer()
        await settled()
      })
      await act(settled)
      expect([app.router.route.value, app.swap.payText.value]).toEqual([at, text])
    },
  )

  it.each(['cancel', 'back'] as const)(
    'given nothing was confirmed, then %s stops it',
    async (way) => {
      const { press, screen, stopped } = await setUp()
      await press(way)
      expect([screen(), stopped()]).toEqual(['swap', true])
    },
  )

  it.each(['cancel', 'back'] as const)(
    'given it is being confirmed, then %s is off',
    async (way) => {
      const { press, screen, stopped, buttons, wait } = await setUp({ hanging: ['confirmOrder'] })
      await wait(700)
      await press('confirm')
      // Whoever pressed it keeps the focus there.
      const { confirm } = buttons
      expect([confirm?.disabled, confirm?.getAttribute('aria-disabled')]).toEqual([false, 'true'])
      expect(buttons[way]?.disabled).toBe(true)
      await press(way)
      expect([screen(), stopped()]).toEqual(['review', false])
    },
  )
})

describe('what both sides are worth', () => {
  it('says by whose prices at a press, which a key makes too', async () => {
    await setUp()
    const [paid, received] = document.querySelectorAll<HTMLButtonElement>('.side button')
    const told = () => document.getElementById(paid?.getAttribute('aria-controls') ?? '')
    expect([paid, received].map((each) => each?.textContent)).toEqual([
      '$499.90 (service)',
      '$499.31 (service)',
    ])
    expect([paid?.getAttribute('aria-expanded'), told()]).toEqual(['false', null])
    await act(() => received?.click())
    expect([paid?.getAttribute('aria-expanded'), told()?.textContent]).toEqual([
      'true',
      orderText.review.valuesBy,
    ])
    await act(() => paid?.click())
    expect(document.body.textContent).not.toContain(orderText.review.valuesBy)
  })
})

describe('the rate of the review', () => {
  it('is turned around by its button, which a key presses too', async () => {
    await setUp()
    const rate = document.querySelector<HTMLButtonElement>('.terms button.terms-turn')
    expect(rate?.textContent).toMatch(/^1\sETH = [\d.,]+\sUSDC$/)
    // A formula reads from the left in every language.
    expect(rate?.firstElementChild?.getAttribute('dir')).toBe('ltr')
    await act(() => rate?.click())
    expect(rate?.textContent).toMatch(/^1\sUSDC = 0\.\d+\sETH$/)
    await act(() => rate?.click())
    expect(rate?.textContent).toMatch(/^1\sETH = /)
  })
})

/** What stands in sight of a trial, and nothing that is folded away. */
const trial = () => {
  const told = document.querySelector('.trial')
  return told?.closest('details') ? undefined : told?.textContent
}

describe('what a trial came to', () => {
  it.each([
    ['planned', 'Tried on PublicNode and dRPC.'],
    ['byOne', 'Tried on PublicNode (one node).'],
    ['untriedCannot', orderText.review.untried.cannot('Base')],
    ['untriedSilent', orderText.review.untried.silent('Base')],
  ])(
    'given %s, stands in sight, after what is asked for and before who asks',
    async (order, said) => {
      await setUp({ order })
      expect(trial()).toBe(said)
      const parts = [...(document.querySelector('.asks-box')?.children ?? [])]
      expect(parts.map(({ className }) => className.split(' ')[0])).toEqual([
        'asks-card',
        'trial',
        'who',
      ])
    },
  )

  it('is read out where another node says something meanwhile', async () => {
    const { opened } = samples
    if (opened?.kind !== 'swap') throw new Error('no order')
    const kept: Record<string, Order> = { opened }
    const { wait } = await setUp({ orders: kept, order: 'opened' })
    const region = document.querySelector('.trial[role=status]')
    const { open: _, ...advice } = opened.advice ?? { at: 0, outcome: 'unknown' }
    const both = { ...advice, by: ['PublicNode', 'dRPC'] }
    kept.opened = { ...opened, advice: both, revision: opened.revision + 1 }
    await wait(2_000)
    await act(settled)
    // A region that was there before reads its new words out.
    expect(document.querySelector('.trial')).toBe(region)
    expect(region?.textContent).toBe('Tried on PublicNode and dRPC.')
  })

  it('given nobody tried it, is ticked before the confirmation', async () => {
    const { tick, wait, buttons } = await setUp({ order: 'untriedSilent' })
    await wait(700)
    expect(document.querySelector('.ticks')?.textContent).toContain(orderText.review.tickUntried)
    expect(buttons.confirm?.disabled).toBe(true)
    await tick()
    expect(buttons.confirm?.disabled).toBe(false)
  })

  it('with what it takes behind what is asked for', async () => {
    await setUp()
    const folded = document.querySelector('.asks-card')?.textContent
    expect(folded).toContain('In the trial 500 USDC leaves your account, and nothing else.')
  })

  it('given it failed, says so before everything else, and not once more', async () => {
    await setUp({ order: 'foreign' })
    expect(trial()).toBeUndefined()
  })
})

describe('a trial of the weaker kind', () => {
  it('is called so beside who tried it, and is ticked before the confirmation', async () => {
    const { why, tick, wait, buttons } = await setUp({ order: 'weak' })
    await wait(700)
    expect(trial()).toBe('Tried in a weaker way on PublicNode and dRPC.')
    expect(document.querySelector('.ticks')?.textContent).toContain('tried in a weaker way')
    expect(why()).toBe('Confirm the points above first.')
    expect(buttons.confirm?.disabled).toBe(true)
    await tick()
    expect(buttons.confirm?.disabled).toBe(false)
  })

  it('(control) is not said of the other kind', async () => {
    await setUp()
    expect(document.body.textContent).not.toContain('weaker')
  })
})

describe('a review of what no independent node told anything of', () => {
  it('says whose word it is that a contract is paid', async () => {
    await setUp({ order: 'byService' })
    expect(document.querySelector('.review-body .note')?.textContent).toBe(
      orderText.review.adviceByService,
    )
  })

  it('(control) says nothing of it where one did', async () => {
    await setUp()
    expect(document.body.textContent).not.toContain(orderText.review.adviceByService)
  })
})

describe('a review that opened with what one node showed', () => {
  it('says that another one is still asked, and may be confirmed, which waits for it', async () => {
    const { why, wait, press, buttons, confirmed } = await setUp({
      order: 'opened',
      hanging: ['confirmOrder'],
    })
    await wait(700)
    expect(trial()).toBe(orderText.review.triedOpen('PublicNode'))
    expect(why()).toBe(orderText.review.intro)
    expect(buttons.confirm?.disabled).toBe(false)
    await press('confirm')
    expect(confirmed()).toBe(true)
    expect(why()).toBe(orderText.review.confirmWaits)
  })

  it('given the other one did not answer, says before the confirmation that one node checked it', async () => {
    const { why, wait } = await setUp({ order: 'byOne' })
    await wait(700)
    expect(why()).toBe('Checked by one node. Nothing is sent until you confirm.')
    expect(trial()).toBe('Tried on PublicNode (one node).')
  })

  it('given the other one refuses it, says so first, and cannot be confirmed', async () => {
    const { why, wait, buttons } = await setUp({ order: 'refused' })
    await wait(700)
    const first = document.querySelector('.review-body')?.firstElementChild
    expect(first?.getAttribute('data-code')).toBe('policy/takes-more')
    expect(buttons.confirm?.disabled).toBe(true)
    expect(why()).toBe(orderText.review.confirmNever)
  })

  it('given the other one shows it otherwise, takes no click before that was seen', async () => {
    const { planned } = samples
    if (planned?.kind !== 'swap') throw new Error('no order')
    const kept: Record<string, Order> = { planned }
    const { wait, buttons } = await setUp({ orders: kept })
    await wait(700)
    expect(buttons.confirm?.disabled).toBe(false)
    kept.planned = { ...planned, digest: 'other', revision: planned.revision + 1 }
    await wait(2_000)
    await act(settled)
    expect(buttons.confirm?.disabled).toBe(true)
    await wait(700)
    expect(buttons.confirm?.disabled).toBe(false)
  })
})

describe('the confirmation', () => {
  it('is not taken from the second click of a double-click that opened the review', async () => {
    const { press, confirmed, wait } = await setUp()
    await wait(260)
    await press('confirm')
    expect(confirmed()).toBe(false)
    await wait(440)
    await press('confirm', 2)
    expect(confirmed()).toBe(false)
    await press('confirm')
    expect(confirmed()).toBe(true)
  })

  it('says beside the grey button what is missing, and otherwise that nothing is sent yet', async () => {
    const { why, tick, wait, buttons } = await setUp({ order: 'foreign' })
    await wait(700)
    expect(buttons.confirm?.disabled).toBe(true)
    expect(why()).toBe('Confirm the points above first.')
    await tick()
    expect(buttons.confirm?.disabled).toBe(false)
    expect(why()).toBe('Nothing is sent until you confirm.')
  })

  it('has what speaks against it before everything else, and the ticks right above it', async () => {
    await setUp({ order: 'foreign' })
    const body = document.querySelector('.review-body')
    expect(body?.firstElementChild?.textContent).toContain('simulation failed')
    expect(document.querySelector('.actions .ticks')).not.toBeNull()
  })

  it('names an expired price before everything else', async () => {
    await setUp({ order: 'expired' })
    const first = document.querySelector('.review-body')?.firstElementChild
    expect(first?.getAttribute('data-code')).toBe('policy/quote-expired')
  })
})

describe('the end of the price', () => {
  it('is the worker’s own: what it would refuse is not offered, and the second before is', async () => {
    const { planned } = samples
    if (planned === undefined) throw new Error('no such sample')
    const codeWith = async (left: number) => {
      const accepted = { ...planned.accepted, quoteExpiresAt: NOW / 1_000 + left }
      await setUp({ orders: { ...samples, planned: { ...planned, accepted } } })
      const first = document.querySelector('.review-body')?.firstElementChild
      return first?.getAttribute('data-code')
    }
    expect(await codeWith(QUOTE_MARGIN_SECONDS)).toBe('policy/quote-expired')
    render(null, document.body)
    expect(await codeWith(QUOTE_MARGIN_SECONDS + 1)).not.toBe('policy/quote-expired')
  })

  it('is said where the confirmation stood, by what was read out before and stays', async () => {
    const { planned } = samples
    if (planned === undefined) throw new Error('no such sample')
    const quoteExpiresAt = NOW / 1_000 + QUOTE_MARGIN_SECONDS + 2
    const { app, wait, why } = await setUp({
      orders: { planned: { ...planned, accepted: { ...planned.accepted, quoteExpiresAt } } },
    })
    // Its clock goes.
    await act(() => app.restore())
    const region = document.querySelector('.actions-why')
    expect([region?.role, why()]).toEqual(['status', 'Nothing is sent until you confirm.'])
    await wait(3_000)
    expect(document.querySelector('.actions .button-main')?.textContent).toBe('Get a new quote')
    expect(document.querySelector('.actions-why')).toBe(region)
    expect([region?.role, why()]).toEqual(['status', 'This quote has run out.'])
  })
})

describe('a wallet that stands on another chain', () => {
  it('is known to be asked for the switch first, which counts and is named', async () => {
    const { planned } = samples
    if (planned?.kind !== 'swap') throw new Error('no such sample')
    const from = { ...planned.accepted.from, chainId: 42161 }
    const elsewhere = { ...planned, accepted: { ...planned.accepted, from } }
    const asks = async (order: typeof planned) => {
      const { app } = await setUp({ orders: { planned: order } })
      await act(() => app.wallets.refresh())
      const title = document.querySelector('.asks-title')?.textContent
      const first = document.querySelector('.asks-short li')?.textContent
      const decoded = document.querySelector('.asks-card h2')?.textContent
      render(null, document.body)
      return { title, first, decoded }
    }
    const { length } = planned.steps
    const named = 'Switch to Arbitrum One'
    expect(await asks(elsewhere)).toEqual({
      title: orderText.review.steps(length + 1),
      first: named,
      decoded: named,
    })
    expect(await asks(planned)).toMatchObject({
      title: orderText.review.steps(length),
      first: expect.not.stringContaining('Switch'),
    })
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

describe('the key that confirms', () => {
  const key = (more: KeyboardEventInit) =>
    act(async () => {
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }),
      )
      await settled()
    })

  it('counts once the confirmation may be given, and only with Ctrl or Command', async () => {
    const { confirmed, wait, tick } = await setUp()
    await tick()
    await key({ ctrlKey: true })
    await wait(700)
    await key({})
    await key({ ctrlKey: true, repeat: true })
    expect(confirmed()).toBe(false)
    await key({ metaKey: true })
    expect(confirmed()).toBe(true)
  })

  it('given a dialog waits for an answer, confirms nothing behind it', async () => {
    const { confirmed, wait, tick } = await setUp()
    await tick()
    await wait(700)
    const dialog = document.createElement('dialog')
    dialog.setAttribute('open', '')
    document.body.append(dialog)
    onTestFinished(() => dialog.remove())
    await key({ ctrlKey: true })
    expect(confirmed()).toBe(false)
    dialog.remove()
    await key({ ctrlKey: true })
    expect(confirmed()).toBe(true)
  })

  it('given something is still to be ticked, does nothing', async () => {
    const { confirmed, wait, buttons } = await setUp({ order: 'foreign' })
    await wait(700)
    expect(buttons.confirm?.disabled).toBe(true)
    await key({ ctrlKey: true })
    expect(confirmed()).toBe(false)
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

describe('a token that is not what it is called', () => {
  const { planned } = orders(NOW)
  if (planned?.kind !== 'swap') throw new Error('no order')
  const { accepted } = planned
  const usdc = { ...accepted.to, chainId: 8453, symbol: 'USDС', decimals: 6 }
  const review = (change: Partial<typeof accepted>) =>
    setUp({
      order: 'planned',
      orders: { planned: { ...planned, accepted: { ...accepted, ...change } } },
    })
  const sides = () => document.querySelector('.sides')?.textContent

  it('given it looks like a pinned one and the service lists no other, then a tick is needed', async () => {
    const { press, confirmed, wait, tick, why } = await review({
      to: { ...usdc, address: `0x${'b'.repeat(40)}` },
    })
    expect(sides()).toContain('Looks like USDC')
    expect(document.querySelector('.ticks')?.textContent).toContain(
      orderText.review.tickLookAlike('USDC'),
    )
    await wait(700)
    await press('confirm')
    expect([confirmed(), why()]).toEqual([false, orderText.review.confirmTicks])
    await tick()
    await press('confirm')
    expect(confirmed()).toBe(true)
  })

  it('given a pinned one has other decimals, then it can never be confirmed', async () => {
    const { press, confirmed, wait, tick, why } = await review({
      from: { ...accepted.from, decimals: 18 },
    })
    expect(sides()).not.toContain('Looks like')
    expect(document.querySelector('[data-code="policy/wrong-decimals"]')).not.toBeNull()
    await wait(700)
    await tick()
    await press('confirm')
    expect([confirmed(), why()]).toEqual([false, orderText.review.confirmNever])
  })
})

describe('older approvals for those who are paid', () => {
  const usdt = '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2'
  const spender = '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64'
  const note = () => document.querySelector('[aria-labelledby="standing-title"]')?.textContent

  it('are shown with what may be taken of each token', async () => {
    const dai = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'
    const standing = [
      { token: usdt, spender, amount: String((1n << 256n) - 1n) },
      { token: dai, spender, amount: '2500000000000000000' },
    ]
    await setUp({ standing })
    expect(note()).toContain('Older approvals reach further')
    expect(note()).toContain('all USDT')
    expect(note()).toContain('2.5 DAI')
  })

  it('are spoken of as one where there is one', async () => {
    await setUp({ standing: [{ token: usdt, spender, amount: '1' }] })
    expect(note()).toContain('An older approval reaches further')
    expect(note()).toContain('If you do not need this approval, revoke it')
  })

  it('given none, or none that could be read, are not spoken of', async () => {
    await setUp()
    expect(note()).toBeUndefined()
    render(null, document.body)
    await setUp({ failing: { readStanding: 'chain/unreachable' } })
    expect(note()).toBeUndefined()
  })
})

describe('an older approval of what is paid', () => {
  const { planned } = orders(NOW)
  if (planned?.kind !== 'swap') throw new Error('no order')
  const [approve, deposit] = planned.steps
  if (approve?.facts.kind !== 'approve' || deposit === undefined) throw new Error('no steps')
  const { token, spender } = approve.facts
  const own = (amount: bigint) => [{ token: token.address, spender, amount: String(amount) }]
  const said = () => document.querySelector('.standing-own')?.textContent
  const reset = {
    ...approve,
    facts: { kind: 'reset' as const, token: { ...token, amount: '0' }, spender },
  }
  const routing = { ...approve, facts: { ...approve.facts, token: { ...token, address: spender } } }

  it.each([
    ['is cut by an approval', [approve, deposit], 'This swap sets it to exactly 500 USDC first.'],
    [
      'is cleared and set',
      [reset, approve, deposit],
      'This swap sets it to exactly 500 USDC first.',
    ],
    ['is cleared alone', [reset, routing, deposit], 'This swap clears it first.'],
    ['is enough as it is', [deposit], 'It is used as it stands: no approval is asked.'],
  ])('that %s is shown with that', async (_, steps, becomes) => {
    await setUp({
      order: 'planned',
      orders: { planned: { ...planned, steps } },
      standing: own(750_500_000n),
    })
    expect(said()).toBe(
      `0x9c58…cedb may already take up to 750.5 USDC, from an earlier approval. ${becomes}`,
    )
    expect(document.querySelector('[aria-labelledby="standing-title"]')).toBeNull()
  })

  it('that is unlimited is said to be so', async () => {
    await setUp({ standing: own((1n << 256n) - 1n) })
    expect(said()).toContain('may already take all your USDC, from an earlier, unlimited approval.')
  })

  it('that is none is not spoken of', async () => {
    await setUp()
    expect(said()).toBeUndefined()
  })
})

describe('what both sides are worth', () => {
  it('says whose prices these are, where there are any', async () => {
    await setUp()
    expect(document.querySelector('.sides')?.textContent).toContain(
      orderText.review.value('').trim(),
    )
    render(null, document.body)
    const { planned } = samples
    if (planned === undefined) throw new Error('no order')
    const { accepted } = planned
    const nowhere = { chainId: 424_242 }
    const from = { ...accepted.from, ...nowhere }
    const to = { ...accepted.to, ...nowhere }
    await setUp({
      orders: { ...samples, planned: { ...planned, accepted: { ...accepted, from, to } } },
    })
    expect(document.querySelector('.sides')?.textContent).not.toContain(
      orderText.review.value('').trim(),
    )
  })
})
