// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import type { ErrorCode, WireError } from '@/src/domain/error'
import type { Attempt, Step, SwapOrder, Switching } from '@/src/domain/order/order'
import { steps } from '@/test/support/ui/fixture-order'
import { orders } from '@/test/support/ui/fixture-orders'
import { settled } from '@/test/support/ui/settled'
import { errorCopy } from '../copy/errors'
import { orderText } from '../copy/order-text'
import { proofText } from '../copy/proof-text'
import { text } from '../copy/text'
import { walletText } from '../copy/wallet-text'
import type { App } from '../models/app'
import type { OrderView } from '../models/order-view'
import { AppProvider } from '../parts/context'
import { Attention } from './attention'

const names: Record<number, string> = { 1: 'Ethereum', 8453: 'Base' }
const none = { value: undefined }
const catalog = { nameOf: (chainId: number) => names[chainId] ?? '', top: { value: [] } }
const swap = { pay: none, receive: none }
const router = { route: { peek: () => 'order' } }
const NOW = 1_800_000_000_000
const all = orders(NOW)
const asking = all.asking as SwapOrder
const waiting: SwapOrder = {
  ...asking,
  current: 0,
  steps: steps({ status: 'ready' }, { status: 'ready' }),
}
const switching: Switching = {
  attemptId: 'd'.repeat(32),
  stage: 'switch',
  chainId: 8453,
  since: NOW,
}

const never = { call: () => new Promise<never>(() => undefined) }

function show(order: SwapOrder, backend: object = never, error?: WireError, more: object = {}) {
  const [stop, retry, promptGone] = [vi.fn(), vi.fn(), vi.fn()]
  const calls = { stop, retry, promptGone }
  const view = {
    busy: { value: false },
    error: { value: error },
    order: { value: { state: 'ready', value: order } },
    ...calls,
  } as unknown as OrderView
  const press = (words: string) =>
    [...document.querySelectorAll('button')].find((item) => item.textContent === words)?.click()
  const step = order.steps[order.current]
  if (step === undefined) throw new Error('this order has no step')
  const tabs = { hasTab: async () => true, onTabs: () => () => undefined }
  const behind = { ...tabs, ...backend }
  render(
    <AppProvider
      value={
        {
          ...{ backend: behind, catalog, swap, router, running: { value: [] } },
          ...more,
        } as unknown as App
      }
    >
      <Attention order={order} step={step} view={view} />
    </AppProvider>,
    document.body,
  )
  const button = [...document.querySelectorAll('button')].find(
    (item) => item.textContent === orderText.order.stop,
  )
  const seen = () => document.body.textContent
  return { shown: seen(), seen, button, stop, retry, promptGone, press }
}

const look = orderText.order.lookAtWallet(asking.wallet.name)

afterEach(() => render(null, document.body))

