import { readFile, writeFile } from 'node:fs/promises'
import type { EffectTask } from '@/src/domain/order/effect'
import type { OrderEvent } from '@/src/domain/order/event'
import type { Order } from '@/src/domain/order/order'
import { reduce } from '@/src/domain/order/reduce'
import type { UntimedEvent } from '@/test/samples/order'

/** Where an order stands, in words: one for each part of it that a table is about. */
export type Situation = Readonly<Record<string, string>>

/** One step of an order's life, as it was tried. */
export type Tried<O extends Order = Order> = {
  event: string
  from: Situation
  to: Situation
  work: string[]
  before: O
  after: O
  tasks: EffectTask[]
}

export type Named = { name: string; event: UntimedEvent }

export const named = (name: string, event: UntimedEvent): Named => ({ name, event })

/** One kind of order, as far as it has tables of its own. */
export type Machine<O extends Order> = {
  /** Its place in `.github/STATES.md`. */
  name: 'swap' | 'transfer' | 'pay' | 'purchase'
  starts: readonly O[]
  /** What its tables are about, one each. */
  parts: readonly string[]
  partsOf(order: O): Situation
  /** What decides over an event: orders that differ here are all tried. */
  keyOf(order: O): string
  /** Every event that happens to it, with the parts that fit an order. */
  eventsFor(order: O): Named[]
  /** Whether nothing new is reached from here. */
  isFar?(order: O): boolean
}

/** Every step that an order can take, and the orders in every situation that can be reached. */
export type Explored<O extends Order> = { tried: Tried<O>[]; reached: O[] }

/** Tries every event in every situation that can be reached. */
export function explore<O extends Order>(machine: Machine<O>): Explored<O> {
  const each = machine.starts.map((first) => exploreFrom(machine, first))
  return {
    tried: each.flatMap(({ tried }) => tried),
    reached: each.flatMap(({ reached }) => reached),
  }
}

function exploreFrom<O extends Order>(machine: Machine<O>, first: O): Explored<O> {
  const { keyOf, partsOf, eventsFor, isFar } = machine
  const seen = new Set([keyOf(first)])
  // The shortest way into a situation is taken: no time is over on it that no event speaks of.
  const reached = [first]
  const tried: Tried<O>[] = []
  for (const order of reached) {
    for (const { name, event } of eventsFor(order)) {
      const timed = { at: order.updatedAt + 1_000, ...event } as OrderEvent
      const { order: next, effects } = reduce(order, timed)
      if (next === order) continue
      const tasks = effects.map(({ task }) => task)
      const [from, to] = [partsOf(order), partsOf(next)]
      tried.push({ event: name, from, to, work: workOf(tasks), before: order, after: next, tasks })
      const key = keyOf(next)
      if (isFar?.(next) || seen.has(key)) continue
      seen.add(key)
      reached.push(next)
    }
  }
  return { tried, reached }
}

function workOf(tasks: readonly EffectTask[]): string[] {
  return tasks.map((task) => (task.kind === 'notify' ? `say ${task.topic}` : task.kind))
}

type Row = { events: string[]; from: string[]; to: string; work: string }

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

const unique = (words: readonly string[]) => [...new Set(words)].toSorted()

/**
 * Whether a row of this table tells of it: what changes a part stands in the table of that part, and work
 * that follows where nothing changes in the last.
 */
function belongs(parts: readonly string[], part: string, { from, to, work }: Tried): boolean {
  if (from[part] !== to[part]) return true
  return part === parts.at(-1) && work.length > 0 && parts.every((one) => from[one] === to[one])
}

/** The rows of one table: what the events make of the part of a situation that it is about. */
function rowsOf(tried: readonly Tried[], parts: readonly string[], part: string): Row[] {
  const became = ({ from, to }: Tried) => (to[part] === from[part] ? '=' : to[part])
  const told = tried.filter((each) => belongs(parts, part, each))
  const byEvent = grouped(told, (each) => JSON.stringify([each.event, became(each)]))
  const rows = [...byEvent].toSorted().map(([key, group]): Row => {
    const [event, to] = JSON.parse(key) as [string, string]
    // What only some of them lead to stands in brackets.
    const work = unique(group.flatMap((each) => each.work)).map((one) =>
      group.every((each) => each.work.includes(one)) ? one : `(${one})`,
    )
    const from = unique(group.map((each) => each.from[part] ?? ''))
    return { events: [event], from, to, work: work.join(', ') }
  })
  const alike = grouped(rows, ({ from, to, work }) => JSON.stringify([from, to, work]))
  return [...alike.values()].map((group) => ({
    ...(group[0] as Row),
    events: group.flatMap(({ events }) => events),
  }))
}

/** The tables of one kind of order as they stand in `.github/STATES.md`, made of what was tried. */
export function printTransitions(parts: readonly string[], tried: readonly Tried[]): string {
  const table = (part: string) => [
    `| event | ${part} | becomes | work |`,
    '|---|---|---|---|',
    ...rowsOf(tried, parts, part).map(
      ({ events, from, to, work }) =>
        `| ${events.join('; ')} | ${from.join('; ')} | ${to} | ${work} |`,
    ),
  ]
  return parts.map((part) => table(part).join('\n')).join('\n\n')
}

const page = new URL('../../.github/STATES.md', import.meta.url)
const begin = (name: string) => `<!-- transitions: ${name} -->\n`
const end = '\n<!-- /transitions -->'

/** A text with these tables in it, and the tables of a kind of order that stand in it. */
export function tablesIn(text: string, name: string) {
  const [before, rest] = text.split(begin(name))
  const at = rest?.indexOf(end) ?? -1
  if (before === undefined || rest === undefined || at < 0) {
    throw new Error(`STATES.md has no place for the transitions of a ${name}`)
  }
  return {
    tables: rest.slice(0, at),
    withTables: (next: string) => `${before}${begin(name)}${next}${rest.slice(at)}`,
  }
}

/** The page of the states as it is written. */
export const readStates = () => readFile(page, 'utf8')

/** Puts the tables of these kinds of order into `.github/STATES.md`: `npm run transitions`. */
export async function writeTransitions(
  printed: readonly { name: string; tables: string }[],
): Promise<void> {
  const text = printed.reduce(
    (now, { name, tables }) => tablesIn(now, name).withTables(tables),
    await readStates(),
  )
  await writeFile(page, text)
}
