import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { normaliseWalletError } from '@/src/domain/order/wallet-error'
import { bundleWallet } from './others/bundle'
import { addHeadless, asks, headlessId as id } from './others/headless'
import { type Opened, type PageHarness, startPageHarness } from './page-harness'

/** Anvil's second account; its key is printed by every anvil. */
const privateKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const account = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const payment = {
  kind: 'transaction' as const,
  chainId: 1,
  tx: { from: account, to: `0x${'1'.repeat(40)}`, data: '0xabcdef', value: '0x0' },
}

let harness: PageHarness
let metamask: string
let burner: string

beforeAll(async () => {
  ;[harness, metamask, burner] = await Promise.all([
    startPageHarness(),
    bundleWallet('metamask.ts'),
    bundleWallet('burner.ts'),
  ])
})
afterAll(async () => harness?.close())

/** What the worker makes of an outcome's error. */
async function verdictOf(attemptId: string) {
  const result = await harness.outcome(attemptId)
  if (result.ok) throw new Error('the wallet agreed')
  return normaliseWalletError(result.error)
}

describe('headless-web3-provider, whose rdns is no domain', () => {
  async function open() {
    const held: Partial<Awaited<ReturnType<typeof addHeadless>>> = {}
    const opened = await harness.open('', {
      async before(page) {
        const chain = { chainId: 1, rpcUrl: 'http://127.0.0.1:9' }
        Object.assign(held, await addHeadless(page, { privateKey, ...chain }))
      },
    })
    await harness.inject(opened.path)
    if (!held.wallet) throw new Error('no wallet')
    return { ...opened, wallet: held.wallet }
  }

  it('is listed by its name, and connects', async () => {
    const { path, wallet } = await open()
    expect(await harness.discover(path)).toMatchObject([
      { id, name: 'Headless Web3 Provider', ambiguous: false, accounts: [], chainId: '0x1' },
    ])
    const { attemptId } = await harness.ask(path, id, { kind: 'connect', family: 'eip155' })
    await wallet.authorize(asks.RequestAccounts)
    expect(await harness.outcome(attemptId)).toMatchObject({
      ok: true,
      value: { accounts: [account] },
    })
  })

  it('given a prompt that is declined, says so', async () => {
    const { path, wallet } = await open()
    const { attemptId } = await harness.ask(path, id, payment)
    await wallet.reject(asks.SendTransaction)
    expect(await verdictOf(attemptId)).toEqual({ code: 'wallet/declined', provesNotSent: true })
  })

  it('given a prompt that nobody answers, holds it open', async () => {
    const { path } = await open()
    const { attemptId } = await harness.ask(path, id, payment)
    expect(await harness.ledger(path, attemptId)).toEqual([{ attemptId, state: 'open' }])
  })

  it('given a chain that it does not know, fails without a word of that, and takes it once added', async () => {
    const { path, wallet } = await open()
    const change = { kind: 'switchChain' as const, chainId: 8453 }
    const first = await harness.ask(path, id, change)
    await wallet.authorize(asks.SwitchEthereumChain)
    expect((await verdictOf(first.attemptId)).code).not.toBe('wallet/chain-not-added')
    const added = await harness.ask(path, id, {
      kind: 'addChain',
      chainId: 8453,
      name: 'Base',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['http://127.0.0.1:9'],
      blockExplorerUrls: [],
    })
    await wallet.authorize(asks.AddEthereumChain)
    expect(await harness.outcome(added.attemptId)).toMatchObject({ ok: true })
    const again = await harness.ask(path, id, change)
    await wallet.authorize(asks.SwitchEthereumChain)
    expect(await harness.outcome(again.attemptId)).toMatchObject({ ok: true })
    expect(await harness.discover(path)).toMatchObject([{ chainId: '0x2105' }])
  })
})