describe('while the wallet is asked', () => {
  it('given it is asked for its chain, then the person is sent there and may stop', () => {
    const { shown, button, stop } = show({ ...waiting, switching })
    expect(shown).toContain(look)
    button?.click()
    expect(stop).toHaveBeenCalledOnce()
  })

  it('given it has answered about its chain, then nobody is sent there', () => {
    expect(show({ ...waiting, switching: { ...switching, settledAt: NOW } }).shown).toBe('')
  })

  it('given the request is gone from the wallet, then the person can say so at once', () => {
    const { shown, press, promptGone } = show(asking)
    expect(shown).toContain(orderText.order.promptGoneHint)
    press(orderText.order.promptGone)
    expect(promptGone).toHaveBeenCalledWith(asking.steps[asking.current]?.id)
  })

  it('given an earlier one may still be shown, then it says to reject it, and the person can say it is gone', () => {
    const blocker = { code: 'wallet/pending-request' as const, since: NOW }
    const failed: Step['state'] = {
      ...{ status: 'failed', code: 'chain/blockhash-expired', retryable: true, at: NOW },
      attemptId: 'd'.repeat(32),
    }
    const blocked = { ...waiting, steps: steps({ status: 'ready' }, failed), blocker }
    const { shown, press, promptGone, stop } = show(blocked)
    expect(shown).toContain(orderText.order.askedBefore.next)
    expect(shown).not.toContain(orderText.order.tryAgain)
    press(orderText.order.promptGone)
    expect(promptGone).toHaveBeenCalledWith(waiting.steps[waiting.current]?.id)
    press(orderText.order.stop)
    expect(stop).toHaveBeenCalledOnce()
  })

  it('given its tab is closed, then that is said, and no way there is offered', async () => {
    const showTab = () => Promise.reject(new Error('No tab with id: 7'))
    let isOpen = true
    const { seen, press } = show(asking, { ...never, hasTab: async () => isOpen, showTab })
    expect(seen()).toContain(walletText.showTab)
    isOpen = false
    await act(async () => {
      press(walletText.showTab)
      await settled()
    })
    expect(seen()).toContain(walletText.tabClosed.asking)
    expect(seen()).not.toContain(walletText.showTab)
  })

  it('given only an approval is asked for, then it is said that it holds nobody up', () => {
    const [first, second] = asking.steps
    const [state, later] = [second?.state, first?.state]
    if (!state || !later) throw new Error('this order has no steps')
    const approving = { ...asking, current: 0, steps: steps(state, { status: 'ready' }) }
    const { shown } = show(approving)
    expect(shown).toContain(orderText.order.approvalGoneHint)
    expect(shown).not.toContain(orderText.order.promptGoneHint)
  })

  it('given only its chain is asked for, then no payment can be lost', () => {
    expect(show({ ...waiting, switching }).shown).not.toContain(orderText.order.promptGone)
  })

  it('given the deposit may be out, then the person can say that they want to cancel', () => {
    const { shown, button, stop } = show(asking)
    expect(shown).toContain(look)
    button?.click()
    expect(stop).toHaveBeenCalledOnce()
  })

  it('given they said so, then it says to reject the request, that it is checked, and how to go on', () => {
    const { shown, button } = show({ ...asking, stopWanted: NOW })
    expect(shown).toContain(orderText.order.stopWanted.title)
    expect(shown).toContain(orderText.order.stopWanted.next(true))
    expect(shown).not.toContain(look)
    expect(shown).toContain(orderText.order.promptGone)
    expect(shown).toContain(orderText.other.meanwhile)
    expect(button).toBeUndefined()
  })

  it('given the order was cancelled and its wallet is asked to take an allowance back, then nobody says to reject that', () => {
    const [first, ...more] = asking.steps
    if (!first) throw new Error('this order has no steps')
    const { token } = first.facts
    const reset: Step = {
      ...{ ...first, id: 'e'.repeat(32), deposit: false },
      facts: { kind: 'reset', token, spender: `0x${'5'.repeat(40)}` },
      state: { status: 'asking', attemptId: 'f'.repeat(32) },
    }
    const declined = { status: 'declined', attemptId: 'd'.repeat(32), at: NOW } as const
    const others = more.map((each) => ({ ...each, state: declined }))
    const all = [first, ...others, reset]
    const stopped = { ...asking, status: 'stopped', stopWanted: NOW, steps: all } as const
    const { shown } = show({ ...stopped, current: all.length - 1 })
    expect(shown).toContain(look)
    expect(shown).not.toContain(orderText.order.stopWanted.title)
  })

  it('given it is a swap before the payment that may be out, then it says that what it gives is kept', () => {
    const moves = asking.steps.map(({ facts: { token }, ...each }): Step => {
      const target = `0x${'5'.repeat(40)}`
      const facts = { kind: 'swap', token, gets: token, target, method: 'swap' } as const
      return { ...each, deposit: false, facts }
    })
    const { shown } = show({ ...asking, stopWanted: NOW, steps: moves })
    expect(shown).toContain(orderText.order.stopWanted.next(false))
  })

  it('given a wallet is asked to pay to an address, then it is not cancelled here', () => {
    const [first, ...more] = asking.steps
    if (first?.facts.kind !== 'approve') throw new Error('this order approves nothing')
    const { token, spender: to } = first.facts
    const paying = { ...first, facts: { kind: 'transfer' as const, token, to } }
    expect(show({ ...asking, steps: [paying, ...more] }).button).toBeUndefined()
  })
})

