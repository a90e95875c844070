import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Token } from '@/src/contract/service/token'
import { isNativeAddress } from '@/src/domain/address'
import { familyOfAddress } from '@/src/domain/check-address'
import { SOLANA_CHAIN_ID } from '@/src/domain/known-chains'
import { sameToken, tokenKey } from '@/src/domain/token-id'
import { addText } from '../copy/add-text'
import { lateText } from '../copy/late-text'
import { text } from '../copy/text'
import { formatAmount, formatExact } from '../format/amount'
import { formatFiat } from '../format/fiat'
import { hasWrongDecimals, imitated } from '../format/look-alike'
import { formatList } from '../format/plural'
import { plainText, shortAddress } from '../format/text'
import { handle } from '../handles'
import { addedTokens } from '../models/added-tokens'
import { createTokenSearch, type TokenRow, type TokenSearch } from '../models/token-search'
import { useApp } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { ErrorNote } from '../parts/error-note'
import { Search } from '../parts/icons'
import { ChainLogo, TokenLogo } from '../parts/logo'
import { SkeletonRows } from '../parts/skeleton'
import { useModel } from '../parts/use-model'
import { useWindow } from '../parts/use-window'
import { AddedTokens, AddToken } from './add-token'

const isRisky = ({ extensions }: Token) => extensions?.isRiskToken === true

/** Rows before the end of the list at which the next page is read. */
const AHEAD = 20

/** Picks a token: held first, every chain, by name, symbol or address, all by keyboard. */
export function TokenPicker(props: {
  chainId?: number | undefined
  onPick(token: Token): void
  onClose(): void
}) {
  const app = useApp()
  const search = useModel(
    () =>
      createTokenSearch({
        backend: app.backend,
        clock: app.clock,
        catalog: app.catalog,
        balances: app.balances,
        hub: app.hub,
        added: () => addedTokens(app),
        accounts: () =>
          Object.values(app.wallets.connections.value).flatMap((connection) =>
            connection === undefined ? [] : [connection.account],
          ),
      }),
    // One search as long as it is open: an account that changes empties nothing that was typed.
    '',
  )
  useEffect(() => void app.hub.load(), [])
  return (
    <Dialog title={lateText.tokens.title} onClose={props.onClose} size="tall">
      <PickerBody search={search} onPick={props.onPick} />
    </Dialog>
  )
}

/** The row of the highlight, and where it was when it came there. */
type Active = { key: string; place: number }

function placeOf(rows: readonly TokenRow[], active: Active | undefined): number {
  if (active === undefined) return 0
  const isThere = (row: TokenRow | undefined) => row && tokenKey(row.token) === active.key
  return isThere(rows[active.place]) ? active.place : Math.max(0, rows.findIndex(isThere))
}

/** The rows of before where they stood, as they are now, though they be folded; what is new comes after them. */
function keepPlaces(
  before: readonly TokenRow[],
  rows: readonly TokenRow[],
  found: readonly TokenRow[],
): readonly TokenRow[] {
  const now = new Map(found.map((row) => [tokenKey(row.token), row]))
  const kept = before.flatMap((row) => now.get(tokenKey(row.token)) ?? [])
  const known = new Set(kept)
  return [...kept, ...rows.filter((row) => !known.has(row))]
}

