import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { InputOf } from '@/src/contract/rpc'
import type { QuoteRequest } from '@/src/contract/service/quote'
import type { Token } from '@/src/contract/service/token'
import { isNativeAddress, PREVIEW_ADDRESS, sameAddress } from '@/src/domain/address/address'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { mayBeName } from '@/src/domain/entry/recipient-text'
import { toWireError, type WireError } from '@/src/domain/error'
import type { Family } from '@/src/domain/order/order'
import { sameToken } from '@/src/domain/token/token-id'
import type { FormErrorCode } from '../copy/form-errors'
import {
  normaliseAmountText,
  type ParsedAmount,
  parseAmount,
  roundUp,
  toDecimal,
  toShortDecimal,
} from '../format/amount'
import { lossBps, toFiatValue } from '../format/fiat'
import type { Backend, Clock } from './backend'
import type { Balances } from './balances'
import type { Connection } from './connection'
import type { Price } from './dollars'
import { type Draft, emptyDraft, mostMade } from './draft'
import { createQuotes, type Quotes } from './quotes'
import type { Wallets } from './wallets'

/** Typing waits this long before fillers are asked. Rabby waits as long. */
const TYPING_MS = 300

const noAmount: ParsedAmount = { ok: false, problem: 'empty' }
const nobody = { recipient: '', name: undefined, follows: undefined, route: undefined }

/** `fix` is what was typed, `none` that nobody offers a price. */
export type NextStep =
  | 'tokens'
  | 'amount'
  | 'fix'
  | 'wallet'
  | 'recipient'
  | 'slippage'
  | 'balance'
  | 'offline'
  | 'finding'
  | 'none'
  | 'failed'
  /** Nobody did anything for so long that prices are asked for no more. */
  | 'paused'
  | 'review'

export type Swap = {
  /** Nothing was typed, chosen or filled in. */
  isEmpty: ReadonlySignal<boolean>
  pay: ReadonlySignal<Token | undefined>
  receive: ReadonlySignal<Token | undefined>
  side: ReadonlySignal<'pay' | 'receive'>
  payText: ReadonlySignal<string>
  receiveText: ReadonlySignal<string>
  payUnits: ReadonlySignal<bigint | undefined>
  receiveUnits: ReadonlySignal<bigint | undefined>
  /** The amount is typed in US dollars. */
  isMoney: ReadonlySignal<boolean>
  /** What the dollars are converted by; undefined where none are typed. */
  price: ReadonlySignal<Price | undefined>
  /** What is paid with was suggested, and nobody has touched the form since. */
  isSuggested: ReadonlySignal<boolean>
  slippage: ReadonlySignal<number | undefined>
  recipient: ReadonlySignal<string>
  /** The name that the recipient was typed as, once its address was confirmed. */
  recipientName: ReadonlySignal<string | undefined>
  connection: ReadonlySignal<Connection | undefined>
  payBalance: ReadonlySignal<bigint | undefined>
  amountError: ReadonlySignal<FormErrorCode | undefined>
  recipientError: ReadonlySignal<FormErrorCode | undefined>
  /** Whether the person typed a name in place of the recipient's address: it is to be looked up. */
  isNamed: ReadonlySignal<boolean>
  /** Where the money goes, once it is known: typed, or an own account of the right family. */
  destination: ReadonlySignal<string | undefined>
  /**
   * The family of which an account is missing that receives. One that its wallet shows is its page's
   * word: it receives on the person's alone.
   */
  missing: ReadonlySignal<Family | undefined>
  /** Loss of value in basis points; null when a price is missing, undefined before there is a route. */
  impact: ReadonlySignal<number | null | undefined>
  /** What is listed answers an earlier request: the person is still typing. */
  outdated: ReadonlySignal<boolean>
  /** What is missing before the review, one thing at a time. */
  next: ReadonlySignal<NextStep>
  canReview: ReadonlySignal<boolean>
  preparing: ReadonlySignal<boolean>
  prepareError: ReadonlySignal<WireError | undefined>
  maxBusy: ReadonlySignal<boolean>
  quotes: Quotes
  /** `isDollars`: the text came with the sign of US dollars. */
  type(side: 'pay' | 'receive', text: string, isDollars?: boolean): void
  choose(side: 'pay' | 'receive', token: Token): void
  flip(): void
  /**
   * The amount is typed in US dollars from now on, or in its token: what was typed is converted, and turned
   * back as it was.
   */
  setMoney(isMoney: boolean): Promise<void>
  max(): Promise<void>
  /** The connection is back: what failed for want of it is asked again. */
  retry(): void
  /** `text`: what stands in its field, where that is not set yet, or is none. */
  setSlippage(value: number | undefined, text?: string): void
  /** `name`: what the person typed, where the text is the address that it stands for. */
  setRecipient(text: string, name?: string): void
  /** Builds and checks the picked route; gives the id of the planned order to review. */
  prepare(): Promise<string | undefined>
  /** An order was planned of what the form holds; with `of`, in place of an earlier one of it. */
  mark(orderId: string, of?: string): void
  /** All that the form holds. */
  draft: ReadonlySignal<Draft>
  /** Puts a form that was left back as it was. */
  put(draft: Draft): void
  /** Puts a suggestion of a site in place of what was typed; slippage stays the person's own. */
  fill(suggested: Draft): void
  /**
   * Puts a token into a form that nobody has touched, in place of one that was suggested before; it is not
   * kept until something else is chosen.
   */
  suggest(pay: Token): void
  /** Forgets the amounts, once an order was made of them. */
  finish(): void
  restore(): Promise<void>
}

