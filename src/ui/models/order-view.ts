import { type ReadonlySignal, signal } from '@preact/signals'
import type { InputOf, OutputOf } from '@/src/contract/rpc'
import { toWireError, type WireError } from '@/src/domain/error'
import { isOpen } from '@/src/domain/order/open-statuses'
import type { Order } from '@/src/domain/order/order'
import {
  attemptOf,
  attemptsOf,
  isFailedByWord,
  isGivenUp,
  isRevoking,
  mayBeShown,
  stepsOf,
} from '@/src/domain/order/order-parts'
import { fillerKey } from '@/src/domain/service/filler-record'
import { type Async, failed, loading, ready } from './async'
import type { Backend, Clock } from './backend'
import type { createBeside } from './beside'
import { readUsual } from './usual-time'

/** How often an order in front of a person is looked at anew. */
const LOOK_MS = 2_000

export type UnsureChoice = InputOf<'resolveUnsure'>['choice']

/** Which source the worker cannot reach, and since when, unix ms. */
export type Silence = { of: 'chain' | 'service'; since: number }

/** The person's word that what only a page calls rejected was not sent: a click, or what was typed. */
export type SaidUnsent = NonNullable<InputOf<'retryStep'>['notSent']>

type PayWish = Omit<InputOf<'payTransfer'>, 'orderId' | 'notSent' | 'known'>

/** What paid the same since this was wished for, and who says so where the worker refuses for it. */
export type PaidBeside = Pick<ReturnType<typeof createBeside>, 'told' | 'read'>

export type OrderView = {
  order: ReadonlySignal<Async<Order>>
  busy: ReadonlySignal<boolean>
  /** A payment is tried before the wallet is asked. */
  paying: ReadonlySignal<boolean>
  error: ReadonlySignal<WireError | undefined>
  /** Set while nobody answers who could tell how the order is. */
  silence: ReadonlySignal<Silence | undefined>
  /** Why a hash that was named for what was asked was not taken; kept until anything is pressed again. */
  hashError: ReadonlySignal<WireError | undefined>
  /** Reads an order that could not be read. */
  readAgain(): Promise<void>
  /** Where what paid the same meanwhile is ticked; `typedFee`: the fee that a word was typed for. */
  confirm(beside: PaidBeside, typedFee?: bigint): Promise<boolean>
  /** Cancels the order; with `notSent` on the word that what a page calls rejected was not sent, also after the end. */
  stop(notSent?: SaidUnsent): Promise<boolean>
  /** Has a purchase's provider asked at once; says whether it answered. */
  askNow(): Promise<boolean>
  /** The person's word that nothing was paid to a closed address; `notSent` as in `stop`. */
  sayUnpaid(notSent?: SaidUnsent): Promise<boolean>
  /**
   * Has a connected wallet pay what is shown, where what paid the same meanwhile is ticked; with `notSent` on
   * the word that it did not before.
   */
  pay(wish: PayWish, beside: PaidBeside, notSent?: SaidUnsent): Promise<boolean>
  /** The wallet is not to pay after all. */
  dropPay(notSent?: SaidUnsent): Promise<boolean>
  /** Asks again: through another page of the same wallet, or as the person dealt with its chain. */
  retry(stepId: string, how?: Omit<InputOf<'retryStep'>, 'orderId' | 'stepId'>): Promise<void>
  /** Takes the person's word on what is not known; says whether it was taken. */
  resolve(stepId: string, choice: UnsureChoice): Promise<boolean>
  /** The wallet shows the request no more, and it was not answered. */
  promptGone(stepId: string): Promise<void>
  dispose(): void
}

/** One answer that fails to come is no news, ms. */
const SILENT_MS = 15_000

/** Whose silence the worker told of, where it lasts. */
function silenceOf(failed: OutputOf<'refreshOrder'>['failed'], now: number): Silence | undefined {
  const [of] = failed?.code.split('/') ?? []
  if (!failed || now - failed.since < SILENT_MS) return undefined
  return of === 'chain' || of === 'service' ? { of, since: failed.since } : undefined
}

