import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import { PREVIEW_ADDRESS } from '@/src/domain/address'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { account, ethArbitrum, orders, tokens, usdcBase } from '@/test/support/ui/fixture-data'
import { createBalances } from './balances'
import { createCatalog } from './catalog'
import { createPayForm } from './pay-form'
import { createPreferences } from './preferences'
import { createSwap } from './swap'
import { createWallets } from './wallets'

const NOW = 1_800_000_000_000
const clock = { now: () => NOW, after: () => () => undefined }
const solana = tokens.at(-1) ?? usdcBase
const other = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const solanaAddress = 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ'

/** Lets every answered call be taken in. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

async function setUp(options: Partial<FixtureOptions> = {}) {
  const calls: { name: string; input: unknown }[] = []
  const all = orders(NOW)
  const backend = createFixtureBackend({ now: () => NOW, orders: all, calls, ...options })
  const preferences = createPreferences({ backend })
  const wallets = createWallets({ backend, preferences })
  const catalog = createCatalog({ backend })
  const balances = createBalances({ backend })
  const swap = createSwap({ backend, clock, wallets, balances, defaultSlippage: signal(0.005) })
  await Promise.all([wallets.restore(), swap.restore(), preferences.load()])
  swap.choose('pay', usdcBase)
  swap.choose('receive', ethArbitrum)
  swap.type('pay', '500')
  const form = createPayForm({ backend, clock, swap, catalog, preferences })
  await settled()
  const asked = () => calls.filter(({ name }) => name === 'createTransfer')
  return { form, swap, backend, asked, created: all.planned?.id }
}

function fill({ form }: Awaited<ReturnType<typeof setUp>>): void {
  form.type('recipient', other)
  form.type('refundTo', account)
}

describe('the accounts of a payment by any wallet', () => {
  it('given no wallet, are both typed before anything is asked', async () => {
    const world = await setUp()
    const { form } = world
    expect(form.texts.value).toEqual({ recipient: '', refundTo: '' })
    expect(form.quotes.request.value).toBeUndefined()
    form.type('recipient', other)
    expect(form.complete.value).toBe(false)
    expect(form.quotes.request.value).toBeUndefined()
    form.type('refundTo', account)
    expect(form.complete.value).toBe(true)
    expect(form.quotes.request.value).toMatchObject({
      fromAddress: account,
      refundTo: account,
      recipient: other,
      amount: '500000000',
      slippageTolerance: 0.005,
    })
  })

  it.each([
    ['refundTo', solanaAddress, 'form/recipient-wrong-family'],
    ['recipient', solanaAddress, 'form/recipient-wrong-family'],
    ['recipient', '0x12', 'form/recipient-invalid'],
    ['refundTo', other.replace('d8dA', 'D8dA'), 'form/recipient-invalid'],
    ['refundTo', usdcBase.address, 'form/recipient-is-token'],
    ['recipient', PREVIEW_ADDRESS.eip155, 'form/recipient-is-token'],
    ['refundTo', `0x${'0'.repeat(40)}`, 'form/recipient-is-token'],
  ] as const)('given %s %s, says %s and asks for no price', async (field, text, code) => {
    const world = await setUp()
    fill(world)
    world.form.type(field, text)
    expect(world.form.errors.value[field]).toBe(code)
    expect(world.form.complete.value).toBe(false)
    expect(world.form.quotes.request.value).toBeUndefined()
  })

  it('given the payout is on Solana, wants an address of that family', async () => {
    const world = await setUp()
    world.swap.choose('receive', solana)
    fill(world)
    expect(world.form.errors.value.recipient).toBe('form/recipient-wrong-family')
    world.form.type('recipient', solanaAddress)
    expect(world.form.complete.value).toBe(true)
  })

  it('given the popup was closed, stand there again', async () => {
    const first = await setUp()
    fill(first)
    const stored = await first.backend.session.read('pay-form')
    const { form } = await setUp({ session: { 'pay-form': stored } })
    expect(form.texts.value).toEqual({ recipient: other, refundTo: account })
    const damaged = await setUp({ session: { 'pay-form': { recipient: 7 } } })
    expect(damaged.form.texts.value).toEqual({ recipient: '', refundTo: '' })
  })

  it('given one is changed, must be confirmed anew', async () => {
    const world = await setUp()
    fill(world)
    world.form.confirm(true)
    expect(world.form.confirmed.value).toBe(true)
    world.form.type('recipient', account)
    expect(world.form.confirmed.value).toBe(false)
    world.form.confirm(false)
    expect(world.form.confirmed.value).toBe(false)
  })
})

describe('an address that is asked for', () => {
  it('is made for the offer and the accounts that were confirmed', async () => {
    const world = await setUp()
    fill(world)
    await settled()
    const id = await world.form.create()
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(world.asked()).toMatchObject([
      { input: { quoteId: 'q1', request: { recipient: other, refundTo: account } } },
    ])
  })

  it('given no offer, asks for nothing', async () => {
    const world = await setUp({ quotes: 'none' })
    fill(world)
    await settled()
    expect(world.form.quotes.error.value?.code).toBe('service/no-routes')
    expect(await world.form.create()).toBeUndefined()
    expect(world.asked()).toEqual([])
  })

  it('given it is refused, says why, until something is changed', async () => {
    const world = await setUp({ failing: { createTransfer: 'policy/malformed' } })
    fill(world)
    await settled()
    expect(await world.form.create()).toBeUndefined()
    expect(world.form.error.value?.code).toBe('policy/malformed')
    world.form.type('recipient', account)
    expect(world.form.error.value).toBeUndefined()
  })
})
