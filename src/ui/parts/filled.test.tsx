// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import { Filled } from './filled'

const parts = [<bdi key="wallet">Rabby</bdi>, <i key="host">a.org</i>]
const drawn = (say: (wallet: string, host: string) => string) => {
  render(<Filled say={say} parts={parts} />, document.body)
  return document.body.innerHTML
}

describe('a message with elements in its places', () => {
  afterEach(() => render(null, document.body))

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
