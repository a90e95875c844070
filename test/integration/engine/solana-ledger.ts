import { createHash } from 'node:crypto'
import { encodeBase58 } from '@/src/lib/base58'
import { type NodeView, SimRefusal } from './chain-rpc'
import { readHanded, readUnsigned } from './solana-handed'
import { answerLedger } from './solana-ledger-rpc'
import {
  feeOfSignature,
  finalAfter,
  goodFor,
  type LandedSolana,
  rent,
  rentOfOwner,
  type SolanaAccount,
  type SolanaBalances,
  type SolanaState,
  type TokenAccounts,
  type WaitingSolana,
} from './solana-terms'
import { notPassedOn } from './solana-trial-rpc'
import { lamports, type SolanaDraft, writeSolana } from './solana-wire'

const genesis = 1_800_000_000_000
const firstSlot = 1_000
/** A slot is to take 400 ms, and takes a little longer in the mean. */
const slotMs = 450
/** Every so many slots a leader misses its own: there is no block in it. */
const missedEvery = 23
/** What the rich have of everything. */
const plenty = 10n ** 15n

/**
 * A Solana chain in memory on which owners pay one another: slots that go by with the true time, blocks
 * of which some are missed, transactions with all that they changed, and forks that drop them. What nodes
 * say of it is `rpc`, after https://solana.com/docs/rpc/http.
 */
