import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What is said where money buys tokens; its code comes after the first paint. */
export const buyText = catalogue('buy', {
  title: 'Buy',
  amount: 'Amount you pay',
  currency: 'Currency',
  noToken: 'Choose what you receive.',
  recipient: 'Receive at',
  receiveAt: (address: string) => `Receive at ${address}`,
  refund: 'Refunds go to',
  refundsTo: (address: string, family: string) => `Refunds go to ${address}, ${family}`,
  change: 'Change',
  recipientHint: (family: string, chain: string) => `An address of ${family}, on ${chain}.`,
  refundHint: (family: string, chain: string) =>
    `An address of ${family}: what cannot be delivered comes back as a stablecoin on ${chain}.`,
  refundPlain: (family: string) => `An address of ${family}, in case nothing can be delivered.`,
  foreign: (count: number) =>
    plural(count, {
      one: 'I have compared this address with where I want the money to go.',
      other: 'I have compared these addresses with where I want the money to go.',
    }),
  offers: 'Offers',
  asking: 'Asking providers...',
  refresh: 'Refresh offers',
  none: 'No provider has an offer',
  noneHint: 'Try another amount, token or currency.',
  least: (amount: string) => `at least ${amount}`,
  expected: (amount: string) => `${amount} expected`,
  fee: (amount: string) => `fee ${amount}`,
  withFee: (amount: string, fee: string) => `${amount} (fee ${fee})`,
  limits: (from: string, to: string) => `${from} to ${to}`,
  from: (least: string) => `from ${least}`,
  upTo: (most: string) => `up to ${most}`,
  someone: 'A provider',
  unused: (provider: string) => `${provider} is left out`,
  leftOut: {
    unreadable: 'What it sent cannot be read.',
    other: 'Its offer does not answer what you asked for, and is left out.',
    over: 'Its offer was over when it came.',
    limits: 'It does not take this amount.',
    refund:
      'It settles on another chain first, and it is not known whether your refund address can receive there. Its offer is left out.',
  },
  takes: (limits: string) => `It takes ${limits} in one order.`,
  enterLeast: (amount: string) => `Enter ${amount} or more`,
  enterMost: (amount: string) => `Enter ${amount} or less`,
  outside: 'No provider takes this amount.',
  leftOutHint: 'What came cannot be used: see below. Refresh the offers, or try another amount.',
  left: (count: number) =>
    plural(count, {
      one: '1 more answer is left out: more came than can be shown.',
      other: `${formatCount(count)} more answers are left out: more came than can be shown.`,
    }),
  ends: (time: string) => `${time} left`,
  over: 'over',
  direct: 'sent directly',
  jump: 'bridged to you',
  problem: (provider: string) => `${provider} has no offer`,
  gone: (provider: string) => `${provider} has no offer any more`,
  goneHint: 'It was your choice. Choose another offer, or refresh them.',
  worse: (provider: string) => `The new offer of ${provider} is lower`,
  worseHint: (now: string, before: string) =>
    `At least ${now}, before it was at least ${before}. Choose it again, or another one.`,
  lower: (now: string, before: string) =>
    `${now} expected, before it was ${before}. Choose it again, or another one.`,
  count: (count: number, best: string) =>
    plural(count, {
      one: `1 offer, the best at least ${best}`,
      other: `${formatCount(count)} offers, the best at least ${best}`,
    }),
  next: {
    config: 'Loading...',
    token: 'Choose what you receive',
    amount: 'Enter an amount',
    recipient: 'Add the receiving address',
    refund: 'Add a refund address',
    fix: 'Check what you entered',
    twice: 'Tick that you want to buy once more',
    check: 'Confirm the addresses',
    offline: 'You are offline',
    finding: 'Asking providers...',
    none: 'No offer',
    failed: 'No answer from the service',
    choose: 'Choose an offer',
    order: 'Continue',
  },
  ordering: 'Making the order',
  nothingPaid: 'Nothing was paid.',
  number: (number: string) => `The order's number at the provider, kept nowhere else: ${number}`,
  order: {
    kept: 'Order number',
    keptHint:
      'Kept on this computer. Copy it to find the purchase again at the provider, or here on another computer.',
    copyNumber: 'Copy the order number',
    provider: 'Provider',
    youPay: 'You pay',
    open: 'Open the checkout',
    opens: (host: string) => `The checkout is at ${host}`,
    again: 'Open the checkout again',
    inTab: 'Continue in a tab',
    inTabHint: 'This window closes when the checkout opens, so you pay from a tab.',
    checkout: 'Checkout',
    opening: 'Asking whether it can be paid',
    opened: (time: string) =>
      `The browser was given the checkout at ${time}. If it opened, pay there; this page follows by itself.`,
    closed:
      'The checkout was closed, or went on where it cannot be seen from here. The provider is asked whether you paid.',
    againHint:
      'A checkout address often works only once. If it does not open, ask the provider with the order number. Start a new purchase only once you know that this one did not charge you.',
    unclearAgain: 'I have not paid: open it again',
    unclearHint:
      'The provider does not say that it waits for a payment: this purchase may be paid already. Open it again only if you know that you did not pay, and start no new one before that is clear.',
    orderNames: (provider: string, name: string) => `${provider} (the order names: ${name})`,
    askNow: 'Ask again',
    saysSame: 'Asked just now: the provider says nothing else.',
    unknown: (type: string) =>
      `This purchase goes on in a way that Causeway does not know (${type}). It cannot be paid here.`,
    unknownHint: (provider: string) =>
      `Ask ${provider} about it with the order number below. It is followed here all the same.`,
    nothingToOpen: 'There is nothing to open: the provider goes on by itself.',
    away: (what: string) => `${what} The purchase is followed as soon as it answers.`,
    saidStatus: (status: string) => `The provider says: ${status}`,
    /** Before its words. */
    reason: 'The provider says:',
    endedTitle: 'The purchase was not completed',
    ended: 'The provider ended it without a delivery.',
    endedMoney:
      'Whether you were charged only the provider knows. What it returns comes to what you paid with, or to your refund address.',
    endedPaid:
      'The provider saw your payment. What it returns comes to what you paid with, or to your refund address.',
    endedNext:
      'It is asked again for two weeks: a payment that comes late may still be delivered. Before a new purchase, see that you were not charged for this one.',
    unpaid: 'I have not paid: end it',
    unpaidHint:
      'The checkout is then opened from here no more, so do not pay in one that is still open. The purchase is followed for two more weeks: should a payment show after all, it goes on here.',
    unpaidCheck: 'I have not paid for this purchase, and have closed its checkout.',
    end: 'End the purchase',
    givenUp: 'You ended this purchase: nothing was paid, by your word.',
    givenUpNext:
      'Do not pay in a checkout that is still open. The provider is asked for two more weeks; what is paid after all is shown here, and its delivery is checked. After that it can be removed.',
    buyAgain: 'New purchase',
    made: 'Order made',
    payment: (provider: string) => `Payment at ${provider}`,
    bridge: 'Bridge',
    bridgeSays: (status: string) => `The service says: ${status}`,
    bridgePaid: (amount: string, chain: string) => `${amount} settled on ${chain}`,
    bridgeReturned: 'Returned',
    bridgeOther:
      'The provider names a bridge order that is not of this purchase. Nothing of it is believed.',
    found: (provider: string) =>
      `Made elsewhere and found again here. What became of it since is not known on this computer, so it cannot be paid from here. If you have not paid ${provider}, start a new purchase; if you have, it is followed here to its end.`,
    notTold: 'The provider does not tell.',
    arrives: (chain: string) => `Delivery on ${chain}`,
    waiting: 'Waiting',
    done: 'Done',
    underWay: 'In progress',
    notReached: 'Not reached',
    by: (provider: string, chain: string) => `${provider}, to ${chain}`,
  },
  money: {
    planned: 'The provider is asked for the order. No checkout was opened yet.',
    submitted: 'Nothing was paid yet, as far as the provider says.',
    lastWord: 'Nothing was paid yet when the provider last answered. It cannot be asked right now.',
    unclear: (status: string) =>
      `The provider says: ${status === '' ? 'nothing yet' : status}. That does not tell whether you paid; it is asked again by itself.`,
    underWay: 'The provider is working on it. It tells when your tokens are sent.',
    proving: 'The provider says it delivered. This is being checked on the chain.',
    returning:
      'The bridge did not go through. The service says it sent the bridged money to your refund address. This is being checked on the chain.',
    returned: 'The bridge did not go through. What was to be bridged came to your refund address.',
    ended:
      'The provider says that nothing is delivered. Whether you were charged only the provider knows.',
    endedPaid: 'The provider saw your payment, and says that nothing is delivered.',
    givenUp: 'Ended on your word that nothing was paid.',
    lost: 'No checkout was opened here. Whether the provider made an order and charges you for it is not known.',
  },
} as const)