/** What is fetched when it is first needed; `value` is undefined until it is there. */
function onNeed<T>(fetch: () => Promise<T>) {
  const part = signal<T | undefined>(undefined)
  return Object.assign(part, {
    async load() {
      part.value ??= await fetch()
    },
  })
}

/** The one flow for swap and bridge: what was typed, what follows from it, and the routes. */
export function createSwap(options: {
  backend: Backend
  clock: Clock
  wallets: Wallets
  balances: Balances
  defaultSlippage: ReadonlySignal<number | undefined>
  /** The site's request that the form was filled from. */
  request?: ReadonlySignal<InputOf<'prepareOrder'>['askedBy']>
  /** The orders under way, set anew whenever one of ours changed. */
  running?: ReadonlySignal<unknown>
  /** Tokens whose contracts are never a recipient. */
  knownTokens?: ReadonlySignal<readonly Token[]>
  online?: ReadonlySignal<boolean>
}): Swap {
  const { backend, clock, wallets, balances, defaultSlippage, knownTokens } = options
  const draft = signal<Draft>(emptyDraft)
  const restored = signal(false)
  const preparing = signal(false)
  const prepareError = signal<WireError | undefined>(undefined)
  const maxBusy = signal(false)
  const quotes = createQuotes({
    backend,
    clock,
    pick: {
      get value() {
        return draft.value.route
      },
      set value(route) {
        if (route !== draft.value.route) change({ route, made: draft.value.made })
      },
    },
  })
  let cancelTyping: (() => void) | undefined
  /** The form as long as it holds nothing but what was suggested: any change makes another of it. */
  let suggestion: Draft | undefined
  /** The form as a switch of units left it, and the text before. */
  let turned: { to: Draft; text: string } | undefined

  const isEmpty = computed(() => draft.value === emptyDraft || draft.value === suggestion)
  /** As it is listed now: what a form was kept with has the price of then. */
  const listed = (token: Token | undefined) => {
    const isIt = (each: Token) =>
      token && sameToken(each, token) && each.decimals === token.decimals
    return knownTokens?.value.find(isIt) ?? token
  }
  const pay = computed(() => listed(draft.value.pay))
  const receive = computed(() => listed(draft.value.receive))
  const side = computed(() => draft.value.side)
  const payFamily = computed(() => (pay.value ? familyOfChain(pay.value.chainId) : undefined))
  const receiveFamily = computed(() =>
    receive.value ? familyOfChain(receive.value.chainId) : undefined,
  )
  const connection = computed(() =>
    payFamily.value === undefined
      ? (wallets.connections.value.eip155 ?? wallets.connections.value.solana)
      : wallets.connections.value[payFamily.value],
  )
  const typedToken = computed(() => (side.value === 'pay' ? pay.value : receive.value))
  /** Fetched with the first dollars. */
  const dollars = onNeed(async () => (await import('./dollars')).createDollars(options))
  /** Fetched with the first recipient: checksums are no part of the first view. */
  const checks = onNeed(() => import('@/src/domain/address/check-address'))
  /** Fetched with the first account of another family. */
  const book = onNeed(async () => (await import('./account-book')).createBook(options))
  const price = computed(() =>
    draft.value.isMoney && typedToken.value ? dollars.value?.priceOf(typedToken.value) : undefined,
  )
  const parsed = computed<ParsedAmount>(() =>
    draft.value.isMoney
      ? (dollars.value?.parse(draft.value.text, typedToken.value) ?? noAmount)
      : parseAmount(draft.value.text, typedToken.value?.decimals ?? 36),
  )
  const typedUnits = computed(() => (parsed.value.ok ? parsed.value.units : undefined))
  const pickedQuote = computed(() => quotes.picked.value?.route.quote)
  const payUnits = computed(() => {
    if (side.value === 'pay') return typedUnits.value
    return pickedQuote.value === undefined ? undefined : BigInt(pickedQuote.value.amountIn)
  })
  const receiveUnits = computed(() => {
    if (side.value === 'receive') return typedUnits.value
    return pickedQuote.value === undefined ? undefined : BigInt(pickedQuote.value.amountOut)
  })
  const textOf = (which: 'pay' | 'receive', token: Token | undefined, units?: bigint) => {
    if (side.value === which) return draft.value.text
    if (token === undefined || units === undefined) return ''
    return toShortDecimal(which === 'pay' ? roundUp(units, token.decimals) : units, token.decimals)
  }

  const payBalance = computed(() => {
    const account = connection.value?.account
    return pay.value === undefined || account === undefined
      ? undefined
      : balances.of(pay.value, account)
  })

  /** What the wallet of the other family shows. */
  const shown = computed(() => {
    const [from, to] = [payFamily.value, receiveFamily.value]
    return from && to && from !== to ? wallets.connections.value[to]?.account : undefined
  })
  const isOwn = computed(() => shown.value && book.value?.find(shown.value))

  const destination = computed(() => {
    const typed = draft.value.recipient.trim()
    if (typed !== '') {
      return checks.value && recipientError.value === undefined ? typed : undefined
    }
    if (shown.value) return isOwn.value ? shown.value : undefined
    const family = receiveFamily.value
    return family && wallets.connections.value[family]?.account
  })

  /** Whether it is not known yet if the account that is shown is in the book. */
  const isLooking = computed(
    () => shown.value && (!book.value || book.value.entries.value.state === 'loading'),
  )
  const missing = computed(() => {
    const isKnown = destination.value ?? (draft.value.recipient || isLooking.value)
    return connection.value && !isKnown ? receiveFamily.value : undefined
  })

  // A name that a site filled in is nobody's word.
  const isNamed = computed(() => {
    const { name, recipient } = draft.value
    return name === recipient.trim() && receiveFamily.value !== 'solana'
  })

  const recipientError = computed<FormErrorCode | undefined>(() => {
    const text = draft.value.recipient.trim()
    if (text === '' || !checks.value) return undefined
    const family = checks.value.familyOfAddress(text)
    if (family === null) {
      return isNamed.value ? 'form/recipient-name' : 'form/recipient-invalid'
    }
    if (receiveFamily.value !== undefined && family !== receiveFamily.value) {
      return 'form/recipient-wrong-family'
    }
    const tokens = [pay.value, receive.value, ...(knownTokens?.value ?? [])]
    const isToken = tokens.some((token) => token && sameAddress(token.address, text))
    return isToken || checks.value.isNobodysAccount(text) ? 'form/recipient-is-token' : undefined
  })

  const recipientName = computed(() => {
    const { name, recipient } = draft.value
    return name === recipient.trim() ? undefined : name
  })

  const amountError = computed<FormErrorCode | undefined>(() => {
    if (pay.value && receive.value && sameToken(pay.value, receive.value)) return 'form/same-token'
    if (!parsed.value.ok) {
      switch (parsed.value.problem) {
        case 'empty':
          return undefined
        case 'zero':
          return 'form/amount-missing'
        case 'invalid':
          return 'form/amount-invalid'
        case 'too-many-decimals':
          return 'form/too-many-decimals'
      }
    }
    // For an exact amount what is paid is the price of what was typed before.
    if (side.value === 'receive' && outdated.value) return undefined
    const [needed, held] = [payUnits.value, payBalance.value]
    return needed !== undefined && held !== undefined && needed > held
      ? 'form/insufficient-balance'
      : undefined
  })

  const request = computed<QuoteRequest | undefined>(() => {
    const [from, to, units] = [pay.value, receive.value, typedUnits.value]
    if (from === undefined || to === undefined || units === undefined) return undefined
    if (sameToken(from, to)) return undefined
    const account = connection.value?.account ?? PREVIEW_ADDRESS[familyOfChain(from.chainId)]
    const recipient = destination.value ?? PREVIEW_ADDRESS[familyOfChain(to.chainId)]
    const slippage = draft.value.slippage ?? defaultSlippage.value
    return {
      tradeType: side.value === 'pay' ? 'EXACT_INPUT' : 'EXACT_OUTPUT',
      fromChainId: from.chainId,
      fromToken: from.address,
      toChainId: to.chainId,
      toToken: to.address,
      amount: units.toString(),
      fromAddress: account,
      recipient,
      refundTo: account,
      ...(slippage === undefined ? {} : { slippageTolerance: slippage }),
    }
  })

  const impact = computed(() => {
    // What is typed stands beside the price of what was typed before.
    if (outdated.value) return undefined
    const [from, to, paid, received] = [
      pay.value,
      receive.value,
      payUnits.value,
      receiveUnits.value,
    ]
    if (!from || !to || paid === undefined || received === undefined) return undefined
    return lossBps(toFiatValue(paid, from), toFiatValue(received, to))
  })

  const outdated = computed(
    () => JSON.stringify(quotes.request.value) !== JSON.stringify(request.value),
  )

  const next = computed<NextStep>(() => {
    const error = amountError.value
    if (pay.value === undefined || receive.value === undefined) return 'tokens'
    const problem = parsed.value.ok ? undefined : parsed.value.problem
    if (problem === 'empty' || problem === 'zero') {
      return error === 'form/same-token' ? 'fix' : 'amount'
    }
    if (error !== undefined && error !== 'form/insufficient-balance') return 'fix'
    if (connection.value === undefined) return 'wallet'
    if (recipientError.value !== undefined) return 'fix'
    if (destination.value === undefined) return isLooking.value ? 'finding' : 'recipient'
    if (draft.value.slippageText !== undefined) return 'slippage'
    if (error !== undefined) return 'balance'
    if (options.online?.value === false) return 'offline'
    if (outdated.value) return 'finding'
    if (quotes.paused.value) return 'paused'
    if (quotes.picked.value && !quotes.isPickDue.value) return 'review'
    if (quotes.phase.value === 'loading') return 'finding'
    const code = quotes.error.value?.code
    return code === undefined || code === 'service/no-routes' ? 'none' : 'failed'
  })

  const canReview = computed(
    () =>
      next.value === 'review' &&
      quotes.picked.value?.stale === false &&
      !preparing.value &&
      quotes.request.value?.fromAddress === connection.value?.account &&
      !outdated.value,
  )

  function change(next: Partial<Draft>, form = draft.value): void {
    prepareError.value = undefined
    // Changed, it is nothing that an order was planned of.
    draft.value = { ...form, made: undefined, ...next }
    // Not in place of what was not read yet.
    if (restored.value) void backend.session.write('draft', draft.value)
  }

  effect(() => {
    if (draft.value.isMoney) void dollars.load()
    if (draft.value.recipient.trim() !== '') void checks.load()
    if (shown.value) void book.load()
  })

  // Fillers are asked when what is wanted changes: at once for a choice, after a pause for typing.
  effect(() => {
    if (!restored.value) return
    const next = request.value
    cancelTyping?.()
    const before = quotes.request.peek()
    const typing = next !== undefined && before !== undefined && next.amount !== before.amount
    if (typing) cancelTyping = clock.after(TYPING_MS, () => quotes.ask(next))
    else quotes.ask(next)
  })

  effect(() => {
    // With each price and each step of an order as well: what is held has changed by then.
    const [token, account] = [
      pay.value,
      connection.value?.account,
      quotes.phase.value,
      options.running?.value,
    ]
    if (token !== undefined && account !== undefined) void balances.read(token, account)
  })

  /**
   * Tells later whether the form is still what it is now: an answer that comes late changes nothing. A pick
   * that came no more is no change of the person's; another pick is.
   */
  function hold(): () => boolean {
    const { route } = draft.value
    const write = () =>
      JSON.stringify([
        { ...draft.value, route: draft.value.route ?? route },
        connection.value?.account,
      ])
    const form = write()
    return () => write() === form
  }

  async function max(): Promise<void> {
    const [token, account] = [pay.value, connection.value?.account]
    if (token === undefined || account === undefined || maxBusy.value) return
    const unchanged = hold()
    maxBusy.value = true
    try {
      const [held, reserve] = await Promise.all([
        balances.read(token, account),
        isNativeAddress(token.address)
          ? backend
              .call('estimateReserve', { chainId: token.chainId })
              .then((r) => BigInt(r.amount))
          : 0n,
      ])
      if (held === undefined || !unchanged()) return
      const spendable = held > reserve ? held - reserve : 0n
      change({ side: 'pay', text: toDecimal(spendable, token.decimals), isMoney: undefined })
    } catch (caught) {
      if (unchanged()) prepareError.value = toWireError(caught)
    } finally {
      maxBusy.value = false
    }
  }

  function mark(orderId: string, of?: string, at?: number): void {
    const { made, began } = draft.value
    if (of && !made?.includes(of)) return
    change({ made: [...(made ?? []), orderId].slice(-mostMade), began: made ? began : at })
  }

  async function prepare(): Promise<string | undefined> {
    const view = quotes.picked.value
    const [from, to, payer, asked] = [
      pay.value,
      receive.value,
      connection.value,
      quotes.request.value,
    ]
    if (!canReview.value || !view || !from || !to || !payer || !asked) return undefined
    const unchanged = hold()
    const began = (draft.value.made && draft.value.began) ?? clock.now()
    preparing.value = true
    prepareError.value = undefined
    try {
      const { orderId } = await backend.call('prepareOrder', {
        quoteId: view.quoteId,
        route: view.route,
        request: asked,
        fromToken: from,
        toToken: to,
        wallet: payer.wallet,
        page: payer.page,
        askedBy: options.request?.value,
        recipientName: recipientName.value,
        follows: draft.value.follows,
        began,
      })
      if (!unchanged()) return undefined
      mark(orderId, undefined, began)
      return orderId
    } catch (caught) {
      if (unchanged()) prepareError.value = toWireError(caught)
      return undefined
    } finally {
      preparing.value = false
    }
  }

  return {
    isEmpty,
    pay,
    receive,
    side,
    payText: computed(() => textOf('pay', pay.value, payUnits.value)),
    receiveText: computed(() => textOf('receive', receive.value, receiveUnits.value)),
    payUnits,
    receiveUnits,
    isMoney: computed(() => draft.value.isMoney === true),
    price,
    isSuggested: computed(() => draft.value === suggestion),
    slippage: computed(() => draft.value.slippage),
    recipient: computed(() => draft.value.recipient),
    recipientName,
    connection,
    payBalance,
    amountError,
    recipientError,
    isNamed,
    destination,
    missing,
    impact,
    outdated,
    next,
    canReview,
    preparing,
    prepareError,
    maxBusy,
    quotes,
    type(which, text, isDollars = false) {
      const isMoney = isDollars || (draft.value.isMoney && which === side.value) || undefined
      change({ side: which, text: normaliseAmountText(text), isMoney })
    },
    choose(which, token) {
      // Dollars without a price are no amount of it.
      const isLost = draft.value.isMoney && which === side.value && toFiatValue(1n, token) === null
      const { pay } = draft.value
      // What nobody chose makes room for the same token on the other side.
      const gives =
        draft.value === suggestion && which === 'receive' && pay && sameToken(pay, token)
      change({
        ...(gives && { pay: undefined }),
        [which]: token,
        route: undefined,
        ...(which === 'pay' && { follows: undefined }),
        ...(isLost && { text: '', isMoney: undefined }),
      })
    },
    flip() {
      const { pay: from, receive: to, side: typed } = draft.value
      // What was typed stays with its token: 5 USDC paid becomes 5 USDC received.
      change({ pay: to, receive: from, side: typed === 'pay' ? 'receive' : 'pay', ...nobody })
    },
    async setMoney(isMoney) {
      const before = draft.value
      await dollars.load()
      if (draft.value !== before) return
      const [token, units] = [typedToken.value, typedUnits.value]
      // What is no amount stays as it is.
      const converted =
        units === undefined ? before.text : (dollars.value?.write(units, token, isMoney) ?? '')
      const text = turned?.to === before ? turned.text : converted
      // The same money.
      change({ isMoney: isMoney ? true : undefined, text, made: before.made })
      turned = { to: draft.value, text: before.text }
    },
    max,
    retry() {
      prepareError.value = undefined
      if (quotes.phase.value === 'failed') quotes.refresh()
    },
    setSlippage: (slippage, slippageText) =>
      change({ slippage, slippageText, made: draft.value.made }),
    setRecipient(text, name = mayBeName(text) ? text : undefined) {
      change({ recipient: text, name })
    },
    prepare,
    mark,
    draft,
    put: (form) => change(form, emptyDraft),
    fill: (suggested) =>
      change({
        ...nobody,
        isMoney: undefined,
        ...suggested,
        name: undefined,
        slippage: draft.value.slippage,
      }),
    suggest(token) {
      const form = draft.peek()
      if (!restored.value || (form !== emptyDraft && form !== suggestion)) return
      if (form.pay && sameToken(form.pay, token)) return
      suggestion = { ...emptyDraft, pay: token }
      draft.value = suggestion
    },
    finish: () => change({ text: '', side: 'pay', isMoney: undefined, ...nobody }),
    async restore() {
      let stored = emptyDraft
      try {
        const kept = await backend.session.read('draft')
        if (kept) stored = (await import('./read-session')).readDraft(kept)
      } finally {
        batch(() => {
          restored.value = true
          const { pay, receive, side, text, isMoney, recipient } = draft.value
          const isTyped = text !== '' && !pay && !receive && recipient === ''
          if (draft.value === emptyDraft) draft.value = stored
          // Somebody who could not wait has typed by now: theirs is the newer, an amount in what is kept.
          else if (isTyped) change({ side, text, isMoney }, stored)
          else change({})
        })
      }
    },
  }
}
