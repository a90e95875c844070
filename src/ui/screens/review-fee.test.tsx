// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import { ethArbitrum, solanaCoin, usdcBase } from '@/test/support/ui/fixture-data'
import { order } from '@/test/support/ui/fixture-order'
import type { App } from '../models/app'
import { AppProvider } from '../parts/context'
import { type RouteFee, useRouteFee, useWholeFee } from './review-fee'

const native = `0x${'0'.repeat(40)}`
const planned = order(1_800_000_000_000)

/** What the review makes of wei beside 500 USDC (or so much of a token) when ether has this price. */
function feeOf(
  wei: string,
  usd?: string,
  { paid, ...more }: { paid?: string; address?: string } = {},
): RouteFee | undefined {
  const coin = {
    ...ethArbitrum,
    chainId: 8453,
    address: native,
    // The service may say anything of its decimals.
    decimals: 36,
    extensions: usd === undefined ? {} : { price: { usd } },
  }
  const app = {
    swap: { pay: { value: usdcBase }, receive: { value: ethArbitrum } },
    catalog: {
      top: { value: [coin] },
      chain: () => ({ nativeCurrency: { symbol: 'FAKE', decimals: 36 } }),
    },
    wallets: { connections: { value: {} } },
  } as unknown as App
  const { from } = planned.accepted
  const pays = { ...from, ...more, ...(paid !== undefined && { amount: paid }) }
  const steps = planned.steps.map((step) =>
    step.facts.kind === 'deposit' ? { ...step, facts: { ...step.facts, fee: wei } } : step,
  )
  let fee: RouteFee | undefined
  function Fee() {
    fee = useRouteFee({ ...planned, steps, accepted: { ...planned.accepted, from: pays } })
    return null
  }
  render(
    <AppProvider value={app}>
      <Fee />
    </AppProvider>,
    document.body,
  )
  return fee
}

afterEach(() => render(null, document.body))

describe('the fee of a route', () => {
  it('is shown by our own record of the coin, whatever the service says of it', () => {
    expect(feeOf('1000000000000000', '3000')).toMatchObject({ sum: '0.001 ETH', value: 3_000_000n })
  })

  it('given none, is none', () => {
    expect(feeOf('0', '3000')).toBeUndefined()
  })

  it('given a known flat fee that is worth little, is small', () => {
    expect(feeOf('1000000000000000', '400')).toMatchObject({ priced: 8, ask: 'nothing' })
    // 0.5 $ and 0.51 $, of which each is a twentieth of what is paid.
    const ten = { paid: '10000000' }
    expect(feeOf('1000000000000000', '500', ten)).toMatchObject({ priced: 500, ask: 'nothing' })
    expect(feeOf('1000000000000000', '510', ten)).toMatchObject({ priced: 510, ask: 'tick' })
  })

  it('given a known flat fee that is more than a quarter by the service`s prices, is typed', () => {
    const three = { paid: '3000000' }
    expect(feeOf('1000000000000000', '3000', three)).toMatchObject({ priced: 10_002, ask: 'word' })
  })

  it('given more than known flat fees, is typed: no price makes it small', () => {
    expect(feeOf('500000000000000000', '3000', { paid: '5000000' })?.ask).toBe('word')
    expect(feeOf('10000000000000000000', '0.04')).toMatchObject({ ask: 'word' })
  })

  it('given no price, may be any share, and is typed', () => {
    expect(feeOf('1000000000000000')).toMatchObject({ value: null, priced: null, ask: 'word' })
  })

  it('given coins beside coins, the share needs no price, and is never small', () => {
    const share = feeOf('1000000000000000', '0.01', { paid: '1000000000000000', address: native })
    expect(share).toMatchObject({ share: 10_000, ask: 'word' })
  })
})

describe('what leaves beside a payment on Solana', () => {
  /** Of lamports that are paid, or of 500 USDC: what the route takes, and all with what the network takes. */
  function feesOf(network: string | undefined, rent: string, lamports?: string, usd?: string) {
    const extensions = usd === undefined ? {} : { price: { usd } }
    const coin = { ...solanaCoin, extensions }
    const app = {
      swap: { pay: { value: coin }, receive: { value: { ...usdcBase, chainId: coin.chainId } } },
      catalog: { top: { value: [] }, chain: () => undefined },
    } as unknown as App
    const { from } = planned.accepted
    const { chainId, address } = coin
    const paid = lamports ? { ...from, chainId, address, amount: lamports } : { ...from, chainId }
    const facts = { kind: 'solanaDeposit' as const, token: paid, feePayer: 'A', programs: [] }
    const steps = planned.steps.slice(0, 1).map((step) => ({ ...step, deposit: true, facts }))
    const leaves = { paid: paid.amount, fee: rent }
    const told = network === undefined ? {} : { network }
    const advice = { at: 1, outcome: 'passes' as const, leaves, ...told }
    const reviewed = { ...planned, steps, advice, accepted: { ...planned.accepted, from: paid } }
    let fees: (RouteFee | undefined)[] = []
    function Fees() {
      fees = [useRouteFee(reviewed), useWholeFee(reviewed)]
      return null
    }
    render(
      <AppProvider value={app}>
        <Fees />
      </AppProvider>,
      document.body,
    )
    return fees
  }

  it('is the rent as a fee of the route, and both together as what is asked about', () => {
    const [route, whole] = feesOf('1005000', '2039280', '2000000000', '188')
    expect(route).toMatchObject({ sum: '0.00203928 SOL', share: 10 })
    expect(whole).toMatchObject({ sum: '0.00304428 SOL', share: 15, value: 572_324n })
  })

  it('given a great priority fee alone, it is typed', () => {
    const [route, whole] = feesOf('10005000', '0', '5319000', '188')
    expect(route).toBeUndefined()
    expect(whole).toMatchObject({ sum: '0.010005 SOL', share: 18_809, ask: 'word' })
  })

  it('given no more than an ordinary transaction costs, nothing is asked, whatever is known of prices', () => {
    expect(feesOf('100000', '0', '100000')[1]).toMatchObject({ share: 10_000, ask: 'nothing' })
    expect(feesOf('100001', '0', '100001')[1]).toMatchObject({ share: 10_000, ask: 'word' })
    expect(feesOf('5000', '0')[1]).toMatchObject({ priced: null, ask: 'nothing' })
    expect(feesOf('200000', '0')[1]).toMatchObject({ priced: null, ask: 'word' })
  })

  it('given another account pays the network, or nobody told it, it is the rent alone', () => {
    for (const network of ['0', undefined]) {
      const [route, whole] = feesOf(network, '2039280', '2000000000')
      expect(whole).toEqual(route)
    }
  })
})
