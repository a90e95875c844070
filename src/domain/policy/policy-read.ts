import type { ErrorCode } from '../error'
import type { Fact, FactKind, Power } from '../order/order'

/** A refusal: the code is the sentence's key, the detail is for the "show more" and for support. */
export type Refusal = { ok: false; code: ErrorCode; detail: string; fact?: Fact; power?: Power }

/** Shorthand for a refusal. */
export function refuse(code: ErrorCode, detail: string): Refusal {
  return { ok: false, code, detail }
}

/** A refusal that says what it is about as data. */
export type Told = Refusal & { fact: Fact }

/** A refusal whose detail is data: words are made of it where it is shown. */
export function refuseFact(
  code: ErrorCode,
  kind: FactKind,
  ...named: readonly (string | number | bigint)[]
): Told {
  const values = named.map(String)
  return { ...refuse(code, [kind, ...values].join(' ')), fact: { kind, values } }
}

/** A refusal because somebody gets power over what is the person's. */
export function refusePower(power: Power, kind: FactKind, ...named: readonly string[]): Told {
  return { ...refuseFact('policy/gives-power', kind, ...named), power }
}

/** One approval of a build result as the policy reads it; everything else in it is ignored. */
export type ReadApproval =
  | {
      type: 'request'
      method: string
      params: readonly unknown[]
      deposit: boolean
      waitForReceipt: boolean
    }
  | { type: 'solana'; transaction: string; deposit: boolean }

/** A build with more approvals than this is not one that a person can judge. */
const MAX_APPROVALS = 8

const PROTOTYPE_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype']

/**
 * Reads a plain object's own data properties, or null when it is anything else: another prototype,
 * an accessor, or a key that reaches a prototype.
 */
export function readRecord(value: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return null
  const entries = new Map<string, unknown>()
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (!('value' in property) || PROTOTYPE_KEYS.includes(key)) return null
    entries.set(key, property.value)
  }
  return entries
}

function readFlag(value: unknown): boolean | null {
  if (value === undefined) return false
  return typeof value === 'boolean' ? value : null
}

function readRequest(approval: ReadonlyMap<string, unknown>): ReadApproval | null {
  const request = readRecord(approval.get('request'))
  const deposit = readFlag(approval.get('deposit'))
  const waitForReceipt = readFlag(approval.get('waitForReceipt'))
  if (request === null || deposit === null || waitForReceipt === null) return null
  const method = request.get('method')
  const params = request.get('params')
  if (typeof method !== 'string' || !Array.isArray(params)) return null
  return { type: 'request', method, params, deposit, waitForReceipt }
}

function readSolana(approval: ReadonlyMap<string, unknown>): ReadApproval | null {
  const transaction = approval.get('transaction')
  const deposit = readFlag(approval.get('deposit'))
  if (typeof transaction !== 'string' || deposit === null) return null
  return { type: 'solana', transaction, deposit }
}

function readApproval(value: unknown): ReadApproval | null {
  const approval = readRecord(value)
  if (approval === null) return null
  const type = approval.get('type')
  if (type === 'eip1193_request') return readRequest(approval)
  return type === 'solana_sendTransaction' ? readSolana(approval) : null
}

/** What to call a value in a refusal, cut to a readable size. */
export function named(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : typeof value
}

/** A build whose deposit is known; `before` is what leads up to it. */
export type ReadBuild = { ok: true; before: readonly ReadApproval[]; deposit: ReadApproval }

/**
 * Reads a build result that came from the service. Only `CONTRACT_CALL` is understood: a transfer to
 * an address and a signed permit move money in ways that no step of ours can check.
 */
export function readBuild(build: unknown): ReadBuild | Refusal {
  const record = readRecord(build)
  if (record === null) return refuse('policy/malformed', 'The build result is not a plain object')
  const kind = record.get('kind')
  if (kind !== 'CONTRACT_CALL') return refuse('policy/unsupported-kind', `Kind ${named(kind)}`)
  const approvals = record.get('approvals')
  if (!Array.isArray(approvals)) return refuse('policy/malformed', 'No list of approvals')
  if (approvals.length > MAX_APPROVALS) {
    return refuse('policy/malformed', `${approvals.length} approvals, at most ${MAX_APPROVALS}`)
  }
  const read: ReadApproval[] = []
  for (const [index, value] of approvals.entries()) {
    const approval = readApproval(value)
    if (approval === null) return refuse('policy/malformed', `Approval ${index} is not readable`)
    read.push(approval)
  }
  return findDeposit(read)
}

function findDeposit(approvals: readonly ReadApproval[]): ReadBuild | Refusal {
  const [deposit, another] = approvals.filter((approval) => approval.deposit)
  if (deposit === undefined) return refuse('policy/no-deposit', 'No approval is the deposit')
  if (another !== undefined) return refuse('policy/many-deposits', 'Two approvals are deposits')
  if (approvals.at(-1) !== deposit) {
    return refuse('policy/deposit-not-last', 'Something follows the deposit')
  }
  return { ok: true, before: approvals.slice(0, -1), deposit }
}
