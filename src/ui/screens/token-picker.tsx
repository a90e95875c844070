import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Token } from '@/src/contract/service/token'
import { isNativeAddress } from '@/src/domain/address/address'
import { familyOfAddress } from '@/src/domain/address/check-address'
import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import { sameToken, tokenKey } from '@/src/domain/token/token-id'
import { addText } from '../copy/add-text'
import { lateText } from '../copy/late-text'
import { markText } from '../copy/mark-text'
import { formatAmount, formatExact } from '../format/amount'
import { formatFiat } from '../format/fiat'
import { hasWrongDecimals, imitated } from '../format/look-alike'
import { formatList } from '../format/plural'
import { plainText, shortAddress } from '../format/text'
import { handle } from '../handles'
import { addedTokens } from '../models/added-tokens'
import { createTokenMarks, isWarned, type TokenMarkList } from '../models/token-marks'
import { createTokenSearch, type TokenRow, type TokenSearch } from '../models/token-search'
import { useApp } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { Pin, Search } from '../parts/icons'
import { letterOf } from '../parts/keys'
import { ChainLogo, TokenLogo } from '../parts/logo'
import { AskAgain } from '../parts/read-again'
import { SkeletonRows } from '../parts/skeleton'
import { useModel } from '../parts/use-model'
import { useWindow } from '../parts/use-window'
import { AddedTokens, AddToken, UncheckedTokens } from './add-token'

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
  const marks = useModel(() => createTokenMarks({ backend: app.backend, catalog: app.catalog }), '')
  const search = useModel(
    () =>
      createTokenSearch({
        backend: app.backend,
        clock: app.clock,
        catalog: app.catalog,
        balances: app.balances,
        hub: app.hub,
        added: () => addedTokens(app),
        marks,
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
      <PickerBody
        search={search}
        marks={marks}
        onPick={(token) => {
          // One with a warning would get no place by it.
          if (!isWarned(app.catalog, token)) void marks.use(token)
          props.onPick(token)
        }}
      />
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
  const known = new Set<TokenRow>()
  const kept = before.flatMap((row) => {
    const newer = now.get(tokenKey(row.token))
    if (newer === undefined) return []
    known.add(newer)
    return [inGroup(newer, row.group)]
  })
  const others = rows.filter((row) => !known.has(row)).map((row) => inGroup(row, undefined))
  return [...kept, ...others]
}

/** A row under the heading it stood under. */
function inGroup(row: TokenRow, group: TokenRow['group']): TokenRow {
  if (row.group === group) return row
  const { group: _, ...rest } = row
  return group === undefined ? rest : { ...rest, group }
}

function PickerBody(props: {
  search: TokenSearch
  marks: TokenMarkList
  onPick(token: Token): void
}) {
  const { search, marks, onPick } = props
  const app = useApp()
  // By token, not by place: rows that arrive late do not slip under the highlight.
  const [active, setActive] = useState<Active | undefined>(undefined)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [unfolded, setUnfolded] = useState(false)
  const [trouble, setTrouble] = useState<string | undefined>(undefined)
  const isPointed = useRef(false)
  // Counts how often the pointer left the list: what was kept under it takes its place then.
  const [left, setLeft] = useState(0)
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
    const { value: read } = marks.read
    const list = [typed, search.chainId.value, search.hubOnly.value, unfolded, read].join(' ')
    // Under the pointer nothing moves: one that turns out to be a copy stays where it is, and is marked.
    const isSame = isPointed.current && drawn.current.list === list
    const kept = isSame ? keepPlaces(drawn.current.rows, rows, found) : rows
    drawn.current = { list, rows: kept }
    return {
      risky: risky.filter((row) => unfolded || !kept.some(({ token }) => token === row.token)),
      plain,
      rows: kept,
    }
  }, [found, typed, unfolded, search.chainId.value, search.hubOnly.value, marks.read.value, left])
  const current = placeOf(rows, active)

  // Where a heading stands: before the first row of each group, where there are groups.
  const groups = useMemo(() => toGroups(rows), [rows])
  const heads = groups.length > 1 || rows[0]?.group ? groups.map(({ from }) => from) : []
  const seen = useWindow(list, rows.length, heads)
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

  function type(text: string): void {
    setActive(undefined)
    setUnfolded(false)
    seen.reset()
    search.setText(text)
  }

  const target = rows[current]?.token
  async function pin(token: Token): Promise<void> {
    const symbol = plainText(token.symbol, 24)
    // A pin can always be taken away.
    if (!marks.isPinned(token) && isWarned(app.catalog, token)) {
      return app.announce(markText.warned(symbol))
    }
    const came = await marks.toggle(token)
    const isDone = came === 'pinned' || came === 'unpinned'
    app.announce(isDone ? markText[came](symbol) : markText[came])
    setTrouble(isDone ? undefined : markText[came])
  }

  // Where it was pinned by a key, the highlight goes with its token, and the list after it.
  useEffect(() => {
    if (active !== undefined && !isPointed.current) seen.show(current)
  }, [marks.pinned.value])

  function onKeyDown(event: KeyboardEvent): void {
    if (isPinKey(event)) {
      event.preventDefault()
      if (target === undefined || event.repeat) return
      // A pointer that rests on the list from before presses nothing: the key moves what it pins.
      isPointed.current = false
      setActive({ key: tokenKey(target), place: current })
      void pin(target)
      return
    }
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
          id="token-search"
          data-testid={handle.tokenSearch}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="token-list"
          aria-autocomplete="list"
          aria-keyshortcuts="Alt+P"
          aria-activedescendant={
            current >= seen.first && current < seen.last ? `token-option-${current}` : undefined
          }
          aria-label={lateText.tokens.search}
          placeholder={lateText.tokens.search}
          autocomplete="off"
          spellcheck={false}
          value={search.text.value}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {target !== undefined && (marks.isPinned(target) || !isWarned(app.catalog, target)) && (
          // The pins in the rows are for a pointer: an option holds nothing that can be pressed.
          <button
            type="button"
            class="button button-small pin-key"
            data-testid="pin-token"
            aria-pressed={marks.isPinned(target)}
            aria-keyshortcuts="Alt+P"
            onClick={() => {
              setActive({ key: tokenKey(target), place: current })
              void pin(target)
            }}
          >
            {markText.pin(
              plainText(target.symbol, 16),
              plainText(app.catalog.nameOf(target.chainId), 24),
            )}
          </button>
        )}
      </div>
      {trouble !== undefined && <p class="bad">{trouble}</p>}
      <ChainFilter search={search} />
      <AskAgain
        money={null}
        error={search.error.value}
        asking={search.searching.value}
        to="token-search"
        again={search.retry}
      />
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
          setLeft(left + 1)
        }}
      >
        {rows.length > 0 && (
          <div role="presentation" style={seen.style}>
            {groups.map(({ name, from, to }) => {
              const first = Math.max(from, seen.first)
              const isTitled = heads.length > 0
              return (
                first < Math.min(to, seen.last) && (
                  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: named only where it is a group
                  <div
                    key={name}
                    role={isTitled ? 'group' : 'presentation'}
                    aria-label={isTitled ? markText.groups[name] : undefined}
                  >
                    {isTitled && first === from && (
                      <div class="token-group sub" data-heading aria-hidden="true">
                        {markText.groups[name]}
                      </div>
                    )}
                    {rows.slice(first, Math.min(to, seen.last)).map((row, drawn) => (
                      <TokenOption
                        key={tokenKey(row.token)}
                        place={first + drawn}
                        count={rows.length}
                        row={row}
                        active={first + drawn === current}
                        isPinned={marks.isPinned(row.token)}
                        onPin={() => void pin(row.token)}
                        onPick={() => onPick(row.token)}
                        onPoint={() =>
                          setActive({ key: tokenKey(row.token), place: first + drawn })
                        }
                      />
                    ))}
                  </div>
                )
              )
            })}
          </div>
        )}
      </div>
      {isUnlisted && (
        <AddToken
          address={whole}
          chainId={chainId}
          isAsked={search.error.value === undefined}
          onAdd={() => {
            void marks.settle({ chainId: chainId ?? 0, address: whole })
            field.current?.focus()
          }}
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
      {whole === '' && rows.some(({ group }) => group === 'recent') && (
        <button
          type="button"
          class="button button-quiet token-risky"
          data-testid="clear-recent"
          onClick={() =>
            void marks.clear().then((isDone) => {
              app.announce(isDone ? markText.cleared : markText.unkept)
              setTrouble(isDone ? undefined : markText.unkept)
              field.current?.focus()
            })
          }
        >
          {markText.clear}
        </button>
      )}
      {whole === '' && marks.unchecked.value.length > 0 && (
        <UncheckedTokens
          marks={marks}
          onCheck={({ chainId, address }) => {
            // As if it was typed: what the service lists there, or what its chain says.
            search.setChain(chainId)
            type(address)
            field.current?.focus()
          }}
          onEmpty={() => field.current?.focus()}
        />
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

type Group = { name: keyof typeof markText.groups; from: number; to: number }

/** The groups that rows stand in, as places of a list: each begins where the one before it ends. */
function toGroups(rows: readonly TokenRow[]): Group[] {
  const groups: Group[] = []
  // Those that are lifted are few, and stand first: nothing is looked at behind them.
  for (let from = 0; from < rows.length; ) {
    const group = rows[from]?.group
    let to = group === undefined ? rows.length : from
    while (group !== undefined && rows[to]?.group === group) to += 1
    groups.push({ name: group ?? 'others', from, to })
    from = to
  }
  return groups
}

/**
 * Alt and the letter. No token is looked for by the sign that they type on a Mac, so that the place of the key
 * counts in this field too; AltGr, which is Ctrl as well, is left to it.
 */
function isPinKey({ altKey, ctrlKey, metaKey, key, code }: KeyboardEvent): boolean {
  return altKey && !ctrlKey && !metaKey && letterOf({ key, code, target: window }) === 'P'
}

function ChainFilter({ search }: { search: TokenSearch }) {
  const { catalog, hub } = useApp()
  const chosen = search.chainId.value
  // What the text itself names stands first, and is pressed: `dai arb` looks on Arbitrum alone.
  const named = chosen === undefined ? search.named.value : []
  const only = chosen ?? (named.length === 1 ? named[0] : undefined)
  // As they stood when it was opened: what the service lists later moves no chip.
  const [first] = useState(catalog.chains.value.map(({ id }) => id))
  const placeOf = (id: number) => (first.includes(id) ? first.indexOf(id) : first.length)
  const chains = [...catalog.chains.value].sort(
    (a, b) =>
      Number(named.includes(b.id)) - Number(named.includes(a.id)) || placeOf(a.id) - placeOf(b.id),
  )
  // What comes late moves no chip that is about to be pressed.
  const [isEarly] = useState(hub.tokens.value.length > 0)
  const vaults = hub.tokens.value.length > 0 && (
    <button
      type="button"
      class="chip chip-vaults"
      aria-pressed={search.hubOnly.value}
      onClick={() => search.setHubOnly(!search.hubOnly.value)}
    >
      {lateText.tokens.vaults}
    </button>
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
      {isEarly && vaults}
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
      {!isEarly && vaults}
    </fieldset>
  )
}

function TokenOption(props: {
  place: number
  count: number
  row: TokenRow
  active: boolean
  isPinned: boolean
  onPin(): void
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
          <span class="token-name">
            <span class="token-said">
              <span class="token-dot">{' · '}</span>
              <bdi>{plainText(token.name, 32)}</bdi>
              <span class="token-dot"> </span>
              {own !== undefined && own.stands.length > 0 && (
                <bdi>
                  {lateText.tokens.stands(
                    formatList(own.stands.map((each) => plainText(each, 12))),
                  )}{' '}
                </bdi>
              )}
            </span>
          </span>
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
      {props.isPinned && <span class="sr-only">{markText.isPinned}</span>}
      {(props.isPinned || !isWarned(app.catalog, token)) && (
        // For a pointer alone: the search field has the key, and the button beside it the rest.
        <span
          class={`token-pin${props.isPinned ? ' token-pin-on' : ''}`}
          data-testid="token-pin"
          aria-hidden="true"
          title={props.isPinned ? markText.unpinHint : markText.pinHint}
          onClick={(event) => {
            event.stopPropagation()
            props.onPin()
          }}
        >
          <Pin size={16} />
        </span>
      )}
    </div>
  )
}
