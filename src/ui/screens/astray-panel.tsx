import { wrongOf } from '@/src/domain/astray'
import type { Astray, TransferOrder } from '@/src/domain/order'
import { isEnded } from '@/src/domain/order-parts'
import { transferText } from '../copy/transfer-text'
import { formatExact } from '../format/amount'
import { plainText } from '../format/text'
import { CopyButton } from '../parts/address'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'
import { HashLink } from './hash-link'

const words = transferText.astray

/** Money that came to the address in another token or on another network, and the way to get it back. */
export function AstrayPanel({ order }: { order: TransferOrder }) {
  const { astray = [] } = order.transfer
  if (astray.length === 0) return null
  const kinds = new Set(astray.map((each) => wrongOf(order.accepted, each)))
  return (
    <section class="card transfer" role="status" data-astray={[...kinds].join(' ')}>
      <h2>{words.title}</h2>
      {astray.map((each) => (
        <Came key={`${each.chainId} ${each.token} ${each.hash ?? ''}`} order={order} came={each} />
      ))}
      <p class="note note-warn note-slim">
        <Alert size={18} />
        <span class="note-body">
          {kinds.has('token') && <span>{words.tokenFate} </span>}
          {kinds.has('chain') && <span>{words.chainFate} </span>}
          {words.ask}
        </span>
      </p>
      <Copy order={order} astray={astray} />
      <p class="sub">{words[isEnded(order.status) ? 'over' : 'go']}</p>
    </section>
  )
}

const sizeOf = ({ amount, decimals, symbol }: Pick<Astray, 'amount' | 'decimals' | 'symbol'>) =>
  `${formatExact(BigInt(amount), decimals)} ${plainText(symbol, 12)}`

function Came({ order: { accepted }, came }: { order: TransferOrder; came: Astray }) {
  const { catalog } = useApp()
  const nameOf = (chainId: number) => plainText(catalog.nameOf(chainId), 24)
  const wrong = wrongOf(accepted, came)
  const asked =
    wrong === 'token' ? plainText(accepted.from.symbol, 12) : nameOf(accepted.from.chainId)
  return (
    <div class="astray">
      <p>
        <strong class="num">{sizeOf(came)}</strong> <bdi>{nameOf(came.chainId)}</bdi>
      </p>
      <p class="warn">{words[wrong](asked)}</p>
      {came.undated && <p class="sub">{words.undated}</p>}
      <p class="sub">
        {transferText.seen.from(came.nodes.map((node) => plainText(node, 24)).join(', '))}{' '}
        {came.hash !== undefined && <HashLink chainId={came.chainId} hash={came.hash} />}
      </p>
    </div>
  )
}

/** Everything by which the service can find such a payment, in words that its people read. */
function Copy({ order, astray }: { order: TransferOrder; astray: readonly Astray[] }) {
  const { catalog } = useApp()
  const { accepted, transfer, service, id } = order
  const on = (chainId: number) => `${plainText(catalog.nameOf(chainId), 24)} (${chainId})`
  const lines = [
    `Order: ${service.orderId ?? 'none yet'}`,
    `Quote and route: ${accepted.quoteId} / ${accepted.routeId}`,
    `Order in Causeway: ${id}`,
    `Deposit address: ${transfer.depositAddress}`,
    `Asked for: ${sizeOf({ ...accepted.from, amount: transfer.amount })} on ${on(accepted.from.chainId)}`,
    ...astray.map(
      (each) =>
        `Came: ${sizeOf(each)} on ${on(each.chainId)}, token ${each.token}, transaction ${each.hash ?? 'not known'}`,
    ),
    `Refunds go to: ${accepted.refundTo}`,
  ]
  return (
    <CopyButton value={lines.map((line) => plainText(line, 400)).join('\n')} label={words.copy} />
  )
}
