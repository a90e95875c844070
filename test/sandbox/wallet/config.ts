import * as z from 'zod/mini'

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]+$/))

const chainSchema = z.object({
  /** Numeric chain id as the service names it: 8453, 42161, 20011000000... */
  id: z.number(),
  type: z.enum(['eip155', 'solana']),
  rpcUrl: z.string(),
  name: z.optional(z.string()),
})

/** What a sandbox wallet is built with; it is written into the bundle, so that several may be loaded. */
export const walletConfigSchema = z.object({
  /** Names this build on the page, so that two wallets never answer each other's requests. */
  channel: z.string(),
  name: z.string(),
  /** Reverse domain name announced by EIP-6963. */
  rdns: z.string(),
  /** Data URI of a square picture. */
  icon: z.string(),
  chains: z.array(chainSchema),
  /** 32-byte secp256k1 keys. The first one is selected at the start. */
  evmKeys: z.array(hex),
  /** Base58 of 64 bytes: the ed25519 seed, then the public key. The first one is selected. */
  solanaKeys: z.array(z.string()),
  mode: z.string(),
  /** Sites are connected without a prompt, whatever the mode. */
  autoConnect: z.boolean(),
  /** How EVM pages find this wallet. `legacy` is `window.ethereum` only. */
  announce: z.enum(['eip6963', 'legacy', 'both']),
  /** Offers `solana:signAndSendTransaction` beside `solana:signTransaction`. */
  signAndSend: z.boolean(),
})

export type WalletConfig = z.infer<typeof walletConfigSchema>
export type WalletChain = z.infer<typeof chainSchema>

/** The part of the configuration that the page's world needs; it holds no key. */
export type PageConfig = Pick<
  WalletConfig,
  'channel' | 'name' | 'rdns' | 'icon' | 'announce' | 'signAndSend'
> & { readonly families: readonly ('evm' | 'solana')[] }
