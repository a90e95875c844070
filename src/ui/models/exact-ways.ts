import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Route } from '@/src/contract/service/quote'
import type { Token } from '@/src/contract/service/token'
import { isNativeAddress, PREVIEW_ADDRESS } from '@/src/domain/address/address'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { gasOf, networkFeeOf } from '@/src/domain/policy/network-fee'
import { sameToken, tokenKey } from '@/src/domain/token/token-id'
import { toFiatValue } from '../format/fiat'
import { hasWrongDecimals, imitated } from '../format/look-alike'
import type { App } from './app'
import { mergeRoute, type RouteView, sortRoutes } from './routes'

/** Held tokens that prices are asked for, those worth most first, and how many of them at once. */
const MOST_ASKED = 6
const AT_ONCE = 3

/** What a held token would pay, as far as it is known. */
export type Way = {
  token: Token
  account: string
  /** Smallest units held. */
  held: bigint
} & (
  | { state: 'asking' | 'none' | 'failed' }
  | {
      state: 'offered'
      amountIn: bigint
      /** Millionths of a dollar: of what is paid, and of the network's fee where it is known. */
      value: bigint
      fee: bigint | null
      /** More is asked for than is held. */
      isShort: boolean
    }
)

export type ExactWays = {
  ways: ReadonlySignal<Way[]>
  asking: ReadonlySignal<boolean>
  /** All fees are known, so that the order is net of them. */
  isNet: ReadonlySignal<boolean>
  /** Held tokens worth enough beyond those that were asked for. */
  more: ReadonlySignal<number>
  /** Held tokens that have no price to be compared by. */
  hasUnpriced: ReadonlySignal<boolean>
  /** Some did not answer, and all that were asked are done. */
  hasFailed: ReadonlySignal<boolean>
  /** Asks for every price anew. */
  again(): void
  dispose(): void
}

type Candidate = Pick<Way, 'token' | 'account' | 'held'> & { worth: bigint }

