import 'fake-indexeddb/auto'
import { createWorld, type World } from '../integration/engine/world'
import type { Line } from './figures'

const hour = 3_600_000
/** A browser ends a worker that has had nothing to do for this long, ms. */
const idle = 30_000

/** One order that is paid for and followed, as a person makes it. */
async function place(w: World): Promise<string> {
  const plan = await w.prepare()
  await w.call('confirmOrder', plan)
  await w.settle()
  w.page.approve()
  await w.deliver()
  w.chain.mine()
  await w.advance(5_000)
  return plan.orderId
}

/**
 * Makes `count` orders of the one: its rows in the store, its record at the service and its deposit on the
 * chain, under names of their own. The worker is dead meanwhile.
 */
async function multiply(w: World, orderId: string, count: number): Promise<void> {
  const [record] = w.service.orders
  const deposit = w.chain.find(record?.depositTxHash ?? '')
  if (record === undefined || deposit === undefined) throw new Error('The order was not paid for')
  const db = await w.truth.use()
  const orders = await db.getAll('orders')
  const effects = await db.getAll('outbox')
  const attempts = await db.getAll('attempts')
  for (let index = 2; index <= count; index += 1) {
    const { to, data, value } = deposit
    const { hash } = w.chain.send({ to, data, value: `0x${value.toString(16)}` })
    const id = index.toString(16).padStart(32, 'f')
    const names: [string, string][] = [
      [orderId, id],
      [record.id, `many-${index}`],
      [record.quoteId, `quote-${index}`],
      [record.depositTxHash, hash],
    ]
    const rename = <T>(row: T): T => {
      let text = JSON.stringify(row)
      for (const [from, to] of names) text = text.replaceAll(from, to)
      return JSON.parse(text) as T
    }
    w.service.orders.push({ ...rename(record), depositTxHash: hash })
    const tx = db.transaction(['orders', 'outbox', 'attempts'], 'readwrite')
    for (const row of orders) await tx.objectStore('orders').put(rename(row))
    for (const row of effects) await tx.objectStore('outbox').put(rename(row))
    for (const row of attempts) {
      const attemptId = `${id}-${row.attemptId}`
      await tx.objectStore('attempts').put({ ...rename(row), attemptId })
    }
    await tx.done
  }
  w.chain.mine()
}

/** What fillers owe stays owed: the service says nothing of a fill. */
function holdOrders({ service }: World): void {
  const answer = service.answer
  service.answer = async (...about) => {
    const response = await answer(...about)
    const text = await response.text()
    const held = text.replaceAll('"status":"filled"', '"status":"created"')
    return new Response(held, { status: response.status, headers: response.headers })
  }
}

/** An hour with `count` open orders and no page of ours, over the simulated chain, service and clock. */
async function follow(count: number): Promise<Line[]> {
  const w = createWorld({ name: `tracking-${count}`, source: 'native' })
  holdOrders(w)
  const orderId = await place(w)
  w.kill()
  await multiply(w, orderId, count)
  w.revive()
  await w.advance(600_000)
  const before = { requests: w.requests.length, reads: w.reads.length, lives: w.lives() }
  const cpu = process.cpuUsage()
  const end = w.clock.now + hour
  let alarms = 0
  while (w.clock.now < end && w.clock.alarm !== undefined) {
    w.kill()
    alarms += 1
    await w.advance(Math.max(0, w.clock.alarm - w.clock.now))
    await w.advance(idle)
  }
  const { user, system } = process.cpuUsage(cpu)
  const of = (what: string) => `${count.toLocaleString('en')} open orders, an hour: ${what}`
  const lines: Line[] = [
    { measure: of('requests to the service'), unit: '', here: w.requests.length - before.requests },
    { measure: of('questions to nodes'), unit: '', here: w.reads.length - before.reads },
    { measure: of('alarms and wake-ups'), unit: '', here: alarms },
    { measure: of('CPU with its store in memory'), unit: 's', here: (user + system) / 1e6 },
  ]
  await w.dispose()
  return lines
}

export async function measureTracking(): Promise<Line[]> {
  const lines: Line[] = []
  for (const count of [1, 100, 1_000]) lines.push(...(await follow(count)))
  return lines
}
