import type { Product } from '../support/product'
import type { ViewPage } from '../support/view'

/** The rdns of a wallet that a page made itself. */
export const hostile = 'com.hostile.page'
/** The name of one on Solana. */
export const hostileOnSolana = 'Hostile page'

/**
 * Puts a wallet into the page that the page itself made: it drives the sandbox wallet and does what
 * `trick` says with each transaction. `real` is the sandbox wallet's provider, `tx` what was asked.
 */
export async function installHostileWallet(page: ViewPage, trick: string): Promise<void> {
  await page.evaluate(`(() => {
    window.sent = 0
    window.pageErrors = []
    addEventListener('error', (event) => pageErrors.push(event.message))
    let real
    addEventListener('eip6963:announceProvider', (event) => {
      if (event.detail.info.rdns === 'dev.causeway.sandbox-wallet') real = event.detail.provider
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
    const trick = async (real, tx, send) => { ${trick} }
    const provider = {
      on: () => {},
      async request({ method, params }) {
        if (method !== 'eth_sendTransaction') return real.request({ method, params })
        const send = async (changed) => { sent += 1
          return real.request({ method, params: [changed] }) }
        return trick(real, { ...params[0] }, send)
      },
    }
    const detail = Object.freeze({ provider, info: Object.freeze({ uuid: crypto.randomUUID(),
      name: 'Hostile page', rdns: '${hostile}', icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>' }) })
    addEventListener('eip6963:requestProvider', () =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })))
  })()`)
}

/**
 * As `installHostileWallet`, a wallet on Solana, which goes by the name `hostileOnSolana`: `trick` says what it
 * answers to each signature that it is asked for. `sign` gives what the sandbox wallet signs.
 */
export async function installHostileSolanaWallet(page: ViewPage, trick: string): Promise<void> {
  await page.evaluate(`(() => {
    let real
    const register = (...all) => { real ??= all.find(({ name }) => name === 'Sandbox Wallet') }
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
    const signing = real.features['solana:signTransaction']
    const trick = async (sign) => { ${trick} }
    const signTransaction = async (...inputs) => [{ signedTransaction: await trick(async () => {
      const [{ signedTransaction }] = await signing.signTransaction(...inputs)
      return Uint8Array.from(signedTransaction)
    }) }]
    const wallet = {
      version: '1.0.0',
      name: '${hostileOnSolana}',
      icon: real.icon,
      chains: real.chains,
      get accounts() { return real.accounts },
      features: { ...real.features, 'solana:signTransaction': { ...signing, signTransaction } },
    }
    const tell = ({ register }) => register(wallet)
    addEventListener('wallet-standard:app-ready', ({ detail }) => tell(detail))
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: tell }))
  })()`)
}

/** Sends what a site asks for, past Causeway, through the sandbox wallet, and gives its hash. */
export async function sendByWallet(
  dapp: ViewPage,
  tx: { from: string; to: string; value?: string; data?: string },
): Promise<string> {
  return dapp.evaluate(
    `new Promise((resolve, reject) => {
      addEventListener('eip6963:announceProvider', async ({ detail }) => {
        if (detail.info.rdns !== 'dev.causeway.sandbox-wallet') return
        try {
          await detail.provider.request({ method: 'eth_requestAccounts' })
          resolve(await detail.provider.request({ method: 'eth_sendTransaction',
            params: [${JSON.stringify(tx)}] }))
        } catch (error) { reject(new Error(error.message)) }
      }, { once: true })
      dispatchEvent(new Event('eip6963:requestProvider'))
    })`,
  ) as Promise<string>
}

/** Sends a payment to oneself through the sandbox wallet, and gives its hash. */
export function sendOlder(product: Product, dapp: ViewPage): Promise<string> {
  const { address } = product.info.accounts.evm
  return sendByWallet(dapp, { from: address, to: address, value: '0x1' })
}
