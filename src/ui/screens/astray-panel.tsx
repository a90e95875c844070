import { wrongOf } from '@/src/domain/order/astray'
import type { Astray, TransferOrder } from '@/src/domain/order/order'
import { isEnded } from '@/src/domain/order/order-parts'
import { transferText } from '../copy/transfer-text'
import { formatSize, toAstrayReport } from '../format/astray-report'
import { formatList } from '../format/plural'
import { plainText } from '../format/text'
import { CopyButton } from '../parts/address'
import { useApp } from '../parts/context'
import { Filled } from '../parts/filled'
import { Alert } from '../parts/icons'
import { HashLink } from './hash-link'

const words = transferText.astray

/** Money that came to the address in another token or on another network, and the way to get it back. */
export function AstrayPanel({ order }: { order: TransferOrder }) {
  const { catalog } = useApp()
  const { astray = [] } = order.transfer
  if (astray.length === 0) return null
  const kinds = new Set(astray.map((each) => wrongOf(order.accepted, each)))
  return (
    <section class="card transfer" data-astray={[...kinds].join(' ')}>
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
      <CopyButton value={toAstrayReport(order, catalog.nameOf)} label={words.copy} />
      <p class="sub">{words[isEnded(order.status) ? 'over' : 'go']}</p>
    </section>
  )
}

function Came({ order: { accepted }, came }: { order: TransferOrder; came: Astray }) {
  const { catalog } = useApp()
  const nameOf = (chainId: number) => plainText(catalog.nameOf(chainId), 24)
  const wrong = wrongOf(accepted, came)
  const asked =
    wrong === 'token' ? plainText(accepted.from.symbol, 12) : nameOf(accepted.from.chainId)
  return (
    <div class="astray">
      <p>
        <Filled
          say={words.came}
          parts={[
            <strong key="sum" class="num">
              {formatSize(came)}
            </strong>,
            <bdi key="chain">{nameOf(came.chainId)}</bdi>,
          ]}
        />
      </p>
      <p class="warn">{words[wrong](asked)}</p>
      {came.undated && <p class="sub">{words.undated}</p>}
      <p class="sub">
        {transferText.seen.from(formatList(came.nodes.map((node) => plainText(node, 24))))}{' '}
        {came.hash !== undefined && <HashLink chainId={came.chainId} hash={came.hash} />}
      </p>
    </div>
  )
}
