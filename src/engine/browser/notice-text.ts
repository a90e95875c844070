import { writeIn } from '@/src/lib/languages'

/** What is said of an order: of what is paid, and for what. */
type OfPair = (paid: string, got: string) => string

/** What notices say, in English. A message is whole, with its places as arguments. */
const createNoticeText = () => ({
  filled: 'Your money has arrived',
  delivered: (sum: string) => `${sum} delivered.`,
  deliveredOf: (sum: string, quoted: string) => `${sum} delivered, ${quoted} quoted.`,
  quoted: (sum: string) => `${sum} was quoted.`,
  refunded: 'Your deposit came back',
  wentBack: (sum: string, account: string) => `${sum} went back to ${account}.`,
  seenOnOne: (node: string) => `Seen on one node (${node}).`,
  unproved: {
    payout: 'A payout could not be checked',
    payoutSaid: ((paid, got) =>
      `${paid} for ${got}. The service says it was paid. Open it to see where to look.`) as OfPair,
    refund: 'A refund could not be checked',
    refundSaid: ((paid, got) =>
      `${paid} for ${got}. The service says it was sent back. Open it to see where to look.`) as OfPair,
  },
  closed: 'The service closed a payment address',
  closedSaid: ((paid, got) =>
    `${paid} for ${got}. If you have paid, open it: your payment is still looked for.`) as OfPair,
  holds: (sum: string) => `You now hold ${sum}`,
  holdsAbout: (sum: string) => `You now hold about ${sum}`,
  holdsOn: (sum: string, chain: string) => `You now hold ${sum} on ${chain}`,
  holdsAboutOn: (sum: string, chain: string) => `You now hold about ${sum} on ${chain}`,
  heldFailed: ((paid, got) =>
    `${paid} for ${got} did not go through. The service was paid nothing. Open it to go on from there, or to swap back.`) as OfPair,
  heldStopped: ((paid, got) =>
    `${paid} for ${got} stopped before the payment. The service was paid nothing. Open it to go on from there, or to swap back.`) as OfPair,
  failed: {
    swap: 'A swap did not go through',
    swapSaid: 'The service says that a swap failed',
    purchase: 'A purchase did not go through',
    purchaseSaid: 'The service says that a purchase failed',
    unanswered: 'A purchase had no answer',
  },
  whatToDo: ((paid, got) => `${paid} for ${got}. Open it to see what to do.`) as OfPair,
  look: 'Look at your swap',
  lookSaid: ((paid, got) => `${paid} for ${got}. Open it to see where it stands.`) as OfPair,
  late: 'A swap takes longer than promised',
  lateHere: 'A swap takes longer than usual here',
  lateBuying: 'A purchase takes longer than usual',
  lateSaid: ((paid, got) => `${paid} for ${got}. It is still being followed.`) as OfPair,
  notTaken: 'The service does not take your payment',
  unlinked: {
    mined: ((paid, got) =>
      `${paid} for ${got}. It is on the chain. Causeway goes on telling of it; open it.`) as OfPair,
    sent: ((paid, got) =>
      `${paid} for ${got}. It was sent. Causeway goes on telling of it; open it.`) as OfPair,
    signed: ((paid, got) =>
      `${paid} for ${got}. You signed it. Causeway goes on telling of it; open it.`) as OfPair,
    named: ((paid, got) =>
      `${paid} for ${got}. You named it. Causeway goes on telling of it; open it.`) as OfPair,
  },
  hashTaken: ((paid, got) =>
    `${paid} for ${got}. It counts it for another order. Open it to see what to do.`) as OfPair,
  payment: 'Look at your payment',
  paymentOther: ((paid, got) =>
    `${paid} for ${got}. More, less or later than asked for came to its address. Open it.`) as OfPair,
  paymentUnclear: ((paid, got) =>
    `${paid} for ${got}. It is not clear what became of it. Open it.`) as OfPair,
  decide: 'A swap needs your answer',
  decideSaid: ((paid, got) => `${paid} for ${got}. Open it to decide.`) as OfPair,
  strayed: 'The service answers for another order',
  strayedSaid: ((paid, got) =>
    `${paid} for ${got}. Nothing of that was believed; your own order is still being followed.`) as OfPair,
  took: 'More left your account than you accepted',
  tookSaid: ((paid, got) =>
    `${paid} for ${got}. Open it to see what was taken, and what to do now.`) as OfPair,
  power: 'Somebody got power over what is yours',
  powerSaid: ((paid, got) =>
    `${paid} for ${got}. Open it to see over what, and what to do now.`) as OfPair,
  other: 'What was sent is not what was asked',
  otherSaid: ((paid, got) =>
    `${paid} for ${got}. Open it to see the difference, and what to do now.`) as OfPair,
})

export type NoticeText = ReturnType<typeof createNoticeText>

/** The words in a language by its tag, English where it is not offered. */
export const noticeTextIn = (tag: string | undefined) => writeIn(tag, 'notices', createNoticeText())
