import type { EvmWallet, Provider } from '../discover'

export type Session = {
  readonly wallet: EvmWallet
  readonly account: string
  readonly chainId: number
  /** Wei. */
  readonly balance: bigint
}

/** Connects and reads; a refusal is thrown as the wallet gave it. */
export async function connect(wallet: EvmWallet): Promise<Session | null> {
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  return readSession(wallet)
}

/** The session as the wallet tells it now; null when it shows no account. */
export async function readSession(wallet: EvmWallet): Promise<Session | null> {
  const { provider } = wallet
  const [account] = (await provider.request({ method: 'eth_accounts' })) as string[]
  if (account === undefined) return null
  const chainId = Number(await provider.request({ method: 'eth_chainId' }))
  const params = [account, 'latest']
  const balance = await provider.request({ method: 'eth_getBalance', params })
  return { wallet, account, chainId, balance: BigInt(String(balance)) }
}

/** Calls back whenever the wallet changes account or chain. Returns its off-switch. */
export function onSessionChange(provider: Provider, changed: () => void): () => void {
  const events = ['accountsChanged', 'chainChanged', 'disconnect', 'connect']
  for (const event of events) provider.on(event, changed)
  return () => {
    for (const event of events) provider.removeListener(event, changed)
  }
}

export async function switchChain({ wallet }: Session, id: number): Promise<void> {
  const params = [{ chainId: `0x${id.toString(16)}` }]
  await wallet.provider.request({ method: 'wallet_switchEthereumChain', params })
}

/** Sends 0.001 of the native token to oneself; gives the transaction's hash. */
export async function sendTestPayment({ wallet, account }: Session): Promise<string> {
  const params = [{ from: account, to: account, value: `0x${(10n ** 15n).toString(16)}` }]
  return String(await wallet.provider.request({ method: 'eth_sendTransaction', params }))
}

/** Wei as a decimal with at most four places, cut and not rounded. */
export function toEther(wei: bigint): string {
  const whole = wei / 10n ** 18n
  const rest = (wei % 10n ** 18n).toString().padStart(18, '0').slice(0, 4).replace(/0+$/, '')
  return rest === '' ? whole.toString() : `${whole}.${rest}`
}
