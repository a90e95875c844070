/**
 * What every page asks the worker while it opens, read without the schema library, which is heavier than all
 * that a page shows first. The worker has parsed these answers by their schemas before it sent them; what
 * does not fit here is not refused but read by the schemas themselves. A test holds both against one another.
 */
import {
  dictionary,
  flag,
  list,
  number,
  oneOf,
  record,
  type Shape,
  text,
  variant,
} from '@/src/lib/shape'
import type { Change, OutputOf } from './rpc'
import type { Chain } from './service/chain'
import type { ForeignChainRecord } from './service/foreign'
import type { Token } from './service/token'

const short = text(1_024)
const long = text(65_536)
const family = oneOf('eip155', 'solana')
/** More than any service lists. */
const many = 10_000

const token: Shape<Token> = record(
  { chainId: number, address: short, name: short, symbol: short, decimals: number },
  {
    logoURI: long,
    platform: short,
    id: short,
    extensions: record({}, { balance: short, isRiskToken: flag, price: record({ usd: short }) }),
  },
)

const urls = list(many, short)
const chain: Shape<Chain> = record(
  {
    type: family,
    id: number,
    name: short,
    nativeCurrency: record({ symbol: short, decimals: number }, { name: short }),
  },
  {
    rpcUrls: record({ default: record({ http: urls }) }),
    blockExplorers: record({ default: record({ name: short, url: short }, { apiUrl: short }) }),
    testnet: flag,
  },
)

const foreignChain: Shape<ForeignChainRecord> = record(
  {
    type: short,
    id: number,
    name: short,
    nativeCurrency: record({ symbol: short, decimals: number }),
  },
  { testnet: flag },
)

const page = record(
  { tabId: number, frameId: number, origin: long },
  { documentId: short, title: long },
)
const wallet = record(
  { family, id: short, name: short, ambiguous: flag, accounts: list(64, short) },
  { icon: long, chainId: short, unanswered: flag },
)
const candidate = record(
  { page, active: flag, access: flag, wallets: list(many, wallet), signer: flag },
  { favIconUrl: long, unanswered: flag },
)

const settings = record(
  {
    serviceUrl: long,
    fiatUrl: long,
    qrUrl: long,
    embedUrl: long,
    signerUrl: long,
    theme: oneOf('system', 'light', 'dark'),
    slippageTolerance: number,
    notifications: flag,
    rpcUrls: dictionary(long),
    preferredWallet: record({}, { eip155: short, solana: short }),
  },
  { addedTokens: list(many, token), language: short },
)
const chainLists = record(
  { chains: list(many, chain), stale: flag },
  { foreign: list(many, foreignChain) },
)

type AtOpening = 'readSettings' | 'listChains' | 'topTokens' | 'findWallets'

const answers: { [N in AtOpening]: Shape<OutputOf<N>> } = {
  readSettings: settings,
  listChains: chainLists,
  topTokens: record({ tokens: list(many, token) }),
  findWallets: record({ pages: list(many, candidate) }),
}

/** Whether a procedure is one of those that a page asks for while it opens. */
export function isAtOpening(name: string): name is AtOpening {
  return Object.hasOwn(answers, name)
}

/** The value in the worker's reply, as it is; undefined where the schemas have to read that. */
export function readAtOpening<N extends AtOpening>(
  name: N,
  reply: unknown,
): OutputOf<N> | undefined {
  if (typeof reply !== 'object' || reply === null || !('ok' in reply && 'value' in reply)) return
  const { ok, value } = reply
  return ok === true && answers[name](value) ? (value as OutputOf<N>) : undefined
}

const changes: Shape<Change> = variant('kind', {
  order: record({ kind: oneOf('order'), orderId: short, revision: number }),
  connection: record({ kind: oneOf('connection'), attemptId: short }),
  settings: record({ kind: oneOf('settings') }),
  wallets: record({ kind: oneOf('wallets') }),
  prefill: record({ kind: oneOf('prefill') }),
})

/** Reads what the worker announced; undefined for what is none. */
export function readChange(value: unknown): Change | undefined {
  return changes(value)
}
