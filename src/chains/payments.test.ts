import { describe, expect, it } from 'vitest'
import { TRANSFER, wordOf } from '@/src/domain/policy/effect-logs'
import { ENTRY_POINTS, USER_OPERATION } from '@/src/domain/policy/effects-carried'
import type { EvmLog } from './evm-reader'
import { readEvmPayment, readSolanaPayment } from './payments'

const account = `0x${'a'.repeat(40)}`
const filler = `0x${'f'.repeat(40)}`
const token = `0x${'1'.repeat(40)}`
const other = `0x${'2'.repeat(40)}`
const hash = `0x${'d'.repeat(64)}`

type Moved = [address: string, from: string, to: string, amount: bigint]
const toLog = ([address, from, to, amount]: Moved): EvmLog => ({
  address,
  topics: [TRANSFER, wordOf(from), wordOf(to)],
  data: `0x${amount.toString(16).padStart(64, '0')}`,
  transactionHash: hash,
  blockNumber: 7n,
})

/** What a mined transaction with these events brought. */
async function read(logs: EvmLog[], from?: string, payers?: string[]) {
  const receipt = { hash, blockNumber: 7n, blockHash: '0xb', status: 'success' as const, logs }
  const reader = {
    receipt: async () => ({ ...receipt, ...(from && { from }) }),
    transaction: async () => null,
    balanceAt: async () => 0n,
    nonce: async () => 0,
    blockTime: async () => 9,
  }
  return readEvmPayment(reader, hash, account, {
    chainId: 8_453,
    coins: false,
    time: false,
    payers,
  })
}

const movesOf = async (...moved: Moved[]) => (await read(moved.map(toLog)))?.moves

describe('the coins that a transaction brought', () => {
  type Case = {
    from: string
    fee?: bigint
    value?: bigint
    unknown?: true
    to?: string
    nonces?: [number, number]
    balances?: [bigint, bigint]
  }
  async function coinsOf({ from, fee, value = 0n, unknown, to = filler, ...state }: Case) {
    const { nonces = [4, 5], balances = [1_000n, 1_090n] } = state
    const at = <T>(of: [T, T], block: unknown) => of[block === 6n ? 0 : 1]
    const plain = { hash, blockNumber: 7n, blockHash: '0xb', status: 'success' as const, logs: [] }
    const sent = { hash, from, to, value, data: '0x', nonce: 4 }
    const reader = {
      receipt: async () => ({ ...plain, from, ...(fee !== undefined && { fee }) }),
      transaction: async () => (unknown ? null : (sent as never)),
      balanceAt: async (_: string, block: unknown) => at(balances, block),
      nonce: async (_: string, block: unknown) => at(nonces, block),
      blockTime: async () => 9,
    }
    const want = { chainId: 8_453, coins: true, time: false, payers: [] }
    const paid = await readEvmPayment(reader, hash, account, want)
    return paid?.moves.map(({ amount }) => amount)
  }

  it('are what its block changed, where the account sent nothing in it', async () => {
    expect(await coinsOf({ from: filler, nonces: [4, 4] })).toEqual([90n])
    expect(await coinsOf({ from: filler })).toEqual([])
    expect(await coinsOf({ from: filler, nonces: [4, 4], balances: [90n, 90n] })).toEqual([])
  })

  it('are the value of a payment to it, and not of what it sent to itself', async () => {
    expect(await coinsOf({ from: filler, to: account, value: 500n })).toEqual([500n])
    const self = { from: account, to: account, value: 500n, fee: 7n }
    expect(await coinsOf({ ...self, balances: [1_000n, 993n] })).toEqual([])
    expect(await coinsOf({ ...self, value: 0n, balances: [1_000n, 1_093n] })).toEqual([100n])
  })

  it('are told of its own transaction with what that cost, where that is known and it sent no other', async () => {
    expect(await coinsOf({ from: account, fee: 7n, value: 3n })).toEqual([100n])
    expect(await coinsOf({ from: account, fee: 0n })).toEqual([90n])
    expect(await coinsOf({ from: account })).toEqual([])
    expect(await coinsOf({ from: account, fee: 7n, unknown: true })).toEqual([])
    expect(await coinsOf({ from: account, fee: 7n, nonces: [4, 6] })).toEqual([])
    expect(await coinsOf({ from: account, fee: 7n, balances: [1_000n, 993n] })).toEqual([])
  })
})