export function createSolanaLedger(options: {
  now: () => number
  accounts: TokenAccounts
  /** Owners who have enough of everything, from the beginning. */
  rich: readonly string[]
  /** Accounts that are open from the beginning, and hold no more than that takes. */
  open: readonly string[]
  mints: readonly string[]
}) {
  const { now, accounts, rich, open, mints } = options
  let landed: LandedSolana[] = []
  const waiting: WaitingSolana[] = []
  let newest = firstSlot
  /** First slots that a fork left out: blocks from there on are others than before. */
  const forks: number[] = []
  const blockhashes = new Map<string, string>()
  let count = 0
  /** What was handed to nodes (base64), and how often they keep none of it. */
  const handed: string[] = []
  let swallows = 0

  const isMissed = (slot: number) => slot % missedEvery === missedEvery - 1
  const tokenAccount = (owner: string, mint: string) => {
    const found = accounts.find((each) => each.owner === owner && each.mint === mint)
    if (!found) throw new Error(`nobody derived the account of ${owner} for ${mint}`)
    return found.account
  }
  /** The newest slot that has a block. */
  function slot(): number {
    newest = Math.max(newest, firstSlot + Math.floor((now() - genesis) / slotMs))
    return atBlock(newest)
  }
  const atBlock = (at: number) => (isMissed(at) ? at - 1 : at)
  const nextSlot = () => {
    newest = slot() + 1
    if (isMissed(newest)) newest += 1
    return newest
  }
  /** Blocks up to a slot: those that were missed count for nothing. */
  const heightOf = (at: number) => at - Math.floor((at + 1) / missedEvery)
  const timeOf = (at: number) => Math.floor((genesis + (at - firstSlot) * slotMs) / 1_000)
  const blockhashOf = (at: number) => {
    const text = `${forks.filter((first) => first <= at).length}:${at}`
    const known = blockhashes.get(text)
    if (known !== undefined) return known
    const made = encodeBase58(new Uint8Array(createHash('sha256').update(text).digest()))
    blockhashes.set(text, made)
    return made
  }

  function begin(): SolanaState {
    const state: SolanaState = new Map(open.map((each) => [each, { lamports: rentOfOwner }]))
    for (const owner of rich) {
      state.set(owner, { lamports: plenty })
      for (const mint of mints) {
        const token = { mint, owner, amount: plenty }
        state.set(tokenAccount(owner, mint), { lamports: rent, token })
      }
    }
    return state
  }

  /** What accounts hold after a slot. */
  function state(upTo = Number.POSITIVE_INFINITY): SolanaState {
    const result = begin()
    for (const each of landed) if (each.slot <= upTo) settle(result, each)
    return result
  }

  /** Puts a transaction into a block. */
  function include(tx: WaitingSolana, at: number): void {
    const held = state()
    const all = [...tx.keys, ...tx.loaded]
    const read = (): SolanaBalances[] =>
      all.map((key) => {
        const account = held.get(key)
        const { token: units } = account ?? {}
        return { lamports: account?.lamports ?? 0n, ...(units ? { units: { ...units } } : {}) }
      })
    const fee = feeOfSignature * BigInt(tx.signers)
    const before = read()
    const err = tx.draft.fails ? { InstructionError: [0, { Custom: 1 }] } : null
    const settled = { ...tx, slot: at, err, fee, before, after: before }
    settle(held, settled)
    landed.push({ ...settled, after: read() })
  }

  function settle(
    held: SolanaState,
    { draft, err, fee }: Pick<LandedSolana, 'draft' | 'err' | 'fee'>,
  ) {
    const of = (key: string): SolanaAccount => {
      const known = held.get(key) ?? { lamports: 0n }
      held.set(key, known)
      return known
    }
    of(draft.payer).lamports -= fee
    if (err) return
    for (const { token, from, to, amount } of draft.moves) {
      if (token === lamports) {
        of(from).lamports -= amount
        of(to).lamports += amount
        continue
      }
      const target = of(tokenAccount(to, token))
      if (!target.token) {
        of(draft.payer).lamports -= rent
        Object.assign(target, { lamports: rent, token: { mint: token, owner: to, amount: 0n } })
      }
      const source = of(tokenAccount(from, token)).token
      if (!source || !target.token) throw new Error('nobody opened it')
      source.amount -= amount
      target.token.amount += amount
    }
  }

  /** What its payer signs now: good for as long as the newest blockhash is. */
  function sign(draft: SolanaDraft): WaitingSolana {
    count += 1
    const issued = slot()
    const written = { number: count, blockhash: blockhashOf(issued), tokenAccount }
    const held = state()
    // Nobody is paid into an account that nobody opened.
    const isClosed = draft.moves.some(
      ({ token, to }) => token !== lamports && !held.has(tokenAccount(to, token)),
    )
    const opens = draft.opens || isClosed
    return { ...writeSolana({ ...draft, opens }, written), draft, issued }
  }

  /** Transactions that land together in the next block; gives their signatures. */
  function land(...drafts: SolanaDraft[]): string[] {
    const signed = drafts.map(sign)
    const at = nextSlot()
    for (const tx of signed) include(tx, at)
    return signed.map(({ signature }) => signature)
  }

  /** What waits lands in the next block, where its blockhash is still good. */
  function mine(): void {
    const at = nextSlot()
    for (const tx of waiting.splice(0)) {
      if (heightOf(at) - heightOf(tx.issued) <= goodFor) include(tx, at)
    }
  }

  /**
   * Another fork is taken from before the newest block with transactions: they wait to land again, or
   * (`lost`) nobody hands them in any more. What is final is on every fork.
   */
  function fork(lost = false): boolean {
    const last = landed.at(-1)?.slot
    if (last === undefined || slot() - last >= finalAfter) return false
    forks.push(last)
    const dropped = landed.filter((each) => each.slot === last)
    landed = landed.filter((each) => each.slot !== last)
    // Their blockhash is of a block before them, which both forks have.
    for (const { slot: _, err: __, fee: ___, before: ____, after: _____, ...tx } of lost
      ? []
      : dropped) {
      waiting.push(tx)
    }
    return true
  }

  /** The slot of a blockhash that is still good at a slot, on this fork. */
  function issuedAt(blockhash: string, at = slot()): number | undefined {
    for (let each = at; heightOf(at) - heightOf(each) <= goodFor; each -= 1) {
      if (!isMissed(each) && blockhashOf(each) === blockhash) return each
    }
    return undefined
  }

  /** Takes in what is handed to the chain (base64), to wait for the next block; gives its signature. */
  function handIn(text: string): string {
    const read = readHanded(text, accounts)
    if (!read) throw new SimRefusal('Transaction signature verification failure', -32_003)
    const { blockhash, ...tx } = read
    const { signature } = tx
    if (landed.some((each) => each.signature === signature)) {
      throw notPassedOn('This transaction has already been processed')
    }
    const issued = issuedAt(blockhash)
    if (issued === undefined) throw notPassedOn('Blockhash not found')
    if (!waiting.some((each) => each.signature === signature)) waiting.push({ ...tx, issued })
    return signature
  }

  const ledger = {
    slot,
    accounts,
    isGood: (blockhash: string, at?: number) => issuedAt(blockhash, at) !== undefined,
    handIn,
    /** As nodes are handed it by who does not know what became of it. */
    submit(text: string): string {
      handed.push(text)
      if (swallows === 0) return handIn(text)
      swallows -= 1
      return readHanded(text, accounts)?.signature ?? ''
    },
    handed: (): readonly string[] => handed,
    /** Nodes say that they took it, so many times, and keep nothing. */
    swallow: (times: number) => {
      swallows = times
    },
    /** What waits was never passed on: nobody has it. */
    forget: () => {
      waiting.length = 0
    },
    /** What it would leave (base64), signed or not, of such a state. */
    try(text: string, before: SolanaState): SolanaState | undefined {
      const draft = readUnsigned(text, accounts)
      const after: SolanaState = structuredClone(before)
      settle(after, { draft, err: null, fee: feeOfSignature })
      return [...after.values()].every(
        ({ lamports, token }) => lamports >= 0n && (token?.amount ?? 0n) >= 0n,
      )
        ? after
        : undefined
    },
    atBlock,
    heightOf,
    timeOf,
    blockhashOf,
    isMissed,
    tokenAccount,
    state,
    mints,
    land,
    mine,
    fork,
    /** In the order of their blocks. */
    landed: (): readonly LandedSolana[] => landed,
    /** Dropped with a fork; they may land again. */
    waiting: (): readonly WaitingSolana[] => waiting,
    /** Answers as a node does; `view` is how much of the chain that node has. */
    rpc: (method: string, params: unknown[], view: NodeView = {}): unknown =>
      answerLedger(ledger, method, params, view),
  }
  return ledger
}

export type SolanaLedger = ReturnType<typeof createSolanaLedger>
