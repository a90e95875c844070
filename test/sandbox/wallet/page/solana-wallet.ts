import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignTransactionFeature,
  SolanaSignTransactionInput,
} from '@solana/wallet-standard-features'
import { getBase58Encoder } from '@solana/web3.js'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { registerWallet } from '@wallet-standard/wallet'
import { fromBase64, toBase64 } from '../base64'
import type { PageConfig } from '../config'
import type { SiteView } from '../protocol'
import { type Channel, ProviderRpcError } from './channel'

const chain = 'solana:mainnet' as const
const supportedTransactionVersions = ['legacy', 0] as const

type ChangeListener = (properties: { readonly accounts: readonly WalletAccount[] }) => void

const publicKeyOf = (address: string) => new Uint8Array(getBase58Encoder().encode(address))

/** Registers by Wallet Standard: https://github.com/wallet-standard/wallet-standard */
export function registerSolanaWallet(channel: Channel, config: PageConfig): void {
  const listeners = new Set<ChangeListener>()
  let accounts: readonly WalletAccount[] = []
  const features = config.signAndSend
    ? (['solana:signTransaction', 'solana:signAndSendTransaction'] as const)
    : (['solana:signTransaction'] as const)

  function show(addresses: SiteView['solana']): void {
    const before = accounts.map(({ address }) => address).join()
    if (before === addresses.map(({ address }) => address).join()) return
    accounts = addresses.map(({ address }) =>
      Object.freeze({
        address,
        publicKey: publicKeyOf(address),
        chains: [chain] as const,
        features,
      }),
    )
    for (const listener of listeners) listener({ accounts })
  }
  channel.onView((view) => show(view.solana))

  async function ask(method: string, inputs: readonly SolanaSignTransactionInput[]) {
    const account = inputs[0]?.account.address
    if (inputs.some((input) => input.account.address !== account)) {
      throw new ProviderRpcError({ code: -32602, message: 'One account at a time.' })
    }
    const transactions = inputs.map(({ transaction }) => toBase64(transaction))
    const outputs = await channel.request('solana', method, { account, transactions })
    return (outputs as readonly string[]).map(fromBase64)
  }

  const signing: SolanaSignTransactionFeature = {
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      signTransaction: async (...inputs) =>
        (await ask('solana:signTransaction', inputs)).map((signedTransaction) => ({
          signedTransaction,
        })),
    },
  }
  const sending: SolanaSignAndSendTransactionFeature = {
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      signAndSendTransaction: async (...inputs) =>
        (await ask('solana:signAndSendTransaction', inputs)).map((signature) => ({ signature })),
    },
  }

  const wallet: Wallet = {
    version: '1.0.0',
    name: config.name,
    icon: config.icon as Wallet['icon'],
    chains: [chain],
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async (input?: { readonly silent?: boolean }) => {
          const params = { silent: input?.silent === true }
          const shown = await channel.request('solana', 'standard:connect', params)
          show(shown as SiteView['solana'])
          return { accounts }
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        disconnect: async () => {
          await channel.request('solana', 'standard:disconnect', null)
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (event: string, listener: ChangeListener) => {
          if (event === 'change') listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      ...signing,
      ...(config.signAndSend ? sending : {}),
    },
  }
  registerWallet(wallet)
}
