import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { Web3RequestKind } from 'headless-web3-provider'

// Node finds no names in the form in which it is published for it.
const published: typeof import('headless-web3-provider') = createRequire(import.meta.url)(
  'headless-web3-provider',
)

/** How headless-web3-provider is listed: by its name, as the rdns that it announces is no domain but a word. */
export const headlessId = 'name:Headless Web3 Provider'

/** What it can be asked. */
export const asks = published.Web3RequestKind

/** What a wallet throws, in the shape of EIP-1193. */
export type Thrown = { code: number; message: string; data?: unknown }

/**
 * Adds headless-web3-provider, as its authors publish it, to a page that is loaded afterwards: one key, and
 * one chain that it knows. It asks nobody by itself: each request waits until the test answers it.
 */
export async function addHeadless(
  page: Page,
  options: { privateKey: string; chainId: number; rpcUrl: string },
) {
  const { privateKey, chainId, rpcUrl } = options
  const wallet = await published.injectHeadlessWeb3Provider(page, [privateKey], chainId, rpcUrl)
  return {
    wallet,
    /** Answers the next request of a kind with an error. */
    fail: (kind: Web3RequestKind, thrown: Thrown) =>
      wallet.reject(kind, Object.assign(new Error(thrown.message), thrown)),
  }
}
