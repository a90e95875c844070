import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { type Page, expect as playwrightExpect } from '@playwright/test'
import { recoverMessageAddress, verifyTypedData } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Anvil, findAnvil, startAnvil } from '../sandbox/chains/evm/anvil'
import { createDappApp, createSignerApp } from '../sandbox/pages/app'
import { driveWallet, type WalletDriver } from '../sandbox/wallet/driver'
import { callProvider } from '../sandbox/wallet/page-calls'
import { barePage, prepareWallet } from '../sandbox/wallet/prepare'
import { createRpc, type Rpc } from '../sandbox/wallet/worker/rpc'
import { type LaunchedBrowser, launchChromium, openPage } from '../support/launch'
import { patience } from '../support/patience'

/** Anvil's first account; its key is printed by every anvil. */
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const rdns = 'dev.causeway.sandbox-wallet'
const otherRdns = 'dev.causeway.other-wallet'
const payment = { from: account, to: recipient, value: '0x1' }

const expectPage = playwrightExpect.configure({ timeout: patience })

let folder: string
let chains: [Anvil, Anvil]
let servers: ServerType[]
let browser: LaunchedBrowser
let wallet: WalletDriver
let page: Page
let dappUrl: string
let signerUrl: string
let rpc: Rpc

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-wallet-'))
  const binary = await findAnvil(() => undefined)
  chains = await Promise.all([
    startAnvil({ binary, chainId: 8453, port: 0 }),
    startAnvil({ binary, chainId: 42161, port: 0 }),
  ])
  const [base, arbitrum] = chains
  rpc = createRpc(base.rpcUrl)
  const known = [
    { id: 8453, type: 'eip155' as const, rpcUrl: base.rpcUrl },
    { id: 42161, type: 'eip155' as const, rpcUrl: arbitrum.rpcUrl },
  ]
  const usdc = { address: recipient, symbol: 'USDC', decimals: 6 }
  const tokens = known.map(({ id }) => ({ ...usdc, chainId: id }))
  const info = { chains: known, tokens }
  const dapp = await listen(createDappApp(info).fetch)
  const signer = await listen(createSignerApp().fetch)
  servers = [dapp.server, signer.server]
  dappUrl = dapp.url
  signerUrl = signer.url
  const accounts = { evm: { privateKey } }
  const first = await prepareWallet({
    outDir: join(folder, 'wallet'),
    name: 'Sandbox Wallet',
    rdns,
    chains: known,
    accounts,
  })
  const second = await prepareWallet({
    outDir: join(folder, 'other'),
    name: 'Other Wallet',
    rdns: otherRdns,
    chains: known.slice(0, 1),
    accounts,
    autoConnect: true,
  })
  browser = await launchChromium({ extensions: [first, second], headless: true })
  wallet = await driveWallet(browser.context, first)
})

afterAll(async () => {
  await browser?.close()
  for (const server of servers ?? []) server.close()
  await Promise.all((chains ?? []).map((chain) => chain.stop()))
  rmSync(folder, { recursive: true, force: true })
})

/** Each test starts on a fresh page of a wallet that knows no site and approves by itself. */
beforeEach(async () => {
  await page?.close()
  await rpc('evm_setAutomine', [true])
  await wallet.disconnect()
  await wallet.set({ mode: 'auto', account: 0, chain: 8453, online: true, unknownChain: 'plain' })
  await wallet.clearLog()
  page = await browser.context.newPage()
  await page.goto(dappUrl)
})

async function listen(fetch: Parameters<typeof serve>[0]['fetch']) {
  return new Promise<{ server: ServerType; url: string }>((resolve) => {
    const server = serve(
      { fetch, hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false },
      ({ port }: AddressInfo) => resolve({ server, url: `http://127.0.0.1:${port}` }),
    )
  })
}

const ask = (method: string, params?: unknown) => callProvider(page, { rdns, method, params })

async function connect(): Promise<void> {
  expect(await ask('eth_requestAccounts')).toEqual({ ok: true, result: [account] })
}

/** Counts what waits to be mined as well: a chain that mines at once still takes a moment. */
const nonce = async () => Number(await rpc('eth_getTransactionCount', [account, 'pending']))
const transaction = (hash: unknown) =>
  rpc('eth_getTransactionByHash', [hash]) as Promise<Record<string, string> | null>

