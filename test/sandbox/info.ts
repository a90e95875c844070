/** What a running sandbox tells the world: the one JSON line of `npm run sandbox -- --json`. */
export type SandboxInfo = {
  /** Main API: the `{base_url}` of the interface document. */
  serviceUrl: string
  fiatUrl: string
  /** QR API; lives under the embed origin. */
  qrUrl: string
  embedUrl: string
  /** The signing page. */
  signerUrl: string
  /** The demo dApp. */
  dappUrl: string
  /** Fault switches and chain controls; not part of the interface. */
  controlUrl: string
  chains: SandboxChainInfo[]
  /** Nodes of independent operators, by name: what a build for this sandbox declares. */
  nodes: { chainId: number; name: string; url: string }[]
  accounts: SandboxAccounts
  tokens: SandboxTokenInfo[]
  /** Deployed and swapped as the others are, and in no list of the service. */
  unlisted: SandboxTokenInfo[]
}

type SandboxChainInfo = { id: number; type: 'eip155' | 'solana'; rpcUrl: string }

type SandboxAccounts = {
  /** A funded account; the key is 32 bytes of 0x-hex. Public test keys, worthless elsewhere. */
  evm: { address: `0x${string}`; privateKey: `0x${string}` }
  /** `secretKey` is base58 over the 64 bytes seed + public key. */
  solana?: { address: string; secretKey: string }
}

export type SandboxTokenInfo = {
  chainId: number
  /** Contract or mint; the native token has the family's native address. */
  address: string
  symbol: string
  decimals: number
}
