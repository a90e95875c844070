import { type MomentId, momentIds } from './moments'
import {
  type OtherKind,
  type OtherMomentId,
  otherMoments,
  type ReachedMomentId,
} from './other-moments'
import { type PayMomentId, payMomentIds } from './pay-moments'
import type { Journey } from './stage'

/**
 * Whether something that dies at a moment of a journey is a case, or why it is none. One that stands for
 * its kind is made in Firefox by `npm test` too; the others, in Firefox, by `npm run test:firefox` alone.
 */
type Choice = 'run' | 'kind' | { none: string }
/** A choice for every pair: a moment that is new, renamed or gone does not compile. */
type Cases = Record<MomentId, Record<Journey, Choice>>

const run = 'run'
const kind = 'kind'
const noApproval = { none: 'it is paid without an approval' }
const noMempool = { none: 'what is signed goes to the service, which sends it' }
const likeErc20 = { none: 'from here on it goes the way of an ERC-20' }
const noPage = { none: 'what the service does, it does without any page' }
const tooSoon = { none: 'with the page gone, it cannot be told apart from the moment that follows' }
const likeClosed = { none: 'for the order it is what a closed tab is' }

/** The worker may be stopped at any moment that there is. */
export const workerStops: Cases = {
  confirmed: { 'ERC-20': run, native: run, Solana: run },
  'approval-asked': { 'ERC-20': run, native: noApproval, Solana: noApproval },
  'approval-waits': { 'ERC-20': run, native: noApproval, Solana: noApproval },
  'approval-mined': { 'ERC-20': kind, native: noApproval, Solana: noApproval },
  'deposit-asked': { 'ERC-20': run, native: kind, Solana: run },
  'deposit-waits': { 'ERC-20': run, native: run, Solana: noMempool },
  submitting: { 'ERC-20': run, native: run, Solana: kind },
  'submit-lost': { 'ERC-20': run, native: likeErc20, Solana: run },
  followed: { 'ERC-20': run, native: run, Solana: run },
}

export const tabCloses: Cases = {
  confirmed: { 'ERC-20': run, native: likeErc20, Solana: likeErc20 },
  'approval-asked': { 'ERC-20': run, native: noApproval, Solana: noApproval },
  'approval-waits': { 'ERC-20': run, native: noApproval, Solana: noApproval },
  'approval-mined': { 'ERC-20': tooSoon, native: noApproval, Solana: noApproval },
  'deposit-asked': { 'ERC-20': kind, native: run, Solana: run },
  'deposit-waits': { 'ERC-20': run, native: run, Solana: noMempool },
  submitting: { 'ERC-20': run, native: noPage, Solana: run },
  'submit-lost': { 'ERC-20': noPage, native: noPage, Solana: noPage },
  followed: { 'ERC-20': run, native: noPage, Solana: noPage },
}

export const tabLeaves: Cases = {
  confirmed: { 'ERC-20': likeClosed, native: likeClosed, Solana: likeClosed },
  'approval-asked': { 'ERC-20': likeClosed, native: noApproval, Solana: noApproval },
  'approval-waits': { 'ERC-20': likeClosed, native: noApproval, Solana: noApproval },
  'approval-mined': { 'ERC-20': likeClosed, native: noApproval, Solana: noApproval },
  'deposit-asked': { 'ERC-20': run, native: run, Solana: likeClosed },
  'deposit-waits': { 'ERC-20': run, native: likeErc20, Solana: noMempool },
  submitting: { 'ERC-20': likeClosed, native: noPage, Solana: run },
  'submit-lost': { 'ERC-20': noPage, native: noPage, Solana: noPage },
  followed: { 'ERC-20': likeClosed, native: noPage, Solana: noPage },
}

export const browserDies: Cases = {
  confirmed: { 'ERC-20': run, native: likeErc20, Solana: likeErc20 },
  'approval-asked': { 'ERC-20': run, native: noApproval, Solana: noApproval },
  'approval-waits': { 'ERC-20': run, native: noApproval, Solana: noApproval },
  'approval-mined': { 'ERC-20': run, native: noApproval, Solana: noApproval },
  'deposit-asked': { 'ERC-20': run, native: run, Solana: run },
  'deposit-waits': { 'ERC-20': kind, native: run, Solana: noMempool },
  submitting: { 'ERC-20': run, native: likeErc20, Solana: run },
  'submit-lost': { 'ERC-20': run, native: likeErc20, Solana: likeErc20 },
  followed: { 'ERC-20': run, native: likeErc20, Solana: likeErc20 },
}

/** What may die under an order that asks no wallet: the worker, the page that it is shown on, the browser. */
export type Death = 'worker' | 'page' | 'browser'

const nothingShown = { none: 'nobody has seen anything yet that could be paid' }
const ofItsOwn = { none: 'a test of its own: there is no order to walk on with' }
const likeWorker = { none: 'nothing that the worker had is left either way' }
const noPageNeeded = { none: 'no page has a part in it from here on' }
const popupCloses = { none: 'wherever an address is paid exactly, its page is closed' }
const aClickLater = { none: 'a click later the checkout is open, which is a case' }

/** A choice for every moment of an order that asks no wallet, and everything that may die at it. */
export const otherDeaths: Record<OtherMomentId, Record<Death, Choice>> = {
  'address-asked': { worker: ofItsOwn, page: nothingShown, browser: likeWorker },
  'address-shown': { worker: run, page: popupCloses, browser: run },
  'payment-seen': { worker: run, page: noPageNeeded, browser: run },
  'hash-submitted': { worker: run, page: noPageNeeded, browser: run },
  'purchase-asked': { worker: ofItsOwn, page: nothingShown, browser: likeWorker },
  'checkout-ready': { worker: run, page: aClickLater, browser: aClickLater },
  'checkout-open': { worker: run, page: run, browser: run },
  charged: { worker: run, page: noPageNeeded, browser: run },
  bridging: { worker: run, page: noPageNeeded, browser: run },
}

/** What may die under a payment by address that a wallet makes: the worker, the wallet's tab, the browser. */
export type PayDeath = 'worker' | 'tab' | 'browser'

/** A choice for every moment of such a payment. Its popup is closed by every prompt that opens. */
export const payDeaths: Record<PayMomentId, Record<PayDeath, Choice>> = {
  'pay-asked': { worker: run, tab: run, browser: run },
  'answer-heard': { worker: run, tab: run, browser: run },
  'answer-kept': { worker: run, tab: run, browser: run },
}

/** The moments at which this dies, of payments by a wallet. */
export function payMomentsOf(death: PayDeath): PayMomentId[] {
  return payMomentIds.filter((id) => typeof payDeaths[id][death] === 'string')
}

/** The moments at which this dies, of orders of one kind. */
export function otherMomentsOf(death: Death, kind: OtherKind): ReachedMomentId[] {
  return otherMoments[kind].filter((id) => typeof otherDeaths[id][death] === 'string')
}

/** The moments of a journey that are cases. */
export function momentsOf(cases: Cases, journey: Journey): MomentId[] {
  return momentIds.filter((id) => typeof cases[id][journey] === 'string')
}

/** Tag of the tests that stand for their kind. */
export const ofItsKind = { tag: '@kind' }

/** What a case is tagged with. */
export function tagOf(cases: Cases, journey: Journey, id: MomentId): { tag?: string } {
  return cases[id][journey] === kind ? ofItsKind : {}
}
