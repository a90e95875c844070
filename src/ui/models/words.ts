import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { AutocompleteItem, Token } from '@/src/contract/service/token'
import {
  isChainName,
  type NamedToken,
  readSwapWords,
  type SwapWords,
  sumsIn,
} from '@/src/domain/entry/swap-words'
import { toWireError, type WireError } from '@/src/domain/error'
import { isNativeToken, sameToken, tokenKey } from '@/src/domain/token/token-id'
import { parseAmount } from '../format/amount'
import { toFiatValue } from '../format/fiat'
import { hasWrongDecimals, imitated } from '../format/look-alike'
import { parseMoney } from '../format/money'
import { pinsOf, serviceOfBuild } from '../format/pins'
import type { App } from './app'
import { createWordsText, type WordsText } from './words-text'

/** Typing waits this long before the service is asked. */
const TYPING_MS = 300
/** Readings that are listed at most: a person who sees more says more. */
const MOST_READINGS = 24
/** Tokens that the service is asked for at most, for one text. */
const MOST_ASKED = 6

/** What the words may mean, as it would be filled in; a side that was not named stays as it is. */
export type Reading = {
  key: string
  side: 'pay' | 'receive'
  /** Plain display decimal, of dollars where `isMoney`. */
  amount?: string | undefined
  isMoney?: true | undefined
  pay?: Token | undefined
  receive?: Token | undefined
  /** What the side that was not named keeps; absent where that is still to be chosen. */
  stays?: Token | undefined
  /** It is the service's own idea of the words. */
  byService?: true
  /** Another token of the same chain goes by the same symbol. */
  isUnsure?: true | undefined
}

export type Words = {
  text: ReadonlySignal<string>
  /** Once shown, no reading moves: what is found later goes below. */
  readings: ReadonlySignal<Reading[]>
  /** The reading that was first when the list appeared: what Enter takes unless another is pointed at. */
  first: ReadonlySignal<string | undefined>
  looking: ReadonlySignal<boolean>
  error: ReadonlySignal<WireError | undefined>
  setText(text: string): void
  retry(): void
  /** Fills the form with a reading and does nothing else. */
  choose(reading: Reading): void
  dispose(): void
}

/** Tokens that need no address beside their symbol: the pinned ones and each chain's own coin. */
export function isWellKnown(token: Token): boolean {
  const isPinned = pinsOf(serviceOfBuild()).at(token.chainId, token.address) !== undefined
  return isPinned || isNativeToken(token)
}

type Found = { for: string; items: readonly AutocompleteItem[]; tokens: readonly Token[] }