describe('a deposit that was not asked for, as it would fail', () => {
  const failed = (code: ErrorCode): SwapOrder => ({
    ...waiting,
    steps: steps({ status: 'failed', code, retryable: true, at: NOW }, { status: 'ready' }),
  })

  it('given its allowance is too low, then a new price asks for the approval again', () => {
    const { shown } = show(failed('policy/allowance-low'))
    expect(shown).toContain(orderText.review.newQuote)
    expect(shown).not.toContain(orderText.order.tryAgain)
  })

  it('given it reverts in a trial, then a moment or a new price may help', () => {
    const { shown, press, retry } = show(failed('policy/would-revert'))
    expect(shown).toContain(orderText.review.newQuote)
    press(orderText.order.tryAgain)
    expect(retry).toHaveBeenCalledOnce()
  })
})

describe('a request that is asked for again while the same was paid by another order', () => {
  it('wants a tick of its own, and leads to that order', async () => {
    const declined: SwapOrder = {
      ...waiting,
      steps: steps({ status: 'declined', attemptId: 'd'.repeat(32), at: NOW }, { status: 'ready' }),
    }
    const context = { orderId: 'e'.repeat(32) }
    const error = { code: 'order/paid-beside', message: '', context } as const
    const { press, retry, seen } = show(declined, never, error)
    await expect.poll(seen).toContain(orderText.other.open)
    press(orderText.order.payToo)
    expect(retry).not.toHaveBeenCalled()
    await act(() => document.querySelector<HTMLInputElement>('.tick input')?.click())
    press(orderText.order.payToo)
    expect(retry.mock.calls[0]?.[1]).toEqual({ known: [context.orderId] })
  })

  it('given it waits for that, says so, is paid with a tick, or stopped', async () => {
    const orderId = 'e'.repeat(32)
    const blocker = { code: 'order/paid-beside', since: NOW, orderId } as const
    const { seen, press, retry, button, stop } = show({ ...waiting, blocker })
    await expect.poll(seen).toContain(orderText.other.open)
    expect(seen()).toContain(errorCopy['order/paid-beside'].title)
    // It does not go on by itself.
    expect(seen()).not.toContain(orderText.other.next)
    press(orderText.order.payToo)
    expect(retry).not.toHaveBeenCalled()
    await act(() => document.querySelector<HTMLInputElement>('.tick input')?.click())
    press(orderText.order.payToo)
    expect(retry.mock.calls[0]?.[1]).toEqual({ known: [orderId] })
    button?.click()
    expect(stop).toHaveBeenCalledOnce()
  })
})