function PickerBody({ search, onPick }: { search: TokenSearch; onPick(token: Token): void }) {
  const app = useApp()
  // By token, not by place: rows that arrive late do not slip under the highlight.
  const [active, setActive] = useState<Active | undefined>(undefined)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [unfolded, setUnfolded] = useState(false)
  const isPointed = useRef(false)
  const drawn = useRef<{ list: string; rows: readonly TokenRow[] }>({ list: '', rows: [] })
  const typed = search.text.value.trim().toLowerCase()
  const found = search.rows.value
  // Once a list, not once a key: it may hold tens of thousands.
  const { risky, plain, rows } = useMemo(() => {
    // One whose whole address was typed is wanted; any other is looked for behind a press.
    const isFolded = ({ token }: TokenRow) =>
      isRisky(token) && token.address.toLowerCase() !== typed
    const risky = found.filter(isFolded)
    const plain = risky.length === 0 ? found : found.filter((row) => !isFolded(row))
    const rows = unfolded ? [...plain, ...risky] : plain
    const list = [typed, search.chainId.value, search.hubOnly.value, unfolded].join(' ')
    // Under the pointer nothing moves: one that turns out to be a copy stays where it is, and is marked.
    const isSame = isPointed.current && drawn.current.list === list
    const kept = isSame ? keepPlaces(drawn.current.rows, rows, found) : rows
    drawn.current = { list, rows: kept }
    return { risky: risky.filter((row) => unfolded || !kept.includes(row)), plain, rows: kept }
  }, [found, typed, unfolded, search.chainId.value, search.hubOnly.value])
  const current = placeOf(rows, active)

  const seen = useWindow(list, rows.length)
  const isAtEnd = seen.last >= plain.length - AHEAD
  const { searching, hasMore } = search
  useEffect(() => {
    if (isAtEnd && hasMore.value) search.more()
  }, [isAtEnd, hasMore.value, rows.length])

  // An address that no list has, where every list was asked.
  const whole = search.text.value.trim()
  const family = familyOfAddress(whole)
  const isUnlisted = family !== null && !searching.value && rows.length + risky.length === 0
  const named = search.named.value
  // A mint can be on one chain alone; an address of an EVM chain is one on all of them.
  const asked = search.chainId.value ?? (named.length === 1 ? named[0] : undefined)
  const chainId = asked ?? (family === 'solana' ? SOLANA_CHAIN_ID : undefined)

  // What was asked for is at the end of a list that may be long, and the keys move through it from the field.
  useEffect(() => {
    if (!unfolded) return
    move(plain.length)
    field.current?.focus()
  }, [unfolded])

  function move(next: number): void {
    const to = Math.max(0, Math.min(rows.length - 1, next))
    const row = rows[to]
    setActive(row && { key: tokenKey(row.token), place: to })
    seen.show(to)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      move(current + step)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const row = rows[current]
      if (row !== undefined) onPick(row.token)
    }
  }

  return (
    <>
      <div class="search-field">
        <Search />
        <input
          autofocus
          ref={field}
          data-testid={handle.tokenSearch}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="token-list"
          aria-autocomplete="list"
          aria-activedescendant={
            current >= seen.first && current < seen.last ? `token-option-${current}` : undefined
          }
          aria-label={lateText.tokens.search}
          placeholder={lateText.tokens.search}
          autocomplete="off"
          spellcheck={false}
          value={search.text.value}
          onInput={(event) => {
            setActive(undefined)
            setUnfolded(false)
            seen.reset()
            search.setText(event.currentTarget.value)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ChainFilter search={search} />
      {search.error.value !== undefined && (
        <ErrorNote money={null} error={search.error.value}>
          <button type="button" class="button button-small" onClick={search.retry}>
            {text.app.tryAgain}
          </button>
        </ErrorNote>
      )}
      <div
        class="token-list"
        id="token-list"
        role="listbox"
        aria-label={lateText.tokens.others}
        aria-busy={search.searching.value}
        ref={list}
        onScroll={seen.onScroll}
        onPointerEnter={() => {
          isPointed.current = true
        }}
        onPointerLeave={() => {
          isPointed.current = false
        }}
      >
        {rows.length > 0 && (
          <div role="presentation" style={seen.style}>
            {rows.slice(seen.first, seen.last).map((row, drawn) => (
              <TokenOption
                key={tokenKey(row.token)}
                place={seen.first + drawn}
                count={rows.length}
                row={row}
                active={seen.first + drawn === current}
                onPick={() => onPick(row.token)}
                onPoint={() => setActive({ key: tokenKey(row.token), place: seen.first + drawn })}
              />
            ))}
          </div>
        )}
      </div>
      {isUnlisted && (
        <AddToken
          address={whole}
          chainId={chainId}
          isAsked={search.error.value === undefined}
          onAdd={() => field.current?.focus()}
        />
      )}
      {risky.length > 0 && (
        <button
          type="button"
          class="button button-quiet token-risky"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? lateText.tokens.hideRisky : lateText.tokens.showRisky(risky.length)}
        </button>
      )}
      {search.searching.value && rows.length === 0 && <SkeletonRows count={6} />}
      {!searching.value &&
        rows.length + risky.length === 0 &&
        !search.error.value &&
        !isUnlisted && (
          <div class="empty">
            <p class="empty-title">{lateText.tokens.none}</p>
            <p>{lateText.tokens.noneHint}</p>
          </div>
        )}
      {whole === '' && addedTokens(app).length > 0 && (
        <AddedTokens onEmpty={() => field.current?.focus()} />
      )}
      <p class="sr-only" role="status">
        {search.searching.value
          ? ''
          : lateText.tokens.found(rows.length, unfolded ? 0 : risky.length)}
      </p>
    </>
  )
}

