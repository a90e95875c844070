import { catalogue } from './catalogue'

/** What is said where a connected wallet pays to a deposit address. */
export const walletPayText = catalogue('wallet-pay', {
  title: (wallet: string) => `Payment with ${wallet}`,
  pay: (wallet: string) => `Pay with ${wallet}`,
  offline: 'You are offline',
  effect: (amount: string) =>
    `It is asked to send exactly ${amount} to the address below. Nothing else, and no approval.`,
  signs: (amount: string) =>
    `It is asked to sign one transfer of exactly ${amount} to the address below, and nothing else. Causeway sends it. The network fee comes on top.`,
  from: 'From',
  change: 'Change',
  changeHint: 'Change wallet or account',
  trying: 'The payment is tried on the chain, then your wallet asks you.',
  or: 'Or pay from any other wallet',
  twice: 'If both are paid, the same is paid twice.',
  twiceTick: 'I know of the other payment, and want to pay this one too.',
  drop: 'Pay another way',
  showAddress: 'Show the address again',
  again: (wallet: string) => `Ask ${wallet} again`,
  amount: 'Amount',
  to: 'To',
  account: 'Its token account',
  memo: 'Memo',
  opens: 'To open that account',
  network: 'Network fee',
  tried: (names: string) => `Tried by ${names}: this leaves your account, and nothing else.`,
  triedWeakly: (names: string) =>
    `Tried in a weaker way by ${names}: this leaves your account. It is a plain transfer that Causeway wrote itself.`,
  untried: 'No node could try it beforehand. It is a plain transfer that Causeway wrote itself.',
  untriedFor: {
    cannot: (chain: string) =>
      `Not tried beforehand: no independent node of ${chain} can do so. It is a plain transfer that Causeway wrote itself.`,
    silent: (chain: string) =>
      `Not tried beforehand: no independent node of ${chain} gave a result in time. It is a plain transfer that Causeway wrote itself.`,
  },
  hidden:
    'Compare the address in your wallet. Do not pay to it in any other way until this is settled: it would be paid twice.',
  gone: 'If your wallet closed without an answer, say so: Causeway then looks for the payment on the chain at once.',
  sent: 'Your wallet says that it sent this. It counts once the chain shows it at the address.',
  signed:
    'Signed exactly as asked, and sent. It counts once the chain shows it. If it is not taken within about two minutes, it never will be, and the address comes back.',
  held: 'Signed, and the address was paid or its time was over before the chain showed it. Whether it was sent as well is known within about two minutes. Do not pay again before that.',
  verified: 'Sent exactly as you approved. It counts once the chain shows it at the address.',
  paidMeanwhile: (wallet: string) =>
    `A payment has come to the address. If ${wallet} still shows its request, reject it: approved now, it would be paid a second time.`,
  mayBeSecond:
    'A payment has come to the address. Compare its hash with your wallet before you say what became of this one.',
  closedMeanwhile: (wallet: string) =>
    `The time to pay is over. Reject the request in ${wallet}: what is paid now comes too late.`,
  closedUnsure: 'The time to pay is over. If it was sent, it is still looked for and shown here.',
} as const)
