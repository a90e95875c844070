import { pageText } from '../copy/page-text'
import { plainText } from '../format/text'
import type { History } from '../models/history'
import type { HistoryGroup, HistoryTime } from '../models/history-filters'
import { useApp } from '../parts/context'
import { Search } from '../parts/icons'

const groups: HistoryGroup[] = ['all', 'open', 'filled', 'other']
const times: HistoryTime[] = ['any', 'week', 'month', 'year', 'lastYear', 'dates']
const words = pageText.history

/** Everything that narrows the history: words, status, chain, token and time. */
export function HistoryFilterBar({ history }: { history: History }) {
  const { text, group, time } = history.filters.value
  return (
    <search class="filters">
      <div class="search-field">
        <Search />
        <input
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => history.change({ text: event.currentTarget.value })}
        />
      </div>
      <fieldset class="chips" aria-label={words.filter}>
        {groups.map((each) => (
          <button
            key={each}
            type="button"
            class="chip"
            aria-pressed={group === each}
            onClick={() => history.change({ group: each })}
          >
            {words[each]}
          </button>
        ))}
      </fieldset>
      <div class="filter-selects">
        <ChainSelect history={history} />
        <TokenSelect history={history} />
        <Select
          label={words.time}
          value={time}
          chosen={time !== 'any'}
          options={times.map((each) => [each, words.times[each]])}
          onChange={(value) => history.change({ time: value as HistoryTime })}
        />
      </div>
      {time === 'dates' && <Dates history={history} />}
    </search>
  )
}

function ChainSelect({ history }: { history: History }) {
  const { catalog } = useApp()
  const { chainId } = history.filters.value
  const ids = new Set(history.choices.value.chainIds)
  // The last order of a chain may be gone: what is chosen is still named.
  if (chainId !== undefined) ids.add(chainId)
  const named = [...ids]
    .filter((id) => id > 0)
    .map((id): Option => [String(id), plainText(catalog.nameOf(id), 24)])
  return (
    <Select
      label={words.chain}
      value={chainId === undefined ? '' : String(chainId)}
      chosen={chainId !== undefined}
      options={[['', words.anyChain], ...named.sort(byName)]}
      onChange={(value) => history.change({ chainId: value === '' ? undefined : Number(value) })}
    />
  )
}

function TokenSelect({ history }: { history: History }) {
  const { symbol } = history.filters.value
  const symbols = new Set(history.choices.value.symbols)
  if (symbol !== undefined) symbols.add(symbol)
  const named = [...symbols].map((each): Option => [each, plainText(each, 16)])
  return (
    <Select
      label={words.token}
      value={symbol ?? ''}
      chosen={symbol !== undefined}
      options={[['', words.anyToken], ...named.sort(byName)]}
      onChange={(value) => history.change({ symbol: value === '' ? undefined : value })}
    />
  )
}

function Dates({ history }: { history: History }) {
  const { first, last } = history.filters.value
  return (
    <div class="filter-dates">
      <label>
        <span class="sub">{words.first}</span>
        <input
          type="date"
          class="field"
          value={first}
          onInput={(event) => history.change({ first: event.currentTarget.value })}
        />
      </label>
      <label>
        <span class="sub">{words.last}</span>
        <input
          type="date"
          class="field"
          value={last}
          onInput={(event) => history.change({ last: event.currentTarget.value })}
        />
      </label>
    </div>
  )
}

type Option = [value: string, name: string]

function byName([, a]: Option, [, b]: Option): number {
  return a.localeCompare(b, 'en')
}

function Select(props: {
  label: string
  value: string
  chosen: boolean
  options: readonly Option[]
  onChange(value: string): void
}) {
  return (
    <select
      class={props.chosen ? 'filter-select filter-chosen' : 'filter-select'}
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    >
      {props.options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
