import * as z from 'zod/mini'
import { type ContentMessage, contentMessage } from '@/src/contract/bridge'
import {
  type InputOf,
  type OutputOf,
  type ProcedureName,
  procedures,
  rpcCall,
} from '@/src/contract/rpc'
import { AppError, toWireError } from '@/src/domain/error'
import type { PageRef } from '@/src/domain/order/order'
import { callerOf, type Sender } from './sender'

export type Handlers = {
  [N in ProcedureName]: (input: InputOf<N>) => Promise<OutputOf<N>>
}

export type Server = {
  /** Answers one message, or gives undefined for a message that is for somebody else. */
  answer(message: unknown, sender: Sender): Promise<unknown> | undefined
}

/**
 * What is answered before the worker has taken up what an earlier one left: settings and the service's
 * catalogue, which that work neither reads nor changes. The form of a popup that wakes the worker needs
 * these at once.
 */
const early: ReadonlySet<ProcedureName> = new Set([
  'readSettings',
  'checkNode',
  'readPicture',
  'listChains',
  'topTokens',
  'listTokens',
  'searchTokens',
  'autocomplete',
  'readBalances',
  'readBalance',
])

/**
 * Answers our own pages' calls and our content scripts' messages. Input and output are parsed here;
 * a caller that may not ask gets `rpc/forbidden`, a call that cannot be read `rpc/invalid`.
 */
export function createServer(options: {
  own: { id: string; origin: string }
  handlers: Handlers
  onContent: (message: ContentMessage, page: PageRef) => Promise<unknown>
  /** Awaited before every procedure that is not `early`; its failure is the call's. */
  before: () => Promise<void>
  toError: (error: unknown) => unknown
}): Server {
  const { handlers, own } = options

  async function call(message: unknown): Promise<unknown> {
    const read = z.safeParse(rpcCall, message)
    if (!read.success) throw new AppError('rpc/invalid', { where: 'call' })
    return run(read.data.name, read.data.input)
  }

  async function run<N extends ProcedureName>(name: N, raw: unknown): Promise<unknown> {
    const procedure = procedures[name]
    const input = z.safeParse(procedure.input, raw)
    if (!input.success) {
      const field = input.error.issues[0]?.path.join('.') ?? ''
      throw new AppError('rpc/invalid', { where: name, field })
    }
    if (!early.has(name)) await options.before()
    const output = await handlers[name](input.data as InputOf<N>)
    return z.parse(procedure.output, output)
  }

  return {
    answer(message, sender) {
      const type = typeOf(message)
      const caller = callerOf(sender, own)
      if (type === 'rpc') {
        const answered =
          caller.kind === 'extension'
            ? call(message)
            : Promise.reject(new AppError('rpc/forbidden', { where: 'call' }))
        return answered.then(
          (value) => ({ ok: true, value }),
          (error: unknown) => ({ ok: false, error: toWireError(options.toError(error)) }),
        )
      }
      if (caller.kind !== 'content') return undefined
      const read = z.safeParse(contentMessage, message)
      // A sandboxed frame has the site's URL but an opaque origin: it does not speak for the site.
      const isApart = read.data?.type.startsWith('site') && sender.origin === 'null'
      return read.success && !isApart ? options.onContent(read.data, caller.page) : undefined
    },
  }
}

function typeOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'type' in message
    ? message.type
    : undefined
}
