import 'fake-indexeddb/auto'
import { createWorld, type World } from '../integration/engine/world'
import type { Line } from './figures'

const hour = 3_600_000
/** A browser ends a worker that has had nothing to do for this long, ms. */
const idle = 30_000

async function place(w: World, index: number): Promise<void> {
  const plan = await w.prepare(`q${index}`)
  await w.call('confirmOrder', plan)
  await w.settle()
  w.page.approve()
  await w.deliver()
  w.chain.mine()
  await w.advance(1_000)
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
  for (let index = 0; index < count; index += 1) await place(w, index)
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