describe('what a site sees', () => {
  it('given a site that is not connected, when it looks, then it sees a chain and no account', async () => {
    expect(await ask('eth_accounts')).toEqual({ ok: true, result: [] })
    expect(await ask('eth_chainId')).toEqual({ ok: true, result: '0x2105' })
    expect(await ask('net_version')).toEqual({ ok: true, result: '8453' })
    expect(await ask('eth_sendTransaction', [payment])).toMatchObject({ ok: false, code: 4100 })
    expect(await wallet.prompts()).toEqual([])
  })

  it('given two wallets, when the dApp connects the second, then that one alone is asked', async () => {
    await page.getByTestId('connect').click()
    await page.locator(`[data-testid=dapp-wallet][data-rdns="${otherRdns}"]`).click()
    await expectPage(page.getByTestId('account')).toHaveText(account)
    expect(await wallet.prompts()).toEqual([])
  })

  it('given wallets, when the page loads, then they left no global behind', async () => {
    const names = await page.evaluate(() => Object.keys(window))
    const blank = await page.evaluate(() => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      return Object.keys(frame.contentWindow ?? {})
    })
    expect(names.filter((name) => !blank.includes(name))).toEqual([])
  })

  it('given a page that Causeway answers, when a swap is asked for, then its event is shown', async () => {
    await page.evaluate(() => {
      const requestSwap = (wish: object) => ({
        id: 'a',
        on: (name: string, listener: (event: object) => void) => {
          if (name === 'opened') listener({ name, reason: JSON.stringify(wish) })
        },
      })
      const detail = { name: 'Causeway', version: '0', requestSwap }
      const announce = () =>
        window.dispatchEvent(new CustomEvent('causeway:announceApi', { detail }))
      // The page may be listening already, or only about to ask.
      window.addEventListener('causeway:requestApi', announce)
      announce()
    })
    await page.getByTestId('swap-with-causeway').click()
    await expectPage(page.getByTestId('swap-event')).toContainText('"amount":"10000000"')
  })

  it('given the signing page, when it is open, then it lists the wallets', async () => {
    await page.goto(signerUrl)
    const list = page.locator('#wallets')
    await expectPage(list).toContainText('Sandbox Wallet')
    await expectPage(list).toContainText('Other Wallet')
  })

  it('given a connected page, when account and chain change, then it is told', async () => {
    await page.getByTestId('connect').click()
    await page.locator(`[data-testid=dapp-wallet][data-rdns="${rdns}"]`).click()
    await expectPage(page.getByTestId('balance')).toContainText('ETH')
    await wallet.set({ chain: 42161 })
    await expectPage(page.getByTestId('chain')).toHaveText('Arbitrum One')
    await wallet.set({ account: 1 })
    await expectPage(page.getByTestId('account')).not.toHaveText(account)
    await wallet.disconnect(new URL(dappUrl).origin)
    await expectPage(page.getByTestId('connect')).toBeVisible()
  })
})

