import type { NotifyTopic } from '@/src/domain/order/effect'
import { standingNotices } from '@/src/domain/order/owed'
import { noticeTextIn } from '../browser/notice-text'
import { toWords } from '../browser/notice-words'
import type { Engine } from '../engine'
import type { Next } from '../outbox/drain'
import type { OrderWork } from './work'

/** What passes: told late, it may be so no more. */
const passing: readonly NotifyTopic[] = ['unlinked', 'closed', 'unanswered']

/** Tells the person, once for a topic: the notice has a name of its own, showing it again shows one. */
export async function notify(
  engine: Engine,
  { order, task: { topic } }: OrderWork<'notify'>,
): Promise<Next> {
  const { notifications, language } = await engine.settings()
  const isOver = passing.includes(topic) && !standingNotices(order).includes(topic)
  if (!notifications || isOver) return 'done'
  const { title, message } = toWords(order, topic, await noticeTextIn(language))
  await engine.notify({ id: `${topic}:${order.id}`, title, message })
  return 'done'
}

/** The order a notice speaks of. */
export function orderOfNotice(noticeId: string): string | undefined {
  return /^[a-z-]+:([0-9a-f]{32})$/.exec(noticeId)?.[1]
}