/** One order as it stands now, read from the store and followed while it is on screen. */
export function createOrderView(options: {
  backend: Backend
  clock: Clock
  orderId: string
}): OrderView {
  const { backend, clock, orderId } = options
  const order = signal<Async<Order>>(loading)
  const busy = signal(false)
  const paying = signal(false)
  const error = signal<WireError | undefined>(undefined)
  const hashError = signal<WireError | undefined>(undefined)
  const silence = signal<Silence | undefined>(undefined)
  let alive = true
  let looks = 0
  let usual: Awaited<ReturnType<typeof readUsual>> = {}
  let cancel: (() => void) | undefined

  async function read(): Promise<void> {
    try {
      const found = await backend.readOrder(orderId)
      if (!alive) return
      const known = order.value.state === 'ready' ? order.value.value.revision : -1
      if (found === undefined) {
        order.value = failed({ code: 'order/not-found', message: '', context: {} })
      } else if (found.revision >= known) {
        order.value = ready(found)
        // The order went on since: what was wrong then says nothing of it now.
        if (found.revision > known) error.value = undefined
      }
    } catch (caught) {
      if (alive && order.value.state !== 'ready') order.value = failed(toWireError(caught))
    }
  }

  /** What is usual for the filler of an order that may be confirmed here. */
  async function learn(): Promise<void> {
    if (order.value.state !== 'ready' || order.value.value.kind !== 'swap') return
    const { accepted, status, serviceUrl = '' } = order.value.value
    if (status !== 'planned') return
    const { from, to, routeType, filler } = accepted
    usual = await readUsual(backend, fillerKey(serviceUrl, routeType, filler), from, to)
  }

  function isMoving(): boolean {
    if (order.value.state !== 'ready') return false
    const { value } = order.value
    // Who spoke of an end may have gone on since.
    const mayGoOn = isGivenUp(value) || isFailedByWord(value)
    // A purchase is read every few seconds by the worker: it is hurried once, as the person looks.
    const isOnce = value.kind === 'purchase' || (mayGoOn && !isRevoking(value))
    if (isOnce && looks > 1) return false
    return isOpen(value.status) || mayGoOn || isRevoking(value)
  }

  async function look(): Promise<void> {
    looks += 1
    if (isMoving()) {
      try {
        const { failed } = await backend.call('refreshOrder', { orderId })
        silence.value = silenceOf(failed, clock.now())
      } catch {
        // The next look comes in two seconds, and the worker follows the order by itself as well.
      }
    } else silence.value = undefined
    await read()
    if (alive) cancel = clock.after(LOOK_MS, () => void look())
  }

  async function act(
    work: () => Promise<unknown>,
    toError: PaidBeside['read'] = async (caught) => toWireError(caught),
    said = error,
  ): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    error.value = undefined
    hashError.value = undefined
    try {
      await work()
      await read()
      return true
    } catch (caught) {
      await read()
      said.value = await toError(caught)
      return false
    } finally {
      busy.value = false
    }
  }

  /** The ask that the person has in sight. */
  function attemptShown(stepId: string): string {
    const shown = order.value.state === 'ready' ? stepsOf(order.value.value) : []
    const step = shown.find(({ id }) => id === stepId)
    return (step && attemptOf(step.state)) ?? ''
  }

  /** The ask that stands in the way of the next: its prompt may be open still. */
  function shownLast(): string | undefined {
    if (order.value.state !== 'ready') return undefined
    const known = order.value.value
    const blocker = known.kind === 'transfer' ? known.pay?.blocker : known.blocker
    const isInTheWay = blocker?.code === 'wallet/pending-request'
    return isInTheWay ? attemptsOf(known).findLast(mayBeShown)?.attemptId : undefined
  }

  const off = backend.onChange((change) => {
    // Without an id, several were brought back at once.
    if (change.kind === 'order' && ['', orderId].includes(change.orderId)) void read()
  })
  void read().then(() => {
    void learn()
    return look()
  })

  return {
    order,
    busy,
    paying,
    error,
    hashError,
    silence,
    readAgain: read,
    confirm: (beside, typedFee) =>
      act(async () => {
        if (order.value.state !== 'ready' || order.value.value.kind !== 'swap') return
        const { digest } = order.value.value
        // Before anything is awaited: a popup may close at the press.
        const { known } = beside.told()
        const word = typedFee !== undefined && { typedFee: String(typedFee) }
        await backend.call('confirmOrder', { orderId, digest, ...usual, known, ...word })
      }, beside.read),
    stop: (notSent) =>
      act(() => backend.call('stopOrder', { orderId, ...(notSent && { notSent }) })),
    askNow: () => act(() => backend.call('refreshOrder', { orderId, now: true })),
    sayUnpaid: (notSent) =>
      act(() => backend.call('stopOrder', { orderId, unpaid: true, ...(notSent && { notSent }) })),
    pay: (wish, beside, notSent) =>
      act(async () => {
        paying.value = true
        const word = { known: beside.told().known, ...(notSent && { notSent }) }
        try {
          await backend.call('payTransfer', { orderId, ...wish, ...word })
        } finally {
          await read()
          paying.value = false
        }
      }, beside.read),
    dropPay: (notSent) =>
      act(() => backend.call('dropPayment', { orderId, ...(notSent && { notSent }) })),
    retry: async (stepId, how) => {
      await act(() => backend.call('retryStep', { orderId, stepId, ...how }))
    },
    resolve: (stepId, choice) => {
      const attemptId = attemptShown(stepId)
      const input = { orderId, stepId, attemptId, choice }
      const said = choice.kind === 'sent' ? hashError : error
      return act(() => backend.call('resolveUnsure', input), undefined, said)
    },
    promptGone: async (stepId) => {
      const attemptId = shownLast() ?? attemptShown(stepId)
      await act(() => backend.call('promptGone', { orderId, stepId, attemptId }))
    },
    dispose: () => {
      alive = false
      cancel?.()
      off()
    },
  }
}
