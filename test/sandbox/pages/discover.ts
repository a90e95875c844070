export type Provider = {
  request(args: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): unknown
  removeListener(event: string, listener: (value: unknown) => void): unknown
}

export type EvmWallet = {
  readonly info: {
    readonly uuid: string
    readonly name: string
    readonly icon: string
    readonly rdns: string
  }
  readonly provider: Provider
}

/** Tells each EVM wallet that announces itself (EIP-6963). Returns its off-switch. */
export function onEvmWallet(found: (wallet: EvmWallet) => void): () => void {
  const listen = (event: Event) => {
    if (event instanceof CustomEvent) found(event.detail as EvmWallet)
  }
  window.addEventListener('eip6963:announceProvider', listen)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => window.removeEventListener('eip6963:announceProvider', listen)
}
