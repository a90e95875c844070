import type { ErrorCode } from '@/src/domain/error'
import type { FactKind } from '@/src/domain/order/order'
import { formatCount, plural } from '../format/plural'
import { catalogue } from './catalogue'

/** What the review and an order say. */
export const orderText = catalogue('order', {
  review: {
    hubContract: (name: string) =>
      `The service's own contract “${name}”, by its word. It is checked like any other.`,
    title: 'Review',
    intro: 'Nothing is sent until you confirm.',
    introOne: 'Checked by one node. Nothing is sent until you confirm.',
    youPay: 'You pay',
    youReceive: 'You receive about',
    youReceiveExactly: 'You receive',
    minimum: 'Minimum',
    noMinimum: 'This route promises no minimum',
    recipient: 'To',
    recipientOwn: 'To your account',
    recipientOther: 'Not the account you pay from',
    recipientOtherCode: (chain: string) => `Not known to be your contract on ${chain}`,
    refund: 'Refunds go to',
    time: 'Time',
    price: 'Quote expires in',
    slippage: (percent: string) => `Slippage up to ${percent}`,
    route: 'Route',
    rate: 'Rate',
    turnRate: 'Turn the rate around',
    steps: (count: number) =>
      count === 2
        ? 'Your wallet will ask twice'
        : plural(count, {
            one: 'Your wallet will ask once',
            other: `Your wallet will ask ${formatCount(count)} times`,
          }),
    adviceLeaves: (sum: string) => `In the trial ${sum} leaves your account, and nothing else.`,
    adviceWeak: (sum: string) =>
      `In the trial ${sum} leaves your account, and nothing else that could be seen. A contract can notice such a trial, and not all tokens and approvals show in it.`,
    tried: (nodes: string) => `Tried on ${nodes}.`,
    triedWeakly: (nodes: string) => `Tried in a weaker way on ${nodes}.`,
    triedOpen: (node: string) => `Tried on ${node}, a second node is asked.`,
    twoNodes: (one: string, other: string) => `${one} and ${other}`,
    oneNode: (name: string) => `${name} (one node)`,
    andFee: (sum: string, fee: string) => `${sum} and a fee of ${fee}`,
    routeFee: 'Fee of the route',
    adviceReverts:
      'The simulation failed. Sent like this, it may fail and still cost the network fee.',
    adviceUnknown: 'No independent node could try it first.',
    adviceByService:
      'No independent node of this chain answers: that a contract is paid, and not somebody’s account, is the word of the service’s own node. An approval is exact, whatever that node says.',
    untried: {
      cannot: (chain: string) =>
        `Not tried first: no independent node of ${chain} can do so. Only a plain payment goes on like this.`,
      silent: (chain: string) =>
        `Not tried first: no independent node of ${chain} gave a result in time. Only a plain payment goes on like this.`,
    },
    switchTo: (chain: string) => `Switch to ${chain}`,
    approve: (what: string) => `Approve ${what}`,
    reset: (symbol: string) => `Clear the old ${symbol} approval`,
    wrap: (what: string, got: string) => `Wrap ${what} to ${got}`,
    unwrap: (what: string, got: string) => `Unwrap ${what} to ${got}`,
    swap: (what: string, got: string) => `Swap ${what} for about ${got}`,
    called: 'Contract',
    gets: 'You get about',
    deposit: (what: string) => `Send ${what}`,
    spender: 'Spender',
    target: 'Paid to',
    contractOf: (contract: string, service: string) => `${contract} of ${service}`,
    unreadOf: (contract: string, service: string) =>
      `${contract} of ${service}, called in a way Causeway cannot read`,
    verified: 'verified in this release',
    byProxy: (proxy: string) => `its ${proxy} takes the tokens`,
    paysEither: (coin: string, wrapped: string) =>
      `Paid out as ${coin}, or as ${wrapped} where the account that gets it is a contract.`,
    comesBack: (wrapped: string, coin: string) =>
      `Should nobody fill it, it comes back as ${wrapped}, not ${coin}.`,
    account: 'Your account',
    coded: {
      contract: 'is a contract',
      delegated: 'has a contract’s code',
    },
    codedWhy: {
      contract:
        'It is followed by what it does on the chain, however long it waits for other signers. Should an answer be lost, only you can say that nothing was sent.',
      delegated:
        'Others may send for it. Should an answer be lost, only you can say that nothing was sent.',
    },
    swapAt: 'Swapped at',
    firstPaid: 'first payment',
    firstUsed: 'first use',
    firstPaidWhy: (count: number) =>
      plural(count, {
        one: 'Causeway does not know this contract. A trial shows what leaves your account, not all that a contract can do.',
        other:
          'Causeway does not know these contracts. A trial shows what leaves your account, not all that contracts can do.',
      }),
    unreadWhy: 'A trial shows what leaves your account, not all that this call can do.',
    /** One word is seen; the whole is read out and shown to who points at it. */
    read: { word: 'read', whole: 'read from the request' },
    promised: { word: 'promised', whole: 'promised by the service' },
    amount: 'Amount',
    token: 'Token contract',
    chain: 'Chain',
    method: 'Function',
    fee: 'Fee in this payment',
    withFee: (ask: string, fee: string) => `${ask}, with a fee of ${fee}`,
    exact: 'Exact amount',
    exactly: (sum: string) => `exactly ${sum}`,
    cutUnlimited: 'The route asked for an unlimited approval. Causeway cut it to the exact amount.',
    cut: (amount: string) => `The route asked for ${amount}. Causeway cut it to the exact amount.`,
    feePayer: 'Network fee paid by',
    programs: 'Programs',
    site: (wallet: string) => `${wallet} will show`,
    confirm: (wallet: string) => `Confirm in ${wallet}`,
    confirmNever: 'This cannot be confirmed.',
    confirmTicks: 'Confirm the points above first.',
    confirmWaits:
      'Waiting for a second node, 3 seconds at most. If none answers, this goes on checked by one node.',
    confirmExpired: 'This quote has run out.',
    cancel: 'Cancel',
    newQuote: 'Get a new quote',
    gettingQuote: 'Getting a new quote',
    rateChanged: 'The rate changed',
    rateFrom: (before: string, after: string) => `It was ${before}, now it is ${after}.`,
    tickImpact: (percent: string) =>
      `I accept a loss of ${percent} of the value by the service’s own prices. Nobody else’s are known.`,
    value: (sum: string) => `${sum} (service)`,
    valuesBy: 'Dollar values are at the service’s own prices: no other price is known here.',
    tickUnknown: 'I know that the loss of value cannot be shown.',
    tickSwap: (percent: string) =>
      `I accept that the swap before the payment loses ${percent} of the value by the service’s own prices, whatever arrives after it. Nobody else’s are known.`,
    tickSwapUnknown:
      'I know that nobody can show what the swap before the payment loses of the value.',
    tickReverts: 'I know that the simulation failed and that this may cost the network fee.',
    tickNoMinimum: 'I know that this route promises no minimum.',
    tickPromise: (sum: string, percent: string) =>
      `I accept that this route promises no more than ${sum}, ${percent} less than it shows.`,
    tickPrograms: (symbol: string) =>
      `I know that this route calls a program Causeway does not know. Tried on a node it took what is shown; in the worst case it could take all SOL and ${symbol} of this account, and every other token of it that the transaction names.`,
    tickUntried:
      'I know that nobody tried this first: what it does to my account is only seen afterwards.',
    tickWeak:
      'I know that this was tried in a weaker way: the contract may do otherwise, and take what else I once allowed it to take.',
    tickFirst: {
      one: (percent: string, all: string) =>
        `I know that this contract is paid for the first time, and gets ${percent} of my ${all}.`,
      more: (percent: string, all: string) =>
        `I know that these contracts are used for the first time, and that ${percent} of my ${all} passes through them.`,
      unread: (percent: string, all: string) =>
        `I know that Causeway cannot read how this contract is called, and that it gets ${percent} of my ${all}.`,
    },
    tickFirstUnknown: {
      one: (symbol: string) =>
        `I know that this contract is paid for the first time. How much of my ${symbol} it gets could not be checked.`,
      more: (symbol: string) =>
        `I know that these contracts are used for the first time. How much of my ${symbol} passes through them could not be checked.`,
      unread: (symbol: string) =>
        `I know that Causeway cannot read how this contract is called. How much of my ${symbol} it gets could not be checked.`,
    },
    tickFee: (sum: string, percent: string) =>
      `I accept a fee of ${sum} on top, ${percent} of what I pay.`,
    tickFeePriced: (sum: string, percent: string) =>
      `I accept a fee of ${sum} on top, ${percent} of what I pay by the service’s own prices. Nobody else’s are known.`,
    tickFeeAbove: (sum: string, percent: string) =>
      `I accept a fee of ${sum} on top, more than routes on this chain are known to take. It is ${percent} of what I pay by the service’s own prices, and may be any share: nobody else’s are known.`,
    tickFeeUnknown: (sum: string) =>
      `I accept a fee of ${sum} on top. Nobody here knows what it is worth: it may be any share of what I pay.`,
    feeWord: 'HIGH FEE',
    typeWord: (word: string) => `Type ${word} to accept it.`,
    tickRecipient: 'I have compared the receiving address and it is right.',
    tickOtherCode: (chain: string) =>
      `I know that my account is a contract, that the same one may not stand at its address on ${chain}, and that I can use what arrives there.`,
    tickAlike: 'I know that the receiving address is not the one it looks like.',
    tickRisky: (symbol: string) => `I know that ${symbol} is marked as risky.`,
    tickLookAlike: (symbol: string) =>
      `I know that I do not receive ${symbol}, but another token that looks like it.`,
    tickRoutingLookAlike: (symbol: string) =>
      `I know that the swap before the payment does not give ${symbol}, but another token that looks like it. If the payment fails, that is what I hold.`,
    beforeConfirm: 'Before you confirm',
  },
  order: {
    title: 'Order',
    progress: 'Progress',
    details: 'Details',
    filledTitle: 'Your money has arrived',
    filledWithAlarm: 'The payout has arrived. What went wrong before it stands below.',
    leftAccount: 'Left your account',
    leftByEvents: 'Told by events on the chain alone: no balance could be held against them.',
    acceptedToLeave: 'You accepted',
    gasInToken: 'Network fee, paid in a token',
    delivered: 'Delivered',
    quoted: 'Quoted',
    exactlyQuoted: 'Exactly as quoted',
    moreThanQuoted: (amount: string) => `${amount} more than quoted`,
    lessThanQuoted: (amount: string) => `${amount} less than quoted`,
    refundedAmount: (amount: string) => `${amount} was returned to`,
    chains: (from: string, to: string) => `from ${from} to ${to}`,
    arrivedAt: (time: string) => `Arrived on ${time} at`,
    checkedByOne: (node: string) => `Checked by one node (${node}).`,
    lookAtWallet: (wallet: string) => `Confirm in ${wallet}`,
    waitsIn: (host: string) =>
      `Answer there; if it does not open by itself, open it. It names ${host} as the site that asks.`,
    promptGone: 'The request is gone',
    /** Of an earlier request, which came to nothing, and which the wallet may show still. */
    askedBefore: {
      title: 'Your wallet may still show the last request',
      what: 'It was too late for that one. Nothing is asked for beside it: both could be paid.',
      money: 'Nothing of it was seen on the chain.',
      next: 'Reject it in the wallet. If the wallet shows none, say that it is gone. This goes on by itself then.',
    },
    promptGoneHint:
      'If your wallet closed without an answer, say so: Causeway then looks for the payment on the chain at once. Meanwhile you can pay from another account or on another chain.',
    approvalGoneHint:
      'If your wallet closed without an answer, say so. It was asked for an approval, which moves no money: you can start another payment meanwhile.',
    asksChain: {
      switch: (chain: string) => `It asks to change the network to ${chain}.`,
      add: (chain: string) => `It asks to add the network ${chain}.`,
    },
    chainUnreadable: 'Your wallet does not say which chain it is on',
    /** In place of "the wallet is on another chain", which is not known then. */
    unreadable: {
      title: 'The network of your wallet cannot be read',
      what: 'This step needs the network below, and your wallet does not say which one it is on.',
    },
    /** Of a request that came to nothing: only what was not asked yet goes on by itself. */
    thenAgain: {
      'wallet/chain-changed': 'Switch the network in your wallet, then try again.',
      'wallet/account-changed': 'Choose the right account in your wallet, then try again.',
      'wallet/unauthorised': 'Unlock your wallet, or connect it to the page, then try again.',
    } satisfies Partial<Record<ErrorCode, string>>,
    /** In place of what is said of a deposit that was mined. */
    unlinked: {
      sent: 'Your wallet sent the deposit, but the service has not taken it up.',
      signed: 'You signed the deposit, but the service, which sends it, has not taken it up.',
      named: 'The service has not taken up the payment that you named.',
    },
    /** Of what the service sends, on Solana. */
    signed: 'Signed. Waiting to be confirmed.',
    connect: (wallet: string) => `Connect ${wallet}`,
    switchedByHand: 'I switched by hand',
    addChain: (chain: string) => `Add ${chain}`,
    walletSays: (claim: string) => `Your wallet says: ${claim}`,
    tryAgain: 'Try again',
    payToo: 'Pay this too',
    /** Where a second payment would revert, whatever the person saw. */
    unsent: (action: string) => `I did not send it. ${action}`,
    rejected: (action: string) => `I rejected it in my wallet. ${action}`,
    unseen: 'My wallet showed no request',
    unseenHint:
      'Your wallet may still show that request. If you then approve it and the next one, you pay twice.',
    unseenSaid: (action: string) => `It was not sent. ${action}`,
    stop: 'Cancel swap',
    /** While the wallet may still send what was asked for. */
    stopWanted: {
      title: 'You want to cancel',
      next: (isDeposit: boolean) =>
        isDeposit
          ? 'If your wallet still shows the request, reject it there. We are checking that nothing was sent. If it was sent after all, the order goes on.'
          : 'If your wallet still shows the request, reject it there. We are checking that nothing was sent. If it was sent after all, you keep what it gives, and nothing more is asked for.',
    },
    choosePage: 'Choose another page',
    choosePageHint: (wallet: string) => `Any open page that shows ${wallet} can ask it.`,
    noPage: 'No open page shows this wallet.',
    mutePage: 'A page that does not answer now may show it too: look at it, then look again.',
    newSwap: 'New swap',
    over: 'This order has ended. To try again, start a new swap.',
    again: 'Try again with the same values',
    reported: 'Payment registered',
    payout: (chain: string) => `Receiving on ${chain}`,
    paidOut: (chain: string) => `Received on ${chain}`,
    refund: 'Refund',
    waiting: 'Waiting',
    underWay: 'In progress',
    done: 'Done',
    notReached: 'Did not happen',
    notThen: 'Not done when the backup was made',
    unknownThen: 'Not known when the backup was made',
    late: 'Later than expected. It is still being followed.',
    lateHere: (time: string) =>
      `Usually ${time} on this computer; it takes longer this time. It is still being followed.`,
    expected: (time: string) => `About ${time} once sent`,
    elapsed: (time: string, expected: string) => `${time} of about ${expected}`,
    stepOf: (step: number, count: number) => `Step ${step} of ${count}`,
    cancelled: 'Cancelled',
    depositHash: 'Deposit transaction',
    approvalHash: 'Approval transaction',
    fillHash: 'Payout transaction',
    refundHash: 'Refund transaction',
    explorer: (name: string) => `Open in ${name}`,
    orderId: 'Order ID',
    service: 'Made with, and only told to',
    serviceOrder: 'Order ID (service)',
    depositAddress: 'Deposit address',
    created: 'Started',
    wallet: 'Wallet',
    silent: {
      chain: (chain: string, since: string) =>
        `No node of ${chain} has told of this order since ${since}. Causeway keeps asking, and goes on by itself.`,
      service: (since: string) =>
        `The service has not told of this order since ${since}. Causeway keeps asking, and goes on by itself.`,
    },
    /** Of an order of which not all can be read. */
    named: 'Transactions that it names',
    notReadable: 'Not readable',
    closeHint: 'You can close this window. Causeway follows the order and notifies you.',
    asked: 'Asked for',
    found: 'Seen on the chain',
    blockedExpected: 'Needed',
    blockedActual: 'Found',
    mostGas: 'Gas now, at most',
    mostFee: 'Fee at that, about',
  },
  /** What the build of a route showed that its row in the list did not. */
  better: {
    fee: (value: string) =>
      `The list did not count this route's fee of about ${value}: only its request tells it.`,
    other: (route: string, gain: string) =>
      `With it, the next route (${route}) comes out about ${gain} better, before any fee of its own.`,
    review: 'Review that route',
  },
  /** What was paid is another token by now, and the payment was not made. */
  held: {
    title: {
      person: 'You stopped before the payment',
      price: 'The quote ran out before the payment',
      revert: 'The payment no longer goes through',
      changed: 'The payment would not do what you accepted',
      failed: 'The payment did not go through',
    },
    next: (symbol: string) =>
      `Nothing more is asked of your wallet for this order. Go on from the ${symbol} that came, or swap it back; what you held of it before is left alone.`,
    /** Of a payment after it that only the wallet's page calls rejected. */
    show: 'Show what I can do with it',
    on: 'New quote from this',
    /** Instead of what is held: it was taken up by another order. */
    wentOn: 'You went on from this with another order. That one says where the money is now.',
    back: (symbol: string) => `Swap back to ${symbol}`,
  },
  /** Another order that is in the way of this one, or of which the wallet may still show something. */
  other: {
    held: 'Another payment of this account is not settled yet',
    heldHint:
      'This one waits until that is answered in the wallet, proved, or decided by your word. From another account or on another chain you can pay at once.',
    next: 'Answer its request in the wallet, or say in that order that the request is gone or was not sent: this one then goes on by itself. Or pay from another account or on another chain.',
    /** Of another order that pays the same, and that a reorganisation or its wallet may make good. */
    mayLand: {
      title: 'The payment of another order may still land',
      what: 'That order pays the same. If it is paid after all, this one would pay it twice.',
      next: 'Wait: this one goes on by itself once nothing can come of the other. Or pay from another account or on another chain.',
    },
    older: (wallet: string) => `${wallet} may still show an older request`,
    olderHint:
      'It shows one at a time: what comes up first may be the older one. Compare the amount, and reject there what you no longer want.',
    sent: (sum: string, recipient: string) => `You just confirmed ${sum} to ${recipient}`,
    sentHint: 'If both are paid, the same is paid twice.',
    denied: (sum: string, recipient: string) =>
      `Your wallet said that you rejected ${sum} to ${recipient}`,
    deniedHint: 'That is not proved yet. If it was sent after all, the same is paid twice.',
    unseen: (sum: string, recipient: string) =>
      `Nothing shows that ${sum} to ${recipient} was sent`,
    unseenHint:
      'Its request may still be sent, and the same is then paid twice. In that order you can take back what it approved.',
    sentTick: 'I know of the other order, and want to pay with this one.',
    open: 'Open that order',
    cancelled: 'This order was cancelled in another window',
    cancelledHint: 'Nothing was asked of your wallet. Start over from the form for a fresh review.',
    startOver: 'Start over',
    meanwhile: 'Pay from elsewhere meanwhile',
    meanwhileHint:
      'Until this is clear, nothing else is paid from this account on this chain. Another account or another chain is free.',
    meanwhileFree: 'Another payment can be made meanwhile.',
  },
  standing: {
    title: (count: number) =>
      plural(count, {
        one: 'An older approval reaches further',
        other: 'Older approvals reach further',
      }),
    what: (count: number) =>
      plural(count, {
        one: 'Whom you are about to pay may also take, by an approval that you gave before:',
        other: 'Whom you are about to pay may also take, by approvals that you gave before:',
      }),
    own: (spender: string, sum: string) =>
      `${spender} may already take up to ${sum}, from an earlier approval.`,
    ownAll: (spender: string, symbol: string) =>
      `${spender} may already take all your ${symbol}, from an earlier, unlimited approval.`,
    used: 'It is used as it stands: no approval is asked.',
    set: (sum: string) => `This swap sets it to exactly ${sum} first.`,
    cleared: 'This swap clears it first.',
    all: (symbol: string) => `all ${symbol}`,
    of: (amount: string, spender: string) => `${amount}, by ${spender}`,
    next: (count: number) =>
      plural(count, {
        one: 'This route asks for none of it. If you do not need this approval, revoke it in your wallet or in a list of approvals that you trust.',
        other:
          'This route asks for none of it. If you do not need these approvals, revoke them in your wallet or in a list of approvals that you trust.',
      }),
  },
  allowance: {
    title: (count: number) =>
      plural(count, {
        one: 'An approval was left open',
        other: `${formatCount(count)} approvals were left open`,
      }),
    mayTake: (amount: string, chain: string) =>
      `The spender below may take up to ${amount} from your account on ${chain}.`,
    mayTakeAll: (symbol: string, chain: string) =>
      `The spender below may take all your ${symbol} on ${chain}, now and later.`,
    reading: 'Reading on the chain what is left of it.',
    unread: 'No two nodes say what is left of it now; this is what is on record here.',
    ended: 'This order uses it no more.',
    elsewhere:
      'Where the backup was made, this order may still use it. Once it is revoked, it can pay nothing there.',
    mayCome:
      'A request of this order that your wallet may still show would use it. Once it is revoked, that one can pay nothing.',
    expired: 'A new quote may still use it. If you do not go on, revoke it.',
    mayLand:
      'A payment of this order that is still being checked would use it. It can be revoked once that is known.',
    needed:
      'Another order of this account may still need it for its payment. It can be revoked once that is over.',
    closing: 'It is being revoked.',
    close: 'Revoke',
    again: 'Revoke again',
    stopAndClose: 'Cancel the order and revoke',
    next: (wallet: string) =>
      `${wallet} is asked to set it to 0. That costs a network fee and moves no money.`,
    list: 'Open approvals',
    listHint:
      'What contracts may still take, by approvals that ended orders left behind. Read on the chain as you open this.',
    none: 'No order left an approval open.',
    noneLeft: 'Nothing is left of the approvals that orders asked for.',
    show: 'Show the order',
    more: 'Show more',
  },
  /** By the family of an address in which a mistyped character goes unnoticed. */
  noCheck: {
    solana: 'Solana addresses carry no check digits: compare every character.',
    eip155: 'In lower case alone, an EVM address carries no check digits: compare every character.',
  },
  alike: {
    title: 'This address only looks like one you know',
    what: 'It begins and ends like the address below, but is a different one:',
    next: 'Such addresses are made so that the wrong one is copied from a history. Compare every group.',
  },
  alarm: {
    fields: {
      chain: 'Chain',
      from: 'Sent from',
      to: 'Sent to',
      value: 'Amount of the native coin',
      data: 'Call data',
    },
    same: (fields: string) => `As asked: ${fields}.`,
    newContract: 'A new contract',
    /** What an alarm is about, of what was taken and of what was signed. */
    facts: {
      added: (count: string) => `Instructions that were added: ${count}`,
      assigned: (program: string) => `The account itself is assigned to ${program}`,
      blockhash: (hash: string) => `Its blockhash is ${hash}`,
      call: (program: string) => `This call of ${program} was not asked for`,
      changed: (account: string, program: string) => `Changes ${account} of ${program}`,
      closed: (account: string) => `Closes ${account}`,
      closedTo: (account: string, to: string) => `Closes ${account} to ${to}`,
      closer: (account: string, who: string) =>
        `The right to close token account ${account} is held by ${who}`,
      collectible: (contract: string) => `A collectible of ${contract} left`,
      delegate: (account: string, who: string) =>
        `The delegate of token account ${account} is ${who}`,
      event: (name: string) => `Authorised on the chain: ${name}`,
      extensions: (account: string) => `Token account ${account} has other rules`,
      extra: (sum: string) => `${sum} left beside it`,
      fee: (sum: string) => `The network fee is ${sum}`,
      feePayer: (account: string) => `The fee payer is ${account}`,
      frozen: (account: string) => `Token account ${account} is frozen`,
      left: (taken: string, most: string) => `${taken} left, ${most} were accepted`,
      lost: (account: string) => `${account} is no longer yours`,
      mayDo: (account: string) => `Account ${account} may do more or less`,
      mayTake: (spender: string, token: string) => `${spender} may take of the token ${token}`,
      missing: (program: string) => `The call of ${program} is missing`,
      otherToken: (units: string, token: string) =>
        `${units} of the smallest unit of ${token} left as well`,
      others: () => 'It is no longer what others have signed',
      paidLess: (paid: string, due: string) => `${paid} left, ${due} were accepted`,
      priorityFee: (sum: string) => `Its priority fee is ${sum}`,
      signature: () => 'The signature does not verify',
      signers: (count: string) => `Accounts that must sign: ${count}`,
      signs: (account: string) => `May sign for ${account}`,
      single: (account: string) => `Uses the one token in ${account}`,
      tables: () => 'The address lookup tables are others',
      trees: (program: string) => `Names ${program}, where no account shows what is yours`,
      twoPrices: () => 'It names two priority fees',
      unread: () => 'It cannot be read',
      version: (version: string) => `Its version is ${version}`,
    } satisfies Record<FactKind, (...named: string[]) => string>,
    /** Before words that stand in the order's record and are not ours. */
    recorded: 'The record of this order says:',
    onChain: 'On the chain:',
    signed: 'Really signed',
    second: {
      title: 'A second transaction was sent',
      what: 'Besides the one that is followed, another transaction of this order is on the chain.',
      money: 'Two transactions of this order are on the chain. Compare both.',
      next: 'Look at both in your wallet. Give the support data of this order only to the support that you looked up yourself.',
    },
    like: {
      title: 'You may have paid twice',
      what: 'Since this order was first asked for, your account sent another transaction like it. It may be a second payment.',
      money: 'Two transactions may have paid for this order. Compare both.',
      next: 'Look at both in your wallet. Give the support data of this order only to the support that you looked up yourself.',
    },
    likeFirst: {
      title: 'This may have been paid already',
      what: 'A transaction like an earlier request of this order is on the chain. The request that was made since may pay a second time.',
      money: 'An earlier request may have paid for this order. Look before you approve anything.',
      next: 'If your wallet still shows a request for this order, reject it. Then look at the transaction in your wallet or an explorer.',
    },
    likeAlone: {
      title: 'This may have been paid already',
      what: 'A transaction like an earlier request of this order is on the chain.',
      money: 'An earlier request may have paid for this order. Look before you pay again.',
      next: 'Look at the transaction in your wallet or an explorer. Give the support data of this order only to the support that you looked up yourself.',
    },
    power: {
      title: 'Somebody got power over what is yours',
      money: 'Somebody else may take what is yours. Check it now.',
      what: {
        delegate:
          'Nodes of the chain show that this order let somebody else take tokens out of an account of yours, as its delegate.',
        closer:
          'Nodes of the chain show that this order let somebody else close a token account of yours and take what it was opened with.',
        owner:
          'Nodes of the chain show that this order made an account of yours somebody else’s. What it holds is no longer yours.',
        frozen:
          'Nodes of the chain show that this order froze a token account of yours: nothing can be sent from it.',
        extensions:
          'Nodes of the chain show that this order changed the rules of a token account of yours.',
        program:
          'Nodes of the chain show that this order put your account under another program, which now rules over it.',
        event:
          'Nodes of the chain show that a contract of this order authorised somebody else over something of yours.',
      },
      next: 'Take it back in your wallet where you can, move what is left to another account, and use this service no more until you know why. Give the support data of this order only to the support that you looked up yourself.',
    },
  },
  unsure: {
    title: "We can't tell if this was sent",
    lead: 'Your wallet was asked, and its answer was lost. So that nothing is paid twice, it is not asked again by itself.',
    known: 'What is known',
    askedAt: (time: string) => `Asked at ${time}`,
    stillAsked: 'Its wallet was asked for a payment',
    stillAskedHint:
      'This version does not know what came of that. Until you say that the request is gone, nothing else is asked of this account on this chain. Look at your wallet first, and reject the request there if it shows one.',
    checks: 'What was checked',
    noChecks: 'The first checks are under way.',
    machine:
      'Causeway is still looking. Most often this settles by itself within minutes. If it does not, a node of your own, set in the settings, can tell where public ones do not.',
    question: 'Look at the activity in your wallet. What do you see?',
    check: 'Check again',
    checkHint: 'Looks at the chain, the service and the page once more.',
    sent: 'It was sent',
    sentHint:
      'Paste the transaction hash from your wallet; of a smart account or a Safe, its own hash will do.',
    hash: 'Transaction hash',
    useHash: 'Use this hash',
    notSent: 'It was not sent',
    notSentHint: 'Start this step over. If it was sent after all, you would pay twice.',
    notSentAnew:
      'You start over with a new quote and a new review. If it was sent after all, you would pay twice.',
    notSentEnds:
      'This ends the order. If it was sent after all and you pay again, you would pay twice.',
    notSentOver: 'An approval moves no money. Nothing is asked again for this order.',
    notSentApproval: 'An approval moves no money. A second one only costs a network fee.',
    approvalMoney: 'Nothing has left your wallet: this was only an approval.',
    startOver: 'Start over',
    endOrder: 'End the order',
    typed: (word: string) => `Type ${word} to confirm`,
    what: {
      ledger: 'The page',
      service: 'The service',
      answer: 'The answer of the wallet',
      hash: 'The transaction that was named',
      many: 'Since the request',
      nonce: 'Transactions of the account',
      match: 'The deposit',
      prompt: 'Your word',
      allowance: 'The approval',
      signature: 'The signature on the chain',
    },
  },
} as const)
