import { SOLANA_REFERENCE } from '@/src/domain/chain/known-chains'
import { programs } from '@/src/domain/solana/solana-program'
import { encodeBase64 } from '@/src/lib/bytes'
import { type NodeView, SimRefusal } from './chain-rpc'
import {
  confirmedAfter,
  finalAfter,
  goodFor,
  type LandedSolana,
  rent,
  rentOfOwner,
  type SolanaAccount,
  type SolanaState,
} from './solana-terms'
import { answerPayer, type TriedLedger, tokenAccountData } from './solana-trial-rpc'
import { toMemoText } from './solana-wire'

/** The chain, as its nodes read it. */
type Ledger = {
  slot(): number
  atBlock(at: number): number
  heightOf(at: number): number
  timeOf(at: number): number
  blockhashOf(at: number): string
  isMissed(at: number): boolean
  state(upTo?: number): SolanaState
  landed(): readonly LandedSolana[]
  mints: readonly string[]
} & TriedLedger

type Commitment = 'processed' | 'confirmed' | 'finalized'
type Settings = {
  commitment?: Commitment
  encoding?: string
  minContextSlot?: number
  maxSupportedTransactionVersion?: number
  limit?: number
  before?: string
  until?: string
  searchTransactionHistory?: boolean
  mint?: string
  programId?: string
}

const clock = 'SysvarC1ock11111111111111111111111111111111'
const invalid = (message: string) => new SimRefusal(message, -32_602)

/** What one node of the chain answers to one method: https://solana.com/docs/rpc/http */
export function answerLedger(
  ledger: Ledger,
  method: string,
  params: unknown[],
  view: NodeView,
): unknown {
  const node = createNode(ledger, view)
  const [first, second, third] = params
  const own = (second ?? {}) as Settings
  const alone = (first ?? {}) as Settings
  switch (method) {
    case 'getGenesisHash':
      return `${SOLANA_REFERENCE}Kuc147dw2N9d`
    case 'getHealth':
      return 'ok'
    case 'getSlot':
      return node.bankOf(alone)
    case 'getBlockHeight':
      return ledger.heightOf(node.bankOf(alone))
    case 'getEpochInfo': {
      const at = node.bankOf(alone)
      const epoch = { epoch: 0, slotIndex: at, slotsInEpoch: 432_000, transactionCount: null }
      return { ...epoch, absoluteSlot: at, blockHeight: ledger.heightOf(at) }
    }
    case 'getFirstAvailableBlock':
      return node.since
    case 'getBlockTime':
      return node.blockTime(Number(first))
    case 'getLatestBlockhash': {
      const at = node.bankOf(alone)
      const lastValidBlockHeight = ledger.heightOf(at) + goodFor
      return node.inContext(alone, () => ({
        blockhash: ledger.blockhashOf(at),
        lastValidBlockHeight,
      }))
    }
    case 'getBalance':
      return node.inContext(own, (state) => Number(state.get(String(first))?.lamports ?? 0n))
    case 'getAccountInfo':
      return node.inContext(own, (state, at) => accountOf(ledger, state, String(first), at))
    case 'getTokenAccountsByOwner':
      return node.inContext((third ?? {}) as Settings, (state) =>
        tokenAccountsOf(state, String(first), own),
      )
    case 'getMinimumBalanceForRentExemption':
      return Number(first === 165 ? rent : rentOfOwner)
    case 'getSignatureStatuses':
      return node.inContext({ commitment: 'processed' }, () =>
        (first as string[]).map((each) => node.statusOf(each, own)),
      )
    case 'getSignaturesForAddress':
      return node.history(String(first), own)
    case 'getTransaction':
      return node.transaction(String(first), own)
    default: {
      const slot = node.bankOf(own)
      const toAccount = (state: SolanaState, address: string) =>
        accountOf(ledger, state, address, slot)
      const bank = { slot, state: ledger.state(slot), toAccount }
      const answer = answerPayer(ledger, method, params, bank)
      if (answer === undefined) throw new SimRefusal(`Method not found: ${method}`, -32_601)
      return answer
    }
  }
}

