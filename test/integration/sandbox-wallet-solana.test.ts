import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { type Page, expect as playwrightExpect } from '@playwright/test'
import {
  type Address,
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/web3.js'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SolanaChain, startSolana } from '../sandbox/chains/solana/solana'
import { createSignerApp } from '../sandbox/pages/app'
import { fromBase64 } from '../sandbox/wallet/base64'
import { driveWallet, type WalletDriver } from '../sandbox/wallet/driver'
import { callProvider, callSolana, type SolanaCall } from '../sandbox/wallet/page-calls'
import { prepareWallet } from '../sandbox/wallet/prepare'
import { createRpc, type Rpc } from '../sandbox/wallet/worker/rpc'
import { type LaunchedBrowser, launchChromium } from '../support/launch'
import { patience } from '../support/patience'

const recipient = address('GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB')

const expectPage = playwrightExpect.configure({ timeout: patience })

let folder: string
let solana: SolanaChain
let server: ServerType
let browser: LaunchedBrowser
let wallet: WalletDriver
let page: Page
let rpc: Rpc

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'causeway-wallet-'))
  solana = await startSolana({ port: 0 })
  rpc = createRpc(solana.rpcUrl)
  const chains = [{ id: 20011000000, type: 'solana' as const, rpcUrl: solana.rpcUrl }]
  const app = createSignerApp()
  const url = await new Promise<string>((resolve) => {
    server = serve(
      { fetch: app.fetch, hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false },
      (info: AddressInfo) => resolve(`http://127.0.0.1:${info.port}`),
    )
  })
  const outDir = await prepareWallet({
    outDir: join(folder, 'wallet'),
    name: 'Sandbox Wallet',
    rdns: 'dev.causeway.sandbox-wallet',
    chains,
    accounts: { solana: { secretKey: solana.account.secretKey } },
  })
  browser = await launchChromium({ extensions: [outDir], headless: true })
  wallet = await driveWallet(browser.context, outDir)
  page = await browser.context.newPage()
  await page.goto(url)
})

afterAll(async () => {
  await browser?.close()
  server?.close()
  await solana?.stop()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  await wallet.disconnect()
  await wallet.set({ mode: 'auto', account: 0 })
  await wallet.clearLog()
})

const call = (method: SolanaCall['method'], transaction?: string) =>
  callSolana(page, {
    name: 'Sandbox Wallet',
    method,
    ...(transaction === undefined ? {} : { transaction }),
  })

/** An unsigned transfer of some lamports, as base64. */
async function transfer(): Promise<string> {
  const { value } = (await rpc('getLatestBlockhash', [])) as {
    value: { blockhash: Blockhash; lastValidBlockHeight: number }
  }
  const from = solana.account.address as Address
  const lifetime = {
    blockhash: value.blockhash,
    lastValidBlockHeight: BigInt(value.lastValidBlockHeight),
  }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayer(from, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({
          source: createNoopSigner(from),
          destination: recipient,
          amount: 2_000_000n,
        }),
        draft,
      ),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}

async function sign(mode: string): Promise<{ given: string; signed: string }> {
  await call('connect')
  await wallet.set({ mode })
  const given = await transfer()
  const answer = await call('sign', given)
  return { given, signed: answer.ok ? String(answer.result) : `refused: ${answer.message}` }
}

const submit = (signed: string) => rpc('sendTransaction', [signed, { encoding: 'base64' }])

function messageOf(base64: string) {
  const { messageBytes } = getTransactionDecoder().decode(fromBase64(base64))
  return getCompiledTransactionMessageDecoder().decode(messageBytes)
}

describe('connecting', () => {
  it('given a site that is not connected, when it looks, then it sees no account and asks nobody', async () => {
    expect(await call('silent')).toEqual({ ok: true, result: [] })
    expect(await wallet.prompts()).toEqual([])
  })

  it('given a person who rejects, when a site connects, then 4001 and no account', async () => {
    await wallet.set({ mode: 'reject' })
    expect(await call('connect')).toMatchObject({ ok: false, code: 4001 })
    expect(await call('silent')).toEqual({ ok: true, result: [] })
  })

  it('given a connected site, when it disconnects, then it sees no account', async () => {
    expect(await call('connect')).toEqual({ ok: true, result: [solana.account.address] })
    expect(await call('silent')).toEqual({ ok: true, result: [solana.account.address] })
    expect(await call('disconnect')).toMatchObject({ ok: true })
    expect(await call('silent')).toEqual({ ok: true, result: [] })
  })

  it('given a wallet with no EVM key, when a site looks for one, then none is announced', async () => {
    const asked = callProvider(page, { rdns: 'dev.causeway.sandbox-wallet', method: 'eth_chainId' })
    expect(await asked).toMatchObject({ ok: false, code: 0 })
  })
})

describe('signing', () => {
  it('given auto, when it signs, then the message is untouched and the chain takes it', async () => {
    const { given, signed } = await sign('auto')
    expect(messageOf(signed)).toEqual(messageOf(given))
    expect(await submit(signed)).toEqual(expect.any(String))
  })

  it('given ask, when the window approves, then it is signed; the window showed the programs', async () => {
    await call('connect')
    await wallet.set({ mode: 'ask' })
    const asked = call('sign', await transfer())
    const approval = await wallet.nextApproval()
    await expectPage(approval.getByTestId('wallet-details')).toContainText('System')
    await approval.getByTestId('wallet-approve').click()
    expect(await asked).toMatchObject({ ok: true })
  })

  it.each([
    ['add-compute-budget', 3],
    ['add-lighthouse', 2],
  ])('given %s, when it signs, then the chain takes what was added', async (mode, count) => {
    const { signed } = await sign(mode)
    expect(messageOf(signed).instructions).toHaveLength(count)
    expect(await submit(signed)).toEqual(expect.any(String))
  })

  it('given change-instruction, when it signs, then one instruction is another', async () => {
    const { given, signed } = await sign('change-instruction')
    expect(messageOf(signed).instructions).not.toEqual(messageOf(given).instructions)
    expect(messageOf(signed).staticAccounts).toEqual(messageOf(given).staticAccounts)
  })

  it('given swap-fee-payer, when it signs, then another account pays', async () => {
    const { given, signed } = await sign('swap-fee-payer')
    expect(messageOf(signed).staticAccounts[0]).not.toBe(messageOf(given).staticAccounts[0])
    expect(messageOf(signed).instructions).toEqual(messageOf(given).instructions)
  })

  it('given bad-signature, when it is submitted, then the chain refuses it', async () => {
    const { given, signed } = await sign('bad-signature')
    expect(messageOf(signed)).toEqual(messageOf(given))
    await expect(submit(signed)).rejects.toThrow(/signature/i)
  })
})