/** What the form's exact amount would cost in each held token, the cheapest first once all have answered. */
export function createExactWays(app: App): ExactWays {
  const { backend, balances, catalog, swap, wallets } = app
  const list = signal<Way[]>([])
  const waiting = signal(0)
  const round = signal(0)
  let controller: AbortController | undefined

  const held = computed(() => {
    const receive = swap.receive.value
    return Object.values(wallets.connections.value).flatMap((one) =>
      one === undefined
        ? []
        : balances.held(one.account).flatMap((token): Candidate[] => {
            const units = balances.of(token, one.account) ?? 0n
            const isOdd =
              token.extensions?.isRiskToken === true ||
              hasWrongDecimals(token) ||
              imitated(token, catalog.top.value) !== undefined
            const isOther = receive !== undefined && !sameToken(token, receive)
            if (units === 0n || isOdd || !isOther) return []
            return [
              { token, account: one.account, held: units, worth: toFiatValue(units, token) ?? -1n },
            ]
          }),
    )
  })

  const worthEnough = computed(() => {
    const [receive, units] = [swap.receive.value, swap.receiveUnits.value]
    if (receive === undefined || units === undefined || swap.side.value !== 'receive') return []
    const needed = toFiatValue(units, receive) ?? 0n
    return held.value
      .filter(({ worth }) => worth >= 0n && worth >= needed)
      .sort((a, b) => (a.worth === b.worth ? 0 : a.worth > b.worth ? -1 : 1))
  })

  /** What gas costs on a chain is read once for all ways from it. */
  function createFees() {
    const reserves = new Map<number, Promise<bigint | undefined>>()
    return async (chainId: number, route: Route): Promise<bigint | null> => {
      const gas = gasOf(route.quote.estimatedGas)
      if (gas === undefined || familyOfChain(chainId) !== 'eip155') return null
      const reserve =
        reserves.get(chainId) ??
        backend.call('estimateReserve', { chainId }).then(
          ({ amount }) => BigInt(amount),
          // Not known: it is said so, and stands in nobody's way.
          () => undefined,
        )
      reserves.set(chainId, reserve)
      const known = await reserve
      const coin = [...held.peek().map(({ token }) => token), ...catalog.top.value].find(
        (token) => token.chainId === chainId && isNativeAddress(token.address),
      )
      return known === undefined || coin === undefined
        ? null
        : toFiatValue(networkFeeOf(known, gas), coin)
    }
  }

  function best(candidate: Candidate, signal: AbortSignal): Promise<Route | undefined> {
    const [to, units] = [swap.receive.peek() as Token, swap.receiveUnits.peek() ?? 0n]
    const { token, account } = candidate
    const own = wallets.connections.peek()[familyOfChain(to.chainId)]?.account
    const usual = app.preferences.settings.peek()?.slippageTolerance
    const slippage = swap.slippage.peek() ?? usual
    const asked = { tradeType: 'EXACT_OUTPUT' as const, slippageTolerance: slippage }
    let routes: RouteView[] = []
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true })
      backend.streamQuotes(
        {
          tradeType: 'EXACT_OUTPUT',
          fromChainId: token.chainId,
          fromToken: token.address,
          toChainId: to.chainId,
          toToken: to.address,
          amount: units.toString(),
          fromAddress: account,
          recipient: swap.destination.peek() ?? own ?? PREVIEW_ADDRESS[familyOfChain(to.chainId)],
          refundTo: account,
          ...(slippage === undefined ? {} : { slippageTolerance: slippage }),
        },
        (event) => {
          if (event.type === 'error') reject(event.error)
          // The one that the form takes: what nobody promises stands last.
          else if (event.type === 'done') resolve(sortRoutes(routes, asked)[0]?.route)
          else routes = mergeRoute(routes, event, asked.tradeType)
        },
        signal,
      )
    })
  }

  function put(way: Way): void {
    list.value = list.value.map((each) =>
      tokenKey(each.token) === tokenKey(way.token) && each.account === way.account ? way : each,
    )
  }

  async function ask(candidate: Candidate, signal: AbortSignal, feeOf: FeeOf): Promise<void> {
    const { token, account, held } = candidate
    const known = { token, account, held }
    try {
      const route = await best(candidate, signal)
      const fee = route === undefined ? null : await feeOf(token.chainId, route)
      if (signal.aborted) return
      if (route === undefined) return put({ ...known, state: 'none' })
      const amountIn = BigInt(route.quote.amountIn)
      const value = toFiatValue(amountIn, token) ?? 0n
      put({ ...known, state: 'offered', amountIn, value, fee, isShort: amountIn > held })
    } catch {
      // One that does not answer is said so in its row; the others go on.
      if (!signal.aborted) put({ ...known, state: 'failed' })
    }
  }

  const off = effect(() => {
    round.value
    const asked = worthEnough.value.slice(0, MOST_ASKED)
    controller?.abort()
    const mine = new AbortController()
    controller = mine
    const feeOf = createFees()
    list.value = asked.map(({ token, account, held: units }) => {
      return { token, account, held: units, state: 'asking' as const }
    })
    waiting.value = asked.length
    const left = [...asked]
    const work = async () => {
      for (let next = left.shift(); next && !mine.signal.aborted; next = left.shift()) {
        await ask(next, mine.signal, feeOf)
        if (!mine.signal.aborted) waiting.value -= 1
      }
    }
    for (let lane = 0; lane < AT_ONCE; lane += 1) void work()
  })

  const offered = computed(() => list.value.flatMap((way) => (way.state === 'offered' ? way : [])))
  const isNet = computed(() => offered.value.every(({ fee }) => fee !== null))

  return {
    // Until all have answered no row moves.
    ways: computed(() =>
      waiting.value > 0 ? list.value : [...list.value].sort(byCost(isNet.value)),
    ),
    asking: computed(() => waiting.value > 0),
    isNet,
    more: computed(() => Math.max(0, worthEnough.value.length - MOST_ASKED)),
    hasUnpriced: computed(() => held.value.some(({ worth }) => worth < 0n)),
    hasFailed: computed(
      () => waiting.value === 0 && list.value.some(({ state }) => state === 'failed'),
    ),
    again() {
      round.value += 1
    },
    dispose() {
      controller?.abort()
      off()
    },
  }
}

type FeeOf = (chainId: number, route: Route) => Promise<bigint | null>

/** What can be paid first, by what it takes in all; then what cannot. */
function byCost(isNet: boolean): (a: Way, b: Way) => number {
  const place = (way: Way) => (way.state !== 'offered' ? 2 : way.isShort ? 1 : 0)
  const cost = (way: Way) =>
    way.state === 'offered' ? way.value + (isNet ? (way.fee ?? 0n) : 0n) : 0n
  return (a, b) => place(a) - place(b) || (cost(a) < cost(b) ? -1 : cost(a) > cost(b) ? 1 : 0)
}
