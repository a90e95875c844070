import { useEffect, useRef, useState } from 'preact/hooks'
import type { Token } from '@/src/contract/service/token'
import { isNativeAddress } from '@/src/domain/address'
import { tokenKey } from '@/src/domain/token-id'
import { lateText } from '../copy/late-text'
import { text } from '../copy/text'
import { formatAmount, formatExact } from '../format/amount'
import { formatFiat } from '../format/fiat'
import { hasWrongDecimals, imitated } from '../format/look-alike'
import { plainText, shortAddress } from '../format/text'
import { handle } from '../handles'
import { createTokenSearch, type TokenRow, type TokenSearch } from '../models/token-search'
import { useApp } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { ErrorNote } from '../parts/error-note'
import { Search } from '../parts/icons'
import { ChainLogo, TokenLogo } from '../parts/logo'
import { SkeletonRows } from '../parts/skeleton'
import { useModel } from '../parts/use-model'

const isRisky = ({ extensions }: Token) => extensions?.isRiskToken === true

/** Rows drawn at most, of what is risky and of what is not; a longer list is narrowed by typing. */
const MAX_ROWS = 150

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

function PickerBody({ search, onPick }: { search: TokenSearch; onPick(token: Token): void }) {
  // By token, not by place: rows that arrive late do not slip under the highlight.
  const [active, setActive] = useState<string | undefined>(undefined)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [unfolded, setUnfolded] = useState(false)
  const typed = search.text.value.trim().toLowerCase()
  // One whose whole address was typed is wanted; any other is looked for behind a press.
  const isFolded = ({ token }: TokenRow) => isRisky(token) && token.address.toLowerCase() !== typed
  const risky = search.rows.value.filter(isFolded)
  const plain = search.rows.value.filter((row) => !isFolded(row)).slice(0, MAX_ROWS)
  const rows = unfolded ? [...plain, ...risky.slice(0, MAX_ROWS)] : plain
  const current = Math.max(
    0,
    rows.findIndex((row) => tokenKey(row.token) === active),
  )

  // What was asked for is at the end of a list that may be long, and the keys move through it from the field.
  useEffect(() => {
    if (!unfolded) return
    move(plain.length)
    field.current?.focus()
  }, [unfolded])

  function move(next: number): void {
    const to = Math.max(0, Math.min(rows.length - 1, next))
    const row = rows[to]
    setActive(row && tokenKey(row.token))
    list.current?.querySelectorAll('[role=option]')[to]?.scrollIntoView({ block: 'nearest' })
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
          aria-activedescendant={rows.length > 0 ? `token-option-${current}` : undefined}
          aria-label={lateText.tokens.search}
          placeholder={lateText.tokens.search}
          autocomplete="off"
          spellcheck={false}
          value={search.text.value}
          onInput={(event) => {
            setActive(undefined)
            setUnfolded(false)
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
      >
        {rows.map((row, place) => (
          <TokenOption
            key={tokenKey(row.token)}
            id={`token-option-${place}`}
            row={row}
            active={place === current}
            onPick={() => onPick(row.token)}
            onPoint={() => setActive(tokenKey(row.token))}
          />
        ))}
      </div>
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
      {!search.searching.value && rows.length + risky.length === 0 && !search.error.value && (
        <div class="empty">
          <p class="empty-title">{lateText.tokens.none}</p>
          <p>{lateText.tokens.noneHint}</p>
        </div>
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
  id: string
  row: TokenRow
  active: boolean
  onPick(): void
  onPoint(): void
}) {
  const { catalog, hub } = useApp()
  const { token, balance, value } = props.row
  const own = hub.of(token)
  const risky = isRisky(token)
  const model = imitated(token, catalog.top.value)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the search field that owns the list
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field
    <div
      id={props.id}
      class="token-row"
      role="option"
      aria-selected={props.active}
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
          {own !== undefined && <span class="badge">{lateText.tokens[own.kind]}</span>}
          {risky && <span class="badge badge-bad">{lateText.tokens.risky}</span>}
          {model !== undefined && (
            <span class="badge badge-warn">
              {lateText.tokens.lookAlike(plainText(model.symbol, 12))}
            </span>
          )}
          {hasWrongDecimals(token) && (
            <span class="badge badge-bad">{lateText.tokens.wrongDecimals}</span>
          )}
        </span>
        <span class="token-row-second">
          <span class="token-chain">{plainText(catalog.nameOf(token.chainId), 24)}</span>
          {' · '}
          <bdi>{plainText(token.name, 32)}</bdi>{' '}
          {own !== undefined && own.stands.length > 0 && (
            <bdi>
              {lateText.tokens.stands(
                own.stands.map((each) => plainText(each, 12)).join(', '),
              )}{' '}
            </bdi>
          )}
          {!isNativeAddress(token.address) && (
            <span class="token-address">{shortAddress(token.address)}</span>
          )}
        </span>
      </span>
      {balance !== undefined && balance > 0n && (
        <span class="token-row-balance">
          <span class="num" title={formatExact(balance, token.decimals)}>
            {formatAmount(balance, token.decimals)}
          </span>
          {value !== undefined && <span class="num sub">{formatFiat(value)}</span>}
        </span>
      )}
    </div>
  )
}
