import type { Settings } from '@/src/contract/rpc'
import { tidy } from '@/src/lib/tidy'
import type { Handlers } from '@/src/messaging/serve'
import { writeSettings } from '@/src/store/settings'
import type { Engine } from '../engine'
import { toSupportText } from '../support'

/** Settings and support. */
export function restProcedures(
  engine: Engine,
  own: { defaults: Settings; version: string },
): Pick<Handlers, 'readSettings' | 'writeSettings' | 'supportBundle'> {
  return {
    readSettings: () => engine.settings(),
    writeSettings: async (changed) => {
      const next = await writeSettings(engine.db, own.defaults, tidy(changed))
      engine.announce({ kind: 'settings' })
      return next
    },
    supportBundle: async ({ orderId }) => ({
      text: await toSupportText(engine, own.version, orderId),
    }),
  }
}
