import { describe, expect, it } from 'vitest'
import { ENTRY_POINTS } from '@/src/domain/policy/effects-carried'
import { eventWord } from '@/test/samples/policy'
import type { EvmLog, LogFilter } from './evm-reader'
import { findCarrier } from './find-carrier'

const account = `0x${'11'.repeat(20)}`
const stranger = `0x${'22'.repeat(20)}`
const hash = `0x${'ab'.repeat(32)}`
const carrier = `0x${'cd'.repeat(32)}`
const operation = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
const success = '0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e'

const at = { transactionHash: carrier, blockNumber: 150n }
const [address = ''] = ENTRY_POINTS
const operated: EvmLog = {
  ...{ address, topics: [operation, hash, eventWord(account), eventWord('0')] },
  ...{ data: `0x${'0'.repeat(63)}7${'0'.repeat(63)}1`, ...at },
}
const executed: EvmLog = { address: account, topics: [success], data: `${hash}00`, ...at }

/** A node with some events and two hundred blocks. */
function node(...events: EvmLog[]) {
  const asked: LogFilter[] = []
  const reader = {
    blockNumber: async () => 200n,
    logs: async (filter: LogFilter) => {
      asked.push(filter)
      const fits = (log: EvmLog) =>
        [filter.address].flat().includes(log.address) &&
        filter.topics.every((topic, place) =>
          topic === null ? true : [topic].flat().includes(log.topics[place] ?? ''),
        )
      return events.filter(fits)
    },
  }
  return { reader, asked }
}

describe('findCarrier', () => {
  it('given a user operation, finds it at the EntryPoints by its topic, after the block of the ask', async () => {
    const { reader, asked } = node(operated)
    const search = { hash: hash.toUpperCase().replace('X', 'x'), accounts: [], after: 100n }
    expect(await findCarrier(reader, search)).toEqual({ hash: carrier, until: 200n })
    expect(asked).toEqual([
      { address: [...ENTRY_POINTS], topics: [null, hash], from: 101n, to: 200n },
    ])
  })

  it('given it is of somebody else, finds nothing', async () => {
    const { reader } = node(operated)
    const search = { hash, accounts: [stranger], whose: stranger, after: 100n }
    expect(await findCarrier(reader, search)).toEqual({ until: 200n })
  })

  it('given a Safe that tells its hash as data, finds it at the account', async () => {
    const { reader } = node(executed)
    const search = { hash, accounts: [account], whose: account, after: 100n }
    expect(await findCarrier(reader, search)).toEqual({ hash: carrier, until: 200n })
  })

  it('given a Safe that tells its hash as a topic, finds it at the account', async () => {
    const { reader } = node({ ...executed, topics: [success, hash], data: '0x' })
    const search = { hash, accounts: [account], after: 100n }
    expect(await findCarrier(reader, search)).toEqual({ hash: carrier, until: 200n })
  })

  it('given another Safe transaction of the account, finds nothing', async () => {
    const { reader } = node(executed)
    const search = { hash: carrier, accounts: [account], whose: account, after: 100n }
    expect(await findCarrier(reader, search)).toEqual({ until: 200n })
  })
})
