import { createServiceClient } from '@/src/service/client'
import { createSandboxClient } from '../sandbox/test-client'
import type { Product } from '../support/product'
import { ownAccount, type TestToken, usdcAcross } from './steps'

/** What somebody made on another computer, and what is left of it there: this one knows nothing of it. */
export function createElsewhere({ info }: Product) {
  const { serviceUrl: baseUrl, fiatUrl, qrUrl, embedUrl } = info
  const client = createServiceClient({ baseUrl, fiatUrl, qrUrl, embedUrl, version: '0.0.0-other' })
  const { address: person } = info.accounts.evm
  const { from, to } = usdcAcross(info)

  return {
    /** An address to pay 25 USDC to; on another chain than the first, in its USDC. */
    async makeTransfer(source: TestToken = from): Promise<string> {
      const payer = ownAccount(info, source.chainId)
      const request = client.quotes.toRequest({
        from: { chainId: source.chainId, address: source.address },
        to: { chainId: to.chainId, address: to.address },
        tradeType: 'EXACT_INPUT',
        amount: '25000000',
        fromAddress: payer,
        recipient: person,
        refundTo: payer,
      })
      const { quoteId } = await client.quotes.get(request)
      const build = await client.deposits.build({
        from: payer,
        recipient: person,
        refundTo: payer,
        quoteId,
        routeId: 'route-native',
        depositMethod: 'TRANSFER',
      })
      if (build.kind !== 'TRANSFER') throw new Error(`built ${build.kind}`)
      return build.depositAddress
    },
    /** The number of a purchase that waits for its payment. */
    async makePurchase(): Promise<string> {
      const { quotes } = await client.fiat.quote({
        fiatCurrency: 'EUR',
        fiatAmount: '50',
        outputAsset: { chainId: to.chainId, address: to.address },
        recipient: person,
        refundTo: person,
        provider: 'harbor',
      })
      const [quote] = quotes
      if (!quote) throw new Error('no offer')
      return (await client.fiat.createOrder({ quoteId: quote.quoteId })).orderId
    },
    /** Whether the service has heard of a payment. */
    async knows(txHash: string): Promise<boolean> {
      return client.intents
        .byDeposit({ chainId: from.chainId, txHash })
        .then(() => true)
        .catch(() => false)
    },
    wallet: createSandboxClient(info).wallet(from.chainId),
    token: from,
  }
}
