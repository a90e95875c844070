import { describe, expect, it } from 'vitest'
import { createSiteThrottle } from './site-throttle'

function createSite() {
  let time = 0
  const throttle = createSiteThrottle(() => time)
  return { ...throttle, wait: (ms: number) => (time += ms) }
}
const admitted = { ok: true }

describe('the requests of one site', () => {
  it('given an open request, when the site asks again, then it is busy', () => {
    const site = createSite()
    expect(site.admit('a')).toEqual(admitted)
    expect(site.admit('b')).toEqual({ ok: false, reason: 'busy' })
    site.end('a', 'finished')
    expect(site.admit('b')).toEqual(admitted)
  })

  it('given a request that Causeway has, when the site asks again, then the newer is let through', () => {
    const site = createSite()
    site.admit('a')
    site.opened('a')
    expect(site.admit('b')).toEqual(admitted)
    site.opened('a')
    expect(site.admit('c')).toEqual({ ok: false, reason: 'busy' })
  })

  it('given three rejections in 30 s, when the site asks again, then it is muted for 60 s', () => {
    const site = createSite()
    for (const id of ['a', 'b', 'c']) {
      expect(site.admit(id)).toEqual(admitted)
      site.end(id, 'rejected')
      site.wait(9_000)
    }
    expect(site.admit('d')).toEqual({ ok: false, reason: 'muted' })
    site.wait(50_999)
    expect(site.admit('d')).toEqual({ ok: false, reason: 'muted' })
    site.wait(1)
    expect(site.admit('d')).toEqual(admitted)
  })

  it('given rejections further apart, when the site asks again, then it may', () => {
    const site = createSite()
    for (const id of ['a', 'b', 'c', 'd']) {
      expect(site.admit(id)).toEqual(admitted)
      site.end(id, 'rejected')
      site.wait(16_000)
    }
  })

  it('given a site that asks on and on, when it is refused three times, then it is muted', () => {
    const site = createSite()
    site.admit('a')
    for (const id of ['b', 'c', 'd']) site.admit(id)
    site.end('a', 'finished')
    expect(site.admit('e')).toEqual({ ok: false, reason: 'muted' })
  })

  it('given a request that nobody ever answered, when half a minute has passed, then it blocks no more', () => {
    const site = createSite()
    site.admit('a')
    site.wait(30_000)
    expect(site.admit('b')).toEqual(admitted)
    site.end('a', 'rejected')
    expect(site.admit('c')).toEqual({ ok: false, reason: 'busy' })
  })
})