describe('what stands in the way of asking anew', () => {
  const ofState = (state: object, change: Partial<SwapOrder>): SwapOrder => ({
    ...waiting,
    steps: steps({ at: NOW, attemptId: 'd'.repeat(32), ...state } as Step['state'], {
      status: 'ready',
    }),
    ...change,
  })
  const states = [
    ['declined', { status: 'declined' }],
    ['failed', { status: 'failed', code: 'wallet/unknown', retryable: true }],
    ['not switched', { status: 'failed', code: 'wallet/not-switched', retryable: true }],
  ] as const
  const wallets = { error: none, pending: none, connect: vi.fn() }

  it.each(states)('is said in place of what came of the last request (%s)', (_, state) => {
    const blocker = { code: 'wallet/account-changed', since: NOW } as const
    const { shown } = show(ofState(state, { blocker }))
    expect(shown).toContain(errorCopy['wallet/account-changed'].title)
    expect(shown).toContain(errorCopy['wallet/account-changed'].next)
    expect(shown).not.toContain(errorCopy['wallet/declined'].title)
  })

  it.each(states)('is another order, which is then led to (%s)', (_, state) => {
    const blocker = { code: 'order/busy', since: NOW, orderId: 'e'.repeat(32) } as const
    const { shown } = show(ofState(state, { blocker }))
    expect(shown).toContain(errorCopy['order/busy'].title)
    expect(shown).toContain(orderText.other.open)
    expect(shown).not.toContain(orderText.order.tryAgain)
  })

  it.each(states)('is a prompt for the network, which is named (%s)', (_, state) => {
    const adds = { ...switching, stage: 'add' } as const
    const { shown } = show(ofState(state, { switching: adds }))
    expect(shown).toContain(orderText.order.asksChain.add('Base'))
    expect(shown).not.toContain(errorCopy['wallet/not-switched'].title)
  })

  it('given a payment that only its page calls rejected, then nothing is claimed of the money', () => {
    const unseen = all.unseen as SwapOrder
    const { title, money } = errorCopy['wallet/account-changed']
    const blocker = { code: 'wallet/account-changed', since: NOW } as const
    const attempts = unseen.attempts.map((each) => ({
      ...each,
      end: { what: 'refused' as const, at: NOW },
    }))
    const { shown } = show({ ...unseen, attempts, blocker })
    expect(shown).toContain(title)
    expect(shown).not.toContain(money)
  })

  it('given a wallet that shares no account, then its page can be had ask for it, and what came of that is said', async () => {
    const blocker = { code: 'wallet/unauthorised', since: NOW } as const
    const error = { code: 'wallet/pending-request', message: '', context: {} }
    const order = { ...waiting, blocker }
    const told = { ...wallets, error: { value: error } }
    const { press, seen } = show(order, never, undefined, { wallets: told })
    expect(seen()).not.toContain(errorCopy[error.code as ErrorCode].title)
    await act(() => press(orderText.order.connect(order.wallet.name)))
    expect(wallets.connect).toHaveBeenCalledWith(order.page, order.wallet)
    expect(seen()).toContain(errorCopy[error.code as ErrorCode].title)
  })

  it('given its page was had ask for an account, then it says where that is answered', () => {
    const blocker = { code: 'wallet/unauthorised', since: NOW } as const
    const { wallet, page } = waiting
    const told = { ...wallets, pending: { value: { wallet, page, attemptId: '1' } } }
    const { shown } = show({ ...waiting, blocker }, never, undefined, { wallets: told })
    expect(shown).toContain(walletText.connectIn(wallet.name, new URL(page.origin).host))
  })

  it('given a chain that cannot be read, then it is not called another one', () => {
    const blocker = { code: 'wallet/chain-changed', since: NOW, expected: '0x2105' } as const
    const { title, next } = errorCopy['wallet/chain-changed']
    const unread = show({ ...waiting, blocker }).shown
    expect(unread).toContain(orderText.order.unreadable.title)
    expect(unread).toContain(next)
    expect(unread).not.toContain(title)
    expect(show({ ...waiting, blocker: { ...blocker, actual: '0x1' } }).shown).toContain(title)
  })

  it.each(['wallet/chain-changed', 'wallet/account-changed', 'wallet/unauthorised'] as const)(
    'given a request came to nothing by it, then it does not say that it goes on by itself: %s',
    (code) => {
      const order = ofState({ status: 'failed', code, retryable: true }, {})
      const { shown } = show(order, never, undefined, { wallets })
      expect(shown).toContain(orderText.order.thenAgain[code])
      expect(shown).not.toContain(errorCopy[code].next)
    },
  )

  it('given an approval that only its page calls rejected, then no more is said than that it moves no money', () => {
    const attemptId = 'd'.repeat(32)
    const attempts = asking.attempts.map((each) => ({
      ...each,
      attemptId,
      stepId: asking.steps[0]?.id ?? '',
      end: { what: 'refused' as const, at: NOW },
    })) as unknown as SwapOrder['attempts']
    const { shown } = show(ofState({ status: 'declined', attemptId }, { attempts }))
    expect(shown).toContain(orderText.unsure.approvalMoney)
    expect(shown).not.toContain(errorCopy['wallet/declined'].money)
  })
})

describe('a request that is proved, or said, to be not sent', () => {
  const notSent = { status: 'failed', code: 'order/not-sent', retryable: true, at: NOW } as const

  it('leads to a fresh review, or is asked for again', () => {
    const { shown } = show({ ...waiting, steps: steps(notSent, { status: 'ready' }) })
    expect(shown).toContain(orderText.review.newQuote)
    expect(shown).toContain(orderText.order.tryAgain)
  })
})

describe('a payment that was not sent', () => {
  it.each(['given-up', 'absent'] as const)('(%s) is told as who says so', (what) => {
    const notSent = all.notSent as SwapOrder
    const attempts = notSent.attempts.map((each) => ({ ...each, end: { what, at: NOW } }))
    const order: SwapOrder = { ...notSent, status: 'running', attempts }
    const [step] = order.steps.slice(order.current)
    const state = { ...step?.state, attemptId: attempts[0]?.attemptId } as Step['state']
    const asked = order.steps.map((each) => (each === step ? { ...each, state } : each))
    const { seen } = show({ ...order, steps: asked })
    const { title } = errorCopy[what === 'absent' ? 'order/not-sent' : 'order/given-up']
    expect(seen()).toContain(title)
    expect(seen()?.includes(errorCopy['order/not-sent'].what)).toBe(what === 'absent')
  })
})

