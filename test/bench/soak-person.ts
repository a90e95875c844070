import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { InputOf, OutputOf, ProcedureName } from '@/src/contract/rpc'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import type { SwapOrder } from '@/src/domain/order/order'
import { createServiceClient } from '@/src/service/client'
import type { ChromiumProduct } from '../support/product'

/** Smallest units that are paid; the token needs an approval before each. */
const amounts = { ETH: '1000000000000000', USDC: '1000000' } as const
/** An auto-approving wallet has long answered after this, ms. */
const surely = 15_000
const wallet = 'dev.causeway.sandbox-wallet'

type Answer = { ok: true; value: unknown } | { ok: false; error: { code: string } }

/**
 * A person who swaps without rest: speaks to the worker as the interface does, from a page of the
 * extension, and goes on where an order needs them. Whatever a dying worker leaves unanswered is asked
 * again only after the order was read.
 */
export async function createPerson(product: ChromiumProduct) {
  const { info } = product
  const page: Page = await product.openPage('popup.html?view=tab#/settings')
  const [source, destination] = info.chains.filter(({ type }) => type === 'eip155')
  if (source === undefined || destination === undefined) throw new Error('Two chains are needed')
  const service = createServiceClient({
    baseUrl: info.serviceUrl,
    fiatUrl: info.fiatUrl,
    embedUrl: info.embedUrl,
    version: '0.0.0',
  })
  const token = async (symbol: string, chainId: number) => {
    const all = await service.tokens.search(symbol, { chainIds: [chainId] })
    const found = all.find((each) => each.symbol === symbol)
    if (found === undefined) throw new Error(`The service lists no ${symbol} on ${chainId}`)
    return found
  }

  /** Undefined where the worker refused, or died before it answered. */
  async function call<N extends ProcedureName>(
    name: N,
    input: InputOf<N>,
  ): Promise<OutputOf<N> | undefined> {
    const message = JSON.stringify({ v: 1, type: 'rpc', name, input })
    const asking = `chrome.runtime.sendMessage(${message}).catch(() => undefined)`
    const answer = (await page.evaluate(asking)) as Answer | undefined
    return answer?.ok ? (answer.value as OutputOf<N>) : undefined
  }

  async function insist<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
    for (let tries = 0; tries < 40; tries += 1) {
      const value = await call(name, input)
      if (value !== undefined) return value
      await pause(250)
    }
    throw new Error(`${name} was never answered`)
  }

  /** Every order as it is on disk; planned ones too. */
  async function orders(): Promise<SwapOrder[]> {
    const rows = (await page.evaluate(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('causeway')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const db = opening.result
        const all = db.transaction('orders').objectStore('orders').getAll()
        all.onerror = () => reject(all.error)
        all.onsuccess = () => { db.close(); resolve(all.result) }
      }
    })`)) as { order: SwapOrder }[]
    return rows.map(({ order }) => order)
  }

  async function connect() {
    const { pages } = await insist('findWallets', {})
    const place = pages.find(({ wallets }) => wallets.some(({ id }) => id === wallet))
    const found = place?.wallets.find(({ id }) => id === wallet)
    if (place === undefined || found === undefined) throw new Error('No wallet was found')
    const { family, id, name } = found
    const chosen = { page: place.page, wallet: { family, id, name } }
    const { attemptId } = await insist('connectWallet', chosen)
    for (;;) {
      const { state } = await insist('readConnection', { attemptId })
      if (state === 'connected') return chosen
      if (state !== 'open') throw new Error(`The wallet is not connected: ${state}`)
      await pause(100)
    }
  }

  /** What pays the same is meant to: the person knows all that they ordered. */
  const beside = (all: readonly SwapOrder[], own: string) =>
    all.map(({ id }) => id).filter((id) => id !== own)

  const chosen = await connect()
  const to = await token('USDC', destination.id)
  const from = { ETH: await token('ETH', source.id), USDC: await token('USDC', source.id) }

  /** Prepares and confirms one order; gives its id, or nothing where that did not come about. */
  async function place(symbol: keyof typeof amounts): Promise<string | undefined> {
    const request = service.quotes.toRequest({
      from: from[symbol],
      to,
      tradeType: 'EXACT_INPUT',
      amount: amounts[symbol],
      fromAddress: info.accounts.evm.address,
      recipient: info.accounts.evm.address,
    })
    const quote = await service.quotes.get(request).catch(() => undefined)
    const route = quote?.routes.find(({ depositMethods }) =>
      depositMethods?.includes('CONTRACT_CALL'),
    )
    if (quote === undefined || route === undefined) return undefined
    const { quoteId } = quote
    const tokens = { fromToken: from[symbol], toToken: to }
    const prepared = await call('prepareOrder', { quoteId, route, request, ...tokens, ...chosen })
    if (prepared === undefined) return undefined
    const { orderId } = prepared
    const all = await orders()
    const order = all.find(({ id }) => id === orderId)
    if (order === undefined) return undefined
    await call('confirmOrder', { orderId, digest: order.digest, known: beside(all, orderId) })
    return orderId
  }

  /**
   * Does what the screen of an order offers. "Not sent" is said only by who knows it: the wallet
   * answered long ago, and the chain has no deposit that is of no order (`strays`).
   */
  async function tend(order: SwapOrder, strays: number): Promise<void> {
    const step = order.steps[order.current]
    if (order.status === 'planned') {
      await call('stopOrder', { orderId: order.id })
      return
    }
    if (order.status !== 'running' || step === undefined) return
    const { id: orderId } = order
    const about = { orderId, stepId: step.id }
    const { state } = step
    if (state.status === 'unsure') {
      if (!state.needsPerson || Date.now() - state.since < surely) return
      const choice =
        strays > 0
          ? ({ kind: 'check-again' } as const)
          : ({ kind: 'not-sent', typed: TYPED_WORD } as const)
      await call('resolveUnsure', { ...about, attemptId: state.attemptId, choice })
    } else if (state.status === 'failed' && state.code === 'policy/quote-expired') {
      // Its price is over: no trying again can pay it, and a new one is another order.
      await call('stopOrder', { orderId })
    } else if (state.status === 'declined' || state.status === 'failed' || order.blocker) {
      const known = beside(await orders(), orderId)
      await call('retryStep', { ...about, page: chosen.page, known })
    }
  }

  return { page, orders, place, tend }
}

export type Person = Awaited<ReturnType<typeof createPerson>>