/** One node: it has the chain up to a slot, and nothing from before another. */
function createNode(ledger: Ledger, view: NodeView) {
  const head = ledger.atBlock(Math.min(view.upTo ?? Number.POSITIVE_INFINITY, ledger.slot()))
  const since = Math.max(view.since ?? 0, 0)
  const depthOf = { processed: 0, confirmed: confirmedAfter, finalized: finalAfter }

  /** The newest slot of a commitment; `finalized` where none is asked for. */
  function bankOf({ commitment = 'finalized', minContextSlot = 0 }: Settings): number {
    const at = ledger.atBlock(Math.max(0, head - depthOf[commitment]))
    if (at < minContextSlot) {
      throw new SimRefusal('Minimum context slot has not been reached', -32_016)
    }
    return at
  }

  /** Purged blocks are gone, and what was in them: nothing says that there was any. */
  const has = ({ slot }: LandedSolana, upTo: number) => slot <= upTo && slot >= since
  const levelOf = (slot: number): Commitment =>
    head - slot >= finalAfter
      ? 'finalized'
      : head - slot >= confirmedAfter
        ? 'confirmed'
        : 'processed'

  function inContext(settings: Settings, read: (state: SolanaState, at: number) => unknown) {
    const slot = bankOf(settings)
    return { context: { slot, apiVersion: '2.2.0' }, value: read(ledger.state(slot), slot) }
  }

  function settledBank(settings: Settings): number {
    if (settings.commitment === 'processed') {
      throw invalid('Method does not support commitment below `confirmed`')
    }
    return bankOf(settings)
  }

  return {
    since,
    bankOf,
    inContext,
    blockTime(slot: number): number {
      if (slot < since) {
        const why = `Block ${slot} cleaned up, does not exist on node. First available block: ${since}`
        throw new SimRefusal(why, -32_001)
      }
      if (slot > head) throw new SimRefusal(`Block not available for slot ${slot}`, -32_004)
      if (ledger.isMissed(slot)) throw new SimRefusal(`Slot ${slot} was skipped`, -32_007)
      return ledger.timeOf(slot)
    },
    statusOf(signature: string, settings: Settings) {
      const found = ledger.landed().find((each) => each.signature === signature)
      if (!found || !has(found, head)) return null
      // The status cache alone reaches as far back as blockhashes live.
      const isOld = ledger.heightOf(head) - ledger.heightOf(found.slot) > goodFor
      if (isOld && !settings.searchTransactionHistory) return null
      const { slot, err } = found
      const confirmationStatus = levelOf(slot)
      const confirmations = confirmationStatus === 'finalized' ? null : head - slot
      return { slot, confirmations, err, status: statusOf(err), confirmationStatus }
    },
    /** Whatever names the address among its keys or by a table, failed or not, the newest first. */
    history(address: string, settings: Settings) {
      const { limit = 1_000, before, until } = settings
      if (limit < 1 || limit > 1_000) throw invalid('Invalid limit; max 1000')
      const upTo = settledBank(settings)
      const all = ledger
        .landed()
        .filter((each) => has(each, upTo) && [...each.keys, ...each.loaded].includes(address))
        .toReversed()
      const placeOf = (signature: string) => all.findIndex((each) => each.signature === signature)
      const start = before === undefined ? 0 : placeOf(before) + 1
      if (before !== undefined && start === 0) return []
      const end = until === undefined ? -1 : placeOf(until)
      return all
        .slice(start, end < 0 ? undefined : end)
        .slice(0, limit)
        .map(({ signature, slot, err, draft }) => ({
          signature,
          slot,
          err,
          memo: toMemoText(draft.memos ?? []),
          blockTime: ledger.timeOf(slot),
          confirmationStatus: levelOf(slot),
        }))
    },
    transaction(signature: string, settings: Settings) {
      const upTo = settledBank(settings)
      const found = ledger.landed().find((each) => each.signature === signature)
      if (!found || !has(found, upTo)) return null
      const { version } = found
      const { maxSupportedTransactionVersion: most, encoding = 'json' } = settings
      if (version !== 'legacy' && (most === undefined || most < version)) {
        const why = `Transaction version (${version}) is not supported by the requesting client`
        throw new SimRefusal(why, -32_015)
      }
      return toView(ledger, found, encoding)
    },
  }
}