describe('by whom it is known that nothing came of a request', () => {
  const read = 'Read on Base from two independent nodes (one and two).'
  const shownBy = { nodes: ['one', 'two'] }
  const failed = { status: 'failed', code: 'order/not-sent', retryable: true } as const
  const ended = (
    state: { status: 'declined' } | Omit<Extract<Step['state'], { status: 'failed' }>, 'at'>,
    end: NonNullable<Attempt['end']>,
    at = end.at,
    change: Partial<SwapOrder> = {},
  ): SwapOrder => {
    const { attempts } = all.unseen as SwapOrder
    const attemptId = attempts[0]?.attemptId ?? ''
    const now = { ...state, attemptId, at } as Step['state']
    return {
      ...(all.unseen as SwapOrder),
      steps: steps({ status: 'ready' }, now),
      attempts: attempts.map((each) => ({ ...each, evidence: { ...each.evidence }, end })),
      ...change,
    }
  }

  it.each(['order/not-sent', 'chain/cancelled', 'chain/reverted'] as const)(
    'is told beside what became of it: %s',
    (code) => {
      const what = code === 'chain/reverted' ? 'reverted' : 'absent'
      expect(show(ended({ ...failed, code }, { what, at: NOW, shownBy })).shown).toContain(read)
      const own = { nodes: ['x'], ownNode: true as const }
      expect(show(ended({ ...failed, code }, { what, at: NOW, shownBy: own })).shown).toContain(
        'Read on Base from your own node.',
      )
    },
  )

  it('is told of what its page called rejected, as it is said, proved, and said by the person', () => {
    const declined = { status: 'declined' } as const
    const { word } = proofText
    const refused = show(ended(declined, { what: 'refused', at: NOW })).shown
    expect(refused).toContain(word.refused)
    const later = NOW + 5_000
    const proved = show(ended(declined, { what: 'absent', at: later, shownBy }, NOW)).shown
    expect(proved).toContain(read)
    expect(proved).not.toContain(word.refused)
    const clicked = show(ended(declined, { what: 'rejected', at: later }, NOW)).shown
    expect(clicked).toContain(word.rejected)
    const typed = { what: 'given-up', at: later, denied: true } as const
    expect(show(ended(declined, typed, NOW)).shown).toContain(word.typed)
    const claim = { ...failed, code: 'wallet/unknown' } as const
    expect(show(ended(claim, { what: 'refused', at: NOW })).shown).toContain(word.refused)
    expect(show(ended(claim, { what: 'absent', at: later, shownBy }, NOW)).shown).toContain(read)
  })

  it('is not told beside what else stands in the way since', () => {
    const over = { ...failed, code: 'service/quote-expired' } as const
    for (const at of [NOW - 1, NOW + 1]) {
      const order = ended(over, { what: 'absent', at, shownBy }, NOW)
      expect(show(order).shown).not.toContain(read)
    }
    const settledSwitch = { ...switching, settledAt: NOW }
    const unswitched = { ...failed, code: 'wallet/not-switched' } as const
    const order = ended(unswitched, { what: 'absent', at: NOW + 1, shownBy }, NOW, {
      switching: settledSwitch,
    })
    expect(show(order).shown).not.toContain(read)
  })

  it('is not told where nobody knows', () => {
    expect(show(ended(failed, { what: 'absent', at: NOW })).shown).not.toContain('Read on')
    const { steps: asked } = ended(failed, { what: 'absent', at: NOW })
    const { seen } = show({ ...(all.unseen as SwapOrder), steps: asked, attempts: [] })
    expect(seen()).not.toContain('Read on')
  })
})

describe('a payment of which only its allowance says that it was not sent', () => {
  it('is told as one that was not seen, and to be rejected where it still stands', () => {
    const { seen } = show(all.unseen as SwapOrder)
    expect(seen()).toContain('not seen on the chain')
    expect(seen()).toContain('reject it there')
    expect(seen()).not.toContain(errorCopy['order/not-sent'].money)
  })

  it('is told as the word of the wallet where that says that it was rejected', () => {
    const { seen } = show(all.unseenRejected as SwapOrder)
    expect(seen()).toContain(errorCopy['wallet/declined'].title)
    expect(seen()).toContain('says that it sent nothing')
    expect(seen()).not.toContain(errorCopy['wallet/declined'].money)
  })
})

