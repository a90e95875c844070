// @vitest-environment happy-dom

import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFixtureBackend, type FixtureOptions } from '@/test/support/ui/fixture-backend'
import { settled } from '@/test/support/ui/settled'
import { createApp } from '../models/app'
import { AppProvider } from '../parts/context'
import { SigningPage } from './signing-page'

const calls: NonNullable<FixtureOptions['calls']> = []

/** Shows the comparison for an address; gives what it says, and its button. */
async function show(url: string, options: Partial<FixtureOptions> = {}) {
  calls.length = 0
  const backend = createFixtureBackend({ now: () => 0, orders: {}, calls, ...options })
  const clock = { now: () => 0, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  const draw = (address: string) =>
    act(async () => {
      render(
        <AppProvider value={app}>
          <SigningPage url={address} />
        </AppProvider>,
        document.body,
      )
      await settled()
    })
  await draw(url)
  const button = () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Check now')
  return {
    draw,
    hash: backend.signerHash,
    button,
    said: () => document.querySelector('[role=status]')?.textContent ?? '',
    check: () => act(async () => button()?.click()),
  }
}

afterEach(() => render(null, document.body))

describe('the comparison of the signing page', () => {
  it('shows the hash and a command, and asks nobody before the press', async () => {
    const { hash } = await show("https://sign.example/a'b?c=$(d)")
    const codes = [...document.querySelectorAll('code')].map(({ textContent }) => textContent)
    const command = "curl -s 'https://sign.example/a%27b?c=$(d)' | sha256sum"
    expect(codes).toEqual([hash, command])
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(calls.filter(({ name }) => name === 'readSigner')).toEqual([])
  })

  it('given the page of this version, then it says so, and for how long', async () => {
    const { check, said } = await show('https://sign.example')
    await check()
    await vi.waitFor(() =>
      expect(said()).toContain('sign.example serves the page of this version.'),
    )
    expect(said()).toContain('not what will be served later')
    expect(calls.filter(({ name }) => name === 'readSigner')).toHaveLength(1)
  })

  it('given one other byte, then it warns, with the hash of what is served', async () => {
    const { check, said } = await show('https://sign.example', { signer: 'abc' })
    await check()
    await vi.waitFor(() => expect(said()).toContain('sign.example serves another page.'))
    expect(said()).toContain('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(said()).not.toContain('the page of this version')
  })

  it('given no answer, then nothing is said of the page', async () => {
    const { check, said } = await show('https://sign.example', {
      failing: { readSigner: 'service/unreachable' },
    })
    await check()
    await vi.waitFor(() => expect(said()).toContain('sign.example could not be read.'))
    expect(said()).not.toMatch(/serves (the|another) page/)
  })

  it('given a worker that does not answer, then that is said, not that the host is silent', async () => {
    const { check, said } = await show('https://sign.example', {
      failing: { readSigner: 'rpc/unavailable' },
    })
    await check()
    await vi.waitFor(() => expect(document.querySelector('[data-code]')).not.toBeNull())
    expect(document.querySelector('[data-code]')?.getAttribute('data-code')).toBe('rpc/unavailable')
    expect(said()).toBe('')
  })

  it('given another address, then what was said of the first is gone', async () => {
    const { check, said, draw } = await show('https://sign.example')
    await check()
    await vi.waitFor(() => expect(said()).toContain('serves the page of this version.'))
    await draw('https://other.example')
    expect(said()).toBe('')
  })

  it('given no address, then there is nothing to compare', async () => {
    const { button } = await show('')
    expect(document.body.textContent).toContain('No address is set for it.')
    expect(button()).toBeUndefined()
  })
})