describe('approval', () => {
  it('given auto, when a payment is asked, then it is mined as it was asked', async () => {
    await connect()
    const answer = await ask('eth_sendTransaction', [payment])
    const sent = await transaction(answer.ok ? answer.result : '')
    expect(sent).toMatchObject({ to: recipient.toLowerCase(), value: '0x1', input: '0x' })
    expect(await wallet.prompts('eth_sendTransaction')).toHaveLength(1)
  })

  it('given ask, when the window approves, then it is sent; the window showed what was asked', async () => {
    await connect()
    await wallet.set({ mode: 'ask' })
    const asked = ask('eth_sendTransaction', [payment])
    const approval = await wallet.nextApproval()
    await expectPage(approval.getByTestId('wallet-details')).toContainText(recipient)
    await expectPage(approval.getByTestId('wallet-origin')).toHaveText(new URL(dappUrl).origin)
    await approval.getByTestId('wallet-approve').click()
    const answer = await asked
    expect(await transaction(answer.ok ? answer.result : '')).toMatchObject({ value: '0x1' })
  })

  it('given ask, when the window rejects or is closed, then 4001 and nothing is sent', async () => {
    await connect()
    const before = await nonce()
    await wallet.set({ mode: 'ask' })
    const rejected = ask('eth_sendTransaction', [payment])
    await wallet.decideNext('reject')
    expect(await rejected).toMatchObject({ ok: false, code: 4001 })
    const closed = ask('eth_sendTransaction', [payment])
    await (await wallet.nextApproval()).close()
    expect(await closed).toMatchObject({ ok: false, code: 4001 })
    expect(await nonce()).toBe(before)
  })

  it('given an open prompt, when the worker is stopped, then approving it still sends once', async () => {
    await connect()
    const before = await nonce()
    await wallet.set({ mode: 'ask' })
    const asked = ask('eth_sendTransaction', [payment])
    const approval = await wallet.nextApproval()
    const cdp = await browser.context.newCDPSession(wallet.page)
    await cdp.send('ServiceWorker.enable')
    await cdp.send('ServiceWorker.stopAllWorkers')
    await approval.getByTestId('wallet-approve').click()
    expect(await asked).toMatchObject({ ok: true })
    expect(await nonce()).toBe(before + 1)
  })

  it('given a connect prompt, when the site asks again, then -32002', async () => {
    await wallet.set({ mode: 'ask' })
    const first = ask('eth_requestAccounts')
    const approval = await wallet.nextApproval()
    expect(await ask('eth_requestAccounts')).toMatchObject({ ok: false, code: -32002 })
    await approval.getByTestId('wallet-approve').click()
    expect(await first).toEqual({ ok: true, result: [account] })
  })

  it('given reject once, when two payments are asked, then the second is sent', async () => {
    await connect()
    await wallet.set({ mode: 'reject', times: 1 })
    expect(await ask('eth_sendTransaction', [payment])).toMatchObject({ ok: false, code: 4001 })
    expect(await ask('eth_sendTransaction', [payment])).toMatchObject({ ok: true })
  })

  it('given a delay, when it is over, then the payment is sent', async () => {
    await connect()
    await wallet.set({ mode: 'delay:700' })
    expect(await ask('eth_sendTransaction', [payment])).toMatchObject({ ok: true })
    const [entry] = await wallet.prompts('eth_sendTransaction')
    expect((entry?.settledAt ?? 0) - (entry?.at ?? 0)).toBeGreaterThanOrEqual(700)
  })

  it('given a delay, when the worker dies meanwhile, then it wakes and sends once', async () => {
    await connect()
    const before = await nonce()
    await wallet.set({ mode: 'delay:5000' })
    const asked = ask('eth_sendTransaction', [payment])
    // The alarm is the last thing that is written down, and what wakes the next worker.
    const hasAlarm = async () => {
      const [entry] = await wallet.prompts('eth_sendTransaction')
      return wallet.page.evaluate(`chrome.alarms.get('due:${entry?.id}').then(Boolean)`)
    }
    await expectPage.poll(hasAlarm).toBe(true)
    const cdp = await browser.context.newCDPSession(wallet.page)
    await cdp.send('ServiceWorker.enable')
    await cdp.send('ServiceWorker.stopAllWorkers')
    expect(await asked).toMatchObject({ ok: true })
    expect(await nonce()).toBe(before + 1)
  })

  it.each(['hang', 'restart-unsent'])(
    'given %s, when asked, then nothing is sent or said',
    async (mode) => {
      await connect()
      const before = await nonce()
      await wallet.set({ mode })
      let settled = false
      void ask('eth_sendTransaction', [payment]).then(
        () => {
          settled = true
        },
        () => undefined,
      )
      await expectPage
        .poll(async () => (await wallet.prompts('eth_sendTransaction')).length)
        .toBe(1)
      await wallet.set({ mode: 'auto' })
      expect(await ask('eth_sendTransaction', [payment])).toMatchObject({ ok: true })
      expect(settled).toBe(false)
      expect(await nonce()).toBe(before + 1)
    },
  )

  it('given restart, when asked, then it is sent and the page is never told', async () => {
    await connect()
    const before = await nonce()
    await wallet.set({ mode: 'restart' })
    void ask('eth_sendTransaction', [payment]).catch(() => undefined)
    await expectPage
      .poll(async () => (await wallet.prompts('eth_sendTransaction'))[0]?.status)
      .toBe('forgotten')
    expect(await nonce()).toBe(before + 1)
  })
})

describe('its own page', () => {
  it('given another mode, when it is open, then it shows the mode of now and sets the one that is chosen', async () => {
    await wallet.set({ mode: 'reject' })
    const control = await openPage(
      browser.context,
      wallet.page.url().replace(barePage, 'control.html'),
    )
    const mode = control.getByTestId('mode')
    await expectPage(mode).toHaveValue('reject')
    await mode.selectOption('auto')
    await expect.poll(async () => (await wallet.status()).mode).toBe('auto')
    await control.close()
  })
})