describe('the chain of a wallet', () => {
  const failed = (code: ErrorCode, chainId = 8453): SwapOrder => ({
    ...waiting,
    accepted: { ...waiting.accepted, from: { ...waiting.accepted.from, chainId } },
    switching: { ...switching, settledAt: NOW },
    steps: steps({ status: 'failed', code, retryable: true, at: NOW }, { status: 'ready' }),
  })

  it('given it is asked for, then it is named', () => {
    expect(show({ ...waiting, switching }).shown).toContain(
      orderText.order.asksChain.switch('Base'),
    )
    expect(show({ ...waiting, switching: { ...switching, stage: 'add' } }).shown).toContain(
      orderText.order.asksChain.add('Base'),
    )
  })

  it('given the switch failed, then the person may add the chain or switch by hand', () => {
    const { shown, press, retry } = show(failed('wallet/not-switched'))
    expect(shown).toContain('Base')
    press(orderText.order.switchedByHand)
    expect(retry).toHaveBeenLastCalledWith(expect.any(String), { chain: 'by-hand' })
    press(orderText.order.addChain('Base'))
    expect(retry).toHaveBeenLastCalledWith(expect.any(String), { chain: 'add' })
  })

  it('given a chain that only the service knows, then it is not offered to be added', () => {
    const { shown } = show(failed('wallet/not-switched', 999_999))
    expect(shown).toContain(orderText.order.switchedByHand)
    expect(shown).not.toContain(orderText.order.addChain(''))
  })

  it('given the page is gone, then the chain is not what helps', () => {
    expect(show(failed('page/gone')).shown).not.toContain(orderText.order.switchedByHand)
  })

  const blocked = (actual?: string): SwapOrder => ({
    ...waiting,
    blocker: {
      code: 'wallet/chain-changed',
      since: NOW,
      expected: '0x2105',
      ...(actual === undefined ? {} : { actual }),
    },
  })

  it('given the wallet is on another one, then both are named and never in hex', () => {
    const { shown } = show(blocked('0x1'))
    expect(shown).toContain('Base')
    expect(shown).toContain('Ethereum')
    expect(shown).not.toContain('0x')
  })

  it('given it said yes and stayed where it is, then the person may add the chain or switch by hand', () => {
    const stayed = { ...blocked('0x1'), switching: { ...switching, settledAt: NOW } }
    const { press, retry } = show(stayed)
    press(orderText.order.switchedByHand)
    expect(retry).toHaveBeenLastCalledWith(expect.any(String), { chain: 'by-hand' })
    press(orderText.order.addChain('Base'))
    expect(retry).toHaveBeenLastCalledWith(expect.any(String), { chain: 'add' })
  })

  it('given it was not asked, is asked still, or something else is in the way, then neither is offered', () => {
    const asked = { ...blocked('0x1'), switching }
    const settled = { ...switching, settledAt: NOW }
    const other = { ...blocked(), blocker: { code: 'wallet/locked' as const, since: NOW } }
    for (const order of [blocked('0x1'), asked, { ...other, switching: settled }]) {
      expect(show(order).shown).not.toContain(orderText.order.switchedByHand)
    }
  })

  it('given it cannot be read, then that is said', () => {
    expect(show(blocked()).shown).toContain(orderText.order.chainUnreadable)
  })
})

