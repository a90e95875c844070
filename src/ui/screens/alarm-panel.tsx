import type { Alarm, Fact, FactKind, Order, TokenAmount } from '@/src/domain/order'
import { attemptsOf } from '@/src/domain/order-parts'
import { errorCopy } from '../copy/errors'
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
  const copy = copyOf(alarm)
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

function copyOf(alarm: Alarm): { title: string; what: string; next: string } {
  if (alarm.kind === 'second') return orderText.alarm.second
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

/** A fact in words; amounts of what is paid and of the coin that pays for the network in their own units. */
function sayFact({ kind, values }: Fact, from: TokenAmount): string {
  const say: (...named: string[]) => string = orderText.alarm.facts[kind]
  // A file may hold anything here: what has not the form of its sentence is shown as it stands.
  const isAmount = (units: string) => /^\d{1,78}$/.test(units)
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
  if (values.length < say.length || (write && !values.every(isAmount))) return values.join(' ')
  return say(...(write ? values.map(write) : values))
}

const inSol = (lamports: string) => `${formatExact(lamports, 9)} SOL`

/** What differs, in one sentence; an address in it is whole and in groups, to be compared by eye. */
function Detail({ order, fact, detail = '' }: { order: Order; fact?: Fact; detail?: string }) {
  const said = fact === undefined ? detail : sayFact(fact, order.accepted.from)
  const parts = plainText(said, 200).split(anAddress)
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