describe('dishonest modes', () => {
  it.each([
    ['tamper-to', { to: '0x000000000000000000000000000000000000dead' }],
    ['tamper-value', { value: '0x2' }],
    ['tamper-data', { input: '0x01' }],
  ])('given %s, when a payment is asked, then another one is mined', async (mode, changed) => {
    await connect()
    await wallet.set({ mode })
    const answer = await ask('eth_sendTransaction', [payment])
    expect(await transaction(answer.ok ? answer.result : '')).toMatchObject(changed)
  })

  it('given false-hash, when asked, then a hash comes back that no chain knows', async () => {
    await connect()
    await wallet.set({ mode: 'false-hash' })
    const answer = await ask('eth_sendTransaction', [payment])
    expect(answer).toMatchObject({ ok: true, result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    expect(await transaction(answer.ok ? answer.result : '')).toBeNull()
  })

  it('given false-reject, when asked, then 4001 although it was mined', async () => {
    await connect()
    const before = await nonce()
    await wallet.set({ mode: 'false-reject' })
    expect(await ask('eth_sendTransaction', [payment])).toMatchObject({ ok: false, code: 4001 })
    expect(await nonce()).toBe(before + 1)
  })

  it.each([
    ['speed-up:50', 'automine', { to: recipient.toLowerCase(), value: '0x1' }],
    ['cancel:50', 'automine', { to: account.toLowerCase(), value: '0x0' }],
    ['speed-up:50', 'a mempool', { to: recipient.toLowerCase(), value: '0x1' }],
    ['cancel:50', 'a mempool', { to: account.toLowerCase(), value: '0x0' }],
  ])(
    'given %s and %s, when mined, then the replacement took the nonce',
    async (mode, mining, mined) => {
      await connect()
      const before = await nonce()
      await wallet.set({ mode })
      await rpc('evm_setAutomine', [mining === 'automine'])
      const answer = await ask('eth_sendTransaction', [payment])
      await expectPage
        .poll(async () => (await wallet.prompts('eth_sendTransaction'))[0]?.sent.length)
        .toBe(2)
      await rpc('evm_setAutomine', [true])
      await rpc('evm_mine', [])
      const [entry] = await wallet.prompts('eth_sendTransaction')
      expect(answer).toEqual({ ok: true, result: entry?.sent[0] })
      expect(await nonce()).toBe(before + 1)
      expect(await rpc('eth_getTransactionReceipt', [entry?.sent[0]])).toBeNull()
      expect(await transaction(entry?.sent[1])).toMatchObject(mined)
    },
  )
})

describe('chains, signatures and refusals', () => {
  it('given a known chain, when switched, then the chain is another', async () => {
    await connect()
    const params = [{ chainId: '0xa4b1' }]
    expect(await ask('wallet_switchEthereumChain', params)).toEqual({ ok: true, result: null })
    expect(await ask('eth_chainId')).toEqual({ ok: true, result: '0xa4b1' })
  })

  it('given an unknown chain, when switched, then 4902 in the shape that was set', async () => {
    const params = [{ chainId: '0x89' }]
    const refused = () => ask('wallet_switchEthereumChain', params)
    expect(await refused()).toMatchObject({ ok: false, code: 4902 })
    await wallet.set({ unknownChain: 'nested' })
    expect(await refused()).toMatchObject({ code: -32603, data: { originalError: { code: 4902 } } })
    await wallet.set({ unknownChain: 'message' })
    expect(await refused()).toMatchObject({ code: -32603, message: expect.stringMatching(/0x89/) })
  })

  it('given an unknown chain, when it is added, then the wallet is on it', async () => {
    await connect()
    const rpcUrls = [chains[1].rpcUrl]
    const params = [{ chainId: '0x7a69', chainName: 'Anvil', rpcUrls }]
    expect(await ask('wallet_addEthereumChain', params)).toEqual({ ok: true, result: null })
    expect(await ask('eth_chainId')).toEqual({ ok: true, result: '0x7a69' })
  })

  it('given a connected site, when it asks for signatures, then they verify', async () => {
    await connect()
    const message = await ask('personal_sign', ['0x68656c6c6f', account])
    const signature = message.ok ? (message.result as `0x${string}`) : '0x'
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(account)
    const data = {
      domain: { name: 'Permit2', chainId: 8453 },
      types: { Permit: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Permit' as const,
      message: { amount: '5' },
    }
    const typed = await ask('eth_signTypedData_v4', [account, JSON.stringify(data)])
    expect(
      await verifyTypedData({
        ...data,
        message: { amount: 5n },
        address: account,
        signature: typed.ok ? (typed.result as `0x${string}`) : '0x',
      }),
    ).toBe(true)
  })

  it.each([
    ['eth_sign', [account, '0x00'], 4200],
    ['wallet_watchAsset', {}, 4200],
    ['eth_sendTransaction', [{ ...payment, from: recipient }], 4100],
    ['eth_sendTransaction', ['nonsense'], -32602],
    ['eth_sendTransaction', [{ ...payment, chainId: '0x1' }], -32602],
  ])('given %s with %j, when asked, then code %i', async (method, params, code) => {
    await connect()
    expect(await ask(method, params)).toMatchObject({ ok: false, code })
  })

  it('given a wallet offline, when read, then 4900, and it says when it is back', async () => {
    await wallet.set({ online: false })
    expect(await ask('eth_blockNumber')).toMatchObject({ ok: false, code: 4900 })
    await wallet.set({ online: true })
    expect(await ask('eth_blockNumber')).toMatchObject({ ok: true })
  })

  it('given a connected site, when it revokes itself, then it sees no account', async () => {
    await connect()
    expect(await ask('wallet_revokePermissions', [{ eth_accounts: {} }])).toMatchObject({
      ok: true,
    })
    expect(await ask('eth_accounts')).toEqual({ ok: true, result: [] })
  })
})
