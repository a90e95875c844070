// @vitest-environment happy-dom
import { render } from 'preact'
import { describe, expect, it } from 'vitest'
import { Filled } from './filled'

const parts = [<bdi key="wallet">Rabby</bdi>, <i key="host">a.org</i>]
const drawn = (say: (wallet: string, host: string) => string) => {
  const place = document.createElement('p')
  render(<Filled say={say} parts={parts} />, place)
  return place.innerHTML
}

describe('a message with elements in its places', () => {
  it('has each where the message says', () => {
    expect(drawn((wallet, host) => `${wallet} through ${host}.`)).toBe(
      '<bdi>Rabby</bdi> through <i>a.org</i>.',
    )
  })

  it('has them in the order of its language, and as often as it names them', () => {
    expect(drawn((wallet, host) => `${host}: ${wallet}, ${wallet}`)).toBe(
      '<i>a.org</i>: <bdi>Rabby</bdi>, <bdi>Rabby</bdi>',
    )
  })
})