describe('what a transaction brought to an account', () => {
  it('is each transfer to it, by its place among the events', async () => {
    expect(
      await movesOf(
        [token, filler, other, 5n],
        [token, filler, account, 7n],
        [other, filler, account, 9n],
      ),
    ).toEqual([
      { token, amount: 7n, index: 1 },
      { token: other, amount: 9n, index: 2 },
    ])
  })

  it('is nothing of what was moved from it to itself, and less by what left it', async () => {
    expect(await movesOf([token, account, account, 100n])).toEqual([])
    expect(await movesOf([token, filler, account, 100n], [token, account, filler, 100n])).toEqual(
      [],
    )
    expect(
      await movesOf(
        [token, account, filler, 30n],
        [token, filler, account, 20n],
        [token, filler, account, 25n],
        [other, filler, account, 9n],
      ),
    ).toEqual([
      { token, amount: 15n, index: 2 },
      { token: other, amount: 9n, index: 3 },
    ])
  })

  it('is no token that is one of a kind, nor anything that is no transfer', async () => {
    const log = toLog([token, filler, account, 1n])
    const odd = [
      { ...log, topics: [...log.topics, wordOf(token)] },
      { ...log, topics: [wordOf(token), ...log.topics.slice(1)] },
      { ...log, data: '0x' },
    ]
    expect((await read(odd))?.moves).toEqual([])
  })

  it('says whether the account or its payer sent it, where that is told', async () => {
    expect((await read([], account))?.own).toBe(true)
    expect((await read([], filler))?.own).toBe(false)
    expect((await read([]))?.own).toBe(false)
    expect((await read([], filler, [other, '']))?.own).toBe(false)
    expect((await read([], other, [other]))?.own).toBe(true)
  })

  it('and whether it took something of the account: others may swap for it', async () => {
    const came: Moved = [token, filler, account, 7n]
    const ownOf = async (...logs: EvmLog[]) => (await read(logs, filler, []))?.own
    expect(await ownOf(toLog(came))).toBe(false)
    // An address that is paid for an order is nobody's who swaps.
    expect((await read([toLog([other, account, filler, 1n]), toLog(came)], filler))?.own).toBe(
      false,
    )
    expect(await ownOf(toLog([other, account, filler, 1n]), toLog(came))).toBe(true)
    // Nothing at all is moved by anybody, of anybody.
    expect(await ownOf(toLog([other, account, filler, 0n]), toLog(came))).toBe(false)
    expect(await ownOf(toLog([token, account, filler, 7n]), toLog(came))).toBe(false)
    expect(await ownOf(toLog([token, account, filler, 8n]), toLog(came))).toBe(true)
    const sold = toLog([other, account, filler, 1n])
    const one = { ...sold, topics: [...sold.topics, wordOf(token)] }
    expect(await ownOf(one, toLog(came))).toBe(true)
    // Minted to it, it is not taken of nobody.
    const minted = toLog([token, `0x${'0'.repeat(40)}`, account, 7n])
    expect((await read([minted], filler, ['']))?.own).toBe(false)
    // Nor of another account of the same person's.
    const given = toLog([token, other, filler, 7n])
    expect((await read([given, toLog(came)], filler, []))?.own).toBe(false)
    expect((await read([given, toLog(came)], filler, [other]))?.own).toBe(true)
  })

  it('and whether others carried it out for the account, whose code says so', async () => {
    const [entryPoint = ''] = ENTRY_POINTS
    const of = (sender: string): EvmLog => ({
      ...toLog([entryPoint, filler, account, 0n]),
      topics: [USER_OPERATION, hash, wordOf(sender), wordOf(filler)],
      data: `0x${'1'.padStart(64, '0').repeat(4)}`,
    })
    expect((await read([of(account)], filler))?.own).toBe(true)
    expect((await read([of(filler)], filler))?.own).toBe(false)
  })
})

describe('what a transaction on Solana brought to an account', () => {
  it('is said to be its own doing where it signed', async () => {
    const lamports = new Map([
      ['payer', { before: 9n, after: 1n }],
      ['owner', { before: 1n, after: 8n }],
    ])
    const found = { slot: 7, failed: false, fee: 1n, lamports, tokens: [], calls: null }
    const ownOf = async (signers: string[], more = {}, account = 'owner', payers?: string[]) => {
      const balances = async () => ({ ...found, ...more, signers })
      return (await readSolanaPayment({ balances }, 's', account, payers))?.own
    }
    expect(await ownOf(['payer'])).toBe(false)
    expect(await ownOf(['payer', 'owner'])).toBe(true)
    expect(await ownOf(['payer'], {}, 'owner', ['other'])).toBe(false)
    expect(await ownOf(['payer'], {}, 'owner', ['payer'])).toBe(true)
    const holding = { account: 'holder', mint: 'M', owner: 'owner', before: 9n, after: 16n }
    const to = (more = {}) => ({ tokens: [{ ...holding, ...more }] })
    // The account that is paid may be where its owner holds a token.
    expect(await ownOf(['payer', 'owner'], to(), 'holder')).toBe(true)
    expect(await ownOf(['payer', 'owner'], to({ owner: null }), 'holder')).toBe(false)
    expect(await ownOf(['payer', 'owner'], to(), 'another')).toBe(false)
    expect(await ownOf(['payer'], to())).toBe(false)
    expect(await ownOf(['payer'], to(), 'owner', [])).toBe(false)
    expect(await ownOf(['payer'], to({ after: 8n }), 'owner', [])).toBe(true)
    expect(await ownOf(['payer'], to({ after: 8n }))).toBe(false)
  })
})
