import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What is said where a payment is made to an address by a wallet of which Causeway knows nothing. */
export const transferText = catalogue('transfer', {
  title: 'Pay from any wallet',
  open: 'Pay from any wallet',
  openHint: 'By address and QR code, also from a phone.',
  lead: 'You get an address and a QR code to pay to. Any wallet of your own can pay; it need not be connected.',
  recipient: (family: string) => `Where you receive (${family} address)`,
  refund: (chain: string) => `Refunds go to (your address on ${chain})`,
  refundHint: 'If the swap cannot be made, the money is sent back here.',
  confirm:
    'I compared both addresses in full. Both are my own wallets or people I pay, and neither belongs to an exchange.',
  exchange: 'An exchange often does not credit refunds, and its payments come late or in part.',
  routes: 'Offers',
  finding: 'Finding offers...',
  none: 'No filler takes a payment by address for this amount and pair.',
  receive: (amount: string) => `You receive about ${amount}`,
  pays: (amount: string) => `You pay ${amount}`,
  atLeast: (amount: string) => `at least ${amount}`,
  count: (count: number, best: string) =>
    plural(count, {
      one: `1 offer, the best about ${best}`,
      other: `${formatCount(count)} offers, the best about ${best}`,
    }),
  next: {
    amount: 'Enter an amount',
    recipient: 'Add the receiving address',
    refund: 'Add a refund address',
    check: 'Compare and tick both addresses',
    twice: 'Tick that you want to pay once more',
    none: 'No offer',
    failed: 'No answer from the service',
    offline: 'You are offline',
  },
  /** Another window had an address made for the same. */
  beside: {
    sent: (sum: string, recipient: string) => `An address for ${sum} to ${recipient} was just made`,
    sentHint: 'If you pay to that one and to this one, the same is paid twice.',
    tick: 'I know of the other address, and want to pay once more.',
  },
  create: 'Show the address to pay',
  creating: 'Getting an address',
  incomplete: 'Choose what you receive first.',
  choosePair: 'Choose tokens and amount',
  change: 'Change',
  paidWith: {
    label: 'Pay with',
    choose: 'Choose a token',
    /** A token, with how much of it where that is told. */
    token: (what: string, chain: string) => `${what} on ${chain}`,
    amount: (symbol: string) => `Amount to pay (${symbol})`,
    abroad: (chain: string) =>
      `From ${chain} you can pay by address only. Causeway cannot read ${chain}: the service alone says whether your payment came. What you receive is checked as always.`,
    unchecked: (chains: string, more: number) =>
      more === 0
        ? `Not from ${chains}: addresses there cannot be checked here.`
        : plural(more, {
            one: `Not from ${chains} and 1 more: addresses there cannot be checked here.`,
            other: `Not from ${chains} and ${formatCount(more)} more: addresses there cannot be checked here.`,
          }),
  },
  back: 'Back to the swap',
  pay: {
    title: 'Pay exactly this, once',
    rest: 'Pay what is missing, once',
    amount: 'Amount',
    network: 'Network',
    address: 'To this address',
    memo: 'Memo (must be given)',
    left: (time: string) => `${time} left`,
    link: 'Open in a wallet on this device',
    cancel: 'Cancel',
    cancelHint: 'Cancel only if you have not paid. What was paid is followed all the same.',
    warning:
      'Only this token, on this network, in one payment, and not from an exchange. Anything else may be sent back late or be lost.',
    unread: (chain: string) =>
      `Causeway cannot read ${chain}: the service alone says whether your payment came. What you receive is checked on its own chain.`,
    ownNode: 'With a node address for it in the settings, Causeway looks by itself.',
    shortened:
      'The service names a later end. Causeway shows an address for one day at most, as no price holds for longer.',
    refunds: 'Refunds go to',
    alike: 'Compare the address and the amount in your wallet with those here before you pay.',
    memoAlike: 'Without exactly this memo your payment cannot be told from others.',
  },
  qr: {
    alt: (amount: string) => `QR code to pay ${amount}`,
    loading: 'Loading the QR code',
    larger: 'Show it larger',
    bare: 'The picture holds the address only: enter the amount in your wallet.',
    bareMemo:
      'The picture holds the address only: enter the amount and the memo in your wallet. If it has no field for a memo, do not pay with it.',
    own: {
      down: 'The picture service did not answer, or not with a plain picture. Causeway drew this one itself.',
      other:
        'The picture service sent a code for another payment. It was refused; Causeway drew this one itself.',
    },
    none: 'No picture can be drawn. Copy the address and the amount.',
  },
  closed: {
    cancelled: 'You cancelled this payment. Do not pay to its address any more.',
    expired: 'The time to pay is over. Do not pay to this address any more.',
    ended: 'The service ended this order without a payment. Do not pay to this address any more.',
    found:
      'Made elsewhere and found again here. Until when it may be paid, and what became of it since, is known only where it was made. Do not pay to it from here.',
    unlisted:
      'The service does not name its address: a payment to it is shown by what the service tells, and what arrives is checked on the chain.',
    refused:
      'The service counts the payment that you named for another order. It may be for this one all the same: do not pay again to this address. If its hash was wrong, give the right one below.',
    contradicted: 'The service speaks of another order at this address. Do not pay to it.',
    paid: 'If you have paid already, it is still being looked for and shown here.',
    unsought:
      'If you have paid already, name the transaction below. Causeway looks for it by itself once the settings hold a node address for this network.',
    unread:
      'Causeway cannot look for payments on this network. A week after the address was closed the service still knew of none, so by its word this payment is over and is followed no more. If you did pay, ask the service for it by the order ID below.',
    untold:
      'Causeway cannot look for payments on this network, and a week after the address was closed none was named. This payment is over and is followed no more. If you did pay, ask the service for it with the hash of your payment.',
    again: 'To pay now, start a new payment.',
    start: 'New payment',
    unpaid: 'I have not paid',
    unpaidHint:
      'Causeway then ends this payment on your word and looks for nothing at its address any more. What was paid to it all the same would not be shown.',
    end: 'End it: nothing was paid',
  },
  seen: {
    title: 'Payments seen',
    none: 'No payment was seen yet.',
    told: 'Named by the service:',
    named: 'Named by you:',
    unread:
      'Causeway cannot look for payments on this network by itself. What is shown is the word of the service.',
    from: (nodes: string) => `Seen by ${nodes}`,
    exact: 'The right amount has come.',
    /** By what the address held: of coins that were sent on, nothing may tell. */
    enough: 'At least the right amount has come.',
    /** Of an order that is over. */
    came: (paid: string, asked: string) => `${paid} has come, ${asked} was asked for.`,
    short: (paid: string, asked: string) =>
      `${paid} of ${asked} has come. The service decides whether it waits for the rest or sends it back to your refund address. Do not pay again before it has.`,
    excess: (paid: string, asked: string) =>
      `${paid} has come, ${asked} was asked for. What is too much goes back to your refund address, if the service does so.`,
    shortToName: (paid: string, asked: string) =>
      `${paid} of ${asked} has come. The service takes one payment of the whole amount and does not join two. If you sent it, give its hash below, so that the service can deal with it. To pay the whole amount, start a new payment.`,
    rest: (paid: string, asked: string, rest: string) =>
      `${paid} of ${asked} has come, and the service says that it still waits. If you sent it, pay the missing ${rest} below. If somebody else did, cancel and start a new payment.`,
    refused: 'The service counts it for another order.',
    dust: 'Too little to count.',
    trifle: 'That is too little to be your payment. Anybody can send such a trifle.',
    asIfNot: 'Pay the whole amount as if it had not come.',
    late: 'By the time of its block it was paid after the address was closed.',
    lateFate: 'The service may still make the swap, or send it back.',
    unknown:
      'It was seen after the address was closed. Whether it was paid before that cannot be read on the chain.',
    otherToken: 'Another token than the one asked for has come. Ask the service to send it back.',
    conflict:
      'The service counts another payment for this order than the one that you named. It takes one alone: if both are yours, ask it to send yours back.',
  },
  paidBy: { awaited: 'Waiting for your payment', nobody: 'No payment seen' },
  astray: {
    title: 'Money that does not pay for this order',
    came: (sum: string, chain: string) => `${sum} on ${chain}`,
    token: (asked: string) => `Another token than the ${asked} that was asked for.`,
    chain: (asked: string) => `On another network: it was to be paid on ${asked}.`,
    undated: 'The address may have held it before you got it: the nodes do not remember that far.',
    tokenFate:
      'The service promises nothing for other tokens. It may not notice this one, and only the service can send it back.',
    chainFate:
      'The service gave its address for one network. On another one it may not look, and may not even be able to reach the money. It promises nothing for it.',
    ask: 'Ask the service for it, with the order ID, the address and the transaction. The button copies them.',
    copy: 'Copy for the service',
    go: 'It ends nothing: what was asked for is still looked for here, and still has to be paid for the swap.',
    over: 'It pays for nothing here, whatever became of the order.',
  },
  wide: {
    look: 'Look for my payment',
    again: 'Look again',
    hint: 'Looks at this address for other tokens, and on the other networks that have such addresses, in case the payment went out wrong.',
    busy: 'Looking at the address on all networks. This takes up to a minute.',
    stop: 'Stop looking',
    nothing: 'No other token and no other network shows a payment to this address.',
    listed:
      'Tokens that the service does not list, and trifles, are passed over: anybody can send them.',
    looked: (time: string, chains: string) => `Looked at ${time} on ${chains}.`,
    unread: (chains: string) => `Could not look on ${chains}: too few nodes answered.`,
    part: (chains: string) => `Could look only in part on ${chains}.`,
    unlisted: 'The service did not say which tokens there are. Only coins could be looked for.',
  },
  hash: {
    title: 'I have paid',
    label: 'Transaction hash',
    hint: 'From your wallet. It is read on the chain before the service is told.',
    needed: 'The service has to be told which transaction paid. Paste its hash once you have paid.',
    other: 'I paid with another transaction',
    replaces:
      'The one that you named was not found as this payment yet. If its hash was mistyped, or your wallet sent the payment again, paste the other one: it takes its place.',
    use: 'Check and use',
    unread:
      'The service has to be told which transaction paid. Paste its hash once you have paid: it is passed on as you typed it, as Causeway does not read this network.',
    pass: 'Tell the service',
    kept: 'Paste its hash once you have paid. It is kept with this order as you typed it, as Causeway does not read this network; the service notices your payment by itself.',
    keep: 'Keep it',
    taken: 'Found on the chain. The service is being told.',
  },
} as const)
