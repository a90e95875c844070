import type { Settings } from '@/src/contract/rpc'

/** The settings as they are asked for by every page of ours that opens, in the envelope of `contract/rpc`. */
function asksForSettings(message: unknown): boolean {
  if (!isObject(message)) return false
  const { v, type, name, input } = message
  return v === 1 && type === 'rpc' && name === 'readSettings' && isObject(input)
}

/**
 * Answers a page that asks for the settings, the question by which a page wakes the worker, out of the
 * store alone: no schema is built for it and no part of the worker fetched. Gives undefined for everything
 * else. Where the store fails, `whole` answers: it has the words for that.
 */
export function answerFirst(
  message: unknown,
  readSettings: () => Promise<Settings>,
  whole: () => Promise<unknown>,
): Promise<unknown> | undefined {
  if (!asksForSettings(message)) return undefined
  return readSettings().then((value) => ({ ok: true, value }), whole)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
