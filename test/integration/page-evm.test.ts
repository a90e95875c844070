import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeEvmWallet, type PageHarness, startPageHarness } from './page-harness'

const rdns = 'com.example.wallet'
const account = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const transaction = {
  kind: 'transaction' as const,
  chainId: 8453,
  tx: { from: account, to: `0x${'1'.repeat(40)}`, data: '0xabcdef', value: '0x0' },
}
let harness: PageHarness

beforeAll(async () => {
  harness = await startPageHarness()
})
afterAll(async () => harness?.close())

describe('an EVM wallet in a page', () => {
  it('is found with its accounts and chain, and without a prompt', async () => {
    const { page, path } = await harness.open(fakeEvmWallet('Example', rdns))
    await harness.inject(path)
    const wallets = await harness.discover(path)
    expect(wallets).toEqual([
      {
        family: 'eip155',
        id: rdns,
        name: 'Example',
        ambiguous: false,
        accounts: [account],
        chainId: '0x2105',
        icon: expect.stringContaining('data:image/svg'),
      },
    ])
    const methods = await page.evaluate('wallet.calls.map((call) => call.method)')
    expect(methods).toEqual(['eth_accounts', 'eth_chainId'])
  })

  it('is asked for a transaction once, and its answer reaches the worker as a new message', async () => {
    const { page, path } = await harness.open(fakeEvmWallet('Example', rdns))
    await harness.inject(path)
    const { ack, attemptId } = await harness.ask(path, rdns, transaction)
    expect(ack).toEqual({ accepted: true })
    await page.waitForFunction('wallet.approve')
    expect(await harness.ledger(path, attemptId)).toEqual([{ attemptId, state: 'open' }])
    const again = await harness.ask(path, rdns, transaction, attemptId)
    expect(again.ack).toEqual({ accepted: false, reason: 'seen' })
    await page.evaluate('wallet.approve("0xfeed")')
    expect(await harness.outcome(attemptId)).toEqual({
      ok: true,
      value: { kind: 'hash', hash: '0xfeed' },
    })
    const asked = await page.evaluate(
      'wallet.calls.filter((call) => call.method === "eth_sendTransaction")',
    )
    expect(asked).toEqual([
      { method: 'eth_sendTransaction', params: [{ ...transaction.tx, chainId: '0x2105' }] },
    ])
  })
})