describe('the page code of MetaMask', () => {
  const id = 'io.metamask'
  type Behind = { calls: { method: string }[] }

  async function open(before = ''): Promise<Opened> {
    const opened = await harness.open(`${before};${metamask}`)
    await harness.inject(opened.path)
    return opened
  }
  const asked = (page: Opened['page'], method: string) =>
    page.waitForFunction(
      (name) =>
        (window as unknown as { behind: Behind }).behind.calls.some((call) => call.method === name),
      method,
    )

  it('is found with its account and chain', async () => {
    const { path } = await open()
    expect(await harness.discover(path)).toMatchObject([
      { id, name: 'MetaMask', ambiguous: false, accounts: [account], chainId: '0x1' },
    ])
  })

  it('given it is locked, shows no account', async () => {
    const { path } = await open('window.startsLocked = true')
    expect(await harness.discover(path)).toMatchObject([{ id, accounts: [], chainId: '0x1' }])
  })

  it('sends what it is asked, and its hash arrives', async () => {
    const { page, path } = await open()
    const { attemptId } = await harness.ask(path, id, payment)
    await asked(page, 'eth_sendTransaction')
    await page.evaluate(`behind.answer('eth_sendTransaction', { result: '0xfeed' })`)
    expect(await harness.outcome(attemptId)).toMatchObject({ ok: true, value: { hash: '0xfeed' } })
  })

  it('given a switch that fails inside, its words are read', async () => {
    const { page, path } = await open()
    const { attemptId } = await harness.ask(path, id, { kind: 'switchChain', chainId: 8453 })
    await asked(page, 'wallet_switchEthereumChain')
    await page.evaluate(`behind.answer('wallet_switchEthereumChain', {
      error: { code: -32603, message: 'Internal', data: { originalError: { code: 4902 } } } })`)
    expect((await verdictOf(attemptId)).code).toBe('wallet/chain-not-added')
  })

  it('given its worker dies at the prompt, never answers, and the page says that it is open', async () => {
    const { page, path } = await open()
    const { attemptId } = await harness.ask(path, id, payment)
    await asked(page, 'eth_sendTransaction')
    await page.evaluate('behind.die()')
    expect(await harness.ledger(path, attemptId)).toEqual([{ attemptId, state: 'open' }])
  })
})

describe('the burner wallet of the Solana wallet adapter', () => {
  const id = 'Burner Wallet'

  /** A message of no instructions that this account pays for. */
  const messageOf = (payer: string) =>
    Uint8Array.from([1, 0, 0, 1, ...base58.decode(payer), ...new Uint8Array(32), 0])

  it('is found, connects, and signs the very bytes', async () => {
    const { path } = await harness.open(burner)
    await harness.inject(path)
    expect(await harness.discover(path)).toMatchObject([{ family: 'solana', id, accounts: [] }])
    const { result } = await harness.askAndHear(path, id, { kind: 'connect', family: 'solana' })
    const [payer = ''] = result.ok && result.value.kind === 'accounts' ? result.value.accounts : []
    const message = messageOf(payer)
    const transaction = Buffer.from([1, ...new Uint8Array(64), ...message]).toString('base64')
    const signed = await harness.askAndHear(path, id, {
      kind: 'solanaSign',
      account: payer,
      transaction,
    })
    const bytes =
      signed.result.ok && signed.result.value.kind === 'signed'
        ? Buffer.from(signed.result.value.transaction, 'base64')
        : Buffer.alloc(0)
    expect(bytes.subarray(65)).toEqual(Buffer.from(message))
    expect(ed25519.verify(bytes.subarray(1, 65), message, base58.decode(payer))).toBe(true)
  })

  it('given an account that it does not show, is asked for nothing', async () => {
    const { path } = await harness.open(burner)
    await harness.inject(path)
    const { attemptId } = await harness.ask(path, id, {
      kind: 'solanaSign',
      account: base58.encode(new Uint8Array(32)),
      transaction: 'AQID',
    })
    expect(await verdictOf(attemptId)).toEqual({ code: 'wallet/unauthorised', provesNotSent: true })
  })
})
