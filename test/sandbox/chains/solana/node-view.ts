import { bendSolana } from '../lies'
import { type NodeMood, reachOf } from '../node-mood'

type Ask = (method: string, params: unknown[]) => Promise<unknown>

/** Blocks on top of one after which it is final. */
const finalAfter = 32
const slotMs = 400
const clockAccount = 'SysvarC1ock11111111111111111111111111111111'
const clockTimeAt = 32

type InContext = { context: { slot: number }; value: unknown }
type Placed = { slot: number } | null

/** What a Solana node in some mood answers to one call. */
export async function askSolanaNode(
  ask: Ask,
  mood: NodeMood,
  method: string,
  params: unknown[],
): Promise<unknown> {
  const head = (await ask('getSlot', [{ commitment: 'processed' }])) as number
  const { upTo, since, isBehind } = reachOf(mood, head)
  const has = (found: Placed) => found !== null && found.slot <= upTo && found.slot >= since
  const answer = async () => {
    switch (method) {
      case 'getFirstAvailableBlock':
        return Math.max(since, (await ask(method, params)) as number)
      case 'getSlot':
      case 'getBlockHeight':
        return isBehind ? upTo : ask(method, params)
      case 'getEpochInfo': {
        const honest = (await ask(method, params)) as object
        const { commitment } = (params[0] ?? {}) as { commitment?: string }
        const at = commitment === 'finalized' ? upTo - finalAfter : upTo
        return isBehind ? { ...honest, absoluteSlot: at, blockHeight: at } : honest
      }
      case 'getTransaction': {
        const found = (await ask(method, params)) as Placed
        return has(found) ? found : null
      }
      case 'getSignatureStatuses': {
        const { context, value } = (await ask(method, params)) as InContext
        const seen = (value as Placed[]).map((status) => (has(status) ? status : null))
        return { context, value: seen }
      }
      default:
        return ask(method, params)
    }
  }
  const honest = bendSolana(new Set(mood.lies), method, await answer(), head)
  return isBehind ? atSlot(honest, params, upTo, head - upTo) : honest
}

/** An answer as it stood at a slot: its context says so, and so does the cluster's clock. */
function atSlot(answer: unknown, [first]: unknown[], slot: number, behind: number): unknown {
  if (typeof answer !== 'object' || answer === null || !('context' in answer)) return answer
  const { context, value } = answer as InContext
  const at = { context: { ...context, slot }, value }
  if (first !== clockAccount || typeof value !== 'object' || value === null) return at
  const { data } = value as { data: [string, string] }
  const bytes = Buffer.from(data[0], 'base64')
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setBigUint64(0, BigInt(slot), true)
  const time = view.getBigInt64(clockTimeAt, true) - BigInt(Math.ceil((behind * slotMs) / 1_000))
  view.setBigInt64(clockTimeAt, time, true)
  return { ...at, value: { ...value, data: [bytes.toString('base64'), data[1]] } }
}
