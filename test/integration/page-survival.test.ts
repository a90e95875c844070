import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeEvmWallet, newId, type PageHarness, startPageHarness } from './page-harness'

const rdns = 'com.example.wallet'
const transaction = {
  kind: 'transaction' as const,
  chainId: 8453,
  tx: { from: `0x${'7'.repeat(40)}`, to: `0x${'1'.repeat(40)}`, data: '0x', value: '0x1' },
}
const hash = (digit: string) => ({
  ok: true,
  value: { kind: 'hash', hash: `0x${digit.repeat(64)}` },
})
let harness: PageHarness

beforeAll(async () => {
  harness = await startPageHarness()
})
afterAll(async () => harness?.close())
beforeEach(() => harness.run('committing = true; unregister()'))

async function openWithPrompt() {
  const opened = await harness.open(fakeEvmWallet('Example', rdns))
  await harness.inject(opened.path)
  const { ack, attemptId } = await harness.ask(opened.path, rdns, transaction)
  expect(ack).toEqual({ accepted: true })
  await opened.page.waitForFunction('wallet.approve')
  return { ...opened, attemptId }
}

const approve = (digit: string) => `wallet.approve("0x${digit.repeat(64)}")`
const asked = 'wallet.calls.filter((call) => call.method === "eth_sendTransaction").length'

describe('an open prompt', () => {
  it('outlives a reload of the extension: the next content script delivers its outcome', async () => {
    const { page, path, attemptId } = await openWithPrompt()
    await harness.reload()
    await harness.inject(path)
    expect(await harness.ledger(path, attemptId)).toEqual([{ attemptId, state: 'open' }])
    await page.evaluate(approve('a'))
    expect(await harness.outcome(attemptId)).toEqual(hash('a'))
    expect(await page.evaluate(asked)).toBe(1)
  })

  it('that was answered while no content script lived is delivered by the next one', async () => {
    const { page, path, attemptId } = await openWithPrompt()
    await harness.reload()
    await page.evaluate(approve('b'))
    await harness.inject(path)
    expect(await harness.outcome(attemptId)).toEqual(hash('b'))
  })

  it('is not asked again under the same id after a reload', async () => {
    const { page, path, attemptId } = await openWithPrompt()
    await harness.reload()
    await harness.inject(path)
    const again = await harness.ask(path, rdns, transaction, attemptId)
    expect(again.ack).toEqual({ accepted: false, reason: 'seen' })
    expect(await page.evaluate(asked)).toBe(1)
  })

  it('of an older build still delivers when a newer page script has taken over', async () => {
    const { page, path, attemptId } = await openWithPrompt()
    await harness.reload()
    await harness.inject(path, 'page-next.js')
    const second = await harness.ask(path, rdns, transaction)
    expect(second.ack).toEqual({ accepted: true })
    await page.waitForFunction(`${asked} === 2`)
    const [first, later] = await harness.ledger(path, attemptId, second.attemptId)
    expect([first?.state, later?.state]).toEqual(['open', 'open'])
    await page.evaluate(approve('c'))
    expect(await harness.outcome(second.attemptId)).toEqual(hash('c'))
  })
})

describe('an outcome', () => {
  it('is told again until the worker has committed it', async () => {
    const { page, attemptId } = await openWithPrompt()
    await harness.run('committing = false')
    await page.evaluate(approve('d'))
    await harness.outcome(attemptId)
    await harness.run('committing = true')
    const times = await harness.run<number>(
      `new Promise((resolve) => {
        const look = () => {
          const count = received.filter((one) => one.attemptId === '${attemptId}').length
          if (count >= 2) resolve(count); else setTimeout(look, 50)
        }
        look()
      })`,
    )
    expect(times).toBeGreaterThanOrEqual(2)
  })

  it('stays readable in the ledger after it was committed', async () => {
    const { page, path, attemptId } = await openWithPrompt()
    await page.evaluate(approve('e'))
    await harness.outcome(attemptId)
    expect(await harness.ledger(path, attemptId)).toEqual([
      { attemptId, state: 'settled', result: hash('e') },
    ])
  })
})

describe('the ledger', () => {
  it('says never seen of an attempt that did not reach the page', async () => {
    const { path } = await openWithPrompt()
    const attemptId = newId()
    expect(await harness.ledger(path, attemptId)).toEqual([{ attemptId, state: 'never-seen' }])
  })

  it('says never seen of an attempt that was refused, and refuses its id for ever', async () => {
    const { path } = await openWithPrompt()
    const { ack, attemptId } = await harness.ask(path, 'com.example.absent', transaction)
    expect(ack).toEqual({ accepted: false, reason: 'not-found' })
    expect(await harness.ledger(path, attemptId)).toEqual([{ attemptId, state: 'never-seen' }])
    const again = await harness.ask(path, rdns, transaction, attemptId)
    expect(again.ack).toEqual({ accepted: false, reason: 'seen' })
  })
})

describe('a second injection', () => {
  it('changes nothing: one page script, one content script, one outcome', async () => {
    const { page, path, attemptId } = await openWithPrompt()
    await harness.inject(path)
    await harness.inject(path)
    await page.evaluate(approve('f'))
    await harness.outcome(attemptId)
    const wallets = await harness.discover(path)
    expect(wallets).toHaveLength(1)
    const received = await harness.received()
    expect(received.filter((one) => one.attemptId === attemptId)).toHaveLength(1)
  })

  it('finds the scripts that a registration put there at document start', async () => {
    await harness.run('register()')
    const { path } = await harness.open(fakeEvmWallet('Example', rdns))
    expect(await harness.discover(path)).toHaveLength(1)
    await harness.inject(path)
    expect(await harness.discover(path)).toHaveLength(1)
  })
})

describe('a frame', () => {
  it('is asked alone when the worker names it, and the top frame hears nothing of it', async () => {
    harness.serve('/inner', fakeEvmWallet('Inner', 'com.example.inner'))
    const { page, path } = await harness.open(fakeEvmWallet('Outer', rdns), {
      body: '<iframe src="/inner"></iframe>',
    })
    await page.frameLocator('iframe').locator('body').waitFor({ state: 'attached' })
    const frames = await harness.run<[number, string][]>(`frames('${path}')`)
    const inner = frames.find(([, url]) => url.endsWith('/inner'))?.[0] ?? 0
    expect(inner).toBeGreaterThan(0)
    await harness.inject(path)
    await harness.run(`inject('${path}', 'MAIN', ['page.js'], ${inner})`)
    await harness.run(`inject('${path}', 'ISOLATED', ['content.js'], ${inner})`)
    const found = await harness.run<{ wallets: { id: string }[] }>(
      `command('${path}', { type: 'discover' }, ${inner})`,
    )
    expect(found.wallets.map((wallet) => wallet.id)).toEqual(['com.example.inner'])
    expect((await harness.discover(path)).map((wallet) => wallet.id)).toEqual([rdns])
  })
})
