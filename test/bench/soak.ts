/**
 * `npm run soak -- MINUTES`: fifty open orders in the built extension over the sandbox, for as long as is
 * said (two minutes when it is not). Every few seconds the worker is stopped, one node of a chain begins
 * to lie, lag, stand still or forget, or the service fails. Then all is well again, every order comes to
 * its end, and the chain is counted: each mined deposit has its order, and no order has two. What does not
 * end is waited for as long as anything comes further, and named with where it stands.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { SwapOrder } from '@/src/domain/order/order'
import { depositOf, hashOf, isEnded } from '@/src/domain/order/order-parts'
import { startSandbox } from '../sandbox/sandbox'
import { prepareWallet } from '../sandbox/wallet/prepare'
import { buildExtension, sandboxEnvironment } from '../support/build-extension'
import { isReverted, listTransactions, readBlockNumber } from '../support/chain-view'
import { launchChromium } from '../support/launch'
import { type ChromiumProduct, createProduct } from '../support/product'
import { walletConfiguration } from '../support/sandbox-wallet'
import { createPatience, standingOf } from './progress'
import { createPerson, type Person } from './soak-person'
import { readWorkerHeap } from './worker-heap'

const minutes = Number(process.argv[2] ?? 2)
const mostOpen = 50
/** Between two disturbances, and between two lives of the worker, ms. */
const disturbed = 4_000
const stopped = 3_000
/** Once nothing disturbs, what is open is waited for until nothing of it came further for so long, ms. */
const stillness = 300_000

const moods = [
  { lies: ['noReceipt', 'nonceUsed', 'otherBlock'] },
  { lies: ['reverted'] },
  { lies: ['noTransaction', 'noReceipt', 'allowanceWhole'] },
  { lies: ['nothingPaid'] },
  { lag: 20 },
  { frozen: true },
  { keeps: 10 },
  { down: true },
] as Parameters<ChromiumProduct['control']['setNode']>[2][]
const faults = ['build', 'submit', 'orders', 'order'] as const

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T