const statusOf = (err: object | null) => (err === null ? { Ok: null } : { Err: err })

function toView(ledger: Ledger, tx: LandedSolana, encoding: string) {
  const { slot, err, fee, before, after, keys, loaded, version, bytes, signature } = tx
  const tokens = (side: LandedSolana['before']) =>
    side.flatMap(({ units }, accountIndex) => {
      if (!units) return []
      const { mint, owner, amount } = units
      const uiTokenAmount = uiAmount(amount)
      return [{ accountIndex, mint, owner, programId: programs.token, uiTokenAmount }]
    })
  const header = {
    numRequiredSignatures: tx.signers,
    numReadonlySignedAccounts: 0,
    numReadonlyUnsignedAccounts: tx.readonlyOthers,
  }
  const isJson = encoding === 'json'
  return {
    slot,
    blockTime: ledger.timeOf(slot),
    version,
    transaction: isJson
      ? { signatures: [signature], message: { accountKeys: keys, header } }
      : [encodeBase64(bytes), encoding],
    meta: {
      err,
      status: statusOf(err),
      fee: Number(fee),
      preBalances: before.map(({ lamports }) => Number(lamports)),
      postBalances: after.map(({ lamports }) => Number(lamports)),
      preTokenBalances: tokens(before),
      postTokenBalances: tokens(after),
      innerInstructions: [],
      logMessages: [],
      rewards: [],
      ...(isJson ? { loadedAddresses: { writable: loaded, readonly: [] } } : {}),
    },
  }
}

const uiAmount = (amount: bigint) => ({
  amount: String(amount),
  decimals: 6,
  uiAmount: Number(amount) / 1e6,
  uiAmountString: String(Number(amount) / 1e6),
})

/** The cluster's clock, a mint, or what an owner holds; null for what is not there. */
function accountOf({ mints, timeOf }: Ledger, state: SolanaState, address: string, at: number) {
  const toAccount = (data: Uint8Array, owner: string, held = 1_000_000n) => ({
    data: [encodeBase64(data), 'base64'],
    owner,
    lamports: Number(held),
    executable: false,
    rentEpoch: 0,
    space: data.length,
  })
  if (address === clock) {
    const view = new DataView(new ArrayBuffer(40))
    view.setBigUint64(0, BigInt(at), true)
    view.setBigInt64(32, BigInt(timeOf(at)), true)
    return toAccount(new Uint8Array(view.buffer), 'Sysvar1111111111111111111111111111111111111')
  }
  if (mints.includes(address)) {
    const data = new Uint8Array(82)
    // Decimals, and that it is set up.
    data.set([6, 1], 44)
    return toAccount(data, programs.token)
  }
  const found = state.get(address)
  if (!found) return null
  const { lamports, token } = found
  return token
    ? toAccount(tokenAccountData(found), programs.token, lamports)
    : toAccount(new Uint8Array(), programs.system, lamports)
}

function tokenAccountsOf(state: SolanaState, owner: string, { mint, programId }: Settings) {
  const isIts = ({ token }: SolanaAccount) =>
    token?.owner === owner && (mint ? token.mint === mint : programId === programs.token)
  return [...state].flatMap(([pubkey, account]) => {
    if (!isIts(account) || !account.token) return []
    const { mint, owner, amount } = account.token
    const info = {
      mint,
      owner,
      state: 'initialized',
      isNative: false,
      tokenAmount: uiAmount(amount),
    }
    const data = { program: 'spl-token', parsed: { type: 'account', info }, space: 165 }
    const lamports = Number(account.lamports)
    return [{ pubkey, account: { data, owner: programs.token, lamports, executable: false } }]
  })
}