describe('a step that needs more gas than was accepted', () => {
  const grown = (): SwapOrder => {
    const [first, second] = waiting.steps
    if (first?.action.kind !== 'transaction' || second === undefined) throw new Error('no call')
    const tx = { ...first.action.tx, gas: '0x438bc' }
    const state = { status: 'failed', code: 'policy/gas-grew', retryable: true, at: NOW } as const
    return { ...waiting, steps: [{ ...first, action: { ...first.action, tx }, state }, second] }
  }

  it('shows the limit that it is asked for with next, and goes on with a click', () => {
    const { shown, press, retry } = show(grown())
    expect(shown).toContain(`${orderText.order.mostGas}276,668`)
    expect(shown).not.toContain(orderText.order.mostFee)
    press(orderText.order.tryAgain)
    expect(retry).toHaveBeenCalledOnce()
  })

  it('has its words and its main button say one thing, with no other price beside it', () => {
    const { shown } = show(grown())
    const main = [...document.querySelectorAll('.button-main')].map((each) => each.textContent)
    expect(main).toEqual([orderText.order.tryAgain])
    expect(errorCopy['policy/gas-grew'].next).toContain(orderText.order.tryAgain)
    expect(shown).not.toContain(orderText.review.newQuote)
  })

  it('shows what that costs at the price of now, where a node tells it', async () => {
    const order = grown()
    // 500,000 gas at twice the price: 1 gwei for each.
    const { seen } = show(order, { call: async () => ({ amount: '1000000000000000' }) })
    await vi.waitFor(() => expect(seen()).toContain(`${orderText.order.mostFee}0.00027 ETH`))
    // A sum stands apart from words that run the other way.
    expect(document.querySelector('.blocked dd:last-child > bdi')?.textContent).toBe('0.00027 ETH')
  })
})

describe('a step after a swap that was mined', () => {
  it('is asked for again or given up, and what was paid before is not paid a second time', () => {
    const swapped = all.swapped as SwapOrder
    const code = 'policy/untried' as const
    const steps = swapped.steps.map((step, at) =>
      at === swapped.current
        ? { ...step, state: { status: 'failed' as const, code, retryable: true, at: NOW } }
        : step,
    )
    const { shown } = show({ ...swapped, steps })
    expect(shown).toContain(orderText.order.tryAgain)
    expect(shown).toContain(orderText.order.stop)
    expect(shown).not.toContain(orderText.review.newQuote)
  })
})

