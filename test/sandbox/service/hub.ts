import { Hono } from 'hono'
import { numberToHex } from 'viem'
import type { EvmChain } from '../chains/evm/chain'
import type { ServiceDeps } from './deps'
import { toTokenRecord } from './token-record'

/** Hub records, read from what is deployed: the first EVM chain is the hub. */
export function createHubApp({ network }: ServiceDeps, evmChains: readonly EvmChain[]): Hono {
  const app = new Hono()
  const [hub] = evmChains
  if (hub === undefined) return app
  const findUsdc = ({ tokens }: EvmChain) => tokens.find(({ symbol }) => symbol === 'USDC')

  app.get('/v1/config/arcadia', (context) => {
    const reserves = network.chains.map((chain) => [numberToHex(chain.id), chain.depositTarget])
    const assetReserves = Object.fromEntries(reserves)
    const contract = { deposit: hub.depositTarget, vault: hub.vault, share: hub.share }
    return context.json({ chainId: hub.id, contract: { ...contract, assetReserves } })
  })
  app.get('/v1/vaults', (context) => {
    return context.json([
      {
        symbol: 'cvUSD',
        name: 'Causeway USD Vault',
        description: 'Holds USD Coin of every chain and gives shares for it.',
        vault: hub.vault,
        teller: hub.depositTarget,
        assets: evmChains.flatMap((chain) => findUsdc(chain)?.address ?? []),
        testnet: false,
        decimals: 6,
        backend: 'erc4626',
      },
    ])
  })
  app.get('/v1/mtokens', (context) => {
    const { origin } = new URL(context.req.url)
    const records = evmChains.flatMap((chain) => {
      const spoke = findUsdc(chain)
      const [share] = hub.hubTokens ?? []
      if (spoke === undefined || share === undefined) return []
      const record = toTokenRecord(network, share, origin)
      const spokeToken = toTokenRecord(network, spoke, origin)
      return [{ ...record, extensions: { ...record.extensions, spokeToken } }]
    })
    return context.json(records)
  })
  return app
}
