/** A token of the sandbox: what it says of itself, and what is known of it. */
export type TokenDefinition = {
  name: string
  symbol: string
  decimals: number
  contract: 'Token' | 'StrictToken'
  isTop: boolean
  priceUsd?: string
  isRiskToken?: boolean
  /** What the test account starts with, in whole tokens. */
  grant: bigint
}

/** What is deployed on every EVM chain of the sandbox; the table is the same, the addresses differ. */
export const tokenDefinitions: readonly TokenDefinition[] = [
  {
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    contract: 'Token',
    isTop: true,
    priceUsd: '1',
    grant: 10_000n,
  },
  {
    name: 'Dai Stablecoin',
    symbol: 'DAI',
    decimals: 18,
    contract: 'Token',
    isTop: true,
    priceUsd: '1',
    grant: 10_000n,
  },
  {
    name: 'Tether USD',
    symbol: 'USDT',
    decimals: 6,
    contract: 'StrictToken',
    isTop: true,
    priceUsd: '1',
    grant: 10_000n,
  },
  {
    name: 'Fair Ticket',
    symbol: 'TICKET',
    decimals: 0,
    contract: 'Token',
    isTop: false,
    priceUsd: '5',
    grant: 100n,
  },
  {
    // The last letter is the Cyrillic capital Es: it looks like the real one and is not.
    name: 'USD Coin',
    symbol: 'USD\u0421',
    decimals: 6,
    contract: 'Token',
    isTop: false,
    isRiskToken: true,
    grant: 1_000_000n,
  },
]

/** Deployed on every EVM chain too, priced and held as the others are: only no list names it. */
export const unlistedDefinition: TokenDefinition = {
  name: 'Lamp Oil',
  symbol: 'LAMP',
  decimals: 8,
  contract: 'Token',
  isTop: false,
  priceUsd: '4',
  grant: 100n,
}
