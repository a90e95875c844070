import type { Alarm, Fact, FactKind, Order, TokenAmount } from '@/src/domain/order/order'
import { attemptsOf } from '@/src/domain/order/order-parts'
import { errorCopy } from '../copy/errors'
import { secondText } from '../copy/money'
import { orderText } from '../copy/order-text'
import { type AlarmField, type AlarmRow, actionOfAlarm, alarmRows } from '../format/alarm'
import { formatExact } from '../format/amount'
import { formatList } from '../format/plural'
import { plainText } from '../format/text'
import { handle } from '../handles'
import { Address, CopyButton } from '../parts/address'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'
import { HashLink } from './hash-link'

/** What was really sent beside what was asked for: each field in full, those that differ marked. */
export function AlarmPanel({ order }: { order: Order }) {
  const { alarm } = order
  if (alarm === undefined) return null
  const copy = copyOf(order, alarm)
  return (
    <section class="alarm" data-testid={handle.error} data-code={alarm.code} role="alert">
      <header class="alarm-head">
        <Alert />
        <h2>{copy.title}</h2>
      </header>
      <p>{copy.what}</p>
      <Sides order={order} alarm={alarm} />
      <p class="alarm-next">{copy.next}</p>
    </section>
  )
}

function copyOf(order: Order, alarm: Alarm): { title: string; what: string; next: string } {
  if (alarm.kind === 'second') return secondText(order, alarm)
  if (alarm.kind !== 'took' || !alarm.power) return errorCopy[alarm.code]
  const { power } = orderText.alarm
  return { ...power, what: power.what[alarm.power] }
}

function Sides({ order, alarm }: { order: Order; alarm: Alarm }) {
  const action = actionOfAlarm(attemptsOf(order), alarm)
  switch (alarm.kind) {
    case 'altered':
      return (
        <>
          {action?.kind === 'transaction' && (
            <Differences chainId={action.chainId} rows={alarmRows(action, alarm.found)} />
          )}
          <p class="alarm-hash">
            {orderText.alarm.onChain}{' '}
            <HashLink chainId={alarm.found.chainId} hash={alarm.found.hash} />
          </p>
        </>
      )
    case 'second':
      return (
        <p class="alarm-hash">
          {orderText.alarm.onChain}{' '}
          <HashLink chainId={order.accepted.from.chainId} hash={alarm.hash} />
        </p>
      )
    case 'took':
      return (
        <>
          <Detail order={order} {...alarm} />
          <p class="alarm-hash">
            {orderText.alarm.onChain}{' '}
            <HashLink chainId={order.accepted.from.chainId} hash={alarm.hash} />
          </p>
        </>
      )
    case 'signed':
      return (
        <>
          <Detail order={order} {...alarm} />
          {action?.kind === 'solanaSign' && (
            <Bytes title={orderText.order.asked} bytes={action.transaction} />
          )}
          <Bytes title={orderText.alarm.signed} bytes={alarm.found} />
        </>
      )
  }
}

/** An address of an EVM chain or of Solana within a sentence. */
const anAddress = /(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})/

const isAmount = (units: string) => /^\d{1,78}$/.test(units)

/** What is named of a fact: a number, a version, an address or a hash, or an event and its contract. */
const isNamed = (value: string) =>
  /^(\d{1,78}|legacy|([A-Za-z]{1,40} )?0x[\da-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/.test(value)

/**
 * A fact in words; amounts of what is paid and of the coin that pays for the network in their own units.
 * Undefined where its values have not the form of its sentence: a file may hold anything there.
 */
function sayFact({ kind, values }: Fact, from: TokenAmount): string | undefined {
  const say: (...named: string[]) => string = orderText.alarm.facts[kind]
  const paid = (units: string) =>
    `${formatExact(units, from.decimals)} ${plainText(from.symbol, 12)}`
  const sums: Partial<Record<FactKind, (units: string) => string>> = {
    left: paid,
    paidLess: paid,
    extra: inSol,
    fee: inSol,
    priorityFee: inSol,
  }
  const write = sums[kind]
  if (values.length < say.length || !values.every(write ? isAmount : isNamed)) return undefined
  return say(...(write ? values.map(write) : values))
}

const inSol = (lamports: string) => `${formatExact(lamports, 9)} SOL`

/** What differs: in one sentence of ours, else in what stands in the record, as words of somebody else. */
function Detail({ order, fact, detail = '' }: { order: Order; fact?: Fact; detail?: string }) {
  const said = fact && sayFact(fact, order.accepted.from)
  return said === undefined ? (
    <Recorded words={fact?.values.join(' ') ?? detail} />
  ) : (
    <Told sentence={said} />
  )
}

/** What an older version wrote, or somebody into a file that was restored: nobody vouches for it. */
function Recorded({ words }: { words: string }) {
  const shown = plainText(words, 200).trim()
  if (shown === '') return null
  return (
    <p class="note-said">
      {orderText.alarm.recorded} <bdi>{shown}</bdi>
    </p>
  )
}

/** One sentence; an address in it is whole and in groups, to be compared by eye. */
function Told({ sentence }: { sentence: string }) {
  const parts = plainText(sentence, 200).split(anAddress)
  return (
    <div class="alarm-row alarm-row-differs">
      {parts.map((part, place) =>
        place % 2 === 1 ? (
          <Address key={part} address={part} />
        ) : (
          part.trim() !== '' && <bdi key={part}>{part.trim()}</bdi>
        ),
      )}
    </div>
  )
}

function Differences({ chainId, rows }: { chainId: number; rows: readonly AlarmRow[] }) {
  const different = rows.filter((row) => row.differs)
  const same = rows.filter((row) => !row.differs)
  return (
    <>
      {different.map((row) => (
        <div key={row.field} class="alarm-row alarm-row-differs">
          <h3>{orderText.alarm.fields[row.field]}</h3>
          <dl>
            <dt>{orderText.order.asked}</dt>
            <dd>
              <Value field={row.field} text={row.asked} chainId={chainId} />
            </dd>
            <dt>{orderText.order.found}</dt>
            <dd>
              <Value field={row.field} text={row.found} chainId={chainId} />
            </dd>
          </dl>
        </div>
      ))}
      {same.length > 0 && (
        <p class="sub">
          {orderText.alarm.same(formatList(same.map((row) => orderText.alarm.fields[row.field])))}
        </p>
      )}
    </>
  )
}

function Value({ field, text, chainId }: { field: AlarmField; text: string; chainId: number }) {
  const { catalog } = useApp()
  const native = catalog.chain(chainId)?.nativeCurrency
  switch (field) {
    case 'chain':
      return <span>{plainText(catalog.nameOf(Number(text)), 32)}</span>
    case 'from':
    case 'to':
      return text === '' ? <span>{orderText.alarm.newContract}</span> : <Address address={text} />
    case 'value':
      return (
        <span class="num">
          {formatExact(text, native?.decimals ?? 18)} {plainText(native?.symbol ?? '', 12)}
        </span>
      )
    case 'data':
      return (
        <span class="alarm-bytes mono">
          {plainText(text, 2_000)}
          <CopyButton value={text} />
        </span>
      )
  }
}

/** Long bytes, folded: to copy for somebody who can read them. */
function Bytes({ title, bytes }: { title: string; bytes: string }) {
  return (
    <details class="details">
      <summary>{title}</summary>
      <span class="alarm-bytes mono">
        {plainText(bytes, 2_000)}
        <CopyButton value={bytes} />
      </span>
    </details>
  )
}
