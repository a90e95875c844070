import { findCarrier } from '@/src/chains/find-carrier'
import type { Chain } from '@/src/contract/service/chain'
import type { Intent } from '@/src/contract/service/intent'
import type { ServiceOrder } from '@/src/contract/service/order'
import { sameAddress } from '@/src/domain/address/address'
import { familyOfAddress } from '@/src/domain/address/check-address'
import { toAnyForeignAddress } from '@/src/domain/address/foreign-address'
import { familyAbroad } from '@/src/domain/chain/foreign-chain'
import { familyOfHash, isForeignHash, sameHash } from '@/src/domain/chain/hash'
import type { TxHash } from '@/src/domain/names'
import { isServiceError } from '@/src/domain/service/service-error'
import { findPayments } from '../chain/find-payments'
import type { Engine } from '../engine'
import { readChains } from './chain-list'
import { type FoundRecord, fromIntent } from './found-record'

/** Records of one address that are taken over; a person's own history is far smaller. */
const mostRecords = 2_000
/** Intents of one address that are looked at one by one for a deposit without an order. */
const mostIntents = 100
/** States of an intent that nobody waits for. */
const settled: ReadonlySet<string> = new Set(['nonexistent', 'solved', 'settled'])

/** What was not looked through, where nothing was found: somebody did not answer, or older days. */
type Unread = { isPartial?: true; isRecent?: true }

/**
 * Gives what the service knows of a text: everything of an address, or what an order's id, an
 * intent's id, or the hash of a deposit, payout or refund on any chain names.
 */
export async function* findRecords(
  engine: Engine,
  text: string,
  { chainId, where }: { chainId?: number | undefined; where: 'service' | 'everywhere' },
): AsyncGenerator<FoundRecord, Unread | undefined> {
  const abroad = toAnyForeignAddress(text)?.address ?? null
  if (abroad !== null || familyOfAddress(text) !== null) {
    let isAuthor = false
    for await (const each of ofAddress(engine, abroad ?? text, chainId)) {
      isAuthor = true
      yield each
    }
    // Somebody's account: what was paid to it is no order of theirs.
    if (isAuthor) return undefined
    // What was paid to it cannot be looked for: no node of its chain is asked.
    if (abroad !== null) return { isPartial: true }
    return where === 'service' ? undefined : yield* ofDepositAddress(engine, text, chainId)
  }
  const looks = createLooks(engine)
  const found = await named(engine, looks, text, chainId)
  yield* found
  // "Nothing found" is only said when everybody who was asked has answered.
  if (found.length === 0 && looks.failure() !== undefined) throw looks.failure()
  return undefined
}

/**
 * The order of an address that was paid. The service lists none by it: the chains show what came to it,
 * and each such transaction is asked about. An address that takes the payments of several people is
 * nobody's order.
 */
async function* ofDepositAddress(
  engine: Engine,
  address: string,
  chainId: number | undefined,
): AsyncGenerator<FoundRecord, Unread | undefined> {
  const { payments, isPartial } = await findPayments(engine, address, chainId)
  const client = await engine.service()
  const looks = createLooks(engine)
  const found: FoundRecord[] = []
  for (const payment of payments) {
    const intent = await looks.at(() => client.intents.byDeposit(payment))
    const isIts = (each: { chainId: number; txHash: string }) =>
      each.chainId === payment.chainId && sameHash(each.txHash, payment.txHash)
    if (intent?.fromChainId !== payment.chainId || !intent.deposits?.some(isIts)) continue
    const orders = await ofAuthor(engine, looks, intent.author, payment.txHash)
    const records = orders.length > 0 ? orders : [await fromIntent(engine, intent)]
    for (const each of records) {
      if (each.fromChainId !== payment.chainId) continue
      found.push({ ...each, author: intent.author, depositAddress: address })
    }
  }
  const [first] = found
  if (first && found.every((each) => sameAddress(each.author ?? '', first.author ?? ''))) {
    yield* found
    return undefined
  }
  if (looks.failure() !== undefined) throw looks.failure()
  return isPartial ? { isPartial } : { isRecent: true }
}

