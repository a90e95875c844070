import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { AutocompleteItem, Token } from '@/src/contract/service/token'
import { toWireError, type WireError } from '@/src/domain/error'
import { type NamedToken, readSwapWords, type SwapWords } from '@/src/domain/swap-words'
import { sameToken, tokenKey } from '@/src/domain/token-id'
import { toFiatValue } from '../format/fiat'
import { hasWrongDecimals, imitated } from '../format/look-alike'
import type { App } from './app'

/** Typing waits this long before the service is asked. */
const TYPING_MS = 300
/** Readings that are listed at most: a person who sees more says more. */
const MOST_READINGS = 24
const MOST_SEEDS = 4
const LONGEST = 160

/** Where the line is kept, so that a closed popup loses nothing. */
const KEY = 'words'

/** What the words may mean, as it would be filled in; a side that was not named stays as it is. */
export type Reading = {
  key: string
  side: 'pay' | 'receive'
  /** Plain display decimal, of dollars where `isMoney`. */
  amount?: string | undefined
  isMoney?: true | undefined
  pay?: Token | undefined
  receive?: Token | undefined
  /** It is the service's own idea of the words. */
  byService?: true
}

export type Words = {
  text: ReadonlySignal<string>
  readings: ReadonlySignal<Reading[]>
  /** Sentences to begin with. */
  seeds: ReadonlySignal<string[]>
  looking: ReadonlySignal<boolean>
  error: ReadonlySignal<WireError | undefined>
  setText(text: string): void
  /** Asks the service for sentences to begin with, once. */
  loadSeeds(): void
  retry(): void
  /** Fills the form with a reading and does nothing else. */
  choose(reading: Reading): void
  dispose(): void
}

type Found = { for: string; items: readonly AutocompleteItem[]; tokens: readonly Token[] }

/** The line of the form that is written in words: every reading of them, with the tokens they may name. */
export function createWords(app: App): Words {
  const { backend, clock, catalog, balances, swap } = app
  const text = signal('')
  const found = signal<Found>({ for: '', items: [], tokens: [] })
  const seeds = signal<string[]>([])
  const looking = signal(false)
  const error = signal<WireError | undefined>(undefined)
  const round = signal(0)
  let cancel: (() => void) | undefined
  let latest = 0
  let hasAsked = false

  const accounts = () => Object.values(app.wallets.connections.value)
  const held = computed(() => accounts().flatMap((one) => (one ? balances.held(one.account) : [])))
  const parsed = computed(() => readSwapWords(text.value, catalog.chains.value))
  const known = computed(() => {
    const all = [
      ...held.value,
      ...catalog.top.value,
      ...found.value.items.map(({ token }) => token),
      ...found.value.tokens,
    ]
    return [...new Map(all.map((token) => [tokenKey(token), token])).values()].filter(isPlain)
  })

  /** Nothing that only looks like what was named is offered for it. */
  function isPlain(token: Token): boolean {
    const risky = token.extensions?.isRiskToken === true
    return !risky && !hasWrongDecimals(token) && imitated(token, catalog.top.value) === undefined
  }

  function find({ name, chainIds }: NamedToken): Token[] {
    return known.value.filter(
      (token) =>
        [token.symbol, token.name].some((each) => each.toLowerCase() === name) &&
        chainIds?.includes(token.chainId) !== false,
    )
  }

  function worthOf(token: Token): bigint {
    const own = held.value.find((each) => sameToken(each, token))
    const units = accounts().reduce(
      (sum, one) => sum + (one ? (balances.of(token, one.account) ?? 0n) : 0n),
      0n,
    )
    return units === 0n ? -1n : (toFiatValue(units, own ?? token) ?? 0n)
  }

  /** Each pair of tokens that the words may name. */
  function expand(words: SwapWords): Reading[] {
    const pays = words.pay === undefined ? [undefined] : find(words.pay)
    const receives = words.receive === undefined ? [undefined] : find(words.receive)
    const { side, amount, isMoney } = words
    return pays.flatMap((pay) =>
      receives.flatMap((receive): Reading[] => {
        if (pay && receive && sameToken(pay, receive)) return []
        const fixed = side === 'pay' ? pay : receive
        if (isMoney && (!fixed || toFiatValue(1n, fixed) === null)) return []
        const sides = [pay, receive].map((token) => (token ? tokenKey(token) : ''))
        return [{ key: [side, amount, ...sides].join(' '), side, amount, isMoney, pay, receive }]
      }),
    )
  }

  const readings = computed<Reading[]>(() => {
    const order = (a: Reading, b: Reading) => {
      const [left, right] = [a, b].map(({ pay }) => (pay ? worthOf(pay) : -1n)) as [bigint, bigint]
      const isNear = ({ pay, receive }: Reading) => pay?.chainId === receive?.chainId
      return left === right ? Number(isNear(b)) - Number(isNear(a)) : left < right ? 1 : -1
    }
    const own = parsed.value.flatMap((words) => expand(words).sort(order))
    const named = own.flatMap(({ pay, receive }) => [pay, receive])
    // What the service made of the words, where ours made nothing of that token.
    const theirs = found.value.for === text.value ? found.value.items : []
    const more = theirs.flatMap(({ token, amount }): Reading[] => {
      const isNew = !named.some((each) => each && sameToken(each, token))
      if (!isNew || !isPlain(token)) return []
      return [
        {
          key: `service ${tokenKey(token)}`,
          side: amount === undefined ? 'pay' : 'receive',
          ...(amount !== undefined && /^\d{1,30}(\.\d{1,36})?$/.test(amount) && { amount }),
          receive: token,
          byService: true,
        },
      ]
    })
    return [...new Map([...own, ...more].map((each) => [each.key, each])).values()].slice(
      0,
      MOST_READINGS,
    )
  })

  async function ask(wanted: string, mine: number): Promise<void> {
    const names = parsed.peek().flatMap(({ pay, receive }) => [pay ?? [], receive ?? []].flat())
    const unknown = new Map(
      names.filter((name) => find(name).length === 0).map((name) => [JSON.stringify(name), name]),
    )
    const answers = await Promise.allSettled([
      backend.call('autocomplete', { text: wanted }).then(({ items }) => ({ items, tokens: [] })),
      ...[...unknown.values()].map(({ name, chainIds }) =>
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

  function setText(next: string): void {
    text.value = next.slice(0, LONGEST)
    void backend.session.write(KEY, text.value)
  }

  void backend.session.read(KEY).then((kept) => {
    if (typeof kept === 'string' && text.value === '') text.value = kept.slice(0, LONGEST)
  })

  return {
    text,
    readings,
    seeds,
    looking,
    error,
    setText,
    loadSeeds() {
      if (hasAsked) return
      hasAsked = true
      // Without examples the line is what it was.
      backend.call('autocomplete', { text: '' }).then(
        (answer) => {
          seeds.value = answer.seeds.slice(0, MOST_SEEDS)
        },
        () => {
          hasAsked = false
        },
      )
    },
    retry() {
      round.value += 1
    },
    choose({ side, amount, isMoney, pay, receive }) {
      const form = { pay: swap.pay.value, receive: swap.receive.value }
      const recipient = swap.recipient.value
      const isAsked = app.askedBy.value !== undefined
      if (isAsked) app.dismissAsked()
      swap.fill({
        pay: pay ?? form.pay,
        receive: receive ?? form.receive,
        side,
        text: amount ?? '',
        isMoney,
        // What a site wanted goes with its request.
        recipient: isAsked ? '' : recipient,
      })
      setText('')
    },
    dispose() {
      latest += 1
      cancel?.()
      off()
    },
  }
}