describe('a payment of which only a page says that it was rejected', () => {
  const { rejected, tryAgain, unseen, unseenHint, unseenSaid, unsent } = orderText.order
  const denied = all.claimedDeclined as SwapOrder
  const buttons = () => [...document.querySelectorAll('button')].map((each) => each.textContent)
  const button = (words: string) =>
    [...document.querySelectorAll('button')].find((each) => each.textContent === words)
  const click = (words: string) => act(() => button(words)?.click())
  const field = () => document.querySelector<HTMLInputElement>('#denied-unsent')
  const type = (words: string) =>
    act(() => {
      const input = field()
      if (!input) throw new Error('no field')
      input.value = words
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const key = (name: string) => {
    const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
    act(() => void field()?.dispatchEvent(event))
    return event.defaultPrevented
  }
  const said = (retry: ReturnType<typeof show>['retry']) => retry.mock.calls.map(([, how]) => how)

  it('is asked for again by one click of who rejected it in the wallet', async () => {
    const { retry } = show(denied)
    expect(buttons()).toEqual([rejected(tryAgain), unseen, orderText.order.stop])
    await click(rejected(tryAgain))
    expect(said(retry)).toEqual([{ notSent: true, known: undefined }])
  })

  it('is asked for again by the typed word alone of who saw no request', async () => {
    const { retry } = show(denied)
    await click(unseen)
    expect(document.body.textContent).toContain(unseenHint)
    // Whoever wants the one does not press the other by mistake.
    expect(button(rejected(tryAgain))).toBeUndefined()
    const send = unseenSaid(tryAgain)
    for (const each of ['', 'sent', 'not']) {
      await type(each)
      expect(button(send)?.disabled).toBe(true)
      await act(() => void field()?.form?.requestSubmit())
    }
    expect(retry).not.toHaveBeenCalled()
    await type(' not sent ')
    await click(send)
    expect(said(retry)).toEqual([{ notSent: 'not sent', known: undefined }])
    // Enter does what the button does.
    await act(() => void field()?.form?.requestSubmit())
    expect(said(retry)).toHaveLength(2)
  })

  it('has the field labelled, described and in focus, and closed by Escape or its button, back where it was opened', async () => {
    show(denied)
    for (const leave of [() => expect(key('Escape')).toBe(true), () => click(text.app.back)]) {
      await click(unseen)
      expect(document.activeElement).toBe(field())
      expect(field()?.labels?.[0]?.textContent).toBe(orderText.unsure.typed(TYPED_WORD))
      const why = document.getElementById(field()?.getAttribute('aria-describedby') ?? '')
      expect(why?.textContent).toBe(unseenHint)
      expect(key('a')).toBe(false)
      await leave()
      expect(field()).toBeNull()
      expect(document.activeElement).toBe(button(unseen))
    }
    // What was typed before counts for nothing.
    await click(unseen)
    await type('not sent')
    key('Escape')
    await click(unseen)
    expect(field()?.value).toBe('')
  })

  it('wants the word anew for each request', async () => {
    show(denied)
    await click(unseen)
    await type('not sent')
    const [first] = denied.attempts
    if (!first) throw new Error('nothing was asked')
    const again = { ...first, attemptId: 'd'.repeat(32) }
    const step = { status: 'declined' as const, attemptId: again.attemptId, at: NOW }
    const steps = denied.steps.map((each) => (each.deposit ? { ...each, state: step } : each))
    await act(() => void show({ ...denied, attempts: [first, again], steps }))
    expect(field()).toBeNull()
    expect(button(unseen)).toBeDefined()
  })

  it('given its exact allowance guards it, is one click, whatever was seen', async () => {
    const { retry } = show(all.claimedGuarded as SwapOrder)
    expect(buttons()).toEqual([unsent(tryAgain), orderText.order.stop])
    await click(unsent(tryAgain))
    expect(said(retry)).toEqual([{ notSent: true, known: undefined }])
  })

  it('given its price is over, gets a new quote by the same click, or the same word', async () => {
    const asked: string[] = []
    const streamQuotes = () => void asked.push('quotes')
    const over = all.deniedPriceOver as SwapOrder
    const { newQuote } = orderText.review
    show(over, { ...never, streamQuotes })
    expect(buttons()).toEqual([rejected(newQuote), unseen, orderText.order.stop])
    await click(unseen)
    await click(unseenSaid(newQuote))
    expect(asked).toEqual([])
    await type('not sent')
    await click(unseenSaid(newQuote))
    expect(asked).toEqual(['quotes'])
  })

  it('given its wallet said so after it had been called absent, wants the same', async () => {
    const attempts = denied.attempts.map((each) => ({
      ...each,
      action: { kind: 'solanaSign' as const, chainId: 1, transaction: '' },
      end: { what: 'absent' as const, at: NOW },
    }))
    const blocker = { code: 'order/unproved' as const, since: NOW }
    show({ ...denied, attempts, blocker } as SwapOrder)
    expect(buttons()).toContain(rejected(tryAgain))
    expect(buttons()).toContain(unseen)
  })

  it.each([
    ['claimedDeclined', undefined],
    ['claimedGuarded', true],
  ] as const)(
    'is asked through another page without a word that would have to be typed: %s',
    async (name, notSent) => {
      const order = all[name] as SwapOrder
      const found = { page: { ...order.page, tabId: 99 }, wallets: [order.wallet] }
      const refresh = async () => undefined
      const announcements = { value: [], peek: () => [] }
      const wallets = { pages: { value: { state: 'ready', value: [found] } }, refresh }
      const steps = order.steps.map((each) =>
        each.deposit ? { ...each, state: { status: 'ready' as const } } : each,
      )
      const blocker = { code: 'page/gone' as const, since: NOW }
      const { retry } = show({ ...order, steps, blocker }, never, undefined, {
        wallets,
        announcements,
      })
      await click(orderText.order.choosePage)
      await act(settled)
      await act(() => document.querySelector<HTMLButtonElement>('.wallet-row')?.click())
      const [how] = said(retry)
      expect(how).toMatchObject({ page: { tabId: 99 } })
      expect(how?.notSent).toBe(notSent)
    },
  )

  it('given the word was typed, says so, and never that the wallet rejected it', () => {
    const { seen } = show(all.typedAgain as SwapOrder)
    expect(seen()).toContain(errorCopy['order/given-up'].title)
    expect(seen()).not.toContain(errorCopy['wallet/declined'].title)
    expect(buttons()).toEqual([tryAgain, orderText.order.stop])
  })

  it('given something else stopped it after the word, says what', () => {
    const typed = all.typedAgain as SwapOrder
    const state: Step['state'] = {
      ...{ status: 'failed', code: 'policy/would-revert', retryable: true },
      ...{ attemptId: 'c'.repeat(32), at: NOW },
    }
    const steps = typed.steps.map((each) => (each.deposit ? { ...each, state } : each))
    const { seen } = show({ ...typed, steps })
    expect(seen()).toContain(errorCopy['policy/would-revert'].title)
  })
})
