import { describe, expect, it } from 'vitest'
import type { NotifyTopic } from '@/src/domain/order/effect'
import type { Order } from '@/src/domain/order/order'
import { orders } from '@/test/support/ui/fixture-orders'
import type { Engine } from '../engine'
import { notify } from './notify'
import type { OrderWork } from './work'

const all = orders(1_800_000_000_000)

async function told(order: Order | undefined, topic: NotifyTopic): Promise<string[]> {
  const ids: string[] = []
  const engine = {
    settings: async () => ({ notifications: true, language: 'en' }),
    notify: async ({ id }: { id: string }) => ids.push(id),
  } as unknown as Engine
  if (!order) throw new Error('no order')
  const work = { order: { ...order, notified: [topic] }, task: { kind: 'notify', topic } }
  await notify(engine, work as unknown as OrderWork<'notify'>)
  return ids
}

describe('a notice that is told late', () => {
  it('of what passes is not told once that is over', async () => {
    expect(await told(all.unlinked, 'unlinked')).toEqual([`unlinked:${all.unlinked?.id}`])
    for (const topic of ['unlinked', 'closed', 'unanswered'] as const) {
      expect(await told(all.filled, topic)).toEqual([])
    }
  })

  it('of an end, or of what the person is to look at, is told', async () => {
    for (const topic of ['filled', 'alarm', 'needs-you'] as const) {
      expect(await told(all.filled, topic)).toEqual([`${topic}:${all.filled?.id}`])
    }
  })
})
