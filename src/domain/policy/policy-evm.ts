import { greater } from '@/src/lib/extremes'
import { isNativeAddress } from '../address/address'
import { toChecksumAddress } from '../address/check-address'
import type { Accepted, KnownDeposit, TokenAmount } from '../order/order'
import { contractAt, knownDeposit } from './deposit-contracts'
import { decodeCall } from './policy-abi'
import { cutStanding, exactAmount, planApproves, spentOf } from './policy-approve'
import {
  type BuildPlan,
  type EvmFacts,
  type EvmNeeds,
  fact,
  join,
  type StepDraft,
  toTransaction,
} from './policy-draft'
import type { ReadEvm } from './policy-evm-read'
import { judgeKnown, type Paid } from './policy-known'
import { type Refusal, refuse } from './policy-read'
import { calledBy, movedBy, planRoute } from './policy-route'

/** What each called contract is due of the source token by an older approval, those asked aside. */
function duesOf(read: ReadEvm, accepted: Accepted): { spender: string; due: bigint }[] {
  if (isNativeAddress(accepted.from.address)) return []
  const called = calledBy(read)
  const [first] = called
  // The pinned contract of the wrapped coin takes without an allowance.
  const takes = read.route?.moves.some(({ kind }) => kind === 'unwrap') ? undefined : first
  const due = (spender: string) =>
    read.approves === null && spender === takes ? BigInt(accepted.from.amount) : 0n
  return called
    .filter((spender) => spender !== read.approves?.spender)
    .map((spender) => ({ spender, due: due(spender) }))
}

/** Names what must be looked up before `planEvm`. */
export function needsOfEvm(read: ReadEvm, accepted: Accepted): EvmNeeds {
  const { approves, deposit, route } = read
  const { chainId, address: token } = accepted.from
  const asked =
    approves === null
      ? []
      : [
          {
            spender: approves.spender,
            amount: exactAmount(approves.amounts.reduce(greater), spentOf(accepted)),
          },
        ]
  const standing = duesOf(read, accepted).map(({ spender, due }) => ({ spender, amount: due }))
  const routed =
    route === null || isNativeAddress(route.token)
      ? []
      : [...new Set([...calledBy(read), ...(route.approves ? [route.approves.spender] : [])])].map(
          (spender) => ({
            spender,
            amount:
              spender === route.approves?.spender ? route.approves.amounts.reduce(greater) : 1n,
            token: route.token,
          }),
        )
  const spenders = [approves?.spender, route?.approves?.spender].flatMap((each) => each ?? [])
  return {
    chainId,
    token,
    owner: accepted.author,
    codeOf: [...new Set([deposit.to, ...spenders, ...calledBy(read)])],
    allowanceOf: [...asked, ...standing, ...routed].map((each) => ({
      ...each,
      amount: String(each.amount),
    })),
    ...(route === null ? {} : { routing: route.token }),
    ...(knownDeposit(chainId, deposit) === undefined ? {} : { call: deposit.data }),
  }
}

/** Wei that the deposit carries beside what is paid; negative where it carries too little. */
function feeOf({ deposit, route }: ReadEvm, accepted: Accepted): bigint {
  if (route === null) {
    const due = isNativeAddress(accepted.from.address) ? BigInt(accepted.from.amount) : 0n
    return deposit.value - due
  }
  return deposit.value - (isNativeAddress(route.token) ? movedBy(route) : 0n)
}

function depositDraft(
  read: ReadEvm,
  accepted: Accepted,
  token: TokenAmount,
  stranger: string | undefined,
  known: KnownDeposit | undefined,
): StepDraft {
  const { deposit } = read
  const call = decodeCall(deposit.data)
  const fee = feeOf(read, accepted)
  const unread = known ? undefined : contractAt(accepted.from.chainId, deposit.to)
  return {
    deposit: true,
    action: {
      kind: 'transaction',
      chainId: accepted.from.chainId,
      tx: toTransaction(accepted, deposit),
      waitForReceipt: deposit.waitForReceipt,
    },
    facts: {
      kind: 'deposit',
      token,
      target: toChecksumAddress(deposit.to),
      method: call.kind === 'other' ? call.selector : 'receive',
      ...(fee > 0n ? { fee: fee.toString() } : {}),
      ...(stranger === undefined ? {} : { takenBy: toChecksumAddress(stranger) }),
      ...(known === undefined ? {} : { known }),
      ...(unread === undefined ? {} : { unread }),
    },
  }
}

