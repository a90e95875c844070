import { useEffect } from 'preact/hooks'
import { isNativeAddress } from '@/src/domain/address/address'
import type { Advice, Step, SwapOrder, TokenAmount } from '@/src/domain/order/order'
import { orderText } from '../copy/order-text'
import { transferText } from '../copy/transfer-text'
import { formatExact } from '../format/amount'
import { plainText } from '../format/text'
import type { Async } from '../models/async'
import type { PageCandidate } from '../models/wallets'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { Shield } from '../parts/icons'
import { TokenSum } from '../parts/token-sum'
import { GoesRows } from './review-goes'

/** The requests a wallet will show, one after the other, in the words of the policy that checked them. */
export function AskList(props: {
  steps: Step[]
  switchTo?: number | undefined
  advice?: Advice | undefined
}) {
  const { steps, switchTo, advice } = props
  const { catalog, hub } = useApp()
  useEffect(() => void hub.load(), [])
  return (
    <ol class="asks">
      {switchTo !== undefined && (
        <li class="ask">
          <h2>{orderText.review.switchTo(plainText(catalog.nameOf(switchTo), 32))}</h2>
        </li>
      )}
      {steps.map((step) => (
        <li key={step.id} class="ask">
          <Facts step={step} advice={advice} />
        </li>
      ))}
    </ol>
  )
}

/** The chain that the wallet must change to first, as far as it has said where it is. */
export function switchNeeded(order: SwapOrder, pages: Async<PageCandidate[]>): number | undefined {
  if (pages.state !== 'ready' || order.wallet.family !== 'eip155') return undefined
  const { tabId, frameId } = order.page
  const { chainId } =
    pages.value
      .find(({ page }) => page.tabId === tabId && page.frameId === frameId)
      ?.wallets.find(({ family, id }) => family === 'eip155' && id === order.wallet.id) ?? {}
  const needed = order.accepted.from.chainId
  return chainId === undefined || Number(chainId) === needed ? undefined : needed
}

function Facts({ step, advice }: { step: Step; advice: Advice | undefined }) {
  const { facts } = step
  const symbol = plainText(facts.token.symbol, 14)
  switch (facts.kind) {
    case 'approve':
      return (
        <>
          <h2>
            {orderText.review.approve(symbol)}
            <span class="badge badge-good">{orderText.review.exact}</span>
          </h2>
          {facts.requested !== undefined && (
            <p class="ask-cut">
              <Shield size={16} />
              {facts.requested === 'unlimited'
                ? orderText.review.cutUnlimited
                : orderText.review.cut(formatExact(facts.requested, facts.token.decimals))}
            </p>
          )}
          <Rows token={facts.token} place={orderText.review.spender} address={facts.spender} />
        </>
      )
    case 'reset':
      return (
        <>
          <h2>{orderText.review.reset(symbol)}</h2>
          <Rows token={facts.token} place={orderText.review.spender} address={facts.spender} />
        </>
      )
    case 'wrap':
    case 'unwrap':
    case 'swap':
      return (
        <>
          <h2>{orderText.review[facts.kind](symbol, plainText(facts.gets.symbol, 14))}</h2>
          <Rows
            token={facts.token}
            gets={facts.gets}
            place={orderText.review.called}
            address={facts.target}
            method={facts.kind === 'swap' ? facts.method : undefined}
          />
        </>
      )
    case 'deposit':
      return (
        <>
          <h2>{orderText.review.deposit(symbol)}</h2>
          <Rows
            token={facts.token}
            place={orderText.review.target}
            address={facts.target}
            method={facts.method}
            fee={facts.fee}
          />
        </>
      )
    case 'transfer':
      return (
        <>
          <h2>{orderText.review.deposit(symbol)}</h2>
          <Rows token={facts.token} place={transferText.pay.address} address={facts.to} />
        </>
      )
    case 'solanaDeposit':
      return (
        <>
          <h2>{orderText.review.deposit(symbol)}</h2>
          <Rows token={facts.token} place={orderText.review.feePayer} address={facts.feePayer} />
          <GoesRows deposit={facts} advice={advice} />
        </>
      )
  }
}

function Rows(props: {
  token: TokenAmount
  gets?: TokenAmount
  place: string
  address: string
  method?: string | undefined
  fee?: string | undefined
}) {
  const { catalog, hub } = useApp()
  const { token, gets, method, fee } = props
  const own = hub.contractAt(token.chainId, props.address)
  const native = catalog.chain(token.chainId)?.nativeCurrency
  return (
    <dl class="ask-rows">
      <div>
        <dt>{orderText.review.amount}</dt>
        <dd class="num">
          <TokenSum of={token} units={token.amount} />
        </dd>
      </div>
      {gets !== undefined && (
        <div>
          <dt>{orderText.review.gets}</dt>
          <dd class="num">
            <TokenSum of={gets} units={gets.amount} />
          </dd>
        </div>
      )}
      <div>
        <dt>{orderText.review.chain}</dt>
        <dd>{plainText(catalog.nameOf(token.chainId), 32)}</dd>
      </div>
      {method !== undefined && (
        <div>
          <dt>{orderText.review.method}</dt>
          <dd class="mono">{plainText(method, 40)}</dd>
        </div>
      )}
      {fee !== undefined && fee !== '0' && (
        <div>
          <dt>{orderText.review.fee}</dt>
          <dd class="num">
            <TokenSum of={native ?? { decimals: 18, symbol: '' }} units={fee} />
          </dd>
        </div>
      )}
      {!isNativeAddress(token.address) && (
        <div class="ask-wide">
          <dt>{orderText.review.token}</dt>
          <dd>
            <Address address={token.address} />
          </dd>
        </div>
      )}
      <div class="ask-wide">
        <dt>{props.place}</dt>
        <dd>
          <Address address={props.address} />
          {own !== undefined && (
            <span class="sub">{orderText.review.hubContract(plainText(own.name, 32))}</span>
          )}
        </dd>
      </div>
    </dl>
  )
}