function ChainFilter({ search }: { search: TokenSearch }) {
  const { catalog, hub } = useApp()
  const chosen = search.chainId.value
  // What the text itself names stands first, and is pressed: `dai arb` looks on Arbitrum alone.
  const named = chosen === undefined ? search.named.value : []
  const only = chosen ?? (named.length === 1 ? named[0] : undefined)
  const chains = [...catalog.chains.value].sort(
    (a, b) => Number(named.includes(b.id)) - Number(named.includes(a.id)),
  )
  return (
    <fieldset class="chips" aria-label={lateText.tokens.chains}>
      <button
        type="button"
        class="chip"
        aria-pressed={chosen === undefined && named.length === 0}
        onClick={() => search.setChain(undefined)}
      >
        {lateText.tokens.allChains}
      </button>
      {hub.tokens.value.length > 0 && (
        <button
          type="button"
          class="chip chip-vaults"
          aria-pressed={search.hubOnly.value}
          onClick={() => search.setHubOnly(!search.hubOnly.value)}
        >
          {lateText.tokens.vaults}
        </button>
      )}
      {chains.map((chain) => (
        <button
          key={chain.id}
          type="button"
          class="chip"
          data-chain-id={chain.id}
          aria-pressed={chosen === chain.id || named.includes(chain.id)}
          onClick={() => search.setChain(only === chain.id ? undefined : chain.id)}
        >
          <ChainLogo chainId={chain.id} size={18} />
          {plainText(chain.name, 24)}
        </button>
      ))}
    </fieldset>
  )
}

function TokenOption(props: {
  place: number
  count: number
  row: TokenRow
  active: boolean
  onPick(): void
  onPoint(): void
}) {
  const app = useApp()
  const { catalog, hub } = app
  const { token, balance, value } = props.row
  const own = hub.of(token)
  const risky = isRisky(token)
  const model = imitated(token, catalog.top.value)
  const isAdded = addedTokens(app).some((each) => sameToken(each, token))
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the search field that owns the list
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field
    <div
      id={`token-option-${props.place}`}
      class="token-row"
      role="option"
      aria-selected={props.active}
      aria-posinset={props.place + 1}
      aria-setsize={props.count}
      data-testid={handle.tokenRow}
      data-symbol={token.symbol}
      data-chain-id={token.chainId}
      data-address={token.address}
      onClick={props.onPick}
      onPointerMove={props.onPoint}
    >
      <TokenLogo token={token} />
      <span class="token-row-name">
        <span class="token-row-first">
          <bdi class="token-symbol">{plainText(token.symbol, 16)}</bdi>
          {/* The worst first: on a narrow list there is room for one. */}
          {hasWrongDecimals(token) && (
            <span class="badge badge-bad">{lateText.tokens.wrongDecimals}</span>
          )}
          {risky && <span class="badge badge-bad">{lateText.tokens.risky}</span>}
          {model !== undefined && (
            <span class="badge badge-warn">
              {lateText.tokens.lookAlike(plainText(model.symbol, 8))}
            </span>
          )}
          {isAdded && <span class="badge badge-warn">{addText.badge}</span>}
          {own !== undefined && <span class="badge">{lateText.tokens[own.kind]}</span>}
        </span>
        <span class="token-row-second">
          <bdi class="token-chain">{plainText(catalog.nameOf(token.chainId), 24)}</bdi>
          {' · '}
          <bdi>{plainText(token.name, 32)}</bdi>{' '}
          {own !== undefined && own.stands.length > 0 && (
            <bdi>
              {lateText.tokens.stands(
                formatList(own.stands.map((each) => plainText(each, 12))),
              )}{' '}
            </bdi>
          )}
          {!isNativeAddress(token.address) && (
            <bdi class="token-address">{shortAddress(token.address)}</bdi>
          )}
        </span>
      </span>
      {balance !== undefined && balance > 0n && (
        <span class="token-row-balance">
          <span class="num" title={formatExact(balance, token.decimals)}>
            {formatAmount(balance, token.decimals)}
          </span>
          {value !== undefined && <span class="num sub">{formatFiat(value, true)}</span>}
        </span>
      )}
    </div>
  )
}