/** The line of the form that is written in words: every reading of them, with the tokens they may name. */
export function createWords(app: App, typed: WordsText = createWordsText(app.backend)): Words {
  const { backend, clock, catalog, balances, swap } = app
  const { text, setText } = typed
  const found = signal<Found>({ for: '', items: [], tokens: [] })
  const looking = signal(false)
  const error = signal<WireError | undefined>(undefined)
  const round = signal(0)
  let cancel: (() => void) | undefined
  let latest = 0

  const accounts = () => Object.values(app.wallets.connections.value)
  const held = computed(() => accounts().flatMap((one) => (one ? balances.held(one.account) : [])))
  const parsed = computed(() => readSwapWords(text.value, catalog.chains.value))
  /** What somebody lists; a token that was only sent here is not among it. */
  const listed = computed(() =>
    [...catalog.top.value, ...found.value.tokens].filter(isPlain).map((token) => tokenKey(token)),
  )
  const known = computed(() => {
    const all = [...held.value, ...catalog.top.value, ...found.value.tokens]
    return [...new Map(all.map((token) => [tokenKey(token), token])).values()].filter(isPlain)
  })

  /** Nothing that only looks like what was named is offered for it, by its symbol or by its name. */
  function isPlain(token: Token): boolean {
    const top = catalog.top.value
    if (token.extensions?.isRiskToken === true || hasWrongDecimals(token)) return false
    if (imitated(token, top) !== undefined) return false
    return isWellKnown(token) || imitated({ ...token, symbol: token.name }, top) === undefined
  }

  /** By the symbol; the name of a well-known token counts where no symbol does, and where it is no chain's. */
  function find({ name, chainIds }: NamedToken): Token[] {
    const placed = known.value.filter(({ chainId }) => chainIds?.includes(chainId) !== false)
    const bySymbol = placed.filter(({ symbol }) => symbol.toLowerCase() === name)
    if (bySymbol.length > 0 || isChainName(name, catalog.chains.value)) return bySymbol
    return placed.filter((token) => token.name.toLowerCase() === name && isWellKnown(token))
  }

  function hasNamesake(token: Token): boolean {
    const symbol = token.symbol.toLowerCase()
    return known.value.some(
      (each) =>
        each.chainId === token.chainId &&
        each.symbol.toLowerCase() === symbol &&
        !sameToken(each, token),
    )
  }

  const heldOf = (token: Token): bigint =>
    accounts().reduce((sum, one) => sum + (one ? (balances.of(token, one.account) ?? 0n) : 0n), 0n)

  function worthOf(token: Token): bigint {
    const own = held.value.find((each) => sameToken(each, token))
    const units = heldOf(token)
    return units === 0n ? -1n : (toFiatValue(units, own ?? token) ?? 0n)
  }

  /** Whether enough is held of what is paid, as far as the words say how much that is. */
  function isEnough({ side, amount, isMoney, pay }: Reading): boolean {
    const units = pay === undefined ? 0n : heldOf(pay)
    if (pay === undefined || amount === undefined || side !== 'pay') return units > 0n
    const wanted = isMoney ? parseMoney(amount, pay) : parseAmount(amount, pay.decimals)
    return wanted.ok && wanted.units <= units
  }

  /** What the form has on the side that is not named, unless it is the very token that is. */
  function staysBeside(pay: Token | undefined, receive: Token | undefined): Token | undefined {
    if (pay && receive) return undefined
    const other = pay ? swap.receive.value : swap.pay.value
    const named = pay ?? receive
    return other && named && sameToken(other, named) ? undefined : other
  }

  /** Each pair of tokens that the words may name. */
  function expand(words: SwapWords): Reading[] {
    const pays = words.pay === undefined ? [undefined] : find(words.pay)
    const receives = words.receive === undefined ? [undefined] : find(words.receive)
    const { side, amount, isMoney } = words
    return pays.flatMap((pay) =>
      receives.flatMap((receive): Reading[] => {
        if (pay ? receive && sameToken(pay, receive) : !receive) return []
        const stays = staysBeside(pay, receive)
        const fixed = (side === 'pay' ? pay : receive) ?? stays
        if (isMoney && (!fixed || toFiatValue(1n, fixed) === null)) return []
        const sides = [pay, receive].map((token) => (token ? tokenKey(token) : ''))
        const isUnsure = [pay, receive].some((token) => token && hasNamesake(token)) || undefined
        const key = [side, amount, isMoney ? '$' : '', ...sides].join(' ')
        return [{ key, side, amount, isMoney, pay, receive, stays, isUnsure }]
      }),
    )
  }

  const isListed = ({ receive }: Reading) =>
    receive === undefined || listed.value.includes(tokenKey(receive))

  /** Enough held first, then what is received by what is listed, then one chain for both, then worth. */
  function order(a: Reading, b: Reading): number {
    const isNear = ({ pay, receive }: Reading) => pay?.chainId === receive?.chainId
    const [left, right] = [a, b].map(({ pay }) => (pay ? worthOf(pay) : -1n)) as [bigint, bigint]
    return (
      Number(isEnough(b)) - Number(isEnough(a)) ||
      Number(isListed(b)) - Number(isListed(a)) ||
      Number(isNear(b)) - Number(isNear(a)) ||
      (left < right ? 1 : left > right ? -1 : 0)
    )
  }

  const meant = computed<Reading[]>(() => {
    const isAnswered = found.value.for === text.value
    // What nobody lists waits for the genuine one, which goes above it.
    const own = parsed.value.flatMap((words) =>
      expand(words)
        .filter((reading) => isAnswered || isListed(reading))
        .sort(order),
    )
    const named = own.flatMap(({ pay, receive }) => [pay, receive])
    // What the service made of the words, where ours made nothing of that token.
    const theirs = isAnswered ? found.value.items : []
    const sums = sumsIn(text.value)
    const more = theirs.flatMap(({ token, amount }): Reading[] => {
      const isNew = !named.some((each) => each && sameToken(each, token))
      if (!isNew || !isPlain(token)) return []
      // A number that nobody typed is no amount.
      const isTyped = amount !== undefined && sums.includes(amount)
      return [
        {
          key: `service ${tokenKey(token)}`,
          side: isTyped ? 'receive' : 'pay',
          ...(isTyped && { amount }),
          receive: token,
          stays: staysBeside(undefined, token),
          byService: true,
        },
      ]
    })
    return [...new Map([...own, ...more].map((each) => [each.key, each])).values()]
  })

  const readings = signal<Reading[]>([])
  const first = signal<string | undefined>(undefined)
  let shownFor = ''
  const offShown = effect(() => {
    const now = new Map(meant.value.map((each) => [each.key, each]))
    const shown = shownFor === text.value ? readings.peek() : []
    shownFor = text.value
    const kept = shown.flatMap(({ key }) => now.get(key) ?? [])
    for (const { key } of kept) now.delete(key)
    const next = [...kept, ...now.values()].slice(0, MOST_READINGS)
    batch(() => {
      readings.value = next
      if (shown.length === 0) first.value = next[0]?.key
    })
  })

  async function ask(wanted: string, mine: number): Promise<void> {
    const names = parsed.peek().flatMap(({ pay, receive }) => [pay ?? [], receive ?? []].flat())
    // Also what is held: what somebody sent here must not hide the genuine one.
    const wantedNames = new Map(names.map((name) => [JSON.stringify(name), name]))
    const answers = await Promise.allSettled([
      backend.call('autocomplete', { text: wanted }).then(({ items }) => ({ items, tokens: [] })),
      ...[...wantedNames.values()]
        .slice(0, MOST_ASKED)
        .map(({ name, chainIds }) =>
          backend
            .call('searchTokens', { q: name, ...(chainIds && { chainIds: [...chainIds] }) })
            .then(({ tokens }) => ({ items: [], tokens })),
        ),
    ])
    if (mine !== latest) return
    const good = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const bad = answers.find((each) => each.status === 'rejected')
    found.value = {
      for: wanted,
      items: good.flatMap(({ items }) => items),
      tokens: good.flatMap(({ tokens }) => tokens),
    }
    error.value = bad && toWireError(bad.reason)
    looking.value = false
  }

  const off = effect(() => {
    const wanted = text.value
    void round.value
    cancel?.()
    const mine = ++latest
    error.value = undefined
    looking.value = wanted.trim() !== ''
    if (looking.peek()) cancel = clock.after(TYPING_MS, () => void ask(wanted, mine))
  })

  return {
    text,
    readings,
    first,
    looking,
    error,
    setText,
    retry() {
      round.value += 1
    },
    choose({ side, amount, isMoney, pay, receive }) {
      const stays = staysBeside(pay, receive)
      const sides = { pay: pay ?? stays, receive: receive ?? (pay ? stays : swap.receive.value) }
      const kept = swap.side.value
      const before = kept === 'pay' ? swap.payText.value : swap.receiveText.value
      const wasMoney = swap.isMoney.value
      const priced = sides[kept] !== undefined && toFiatValue(1n, sides[kept]) !== null
      const [recipient, name] = [swap.recipient.value, swap.recipientName.value]
      const isName = name !== undefined || swap.recipientError.value === 'form/recipient-name'
      const isAsked = app.askedBy.value !== undefined
      if (isAsked) app.dismissAsked()
      swap.fill({
        ...sides,
        ...(amount === undefined
          ? {
              side: kept,
              // Dollars without a price are no amount of it.
              text: wasMoney && !priced ? '' : before,
              isMoney: wasMoney && priced ? true : undefined,
            }
          : { side, text: amount, isMoney }),
        // What a site wanted goes with its request.
        recipient: isAsked ? '' : recipient,
      })
      // The form itself takes what is filled in for nobody's word.
      if (isName && !isAsked) swap.setRecipient(recipient, name)
      setText('')
    },
    dispose() {
      latest += 1
      cancel?.()
      off()
      offShown()
    },
  }
}
