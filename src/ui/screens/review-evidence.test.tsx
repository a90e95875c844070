// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { Order } from '@/src/domain/order/order'
import { orders } from '@/test/support/ui/fixture-orders'
import { clear, NOW, samples, setUp } from '@/test/support/ui/review-screen'
import { settled } from '@/test/support/ui/settled'
import { addText } from '../copy/add-text'
import { orderText } from '../copy/order-text'

afterEach(clear)

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
