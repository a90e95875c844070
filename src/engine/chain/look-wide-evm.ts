import type { Operator } from '@/src/chains/chains'
import { findCoinPayments } from '@/src/chains/coin-payments'
import type { EvmLog, EvmReader } from '@/src/chains/evm-reader'
import { readHolding, transfersTo } from '@/src/chains/payments'
import { readLogs } from '@/src/chains/read-logs'
import { EVM_NATIVE } from '@/src/domain/address/address'
import type { Rhythm } from '@/src/domain/chain/chain-rhythm'
import type { TxHash } from '@/src/domain/names'
import type { Beginning } from '@/src/domain/order/order'
import {
  askEnough,
  findStart,
  needed,
  type Outcome,
  proveHolding,
  provePayment,
  quietly,
  settled,
} from './payments'
import { agree } from './proof'
import type { Came, ChainAsk, ChainLook } from './wide-ask'

type Nodes = { family: 'eip155'; operators: readonly Operator<EvmReader>[]; rhythm: Rhythm }

/** Windows of blocks that each node reads on one chain. */
const logWindows = 4
/** Payments that are proved on one chain, the greatest of each token first. */
const mostProved = 4
/** Nodes that are asked for one transaction, or for one search. */
const nodesAsked = 3
/** Fewer wei than this are not looked for: a hundred thousandth of a coin. */
const leastCoins = 10n ** 13n

/** Looks on one EVM chain for what came to the address since the order began. */
export async function lookOnEvm(nodes: Nodes, ask: ChainAsk): Promise<ChainLook> {
  const { search, tokens, withCoins, signal } = ask
  const start = search.start.block ?? (await findStart(nodes, search, search.start.at, true))
  if (start === undefined || signal.aborted) return { outcome: 'unread', found: [] }
  const since = { ...ask, search: { ...search, start: { block: start, at: search.start.at } } }
  const looks = tokens.length === 0 ? [] : await readTransfers(nodes, since, start)
  const isRead = tokens.length === 0 || looks.length >= needed(nodes.operators)
  const found: Came[] = []
  const transfers = greatest(looks.flatMap(({ logs }) => logs))
  let isSettled = true
  for (const { hash, token } of transfers.slice(0, mostProved)) {
    const came = await prove(nodes, since, hash, token)
    if (came) found.push(...came)
    else isSettled = false
  }
  const coins = withCoins ? await lookForCoins(nodes, since, start) : { isRead: true, found: [] }
  found.push(...coins.found)
  if (!isRead) return { outcome: found.length > 0 ? 'part' : 'unread', found }
  const isAll = looks.every(({ until, to }) => until >= to) && transfers.length <= mostProved
  return { outcome: isAll && isSettled && coins.isRead ? 'whole' : 'part', found }
}

function readTransfers(nodes: Nodes, { search, tokens, signal }: ChainAsk, start: bigint) {
  const { operators, rhythm } = nodes
  return askEnough(operators, search.tries, async (reader) => {
    const head = await reader.head(signal)
    const to = head.number - BigInt(rhythm.arrival)
    if (to <= start) return { logs: [], until: to, to }
    const topics = transfersTo(search.due.to)
    const filter = { address: tokens, topics, from: start + 1n, to }
    return { to, ...(await readLogs(reader, filter, logWindows, signal)) }
  })
}

/** The transactions that brought the most of each token first; each of them once a token. */
function greatest(logs: readonly EvmLog[]): { hash: TxHash; token: string }[] {
  const sums = new Map<string, { hash: TxHash; token: string; units: bigint }>()
  for (const { transactionHash: hash, address: token, data } of logs) {
    const units = data.length === 66 ? BigInt(data) : 0n
    const key = `${hash} ${token}`
    if (units > (sums.get(key)?.units ?? 0n)) sums.set(key, { hash, token, units })
  }
  return [...sums.values()].sort((a, b) => (a.units > b.units ? -1 : 1))
}

/** What a transaction brought of one token, where two operators show it; undefined where they do not say. */
async function prove(
  nodes: Nodes,
  { search, signal }: ChainAsk,
  hash: TxHash,
  token: string,
): Promise<Came[] | undefined> {
  const due = { ...search.due, token }
  let outcome: Outcome = { kind: 'unread' }
  for (let tries = 0; tries < nodesAsked && outcome.kind === 'unread'; tries += 1) {
    if (signal.aborted) return undefined
    outcome = await provePayment(nodes, { ...search, due, tries }, hash)
  }
  if (outcome.kind === 'pending' || outcome.kind === 'unread') return undefined
  return outcome.kind === 'found' && outcome.found.what !== 'other-token' ? [outcome.found] : []
}

/** Coins leave no event: by the state of the chain then and now, where its nodes still have it. */
async function lookForCoins(
  nodes: Nodes,
  ask: ChainAsk,
  start: bigint,
): Promise<{ isRead: boolean; found: Came[] }> {
  const { search, signal } = ask
  const { operators, rhythm } = nodes
  const account = search.due.to
  const asked = { operators, rhythm, now: search.now }
  const before = await agree({
    ...asked,
    read: (reader, _, limit) => readHolding(reader, account, start, limit),
  })
  const held = settled(operators, before)
  if (!held) return lookAtBalance(nodes, ask)
  let hashes: string[] | undefined
  for (const { reader } of operators.slice(0, nodesAsked)) {
    hashes ??= await quietly(async () => {
      const to = await reader.blockNumber(signal)
      const window = { account, from: start, to, least: leastCoins }
      return (await findCoinPayments(reader, window, signal)).hashes
    })
  }
  const found: Came[] = []
  let isRead = hashes !== undefined
  for (const hash of (hashes ?? []).slice(0, mostProved)) {
    const came = await prove(nodes, ask, hash, EVM_NATIVE)
    if (came) found.push(...came)
    else isRead = false
  }
  if (found.length > 0 || signal.aborted) return { isRead, found }
  // Out of a contract: the coins are there, and no transaction to the address says so.
  const { balance, nonce } = held
  const began: Beginning = {
    block: String(start),
    holding: { balance: String(balance), nonce },
  }
  const due = { ...search.due, token: EVM_NATIVE, least: leastCoins }
  const now = await proveHolding(nodes, { ...search, due }, began, 0n)
  return { isRead: hashes !== undefined, found: now.kind === 'found' ? [now.found] : [] }
}

/** What the address holds now: whether it held that before is not known. */
async function lookAtBalance(
  { operators, rhythm }: Nodes,
  { search }: ChainAsk,
): Promise<{ isRead: boolean; found: Came[] }> {
  const proof = await agree({
    operators,
    rhythm,
    now: search.now,
    read: (reader, head, limit) =>
      readHolding(reader, search.due.to, head.number - BigInt(rhythm.arrival), limit),
  })
  const isOne = proof.kind === 'seenByOne' && needed(operators) === 1
  if (proof.kind !== 'proved' && !isOne) return { isRead: false, found: [] }
  const { balance, nonce } = proof.value
  // An account that never sent anything and holds nothing was never paid.
  if (balance < leastCoins) return { isRead: nonce === 0, found: [] }
  const { nodes } = proof.kind === 'proved' ? proof.by : { nodes: [proof.name] }
  const amount = String(balance)
  return {
    isRead: true,
    found: [{ token: EVM_NATIVE, amount, at: search.now, nodes, undated: true }],
  }
}
