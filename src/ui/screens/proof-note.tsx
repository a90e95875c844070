import { dueOf } from '@/src/domain/order/arrival'
import type { FoundPayment, Order } from '@/src/domain/order/order'
import { refundDueOf } from '@/src/domain/order/transfer'
import { proofText } from '../copy/proof-text'
import { addressLink } from '../format/explorer'
import { plainText } from '../format/text'
import { Address, OutLink } from '../parts/address'
import { useApp } from '../parts/context'
import { HashLink } from './hash-link'

/** Whose word the end of an order is: the service's, or that of nodes of the chain. */
export function ProofNote({ order }: { order: Order }) {
  const { catalog } = useApp()
  const { arrival, contradiction } = order
  if (!arrival) return contradiction ? <Contradicted order={order} /> : null
  const { chainId, to } = arrival.kind === 'refund' ? refundDueOf(order) : dueOf(order, 'payout')
  const chain = plainText(catalog.nameOf(chainId), 24)
  const { found } = arrival
  const proved = order.status === 'filled' || order.status === 'refunded'
  if (proved && found) return <p class="sub">{proofText.seen(chain, found)}</p>
  // The headline says that it is being checked.
  if (order.status === 'tracking' && !found && !contradiction) return null
  const link = addressLink(catalog.chain(chainId), to)
  return (
    <div class="note">
      <div class="note-body">
        <p>
          {order.status === 'unproved'
            ? proofText.unproved[arrival.kind](chain)
            : proofText.checking[arrival.kind](chain)}
        </p>
        {found && <Otherwise found={found} chainId={chainId} />}
        {order.status === 'unproved' && (
          <>
            <Address address={to} />
            {link !== null && <OutLink href={link}>{proofText.look(chain)}</OutLink>}
            {order.kind === 'purchase' && !order.purchase.found && (
              <p class="sub">{proofText.later}</p>
            )}
          </>
        )}
        {contradiction && <Contradicted order={order} />}
      </div>
    </div>
  )
}

function Otherwise({ found, chainId }: { found: FoundPayment; chainId: number }) {
  return (
    <p class="warn">
      {found.what === 'short' ? proofText.short : proofText.otherToken}{' '}
      {found.what === 'other-token' && <span class="mono">{plainText(found.token, 64)}</span>}{' '}
      {found.hash !== undefined && <HashLink chainId={chainId} hash={found.hash} />}
    </p>
  )
}

function Contradicted({ order }: { order: Order }) {
  const { contradiction } = order
  if (!contradiction) return null
  const { field, accepted, told } = contradiction
  return (
    <div role="alert">
      <p class="warn">{proofText.contradicted(proofText.toldFacts[field])}</p>
      <dl class="ask-rows">
        {[
          [proofText.contradictedTold, told],
          [proofText.contradictedAccepted, accepted],
        ].map(([label, value = '']) => (
          <div key={label} class="ask-wide">
            <dt>{label}</dt>
            <dd>
              {isLong.test(value) ? (
                <Address address={value} />
              ) : (
                <bdi class="mono">{plainText(value, 64)}</bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** An address or a hash: compared by eye in groups. */
const isLong = /^[0-9a-z]{26,88}$/i