/** Repeats `run` until the signal, with a pause before each; what fails is said and not repeated at once. */
async function every(ms: number, signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  for (;;) {
    await pause(ms, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    await run().catch((error: unknown) => console.warn(String(error).split('\n')[0]))
  }
}

/** One node of one chain at a time: two that agree on a lie are beyond what anything can notice. */
async function disturb({ control, info }: ChromiumProduct): Promise<void> {
  if (Math.random() < 0.4) {
    const kind = pick(['drop', 'malformed', 'stall'] as const)
    return void (await control.setFault(pick(faults), { kind }, 2))
  }
  await control.healNodes()
  const chains = info.chains.filter(({ type }) => type === 'eip155')
  await control.setNode(pick(chains).id, pick(['alpha', 'beta', 'listed']), pick(moods))
}

const toSeconds = (ms: number) => Math.round(ms / 1_000)
const toMb = (bytes: number) => (bytes / 1e6).toFixed(1)
const isOpen = ({ status }: SwapOrder) => status !== 'planned' && !isEnded(status)

/** Deposits of the account that went through: what it sent to neither the token nor itself. */
async function mined(product: ChromiumProduct, block: number): Promise<string[]> {
  const { info } = product
  const [source] = info.chains.filter(({ type }) => type === 'eip155')
  const account = info.accounts.evm.address.toLowerCase()
  const tokens = info.tokens.map(({ address }) => address.toLowerCase())
  const rpcUrl = source?.rpcUrl ?? ''
  const sent = await listTransactions(rpcUrl, account, block)
  const deposits: string[] = []
  for (const { to, hash } of sent) {
    if ([account, ...tokens].includes(to?.toLowerCase() ?? '')) continue
    if (!(await isReverted(rpcUrl, hash))) deposits.push(hash.toLowerCase())
  }
  return deposits
}

/** "9 filled, 1 stopped". */
function tally(words: readonly string[]): string {
  const kinds = [...new Set(words)].sort()
  return kinds.map((kind) => `${words.filter((word) => word === kind).length} ${kind}`).join(', ')
}

type Count = { deposits: number; lost: number; doubled: number; open: number }

/** Hashes that a deposit step of an order ever led to, the one that is followed first. */
function depositsOf(order: SwapOrder): string[] {
  const deposit = depositOf(order)
  const followed = deposit && hashOf(deposit.state)
  const seen = order.attempts
    .filter(({ stepId }) => stepId === deposit?.id)
    .flatMap((attempt) => attempt.seen.map(({ hash }) => hash))
  return [followed, ...seen].flatMap((hash) => hash?.toLowerCase() ?? [])
}

/** Deposits that are mined and of which no order knows. */
function straysOf(orders: readonly SwapOrder[], deposits: readonly string[]): string[] {
  const known = new Set(orders.flatMap(depositsOf))
  return deposits.filter((hash) => !known.has(hash))
}

/** An order that ended without its money, though its deposit is mined: every deposit here is paid out. */
const gaveUp =
  (isMined: (hash: string) => boolean) =>
  (order: SwapOrder): boolean =>
    isEnded(order.status) && order.status !== 'filled' && depositsOf(order).some(isMined)

async function count(product: ChromiumProduct, person: Person, block: number): Promise<Count> {
  const orders = await person.orders()
  const deposits = await mined(product, block)
  const isMined = (hash: string) => deposits.includes(hash)
  return {
    deposits: deposits.length,
    lost: straysOf(orders, deposits).length + orders.filter(gaveUp(isMined)).length,
    doubled: orders.filter((order) => new Set(depositsOf(order).filter(isMined)).size > 1).length,
    open: orders.filter(isOpen).length,
  }
}

async function soak(product: ChromiumProduct): Promise<boolean> {
  const { control, info } = product
  await product.openDapp()
  await product.wallet.set({ mode: 'auto' })
  await control.setQuoteExpiry(600)
  const [source] = info.chains.filter(({ type }) => type === 'eip155')
  const block = await readBlockNumber(source?.rpcUrl ?? '')
  const person = await createPerson(product)
  const tendAll = async () => {
    const orders = await person.orders()
    const strays = straysOf(orders, await mined(product, block))
    for (const order of orders.filter(isOpen)) await person.tend(order, strays.length)
  }

  const over = AbortSignal.timeout(minutes * 60_000)
  let lives = 1
  let placed = 0
  await Promise.all([
    every(stopped, over, async () => {
      await product.stopCauseway()
      lives += 1
    }),
    every(disturbed, over, () => disturb(product)),
    every(10_000, over, () => tendAll()),
    every(500, over, async () => {
      const open = (await person.orders()).filter(isOpen)
      if (open.length >= mostOpen) return void (await control.release())
      await control.setNextOrder('held')
      if ((await person.place(placed % 2 === 0 ? 'ETH' : 'USDC')) !== undefined) placed += 1
    }),
  ])
  const highest = (await person.orders()).filter(isOpen).length
  console.log(`${placed} orders, ${highest} open at the end, ${lives} lives of the worker`)

  await control.clearFaults()
  await control.healNodes()
  const patience = createPatience(stillness, Date.now)
  let result = await count(product, person, block)
  while (result.open > 0 && patience.look(await person.orders())) {
    await control.release()
    await tendAll()
    await pause(2_000)
    result = await count(product, person, block)
  }
  // Its answer wakes the worker.
  await product.worker()
  const heap = await readWorkerHeap(product.session.context, product.extensionId)
  const { usage = 0 } = (await person.page.evaluate('navigator.storage.estimate()')) as {
    usage?: number
  }
  const orders = await person.orders()
  console.log(tally(orders.map(({ status }) => status)))
  const left = orders.filter(isOpen)
  for (const order of left) console.log(`without an end: ${order.id} ${standingOf(order)}`)
  if (left.length > 0) console.log(`nothing came further for ${toSeconds(patience.since())} s`)
  console.log(`heap of the worker ${toMb(heap)} MB, store ${toMb(usage)} MB`)
  const { deposits, lost, doubled, open } = result
  console.log(
    `${deposits} deposits mined: ${lost} lost, ${doubled} doubled; ${open} orders without an end`,
  )
  return lost === 0 && doubled === 0 && open === 0 && deposits > 0
}

async function main(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-soak-'))
  const sandbox = await startSandbox({ ports: 'free' })
  try {
    const env = sandboxEnvironment(sandbox.info)
    const outDir = join(folder, 'extension')
    const extension = await buildExtension({ browser: 'chrome', outDir, env })
    const configuration = walletConfiguration(sandbox.info)
    const wallet = await prepareWallet({ ...configuration, outDir: join(folder, 'wallet') })
    const session = await launchChromium({ extensions: [extension, wallet], headless: true })
    try {
      const shared = { session, info: sandbox.info, extension, wallets: [wallet] }
      return await soak(await createProduct(shared))
    } finally {
      await session.close()
    }
  } finally {
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exit((await main()) ? 0 : 1)
