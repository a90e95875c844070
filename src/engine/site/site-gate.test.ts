import { describe, expect, it } from 'vitest'
import { createSiteGate } from './site-gate'

const site = 'https://site.test'

describe('sites that open Causeway', () => {
  it('given a pause between two, lets both', () => {
    const clock = { now: 0 }
    const gate = createSiteGate({ now: () => clock.now })
    expect(gate.admit(site)).toBe('open')
    clock.now = 2_000
    expect(gate.admit(site)).toBe('open')
  })

  it('given three refusals in half a minute, mutes the site for a minute, and no other', () => {
    const clock = { now: 0 }
    const gate = createSiteGate({ now: () => clock.now })
    expect(gate.admit(site)).toBe('open')
    for (let i = 0; i < 3; i += 1) expect(gate.admit(site)).toBe('busy')
    expect(gate.admit(site)).toBe('muted')
    expect(gate.admit('https://other.test')).toBe('open')
    clock.now = 59_999
    expect(gate.admit(site)).toBe('muted')
    clock.now = 60_000
    expect(gate.admit(site)).toBe('open')
  })

  it('given refusals far apart, does not mute', () => {
    const clock = { now: 0 }
    const gate = createSiteGate({ now: () => clock.now })
    for (let i = 0; i < 6; i += 1) {
      clock.now += 31_000
      expect(gate.admit(site)).toBe('open')
      expect(gate.admit(site)).toBe('busy')
    }
  })

  it('given very many sites, forgets the oldest', () => {
    const gate = createSiteGate({ now: () => 0 })
    gate.admit(site)
    for (let i = 0; i < 256; i += 1) gate.admit(`https://${i}.test`)
    expect(gate.admit(site)).toBe('open')
  })

  it('given the person answered, the next click in the page is heard at once', () => {
    const gate = createSiteGate({ now: () => 0 })
    expect(gate.admit(site)).toBe('open')
    expect(gate.admit(site)).toBe('busy')
    gate.refused(site)
    expect(gate.admit(site)).toBe('open')
  })

  it('given three openings that the person threw away, mutes the site', () => {
    const clock = { now: 0 }
    const gate = createSiteGate({ now: () => clock.now })
    for (let i = 0; i < 3; i += 1) {
      expect(gate.admit(site)).toBe('open')
      clock.now += 5_000
      gate.refused(site)
    }
    expect(gate.admit(site)).toBe('muted')
  })
})

describe('sites that take requests up again', () => {
  it('given a flood, lets a few, more in time, and another site meanwhile', () => {
    const clock = { now: 0 }
    const gate = createSiteGate({ now: () => clock.now })
    const flood = () => Array.from({ length: 100 }, () => gate.mayResume(site)).filter(Boolean)
    expect(flood()).toHaveLength(32)
    expect(gate.mayResume('https://other.test')).toBe(true)
    clock.now = 2_000
    expect(flood()).toHaveLength(4)
    // It is no request: nothing is held against those.
    expect(gate.admit(site)).toBe('open')
  })
})
