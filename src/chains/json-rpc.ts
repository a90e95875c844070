import { parseRpcEnvelope } from '@/src/contract/evm-rpc'
import type { Parse } from '@/src/contract/parser'
import { AppError } from '@/src/domain/error'
import { toldAt } from '@/src/lib/told-at'
import { isWebUrl } from '@/src/lib/web-url'

export type FetchLike = (url: string, init: RequestInit) => Promise<Response>

export type RpcOptions = {
  /** Tried in turn until one answers; the one that answered last is tried first. */
  urls: readonly string[]
  fetch?: FetchLike
  /** Per address and call, ms; 10,000 by default. */
  timeoutMs?: number
}

/**
 * Calls one method and parses its result. `onDate` is told when the one who answered says it did so (unix
 * ms, of the HTTP header), where it says so.
 * @throws AppError `chain/unreachable`, `chain/bad-answer`, `chain/reverted`, `chain/no-rpc`, or
 * `service/aborted` when the caller's signal fired.
 */
export type RpcCall = <T>(
  method: string,
  params: readonly unknown[],
  parse: Parse<T>,
  signal?: AbortSignal,
  onDate?: (time: number) => void,
) => Promise<T>

const TIMEOUT_MS = 10_000

/** A full block of a busy chain is about 3 MB of JSON. */
const MAX_BYTES = 16 * 1024 * 1024

/** geth answers code 3 for a revert; others only say so in words. */
function isRevert(code: number, message: string): boolean {
  return code === 3 || /revert|execution error|out of gas|vm exception/i.test(message)
}

/** `method not found` (JSON-RPC 2.0), `method not supported` (EIP-1474). */
const NO_METHOD: readonly unknown[] = [-32_601, -32_004]
/** Gateways that use a code of their own, or none, say so in words. */
const NO_METHOD_WORDS =
  /(unsupported|unknown) method|(method|eth_\w+)\b.{0,40} (not (found|supported|available|allowed|whitelisted|exist)|disabled)/i
/** An HTTP status that says that asking again is of no use. */
const FINAL_STATUS = /^4(?!08|29)/

/**
 * Whether a node said that it has no such method, in an answer of its own: a revert, a refusal of the
 * parameters alone, silence, an overload and a limit are none.
 */
export function lacksMethod({ code, context }: AppError): boolean {
  if (NO_METHOD.includes(context.code)) return true
  const isFinal =
    code === 'chain/bad-answer'
      ? context.code !== undefined
      : FINAL_STATUS.test(String(context.status))
  return isFinal && NO_METHOD_WORDS.test(String(context.reason))
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > MAX_BYTES) {
      await reader.cancel()
      throw new AppError('chain/bad-answer', { reason: 'too large' })
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** What was asked, and of whom: said with every error of a node. */
type Asked = { method: string; host: string }

function parseJson(text: string, facts: Asked): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('chain/bad-answer', { ...facts, reason: 'not JSON' }, { cause })
  }
}

function readResult(text: string, facts: Asked): unknown {
  const envelope = parseRpcEnvelope(parseJson(text, facts))
  if (!envelope.ok) throw new AppError('chain/bad-answer', { ...facts, reason: 'not JSON-RPC' })
  if (!('error' in envelope.value)) return envelope.value.result
  const { code, message, data } = envelope.value.error
  const reason = message.slice(0, 300)
  if (!isRevert(code, message)) throw new AppError('chain/bad-answer', { ...facts, code, reason })
  const returned = typeof data === 'string' ? { data: data.slice(0, 2_000) } : {}
  throw new AppError('chain/reverted', { ...facts, reason, ...returned })
}

async function post(
  url: string,
  body: string,
  options: RpcOptions,
  facts: Asked,
  signal: AbortSignal | undefined,
): Promise<{ text: string; date: number | undefined }> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const fetch = options.fetch ?? ((target, init) => globalThis.fetch(target, init))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      credentials: 'omit',
      redirect: 'error',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    // Some nodes answer a JSON-RPC error with a 4xx: its body says more than its status.
    const text = await readText(response)
    const date = toldAt(response.headers)
    if (response.ok || text.includes('"error"')) return { text, date }
    const { status } = response
    throw new AppError('chain/unreachable', { ...facts, status, reason: text.slice(0, 300) })
  } catch (cause) {
    if (signal?.aborted === true) throw new AppError('service/aborted', facts, { cause })
    if (cause instanceof AppError) throw cause
    throw new AppError('chain/unreachable', facts, { cause })
  }
}

/**
 * Makes a JSON-RPC client over one or more addresses of the same chain. `accept` is run once for
 * each address before its first use; an address that it refuses is never asked anything else.
 */
export function createRpc(
  options: RpcOptions,
  accept?: (call: RpcCall) => Promise<void>,
): { call: RpcCall } {
  const urls = options.urls.filter(isWebUrl)
  const accepted = new Set<string>()
  let first = 0
  let id = 0

  async function callAt<T>(url: string, ...args: Parameters<RpcCall>): Promise<T> {
    const [method, params, parse, signal, onDate] = args
    const facts = { method, host: new URL(url).host }
    id += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const { text, date } = await post(url, body, options, facts, signal)
    const result = parse(readResult(text, facts))
    if (result.ok) {
      if (date !== undefined) onDate?.(date)
      return result.value as T
    }
    throw new AppError('chain/bad-answer', { ...facts, reason: `at ${result.where}` })
  }

  async function ensureAccepted(url: string, signal: AbortSignal | undefined): Promise<void> {
    if (accept === undefined || accepted.has(url)) return
    await accept((method, params, parse) => callAt(url, method, params, parse, signal))
    accepted.add(url)
  }

  const call: RpcCall = async (method, params, parse, signal, onDate) => {
    let failure: unknown = new AppError('chain/no-rpc', { method })
    for (let i = 0; i < urls.length; i++) {
      const index = (first + i) % urls.length
      const url = urls[index] ?? ''
      try {
        await ensureAccepted(url, signal)
        const value = await callAt<never>(url, method, params, parse, signal, onDate)
        first = index
        return value
      } catch (error) {
        const isFinal =
          error instanceof AppError && ['chain/reverted', 'service/aborted'].includes(error.code)
        if (isFinal || !(error instanceof AppError)) throw error
        failure = error
      }
    }
    throw failure
  }
  return { call }
}
