// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFixtureBackend } from '@/test/support/ui/fixture-backend'
import { ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { createApp } from '../models/app'
import { AppProvider } from './context'
import { ChainLogo, Logo, TokenLogo } from './logo'

const NOW = 1_800_000_000_000
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'

/** Everything is on the screen. */
class Visible {
  readonly #call: IntersectionObserverCallback
  constructor(call: IntersectionObserverCallback) {
    this.#call = call
  }
  observe() {
    const entry = { isIntersecting: true } as IntersectionObserverEntry
    this.#call([entry], this as unknown as IntersectionObserver)
  }
  disconnect() {}
}

/** Draws it over a service that has a picture at each address; gives what it was asked for. */
async function draw(what: preact.ComponentChild) {
  const backend = createFixtureBackend({ now: () => NOW, orders: {} })
  const asked: string[] = []
  const { call } = backend
  backend.call = ((name, input) => {
    if (name !== 'readPicture') return call(name, input)
    asked.push((input as { url: string }).url)
    return Promise.resolve({ bytes: btoa(svg) } as never)
  }) as typeof call
  const clock = { now: () => NOW, after: () => () => undefined }
  const app = createApp({ backend, clock, view: 'tab', page: window })
  await app.preferences.load()
  await app.catalog.load()
  render(<AppProvider value={app}>{what}</AppProvider>, document.body)
  const width = document.querySelector<HTMLElement>('.logo')?.style.width
  await vi.waitFor(() => expect(document.querySelector('.logo > *')).not.toBeNull())
  return { asked, width, logo: () => document.querySelector('.logo') }
}

const picture = (name: string) => `https://lists.example/${name}.svg`
const fakeUsdc = { ...usdcBase, address: `0x${'b'.repeat(40)}`, logoURI: picture('usdc-fake') }
const unknown = { ...fakeUsdc, symbol: 'GOLD', logoURI: picture('gold') }

beforeEach(() => vi.stubGlobal('IntersectionObserver', Visible))
afterEach(() => {
  render(null, document.body)
  vi.unstubAllGlobals()
})

/** Draws the token before one whose picture is shown: by then its own would be too. */
async function drawBeside(token: typeof fakeUsdc, other: string) {
  const witness = { ...unknown, address: `0xc${other}`, logoURI: picture(other) }
  const drawn = await draw(
    <>
      <TokenLogo token={token} />
      <TokenLogo token={witness} />
    </>,
  )
  await vi.waitFor(() => expect(document.querySelector('.picture')).not.toBeNull())
  return { ...drawn, asked: drawn.asked.filter((url) => url !== witness.logoURI) }
}

describe('the picture of a token', () => {
  it('given a pinned one, then it is our own mark, and nobody is asked for another', async () => {
    const real = { ...usdcBase, logoURI: picture('usdc') }
    const { asked, logo } = await drawBeside(real, 'one')
    expect(logo()?.querySelector('img')?.getAttribute('src')).toBe('/marks/usdc.svg')
    expect(document.querySelector('.token-logo-chain img')?.getAttribute('src')).toBe(
      '/marks/chain-8453.svg',
    )
    expect(asked).toEqual([])
  })

  it('given one that calls itself as a pinned one, then neither the mark nor a picture is shown of it', async () => {
    const { asked, logo } = await drawBeside(fakeUsdc, 'two')
    expect(logo()?.innerHTML).toMatch(/^<span class="logo-drawn".*>U<\/span>$/)
    expect(asked).toEqual([])
  })

  it('given that the genuine one has the same picture, then the copy still shows none', async () => {
    const copy = { ...fakeUsdc, logoURI: picture('three') }
    await drawBeside(copy, 'three')
    render(null, document.body)
    const { logo } = await draw(<TokenLogo token={copy} />)
    expect(logo()?.textContent).toBe('U')
  })

  it('given one that the service calls risky, then nothing of its picture is fetched', async () => {
    const extensions = { isRiskToken: true }
    const risky = { ...unknown, address: '0xd1', extensions, logoURI: picture('risky') }
    const { asked, logo } = await drawBeside(risky, 'four')
    expect([logo()?.textContent, asked]).toEqual(['G', []])
  })

  it('given any other one, then a letter stands there until its picture was looked into', async () => {
    const { asked, logo } = await draw(<TokenLogo token={unknown} />)
    expect(logo()?.textContent).toBe('G')
    await vi.waitFor(() => expect(document.querySelector('.picture')).not.toBeNull())
    expect(logo()?.querySelector('img')?.src).toMatch(/^data:image\/svg/)
    expect(asked).toEqual([unknown.logoURI])
  })

  it('given none, then its letter has a colour that its address decides', async () => {
    const hueOf = async (address: string) => {
      await draw(<TokenLogo token={{ ...unknown, address, logoURI: undefined }} />)
      const drawn = document.querySelector<HTMLElement>('.token-logo > .logo .logo-drawn')
      const hue = drawn?.style.getPropertyValue('--hue')
      render(null, document.body)
      return hue
    }
    expect(await hueOf('0xa1')).not.toBe(await hueOf('0xa2'))
    expect(await hueOf('0xa1')).toBe(await hueOf('0xa1'))
  })

  it('given a form of a coin, then its mark stands in a ring', async () => {
    const weth = { ...ethArbitrum, address: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1' }
    const { logo } = await draw(<TokenLogo token={weth} />)
    expect(logo()?.querySelector('img')?.className).toBe('mark mark-form')
  })
})

describe('the picture of a chain', () => {
  it('given one that this release does not know, then it is the service`s', async () => {
    const { asked, logo } = await draw(<ChainLogo chainId={31_337} />)
    expect(logo()?.className).toBe('logo logo-chain')
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatch(/\/v1\/chain\/31337\/icon$/)
  })
})

describe('a place for a picture', () => {
  it('is there at once, in its size, before any code of what is drawn in it', async () => {
    const { width } = await draw(<Logo name="Rabby" seed="io.rabby" size={24} />)
    expect(width).toBe('24px')
  })
})
