import { type Address, address } from '@solana/web3.js'
import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import { key, mint } from '@/test/samples/solana'
import { tokenAccountOf } from '@/test/sandbox/chains/solana/compose'
import type { Payable } from './address-service'
import type { SimChain, SimTransaction } from './chain'
import { signer } from './solana-handed'
import { createSolanaLedger, type SolanaLedger } from './solana-ledger'
import { finalAfter } from './solana-terms'
import { lamports, type SolanaDraft } from './solana-wire'

/** How an order is paid on Solana; `blind`: no node answers while its address is asked for. */
export const solanaWays = {
  spl: { token: mint },
  lamports: { token: lamports },
  splMemo: { token: mint, memo: 'order 7' },
  lamportsMemo: { token: lamports, memo: 'order 7', blind: true },
  splTold: { token: mint, told: true },
  splBlind: { token: mint, blind: true },
} as const
export type SolanaWay = keyof typeof solanaWays

/** What a way comes to. */
export const termsOf = (
  way: SolanaWay,
): { token: string; memo?: string; told?: true; blind?: true } => solanaWays[way]

const depositAddress = key('d')
/** Whom refunds go to, and who says to pay. */
const author = key('a')
/** Whoever pays for the person, an exchange for instance; strangers; and the service's own account. */
export const exchange = key('e')
export const stranger = key('x')
export const vault = key('s')
/** A token that nobody asked for: wrapped coins, which are no coins. */
export const otherMint = 'So11111111111111111111111111111111111111112'

const owners = [depositAddress, author, exchange, stranger, vault, signer]
const mints = [mint, otherMint]

/** Derived once, as wallets derive them. */
const derived = Promise.all(
  owners.flatMap((owner) =>
    mints.map(async (each): Promise<{ owner: string; mint: string; account: Address }> => {
      const account = await tokenAccountOf(address(each), address(owner))
      return { owner, mint: each, account }
    }),
  ),
)

/** The chain of one world: made once its clock is known. */
export async function toSolanaLedger(): Promise<(now: () => number) => SolanaLedger> {
  const accounts = await derived
  const open = [depositAddress, author]
  const rich = [exchange, stranger, vault, signer]
  return (now) => createSolanaLedger({ now, accounts, rich, open, mints })
}

export function toPayable(way: SolanaWay): Payable {
  const { token, memo } = termsOf(way)
  const side = { chainId: SOLANA_CHAIN_ID, token, depositAddress, author, depth: finalAfter }
  return memo === undefined ? side : { ...side, memo }
}

/** What a transaction moved, as far as it went to one account in one token. */
export function toSimTransaction(tx: {
  signature: string
  draft: SolanaDraft
  slot?: number
  err?: object | null
}): SimTransaction {
  const { signature: hash, draft, slot, err } = tx
  const [first] = draft.moves
  const { token = lamports, to = '' } = first ?? {}
  const same = draft.moves.filter((each) => each.token === token && each.to === to)
  const amount = same.reduce((sum, each) => sum + each.amount, 0n)
  return {
    hash,
    from: draft.payer,
    to,
    data: '',
    value: 0n,
    nonce: 0,
    reverted: draft.fails === true || err != null,
    payout: { token, to, amount, memos: draft.memos ?? [] },
    ...(slot === undefined ? {} : { block: slot }),
  }
}

/**
 * The ledger as the chain that is paid from: what the model, its service and its invariants ask of an EVM
 * chain in the way of payments, and nothing else of it.
 */
export function toPaidChain(ledger: SolanaLedger): SimChain {
  let paid = 0
  const all = () => [...ledger.landed(), ...ledger.waiting()].map(toSimTransaction)
  const chain: Pick<
    SimChain,
    'id' | 'mined' | 'mempool' | 'relay' | 'find' | 'height' | 'timeOf' | 'pay' | 'reorg'
  > &
    Pick<SimChain, 'mine' | 'mineRelay'> = {
    id: SOLANA_CHAIN_ID,
    get mined() {
      return ledger.landed().map(toSimTransaction)
    },
    get mempool() {
      return ledger.waiting().map(toSimTransaction)
    },
    relay: [],
    find: (hash) => all().find((each) => each.hash === hash),
    height: ledger.slot,
    timeOf: ledger.timeOf,
    pay({ token, to, amount, memos = [] }) {
      paid += 1
      const payer = to === author ? vault : exchange
      return landOne(ledger, {
        ...shapeOf(paid),
        payer,
        moves: [{ token, from: payer, to, amount }],
        memos,
      })
    },
    reorg: () => void ledger.fork(),
    mine: ledger.mine,
    mineRelay: () => undefined,
  }
  return chain as SimChain
}

/** Wallets write one payment in many ways: the n-th differs from the one before. */
export function shapeOf(n: number): Pick<SolanaDraft, 'opens' | 'byTable' | 'oldMemo'> {
  if (n % 3 === 1) return { opens: true }
  return n % 3 === 2 ? { opens: true, byTable: true } : { opens: false, oldMemo: true }
}

/** One transaction that lands in a block of its own; gives its signature. */
export function landOne(ledger: SolanaLedger, draft: SolanaDraft): string {
  const [signature = ''] = ledger.land(draft)
  return signature
}
