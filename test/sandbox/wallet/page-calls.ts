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
