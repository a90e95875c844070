import * as z from 'zod/mini'

/** A refusal as it crosses every wall: EIP-1193 and JSON-RPC codes. */
export type WalletFault = {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: WalletFault }

export const families = ['evm', 'solana'] as const
export type Family = (typeof families)[number]

/** From a page, through the relay. The sender says which site it is; the message does not. */
const requestSchema = z.object({
  type: z.literal('request'),
  id: z.string().check(z.maxLength(64)),
  family: z.enum(families),
  method: z.string().check(z.maxLength(128)),
  params: z.optional(z.unknown()),
})

/** What a page may see now: nothing before its site is connected. */
const viewSchema = z.object({ type: z.literal('view') })

export const pageMessageSchema = z.discriminatedUnion('type', [requestSchema, viewSchema])
export type PageRequest = z.infer<typeof requestSchema>

/** The wallet as one site may see it. */
export type SiteView = {
  readonly online: boolean
  /** 0x-prefixed hexadecimal. */
  readonly chainId: string
  readonly evm: readonly string[]
  readonly solana: readonly { readonly address: string }[]
}

/** The worker's first word on a request: it is settled, or its outcome comes as a message of its own. */
export type RequestAnswer = { readonly settled: Outcome } | { readonly pending: true }

/** Worker to relay. */
export type WorkerNotice =
  | { readonly type: 'outcome'; readonly id: string; readonly outcome: Outcome }
  | { readonly type: 'changed' }

/** How an unknown chain is refused: wallets disagree about where 4902 is written. */
export const unknownChainShapes = ['plain', 'nested', 'message'] as const
export type UnknownChainShape = (typeof unknownChainShapes)[number]

/** From the wallet's own pages only: the approval window, the control page, and tests in them. */
export const controlMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('set'),
    mode: z.optional(z.string()),
    times: z.optional(z.number().check(z.int(), z.positive())),
    afterwards: z.optional(z.string()),
    methods: z.optional(z.array(z.string())),
    /** Index among the test keys. */
    account: z.optional(z.number().check(z.int(), z.nonnegative())),
    /** EVM chain id. */
    chain: z.optional(z.number()),
    online: z.optional(z.boolean()),
    /** `eth_accounts` and `eth_chainId` are answered only once this is off again. */
    holdReads: z.optional(z.boolean()),
    unknownChain: z.optional(z.enum(unknownChainShapes)),
  }),
  z.object({ type: z.literal('status') }),
  z.object({ type: z.literal('log') }),
  z.object({ type: z.literal('clear-log') }),
  /** What waits to be sped up or cancelled waits no longer. */
  z.object({ type: z.literal('replace-now') }),
  z.object({ type: z.literal('prompt'), id: z.string() }),
  z.object({ type: z.literal('decide'), id: z.string(), approve: z.boolean() }),
  /** Without an origin every site is disconnected. */
  z.object({ type: z.literal('disconnect'), origin: z.optional(z.string()) }),
])
export type ControlMessage = z.infer<typeof controlMessageSchema>

/** One request received and what became of it. */
export type LogEntry = {
  readonly id: string
  readonly at: number
  readonly origin: string
  readonly family: Family
  readonly method: string
  readonly params: unknown
  /** A person would have been asked. */
  readonly prompted: boolean
  readonly mode?: string
  readonly status: 'open' | 'answered' | 'refused' | 'forgotten'
  readonly result?: unknown
  readonly error?: WalletFault
  readonly settledAt?: number
  /** False when the page was gone before it could be told. */
  readonly delivered?: boolean
  /** Hashes of everything broadcast for this request, in order. */
  readonly sent: readonly string[]
}

export type PromptStatus = {
  readonly id: string
  readonly origin: string
  readonly family: Family
  readonly method: string
  readonly params: unknown
  readonly account: string
  readonly chain: { readonly id: number; readonly name: string; readonly symbol: string }
}

export type WalletStatus = {
  readonly name: string
  readonly rdns: string
  readonly icon: string
  readonly mode: string
  readonly times?: number
  readonly afterwards?: string
  readonly methods?: readonly string[]
  readonly online: boolean
  readonly unknownChain: UnknownChainShape
  readonly account: number
  readonly accounts: readonly { readonly evm?: string; readonly solana?: string }[]
  readonly chainId: number
  readonly chains: readonly { readonly id: number; readonly name: string; readonly type: string }[]
  readonly sites: readonly {
    readonly origin: string
    readonly families: readonly Family[]
  }[]
  readonly prompts: readonly {
    readonly id: string
    readonly method: string
    readonly origin: string
  }[]
}