type Looks = ReturnType<typeof createLooks>

/** Looks in several places: one that knows nothing is no error, one that does not answer is kept. */
function createLooks(engine: Engine) {
  let failure: unknown
  return {
    failure: () => failure,
    async at<T>(look: () => Promise<T>): Promise<T | undefined> {
      try {
        return await look()
      } catch (error) {
        engine.report(error, 'recover')
        if (!isServiceError(error) || error.retryable) failure ??= error
        return undefined
      }
    },
  }
}

async function named(
  engine: Engine,
  looks: Looks,
  text: string,
  chainId: number | undefined,
): Promise<FoundRecord[]> {
  const client = await engine.service()
  const family = familyOfHash(text)
  const { chains, foreign } = await readChains(engine)
  const asked = chains.filter(({ id, type }) => type === family && (chainId ?? id) === id)
  // Chains that are only paid from name their transactions so.
  const abroad = foreign.filter(
    (each) => (chainId ?? each.id) === each.id && isForeignHash(text, familyAbroad(each)),
  )
  const [order, intent, ...deposits] = await Promise.all([
    looks.at(() => client.orders.get(text)),
    looks.at(() => client.intents.get(text)),
    ...[...asked, ...abroad].map(({ id }) =>
      looks.at(() => client.intents.byDeposit({ chainId: id, txHash: text })),
    ),
  ])
  if (order) return [order]
  for (const each of [intent, ...deposits]) if (each) return ofIntent(engine, looks, each)
  if (family === null) return []
  const found = await ofTransaction(engine, looks, text, asked)
  return found.length > 0 ? found : ofCarried(engine, looks, text, asked)
}

/** The order of an intent's deposit, or the intent itself while no order carries it. */
async function ofIntent(engine: Engine, looks: Looks, intent: Intent): Promise<FoundRecord[]> {
  for (const { txHash } of intent.deposits ?? []) {
    const orders = await ofAuthor(engine, looks, intent.author, txHash)
    if (orders.length > 0) return orders
  }
  return [await fromIntent(engine, intent)]
}

/** What the service knows now of a deposit: the order that carries it, else its intent. */
export async function findDeposit(
  engine: Engine,
  deposit: { chainId: number; txHash: string },
  author: string,
): Promise<FoundRecord | undefined> {
  const client = await engine.service()
  const page = await client.orders.list(author, { txHashSearch: deposit.txHash })
  const order = page.data.find(
    (each) => isBy(each, author) && hashesOf(each).some(is(deposit.txHash)),
  )
  return order ?? fromIntent(engine, await client.intents.byDeposit(deposit))
}

/** Orders of an author in which a hash stands: as deposit, payout or refund. */
async function ofAuthor(
  engine: Engine,
  looks: Looks,
  author: string,
  hash: TxHash,
): Promise<ServiceOrder[]> {
  const client = await engine.service()
  const page = await looks.at(() => client.orders.list(author, { txHashSearch: hash }))
  return (page?.data ?? []).filter((each) => isBy(each, author) && hashesOf(each).some(is(hash)))
}

const is = (hash: TxHash) => (other: string) => sameHash(hash, other)

function hashesOf({ depositTxHash, transactions }: ServiceOrder): string[] {
  const all = [
    depositTxHash,
    transactions?.deposit?.txHash,
    transactions?.fill?.txHash,
    transactions?.refund?.txHash,
  ]
  return all.flatMap((each) => (each === undefined ? [] : [each]))
}

/** An author that is not named is no contradiction; another one is none of the person's orders. */
function isBy({ author }: { author?: string | undefined }, address: string): boolean {
  return author === undefined || sameAddress(author, address)
}

/**
 * The service lists a hash by author only: the accounts that were used here are tried, then whoever
 * stands in the transaction itself.
 */
