/** What a sandbox page is told by its server. */
export type PageSettings = {
  readonly chains: readonly { readonly id: number; readonly type: 'eip155' | 'solana' }[]
  readonly tokens: readonly {
    readonly chainId: number
    readonly address: string
    readonly symbol: string
    readonly decimals: number
  }[]
}

const names: Readonly<Record<number, string>> = {
  8453: 'Base',
  42161: 'Arbitrum One',
  20011000000: 'Solana',
}

export const chainName = (id: number) => names[id] ?? `Chain ${id}`

export async function loadSettings(): Promise<PageSettings> {
  const response = await fetch('/settings.json')
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}`)
  return (await response.json()) as PageSettings
}
