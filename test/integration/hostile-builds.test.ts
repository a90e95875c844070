import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { errorCopy } from '@/src/ui/copy/errors'
import { effectsRows, honestRows } from './hostile/evm-effects-rows'
import { knownHonestRow, knownRows } from './hostile/evm-known-rows'
import { routeRows } from './hostile/evm-route-rows'
import { structureRows } from './hostile/evm-structure-rows'
import { amount, type EvmHow, type EvmWorld, startEvmWorld } from './hostile/evm-world'
import { type Row, WORDS } from './hostile/rows'
import { solanaRows } from './hostile/solana-rows'
import { type SolanaWorld, startSolanaWorld } from './hostile/solana-world'

/**
 * What services build, honest and hostile, in one table: each row goes the product's own way from the
 * service's answer over the policy to a trial on a real chain by two operators, and is refused by its ring
 * in its words, or asked for.
 */
const evmRows: readonly Row<EvmHow>[] = [
  ...honestRows,
  knownHonestRow,
  ...structureRows,
  ...effectsRows,
  ...routeRows,
  ...knownRows,
]

describe('the table itself', () => {
  const rows: readonly Row<unknown>[] = [...evmRows, ...solanaRows]
  it('names each row once', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  })

  it('has at least sixty hostile builds', () => {
    expect(rows.filter((row) => 'takes' in row).length).toBeGreaterThanOrEqual(60)
  })

  it('says each refusal in the words that are shown', () => {
    const codes = new Set(rows.flatMap((row) => ('code' in row ? [row.code] : [])))
    expect(Object.keys(WORDS).sort()).toEqual([...codes].sort())
    for (const code of codes) expect(errorCopy[code].what).toContain(WORDS[code])
  })
})

describe('on an EVM chain', () => {
  let world: EvmWorld
  beforeAll(async () => {
    world = await startEvmWorld()
  })
  beforeEach(() => world.client.control('POST', '/reset'))
  afterAll(() => world?.stop())

  it.each(evmRows.map((row) => [row.id, row.builds, row] as const))(
    '%s: %s',
    async (_id, _builds, row) => {
      const outcome = await world.outcome(row.how)
      if ('steps' in row) return expect(outcome).toEqual({ steps: row.steps })
      // A known contract is recognised before anything is tried.
      const ring = row.ring === 'recognition' ? 'structure' : row.ring
      expect(outcome).toEqual({ ring, code: row.code })
    },
  )

  it.each(knownRows.map((row) => [row.id, row.builds, row] as const))(
    '%s, at a contract that nobody knows: %s, and it goes through',
    async (_id, _builds, row) => {
      world.pool = world.at.UnknownPool
      expect(await world.outcome(row.how)).toEqual({ steps: 'approve,deposit' })
      world.pool = world.at.KnownPool
    },
  )

  it('given several calls in one that take the price twice by an old allowance, then that is cut to it, and they fail in the trial', async () => {
    const pull = world.encode('pull(address, uint256)', [world.addressOf('USDC'), amount])
    const call = world.call('Multicall', 'multicall(bytes[])', [[pull, pull]])
    const how: EvmHow = { pays: 'USDC', build: () => [{ ...call, deposit: true }] }
    expect(await world.outcome(how)).toEqual({ steps: 'approve,deposit' })
    const exactly = new RegExp(`${amount.toString(16).padStart(64, '0')}$`)
    expect(world.built).toMatchObject({
      steps: [{ action: { tx: { data: expect.stringMatching(exactly) } } }, {}],
      advice: { outcome: 'reverts' },
    })
  })
})

describe('on Solana', () => {
  let world: SolanaWorld
  beforeAll(async () => {
    world = await startSolanaWorld()
  })
  afterAll(() => world?.stop())

  it.each(solanaRows.map((row) => [row.id, row.builds, row] as const))(
    '%s: %s',
    async (_id, _builds, row) => {
      const outcome = await world.outcome(row.how)
      expect(outcome).toEqual(
        'steps' in row ? { steps: row.steps } : { ring: row.ring, code: row.code },
      )
    },
  )
})
