import { describe, expect, it } from 'vitest'
import {
  asked,
  attempt,
  confirmed,
  hash,
  mined,
  orderAfter,
  otherHash,
  planned,
  verified,
} from '@/test/samples/order'
import { claimOf, isHeld } from './claim'
import type { OrderEvent } from './event'
import type { Source } from './order'

const running = orderAfter(planned(), confirmed)
const asking = orderAfter(running, asked(running))
const sentBy = (by: Source) => ({ type: 'sent', attemptId: attempt, by, hash }) as const
const claims = (event: object) => claimOf({ at: 1, ...event } as OrderEvent)

describe('what makes a transaction an order’s own', () => {
  it('given the chain, the service or a person says so, it is claimed; a page only names it', () => {
    const sources = ['chain', 'service', 'person', 'page', 'wallet', 'ledger'] as const
    const own = sources.filter((by) => claims(sentBy(by)) === hash)
    expect(own).toEqual(['chain', 'service', 'person'])
    expect(claims(verified)).toBe(hash)
    expect(claims({ type: 'replaced', attemptId: attempt, hash: otherHash })).toBe(otherHash)
    expect(claims(mined)).toBeUndefined()
  })

  it('given an order follows it by such a word, or it was verified, it is held', () => {
    expect(isHeld(orderAfter(asking, sentBy('chain')), hash)).toBe(true)
    expect(isHeld(orderAfter(asking, sentBy('page')), hash)).toBe(false)
    expect(isHeld(orderAfter(asking, sentBy('page'), verified), hash)).toBe(true)
    expect(isHeld(orderAfter(asking, sentBy('chain')), otherHash)).toBe(false)
    expect(isHeld(asking, hash)).toBe(false)
  })
})
