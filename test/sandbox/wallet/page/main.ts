import type { PageConfig } from '../config'
import { createChannel } from './channel'
import { announceProvider, createEvmProvider } from './evm-provider'
import { registerSolanaWallet } from './solana-wallet'

/** Written into the bundle by `prepareWallet`. */
declare const pageConfiguration: PageConfig

const config = pageConfiguration
const channel = createChannel(config.channel)

if (config.families.includes('evm')) {
  const provider = createEvmProvider(channel)
  if (config.announce !== 'legacy') announceProvider(provider, config)
  if (config.announce !== 'eip6963') Object.assign(window, { ethereum: provider })
}

if (config.families.includes('solana')) registerSolanaWallet(channel, config)
