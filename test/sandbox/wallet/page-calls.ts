import type { Page } from '@playwright/test'

export type CallResult =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string; readonly data?: unknown }

export type ProviderCall = {
  readonly rdns: string
  readonly method: string
  readonly params?: unknown
}

/** Calls a wallet as a site would: finds it by EIP-6963, asks, and gives what it was told. */
export function callProvider(page: Page, call: ProviderCall): Promise<CallResult> {
  return page.evaluate(callInPage, call)
}

async function callInPage({ rdns, method, params }: ProviderCall): Promise<CallResult> {
  const details: {
    info: { rdns: string }
    provider: { request(args: object): Promise<unknown> }
  }[] = []
  window.addEventListener('eip6963:announceProvider', (event) => {
    details.push((event as CustomEvent).detail)
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const found = details.find(({ info }) => info.rdns === rdns)
  if (found === undefined) return { ok: false, code: 0, message: `No wallet ${rdns}` }
  try {
    const args = params === undefined ? { method } : { method, params }
    return { ok: true, result: await found.provider.request(args) }
  } catch (thrown) {
    const { code, message, data } = thrown as { code: number; message: string; data?: unknown }
    return { ok: false, code, message, data }
  }
}

export type SolanaCall = {
  /** The wallet's name, as Wallet Standard registers it. */
  readonly name: string
  readonly method: 'connect' | 'silent' | 'disconnect' | 'sign'
  /** Base64; for `sign`. */
  readonly transaction?: string
}

/** Calls a Wallet Standard wallet as a site would; signed transactions come back as base64. */
export function callSolana(page: Page, call: SolanaCall): Promise<CallResult> {
  return page.evaluate(callSolanaInPage, call)
}

async function callSolanaInPage(call: SolanaCall): Promise<CallResult> {
  type Feature = Record<string, (...args: unknown[]) => Promise<unknown>>
  type Standard = {
    name: string
    accounts: { address: string; publicKey: Uint8Array }[]
    features: Record<string, Feature>
  }
  const found: Standard[] = []
  const register = (...wallets: Standard[]) => found.push(...wallets)
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  const wallet = found.find(({ name }) => name === call.name)
  if (wallet === undefined) return { ok: false, code: 0, message: `No wallet ${call.name}` }
  try {
    if (call.method === 'sign') {
      const transaction = Uint8Array.from(atob(call.transaction ?? ''), (char) =>
        char.charCodeAt(0),
      )
      const feature = wallet.features['solana:signTransaction']
      const outputs = await feature?.signTransaction?.({ account: wallet.accounts[0], transaction })
      const [output] = outputs as { signedTransaction: Uint8Array }[]
      const bytes = Array.from(output?.signedTransaction ?? [], (byte) => String.fromCharCode(byte))
      return { ok: true, result: btoa(bytes.join('')) }
    }
    if (call.method === 'disconnect') {
      await wallet.features['standard:disconnect']?.disconnect?.()
    } else {
      await wallet.features['standard:connect']?.connect?.({ silent: call.method === 'silent' })
    }
    return { ok: true, result: wallet.accounts.map(({ address }) => address) }
  } catch (thrown) {
    const { code, message } = thrown as { code: number; message: string }
    return { ok: false, code, message }
  }
}