async function ofTransaction(
  engine: Engine,
  looks: Looks,
  hash: TxHash,
  chains: readonly Chain[],
): Promise<FoundRecord[]> {
  const tried = new Set<string>()
  const ofAll = async (authors: readonly string[]) => {
    const fresh = [...new Set(authors)].filter((each) => !tried.has(each))
    for (const each of fresh) tried.add(each)
    return (await Promise.all(fresh.map((each) => ofAuthor(engine, looks, each, hash)))).flat()
  }
  const known = await ofAll(await engine.mirror.authors())
  return known.length > 0 ? known : ofAll(await partiesOf(engine, hash, chains))
}

/** Blocks back from the newest in which a carrier is looked for: the last ones first. */
const depths: readonly bigint[] = [10_000n, 60_000n]

/**
 * What an account with code paid is named by its user operation or Safe transaction too: the transaction
 * that carried it is looked for in the last blocks, a Safe's at the accounts that were used here. A silent
 * node is passed over.
 */
async function ofCarried(
  engine: Engine,
  looks: Looks,
  hash: TxHash,
  chains: readonly Chain[],
): Promise<FoundRecord[]> {
  const authors = await engine.mirror.authors()
  const accounts = authors.filter((each) => familyOfAddress(each) === 'eip155')
  const client = await engine.service()
  const carried = chains.map(async ({ id, type }) => {
    if (type !== 'eip155') return []
    const reader = await engine.evm(id)
    const head = await reader.blockNumber()
    for (const depth of depths) {
      const after = head > depth ? head - depth : 0n
      const { hash: txHash } = await findCarrier(reader, { hash, accounts, after })
      if (txHash === undefined) continue
      const intent = await looks.at(() => client.intents.byDeposit({ chainId: id, txHash }))
      if (intent) return ofIntent(engine, looks, intent)
      return ofTransaction(engine, looks, txHash, chains)
    }
    return []
  })
  const found = await Promise.allSettled(carried)
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

/** Sender and receiver of an EVM transaction, whichever chain has it; a silent node is passed over. */
async function partiesOf(
  engine: Engine,
  hash: TxHash,
  chains: readonly Chain[],
): Promise<string[]> {
  const reads = chains
    .filter(({ type }) => type === 'eip155')
    .map(async ({ id }) => (await engine.evm(id)).transaction(hash))
  const found = await Promise.allSettled(reads)
  return found.flatMap((read) =>
    read.status === 'fulfilled' && read.value
      ? [read.value.from, ...(read.value.to === null ? [] : [read.value.to])]
      : [],
  )
}

/** All orders of an address, and its deposits that have an intent but no order. */
async function* ofAddress(
  engine: Engine,
  address: string,
  chainId: number | undefined,
): AsyncGenerator<FoundRecord> {
  const client = await engine.service()
  const filter = chainId === undefined ? {} : { fromChainId: chainId }
  const seen = new Set<string>()
  let count = 0
  for await (const each of client.orders.all(address, filter)) {
    count += 1
    if (isBy(each, address)) {
      for (const hash of hashesOf(each)) seen.add(hash.toLowerCase())
      yield { ...each, author: address }
    }
    if (count >= mostRecords) break
  }
  const looks = createLooks(engine)
  for await (const { intentId } of openIntents(engine, looks, address, filter)) {
    const intent = await looks.at(() => client.intents.get(intentId))
    const hashes = (intent?.deposits ?? []).map(({ txHash }) => txHash.toLowerCase())
    const isNew = hashes.length > 0 && !hashes.some((hash) => seen.has(hash))
    if (intent && isNew && isBy(intent, address)) yield await fromIntent(engine, intent)
  }
}

async function* openIntents(
  engine: Engine,
  looks: Looks,
  address: string,
  filter: { fromChainId?: number },
): AsyncGenerator<Intent> {
  const client = await engine.service()
  const pages = client.intents.all(address, filter)
  for (let count = 0; count < mostIntents; count += 1) {
    // The orders are there already: a service without intents takes nothing from them.
    const next = await looks.at(() => pages.next())
    if (!next || next.done) return
    if (isBy(next.value, address) && !settled.has(next.value.state)) yield next.value
  }
}
