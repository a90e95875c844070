import type { ErrorCode } from '../error'
import type { Address, AttemptId, OrderId, ServiceOrderId, StepId, TxHash } from '../names'
import type {
  Advice,
  AskEvidence,
  Astray,
  Beginning,
  Blocker,
  BridgeLeg,
  Check,
  Contradiction,
  Fact,
  FoundPayment,
  PageRef,
  Power,
  SentTransaction,
  ServiceView,
  ShownBy,
  Source,
  Step,
  Switching,
  TokenAmount,
  UsualTime,
  WalletRef,
  WideLook,
} from './order'
import type { PersonsWord } from './persons-word'
import type { Reason } from './reason'

/** What the fiat API says of an order, as far as it is kept. */
export type PurchaseView = {
  orderId: ServiceOrderId
  /** The service's own word. */
  status: string
  /** `over` is every end that is not a delivery. */
  stage: 'open' | 'completed' | 'over'
  action?: { type: string; url?: string }
  /** The transfer that reached the recipient, and its amount in smallest units. */
  hash?: TxHash
  amount?: string
  /** Why it did not complete, in the provider's words. */
  reason?: string
  bridgeOrderId?: ServiceOrderId
  provider?: string
}

/** How a person goes on where the wallet did not switch its chain. */
export type ChainChoice = 'add' | 'by-hand'