/** What the deposit is said to take; of what a swap gives, the trial alone tells how much. */
function paidOf({ route, deposit: { value } }: ReadEvm, { from }: Accepted): Paid {
  if (route === null) return { token: from.address, amount: BigInt(from.amount), value }
  const isSwapped = route.moves.some(({ kind }) => kind === 'swap')
  return { token: route.token, amount: isSwapped ? undefined : movedBy(route), value }
}

/** What is known of the deposit's contract; nothing of most, and a refusal where it is called wrongly. */
function recognise(
  read: ReadEvm,
  accepted: Accepted,
  { call, time }: EvmFacts,
  now: number,
): { ok: true; known?: KnownDeposit } | Refusal {
  const known = knownDeposit(accepted.from.chainId, read.deposit)
  if (known === undefined) return { ok: true }
  const [paid, spender] = [paidOf(read, accepted), strangerOf(read)]
  // Whoever may fill it goes by the chain's clock, and this computer's may be wrong.
  return judgeKnown({ known, call, accepted, paid, spender, now, ahead: (time ?? now) - now })
}

/**
 * Decides, with the chain's facts, what will be asked of the wallet. A missing fact refuses. `now` is in
 * unix seconds.
 */
export function planEvm(
  read: ReadEvm,
  accepted: Accepted,
  facts: EvmFacts,
  now: number,
): BuildPlan | Refusal {
  const stranger = strangerOf(read)
  const needs = needsOfEvm(read, accepted)
  const empty = needs.codeOf.find((address) => fact(facts.hasCode, address) !== true)
  if (empty !== undefined && empty === stranger) {
    return refuse('policy/foreign-spender', `Spender ${empty} is no contract`)
  }
  if (empty !== undefined) return refuse('policy/target-has-no-code', `No contract at ${empty}`)
  const fee = feeOf(read, accepted)
  const value = refuse(
    'policy/wrong-value',
    `The deposit carries ${read.deposit.value}, ${fee} on top`,
  )
  if (fee < 0n) return value
  const unless = untriedOf(read, fee > 0n ? value : undefined, stranger)
  const before = planBefore(read, accepted, facts)
  if (!before.ok) return before
  const seen = recognise(read, accepted, facts, now)
  if (!seen.ok) return seen
  const last = depositDraft(read, accepted, before.pays, stranger, seen.known)
  return {
    ok: true,
    steps: [...before.steps, last],
    ...(unless === undefined ? {} : { unless }),
  }
}

/** What a build is refused with that nobody could try; undefined for the plainest deposit. */
function untriedOf(
  { route }: ReadEvm,
  value: Refusal | undefined,
  stranger: string | undefined,
): Refusal | undefined {
  if (stranger !== undefined) return refuse('policy/foreign-spender', `Spender ${stranger}`)
  if (route !== null) return refuse('policy/foreign-call', 'Steps before the deposit')
  return value
}

/** Who is approved of what the deposit takes, where that is not the deposit's own target. */
function strangerOf({ approves, deposit, route }: ReadEvm): string | undefined {
  const spender = route === null ? approves?.spender : route.approves?.spender
  return spender === deposit.to ? undefined : spender
}

/** Everything before the deposit, and what the deposit then takes. */
function planBefore(
  read: ReadEvm,
  accepted: Accepted,
  facts: EvmFacts,
): { ok: true; steps: StepDraft[]; pays: TokenAmount } | Refusal {
  const { approves, route } = read
  const of = spentOf(accepted)
  const cuts = duesOf(read, accepted).map(({ spender, due }) =>
    cutStanding(spender, due, accepted, facts, of),
  )
  const plan = approves === null ? undefined : planApproves(approves, accepted, facts, of)
  const own = join([...cuts, ...(plan === undefined ? [] : [plan])])
  if (!own.ok || route === null) return own.ok ? { ...own, pays: accepted.from } : own
  if (facts.byService) return refuse('policy/untried', 'No independent node answers')
  const way = planRoute(read, route, accepted, facts)
  return way.ok ? { ...way, steps: [...own.steps, ...way.steps] } : way
}