/** Everything that can happen to an order, in the past tense. `at` is unix ms by our own clock. */
export type OrderEvent =
  | {
      type: 'confirmed'
      at: number
      digest: string
      usual?: UsualTime | undefined
      /** Orders that pay the same, and that the person was shown and ticked. */
      known?: OrderId[] | undefined
    }
  | {
      type: 'rebuilt'
      at: number
      steps: Step[]
      digest: string
      /** The person's wish goes on with it, where the step still is what it was as the building began. */
      resumes?: { stepId: StepId; after?: AttemptId }
    }
  | {
      type: 'retried'
      at: number
      stepId: StepId
      page?: PageRef
      /** After a switch that failed: the chain is added next, or the person switched by hand. */
      chain?: ChainChoice
      /** The person's own word that what the wallet refused was not sent. */
      notSent?: PersonsWord
      /** Of the asks that were called absent, those that it is of: whose page told of them. */
      answered?: AttemptId[]
      /** As of `confirmed`: all that ever were. */
      known?: OrderId[] | undefined
    }
  | { type: 'stopped'; at: number; notSent?: PersonsWord }
  /** The person wishes to take an allowance back that the ended order left open. */
  | { type: 'revokeWanted'; at: number; token: Address; spender: Address; page: PageRef }
  | { type: 'blocked'; at: number; blocker: Omit<Blocker, 'since'> }
  | {
      type: 'switchAsked'
      at: number
      switching: Omit<Switching, 'since' | 'settledAt' | 'missing'>
    }
  | { type: 'switchSettled'; at: number; attemptId: AttemptId; code?: ErrorCode; reason?: Reason }
  | {
      type: 'unarmable'
      at: number
      stepId: StepId
      code: ErrorCode
      reason?: Reason
      /** The limit of gas (0x) that the step needs now: the person is told, and may go on with it. */
      gas?: string
    }
  | {
      type: 'asked'
      at: number
      stepId: StepId
      attemptId: AttemptId
      evidence: AskEvidence
      /** A limit of gas (0x) for a step that was accepted without one. */
      gas?: string
      /** The attempt that the step spoke of when it was looked at; absent for none. */
      after?: AttemptId
    }
  | { type: 'declined'; at: number; attemptId: AttemptId }
  | {
      type: 'notSent'
      at: number
      attemptId: AttemptId
      by: Source
      code: ErrorCode
      retryable: boolean
      reason?: Reason
      /** EVM: block in which its nonce was seen used (decimal): a reorganisation may undo that. */
      block?: string
      shownBy?: ShownBy
      /** The person typed it. */
      typed?: true
    }
  | {
      type: 'doubted'
      at: number
      attemptId: AttemptId
      check: Check
      /** The hash that is not believed; without one the doubt is whether anything was sent. */
      hash?: TxHash
      /** The doubt is about an ask that is still open: an answer that came meanwhile says more. */
      from?: 'asking'
    }
  | { type: 'checked'; at: number; attemptId: AttemptId; checks: Check[]; needsPerson: boolean }
  | {
      type: 'sent'
      at: number
      attemptId: AttemptId
      by: Source
      /** EVM transaction hash, or the Solana signature (base58). */
      hash: TxHash
      signedBytes?: string
    }
  /**
   * A second transaction with the order's payload, beside the one that is followed; `like`: one that goes where an
   * ask was to go, which may have paid; `apart`: that cannot be the followed one under another hash.
   */
  | { type: 'strayed'; at: number; attemptId: AttemptId; hash: TxHash; like?: true; apart?: true }
  /** The prompt of a Solana ask that came to nothing is closed: what was signed of it lands up to that block height. */
  | { type: 'promptClosed'; at: number; attemptId: AttemptId; landsUntil: string; over?: true }
  | {
      type: 'verified'
      at: number
      attemptId: AttemptId
      hash: TxHash
      nonce?: number
      /** Two nodes showed it under that nonce, or there is but one. */
      witnessed?: true
      /** What it approves, smallest unit; see `approved` of what was seen. */
      approved?: string | undefined
    }
  /** What was sent or signed is not what was asked for. */
  | {
      type: 'mismatched'
      at: number
      attemptId: AttemptId
      code: ErrorCode
      found:
        | { kind: 'altered'; transaction: SentTransaction }
        | { kind: 'signed'; fact: Fact; bytes: string }
    }
  /** What left the account with what was mined was read, and what came; see `left`, `gas`, `got` of a step. */
  | {
      type: 'leftRead'
      at: number
      attemptId: AttemptId
      hash: TxHash
      left: string
      byEvents?: true
      gas?: TokenAmount[]
      got?: string
    }
  /** What was mined took more than was accepted, or gave `power` over something; `fact` says what. */
  | {
      type: 'overtaken'
      at: number
      attemptId: AttemptId
      hash: TxHash
      fact: Fact
      power?: Power
    }
  | { type: 'replaced'; at: number; attemptId: AttemptId; hash: TxHash }
  /** `block` (decimal): in which it came to that; a reorganisation may undo it. */
  | {
      type: 'cancelled'
      at: number
      attemptId: AttemptId
      code: ErrorCode
      reason?: Reason
      block?: string
      shownBy?: ShownBy
    }
  | {
      type: 'reverted'
      at: number
      attemptId: AttemptId
      reason?: Reason
      block?: string
      shownBy?: ShownBy
    }
  /** What an ask came to lies so deep that no reorganisation undoes it. */
  | { type: 'buried'; at: number; attemptId: AttemptId }
  | { type: 'mined'; at: number; attemptId: AttemptId; hash: TxHash }
  /** The service took the transaction of this hash. */
  | { type: 'submitted'; at: number; hash: TxHash; serviceOrderId?: ServiceOrderId }
  | { type: 'unlinked'; at: number; detail?: string }
  | { type: 'serviceRead'; at: number; view: Omit<ServiceView, 'lastReadAt'> }
  /** The service did not tell how the order is; of a purchase, the fiat API. `lasts`: for minutes. */
  | { type: 'serviceUnread'; at: number; code: ErrorCode; lasts?: boolean }
  /** A record of the service is not this order's. */
  | ({ type: 'contradicted' } & Contradiction)
  /** The chain that is paid on was read before the deposit is asked for, or as it was then. */
  | { type: 'beginningRead'; at: number; began: Beginning }
  /** A node showed what came to the account that is to be paid. */
  | { type: 'paymentFound'; at: number; kind: 'payout' | 'refund'; found: FoundPayment }
  /** Blocks up to this one hold no transfer that is enough. */
  | { type: 'paymentSought'; at: number; kind: 'payout' | 'refund'; scanned: string }
  /** The time of a deposit address is over. */
  | { type: 'expired'; at: number }
  /**
   * Nothing came to a closed deposit address for so long that it is looked for no more: nodes looked
   * past its end, or it is the person's word that nothing was paid, not by what a page calls rejected either
   * (`notSent`). A purchase ends by that word alone.
   */
  | { type: 'abandoned'; at: number; by?: 'person'; notSent?: PersonsWord }
  /** What the deposit address held before the order began was read after all. */
  | { type: 'depositBegan'; at: number; began: Beginning }
  /** Nodes showed a payment to the deposit address. */
  | { type: 'depositSeen'; at: number; found: FoundPayment }
  /** Blocks up to this one, made at `time` (unix s), hold no further payment to the deposit address. */
  | { type: 'depositSought'; at: number; scanned: string; time?: number }
  /** Other tokens and other chains were looked at, on the person's word to have paid. */
  | { type: 'lookedWide'; at: number; look: WideLook; found: Astray[] }
  /** The person named the transaction that pays; it was read on the chain. */
  | { type: 'depositNamed'; at: number; hash: TxHash }
  /** The service says that the transaction belongs to another order. */
  | { type: 'depositRefused'; at: number; hash: TxHash }
  /** The person wishes a connected wallet to pay to the address. */
  | {
      type: 'payWanted'
      at: number
      /** The transfer as it will be asked for; nothing was asked of it. */
      step: Step
      wallet: WalletRef
      page: PageRef
      account: Address
      advice: Advice
      /** The person's own word that what the wallet refused before was not sent. */
      notSent?: PersonsWord
      /** As of `confirmed`: all that ever were. */
      known?: OrderId[]
    }
  /** The person pays in another way: nothing is asked of the wallet. */
  | { type: 'payDropped'; at: number; notSent?: PersonsWord }
  /** The fiat API made an order of the quote. */
  | { type: 'purchaseMade'; at: number; view: PurchaseView }
  /** Whether the fiat API made an order is not known, and no checkout can be opened for it. */
  | { type: 'purchaseLost'; at: number; reason?: Reason }
  /** The checkout's address is about to be handed to the browser. */
  | { type: 'checkoutOpened'; at: number }
  /** `leg`: the order that bridges it, where one is named and could be read. */
  | { type: 'purchaseRead'; at: number; view: PurchaseView; leg?: BridgeLeg }
  /** What the service says could not be read on the chain in its time. */
  | { type: 'paymentUnproved'; at: number }

export type EventType = OrderEvent['type']
