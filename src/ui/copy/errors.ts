import type { ErrorCode } from '@/src/domain/error'
import { catalogue } from './catalogue'
import { type ErrorCopy, type FormErrorCode, formErrorCopy, safeText } from './form-errors'

const { nothingAsked } = safeText
const stillYours = 'Your money is in your wallet.'
const nothingSent = 'Nothing was sent.'
const onItsWay =
  'If a transaction was already sent, it is safe on the chain and Causeway keeps following it.'
const tryAgain = 'Try again in a moment.'
const refused = (reason: string): ErrorCopy => ({
  title: 'Stopped to protect you',
  what: `${reason} Causeway does not pass such a request to a wallet.`,
  money: nothingAsked,
  next: 'Choose another route. If it happens again, keep away from this route.',
})
const serviceWords = (title: string, what: string, next: string): ErrorCopy => ({
  title,
  what,
  money: onItsWay,
  next,
})

const ofForm = (code: FormErrorCode, what: string, money = nothingAsked): ErrorCopy => ({
  ...formErrorCopy[code],
  what,
  money,
})

/** Every error code has its sentence here: a missing one does not compile. */
export const errorCopy: Record<ErrorCode, ErrorCopy> = catalogue('errors', {
  'form/amount-missing': ofForm('form/amount-missing', 'There is no amount yet.'),
  'form/amount-invalid': ofForm(
    'form/amount-invalid',
    'This is not an amount that can be swapped.',
  ),
  'form/too-many-decimals': ofForm(
    'form/too-many-decimals',
    'This token cannot be divided that finely.',
  ),
  'form/same-token': ofForm(
    'form/same-token',
    'You pay and receive the same token on the same chain.',
  ),
  'form/insufficient-balance': ofForm(
    'form/insufficient-balance',
    'The account holds less than this amount.',
    stillYours,
  ),
  'form/recipient-invalid': ofForm(
    'form/recipient-invalid',
    'The recipient could not be read as an address.',
  ),
  'form/recipient-name': ofForm(
    'form/recipient-name',
    'A name was typed. It is an address that counts.',
  ),
  'form/recipient-wrong-family': ofForm(
    'form/recipient-wrong-family',
    'This address cannot receive on the chain you chose.',
  ),
  'form/recipient-is-token': ofForm(
    'form/recipient-is-token',
    'The recipient is the address of a token contract or the zero address.',
  ),

  'service/unreachable': serviceWords(
    'The service cannot be reached',
    'There was no answer. You may be offline, or the service may be down.',
    'Check your connection, then try again.',
  ),
  'service/timeout': serviceWords('The service is slow', 'It did not answer in time.', tryAgain),
  'service/aborted': serviceWords(
    'The request was stopped',
    'It was cancelled before an answer came.',
    'Start it again when you are ready.',
  ),
  'service/bad-answer': serviceWords(
    'The swap service gave an answer that cannot be read',
    'What it sent is not complete or not correct, so it was not used.',
    tryAgain,
  ),
  'service/failed': serviceWords(
    'The swap service has a problem',
    'It answered with an error of its own.',
    tryAgain,
  ),
  'service/rate-limited': serviceWords(
    'Too many requests',
    'The swap service asks for a short pause.',
    'Wait a minute, then try again.',
  ),
  'service/validation': serviceWords(
    'The swap service refused the request',
    'It did not accept one of the values.',
    'Check the tokens, the amount and the recipient.',
  ),
  'service/bad-request': serviceWords(
    'The swap service refused the request',
    'It could not use what was asked.',
    'Check the tokens, the amount and the recipient, then get a new quote.',
  ),
  'service/quote-not-found': {
    title: 'This quote is gone',
    what: 'The service no longer knows this offer.',
    money: onItsWay,
    next: 'Get a new quote.',
  },
  'service/quote-expired': {
    title: 'This quote has expired',
    what: 'Quotes hold for a short time only.',
    money: onItsWay,
    next: 'Get a new quote.',
  },
  'service/cannot-fill': {
    title: 'No one can fill this right now',
    what: 'No filler takes this amount on this route.',
    money: nothingAsked,
    next: 'Try another amount, another token, or wait a little.',
  },
  'service/no-routes': {
    title: 'No route for this amount or pair',
    what: 'No filler offered a price for it.',
    money: nothingAsked,
    next: 'Try another amount or another token.',
  },
  'service/token-not-supported': {
    title: 'Token not supported',
    what: 'The service cannot swap this token.',
    money: nothingAsked,
    next: 'Choose another token.',
  },
  'service/chain-not-supported': {
    title: 'Chain not supported',
    what: 'The service does not work on this chain.',
    money: nothingAsked,
    next: 'Choose a token on another chain.',
  },
  'service/deposit-method-not-supported': {
    title: 'This route cannot be used here',
    what: 'It needs a way of paying that this route does not offer.',
    money: nothingAsked,
    next: 'Choose another route.',
  },
  'service/unexpected-from-address': {
    title: 'The quote was for another account',
    what: 'The offer was made for a different address than the one that would pay.',
    money: nothingAsked,
    next: 'Get a new quote for the chosen account.',
  },
  'service/intent-not-found': {
    title: 'The service has not seen the deposit yet',
    what: 'It can take a while until a deposit shows up.',
    money: 'Your deposit is recorded on the chain.',
    next: 'Causeway keeps looking. There is nothing you need to do.',
  },
  'service/duplicate-record': {
    title: 'Already reported',
    what: 'The service already has this deposit.',
    money: 'Your deposit is recorded on the chain and linked to its order.',
    next: 'Causeway follows the existing order.',
  },
  'service/broadcast-failed': {
    title: 'The transaction was not passed on',
    what: 'The service could not send the signed transaction to the chain.',
    money: 'The signed transaction is stored here and is sent again as it is.',
    next: 'Causeway tries again. Do not start a second swap yet.',
  },
  'service/origin-not-allowed': {
    title: 'The service refuses this extension',
    what: 'It does not accept requests from here.',
    money: nothingAsked,
    next: 'Check the service address in the settings.',
  },

  'wallet/none-found': {
    title: 'No wallet found',
    what: 'None of the pages you opened shows a wallet.',
    money: nothingAsked,
    next: "Open a site with your wallet, allow Causeway there, or open Causeway's wallet page.",
  },
  'wallet/not-found': {
    title: 'The wallet is not there',
    what: 'The page no longer shows the wallet you chose.',
    money: nothingSent,
    next: 'Unlock or turn on the wallet, reload the page, then choose it again.',
  },
  'wallet/ambiguous': {
    title: 'Two wallets use one name',
    what: 'More than one program in the page claims to be this wallet, so neither is asked.',
    money: nothingAsked,
    next: 'Turn one of them off, reload the page, or choose another wallet.',
  },
  'wallet/declined': {
    title: 'Rejected in wallet',
    what: 'Your wallet says that the request was rejected, by you or by itself.',
    money: nothingSent,
    next: 'You can try again, or stop here.',
  },
  'wallet/pending-request': {
    title: 'The wallet is already asking something',
    what: 'An earlier request is still open in the wallet.',
    money: nothingSent,
    next: 'Open the wallet, answer or close that request, then try again.',
  },
  'wallet/unauthorised': {
    title: 'The wallet shows no account',
    what: 'It is locked, or shares no account with this page.',
    money: nothingSent,
    next: 'Unlock your wallet. If it stays like this, connect your account to the page in it.',
  },
  'wallet/unsupported-method': {
    title: 'The wallet cannot do this',
    what: 'It does not know the request that this step needs.',
    money: nothingSent,
    next: 'Use another wallet for this swap.',
  },
  'wallet/disconnected': {
    title: 'The wallet lost its connection',
    what: 'It is not connected to the network.',
    money: onItsWay,
    next: 'Check the wallet and its network, then look here again.',
  },
  'wallet/chain-not-added': {
    title: 'The wallet does not know this chain',
    what: 'The chain has to be added to the wallet first.',
    money: nothingSent,
    next: 'Try again and accept the request to add the chain.',
  },
  'wallet/insufficient-funds': {
    title: 'Not enough for amount and network fee',
    what: 'The account cannot cover the amount together with the fee of the chain.',
    money: nothingSent,
    next: 'Add some of the native token of the chain, or swap less.',
  },
  'wallet/nonce-too-low': {
    title: 'The wallet is out of step',
    what: 'It used a transaction number that is already taken.',
    money: nothingSent,
    next: 'Wait until your other transactions are through, then try again.',
  },
  'wallet/replacement-underpriced': {
    title: 'An earlier transaction is in the way',
    what: 'The wallet has a waiting transaction with the same number.',
    money: nothingSent,
    next: 'Finish or cancel the waiting transaction in your wallet, then try again.',
  },
  'wallet/invalid-parameters': {
    title: 'The wallet did not understand',
    what: 'It refused the form of the request.',
    money: nothingSent,
    next: 'Use another route or another wallet.',
  },
  'wallet/transaction-rejected': {
    title: 'The transaction was not accepted',
    what: 'The wallet or its network refused to take it.',
    money: nothingSent,
    next: 'Check the wallet for the reason, then try again.',
  },
  'wallet/account-changed': {
    title: 'Another account is chosen in the wallet',
    what: 'This swap belongs to a different account.',
    money: nothingSent,
    next: 'Choose the right account in your wallet. It then goes on by itself.',
  },
  'wallet/chain-changed': {
    title: 'The wallet is on another chain',
    what: 'This step needs a different chain.',
    money: nothingSent,
    next: 'Switch the chain in your wallet. It then goes on by itself.',
  },
  'wallet/not-switched': {
    title: 'The wallet did not change its network',
    what: 'It was asked to change to the network that this payment needs, and did not say that it did.',
    money: nothingSent,
    next: 'Switch the network in your wallet by hand, or add it there.',
  },
  'wallet/no-account': {
    title: 'The wallet is connected without an account',
    what: 'It said yes, and shared no account that could pay.',
    money: nothingAsked,
    next: 'Choose an account for this page in your wallet, then connect again.',
  },
  'wallet/contract-account': {
    title: 'This account cannot pay this',
    what: 'It is a contract, such as a Safe or a smart account. What a contract pays in the chain’s own coin leaves no event, so Causeway could not tell afterwards whether it was paid.',
    money: nothingAsked,
    next: 'Pay with a token, or choose an ordinary account in your wallet.',
  },
  'wallet/locked': {
    title: 'The wallet is locked',
    what: 'It cannot answer until it is unlocked.',
    money: nothingSent,
    next: 'Unlock your wallet, then try again.',
  },
  'wallet/bad-answer': {
    title: 'The wallet gave an answer that cannot be used',
    what: 'What came back is not a valid answer to what was asked.',
    money: onItsWay,
    next: 'Look at the activity in your wallet before you try anything again.',
  },
  'wallet/unknown': {
    title: 'The wallet reported an unknown problem',
    what: 'It answered with an error that is not known.',
    money: onItsWay,
    next: 'Look at the activity in your wallet before you try again.',
  },

  'page/none': {
    title: 'No page to ask through',
    what: 'Your wallet works in an open tab, and none is open.',
    money: nothingAsked,
    next: "Open a site that works with your wallet, or open Causeway's wallet page.",
  },
  'page/gone': {
    title: 'The page is gone',
    what: 'It was closed, loaded anew, or left for another one.',
    money: onItsWay,
    next: "Choose another page, or open Causeway's wallet page.",
  },
  'page/no-access': {
    title: 'No access to this page',
    what: 'Causeway may not look for wallets there.',
    money: nothingAsked,
    next: 'Allow access to the site, or choose another page.',
  },
  'page/not-responding': {
    title: 'The page does not answer',
    what: 'The tab is busy or was unloaded by the browser.',
    money: onItsWay,
    next: 'Open the tab, reload it if nothing else is open in it, then look here again.',
  },

  'policy/method-forbidden': refused(
    'The route wanted a kind of request that is never needed for a swap.',
  ),
  'policy/malformed': refused('The route contained a request that is not well formed.'),
  'policy/unknown-field': refused('The route contained a field that is not known.'),
  'policy/wrong-sender': refused('The route wanted to act for another account.'),
  'policy/wrong-chain': refused(
    'The route wanted to act on another chain than the one you pay on.',
  ),
  'policy/no-deposit': refused('The route contained no payment.'),
  'policy/many-deposits': refused('The route wanted to pay more than once.'),
  'policy/deposit-not-last': refused('The route wanted something else after the payment.'),
  'policy/foreign-call': refused('The route wanted a call that has nothing to do with this swap.'),
  'policy/foreign-token': refused(
    'The route wanted access to a token that you are not paying with.',
  ),
  'policy/foreign-spender': refused('The route wanted to give access to a stranger.'),
  'policy/excessive-allowance': refused('The route wanted access to more than you are paying.'),
  'policy/wrong-value': refused('The route wanted to take more than the price you accepted.'),
  'policy/needless-reset': refused('The route wanted to change an approval without need.'),
  'policy/target-has-no-code': refused('The route wanted to pay to an address without a contract.'),
  'policy/takes-more': refused(
    'Tried on a node, the route takes more than the price you accepted.',
  ),
  'policy/takes-other': refused(
    'Tried on a node, the route takes something else that you own as well.',
  ),
  'policy/gives-power': refused(
    'Tried on a node, the route gives somebody power over what you own.',
  ),
  'policy/pays-less': refused(
    'Tried on a node, the route does not move the amount that you pay with.',
  ),
  'policy/burns-gas': refused(
    'Tried on a node, the route uses far more of the network’s fee than payments do.',
  ),
  'policy/odd-revoke': {
    title: 'Stopped to protect you',
    what: 'Tried on a node, this token does not simply take the approval back: it refuses to, keeps the approval, does something else as well, or uses far more of the network’s fee.',
    money: nothingSent,
    next: 'Keep away from this token. Your wallet may show what else it would do.',
  },
  'policy/position': refused('The route calls a contract in which you hold something else.'),
  'policy/wrong-payout': refused('The payment orders less than you accepted, or something else.'),
  'policy/wrong-recipient': refused('The payment names another recipient than you accepted.'),
  'policy/wrong-refund': refused('The payment would be sent back to somebody else if it fails.'),
  'policy/wrong-deadline': refused(
    'The payment names no deadline, one that has passed, or one too far.',
  ),
  'policy/unread-call': refused('The payment carries instructions that cannot be read here.'),
  'policy/nodes-differ': {
    title: 'Two nodes do not agree about this payment',
    what: 'Tried just before your wallet is asked, it is as you accepted on one independent node and not on another. It was not asked for.',
    money: nothingSent,
    next: 'Try again in a moment, or set your own node in the settings.',
  },
  'policy/gas-grew': {
    title: 'The network fee has grown',
    what: 'The next step needs more gas now than the limit that you accepted at the review.',
    money: nothingSent,
    next: 'Try again to go on with the new limit. Your wallet shows the fee before you confirm.',
  },
  'policy/allowance-low': {
    title: 'The approval no longer covers this payment',
    what: 'Another payment used it, or it was made smaller in the wallet. The payment was not asked for: it would fail and still cost the network fee.',
    money: nothingSent,
    next: 'Get a new quote: the approval is then asked for again, exactly.',
  },
  'policy/allowance-loose': {
    title: 'An earlier request could be paid as well',
    what: 'Your wallet may still show it, and more than one payment may be taken now. The payment was not asked for: both could go through.',
    money: nothingSent,
    next: 'Revoke what may be taken, or cancel this order once your wallet shows no request any more.',
  },
  'policy/would-revert': {
    title: 'This payment would fail now',
    what: 'Tried on a node just before your wallet is asked, it did not go through. It was not asked for: it would fail and still cost the network fee.',
    money: nothingSent,
    next: 'Try again in a moment, or get a new quote.',
  },
  'policy/wrong-decimals': {
    title: 'Stopped to protect you',
    what: 'The service describes a token otherwise than its own contract does, so the amounts shown are wrong.',
    money: nothingAsked,
    next: 'Choose another token, and keep away from this one here.',
  },
  'policy/token-rules': refused('The token takes a fee of transfers or can stop them.'),
  'policy/untried': {
    title: 'This route could not be checked',
    what: 'It does more than a plain payment, and no independent node could try it first.',
    money: nothingAsked,
    next: 'Choose another route, try again in a moment, or set your own node in the settings.',
  },
  'policy/unread-mint': {
    title: 'This route could not be checked',
    what: 'Its payment does not name the token that it takes, and no independent node says which one that is.',
    money: nothingAsked,
    next: 'Choose another route, try again in a moment, or set your own node in the settings.',
  },
  'policy/unsupported-kind': {
    title: 'This route cannot be used here',
    what: 'It works in a way that Causeway does not support.',
    money: nothingAsked,
    next: 'Choose another route.',
  },
  'policy/quote-expired': {
    title: 'This quote has expired',
    what: 'There is not enough time left to use it safely.',
    money: nothingSent,
    next: 'Get a new quote.',
  },
  'policy/solana-changed': {
    title: 'The wallet changed the transaction',
    what: 'What came back signed is not what you were shown.',
    money: 'The changed transaction was not sent on by Causeway.',
    next: 'Look at the activity in your wallet. Do not use this wallet for this swap.',
  },
  'policy/solana-signature': {
    title: 'The signature is not valid',
    what: 'The wallet returned a signature that does not match.',
    money: nothingSent,
    next: 'Try again, or use another wallet.',
  },
  'policy/solana-instruction': refused('The route contained an instruction that is not allowed.'),
  'policy/solana-fee-payer': refused(
    'Another account must sign it, or pay its fee, and has not signed yet. What is not signed cannot be judged.',
  ),

  'chain/unreachable': {
    title: 'The chain cannot be reached',
    what: 'No node of this chain answers right now.',
    money: onItsWay,
    next: 'Causeway keeps trying. You can set your own node address in the settings.',
  },
  'chain/unread': {
    title: 'The chain could not be read',
    what: 'No node answered just before your wallet was to be asked. It was not asked: nobody could have told later what became of it.',
    money: nothingSent,
    next: tryAgain,
  },
  'chain/bad-answer': {
    title: 'The chain gave an answer that cannot be read',
    what: 'A node answered with something that cannot be trusted.',
    money: onItsWay,
    next: 'Causeway keeps trying. You can set your own node address in the settings.',
  },
  'chain/reverted': {
    title: 'The transaction failed on the chain',
    what: 'It was mined, but the chain undid it.',
    money: 'The amount stayed in your wallet. Only the network fee was spent.',
    next: 'Get a new quote and try again.',
  },
  'chain/replaced': {
    title: 'Another transaction took its place',
    what: 'The wallet sent a different transaction with the same number.',
    money: 'This swap did not happen. The other transaction did.',
    next: 'Look at the activity in your wallet.',
  },
  'chain/cancelled': {
    title: 'Cancelled in the wallet',
    what: 'The transaction was replaced by an empty one.',
    money: 'The amount stayed in your wallet. Only the network fee was spent.',
    next: 'You can try again, or stop here.',
  },
  'chain/mismatch': {
    title: 'What was sent is not what you approved',
    what: 'A node of the chain tells of another transaction than the one that Causeway asked for.',
    money: 'A different transaction was sent. Check it now.',
    next: 'Stop using this wallet and this page until you know why.',
  },
  'chain/took-more': {
    title: 'More left your account than you accepted',
    what: 'Two nodes of the chain show that this order took more than was accepted, or something else, or let somebody take it.',
    money: 'More left your account than you accepted. Check it now.',
    next: 'Revoke what this contract may take, and use this service no more until you know why. Give the support data of this order only to the support that you looked up yourself.',
  },
  'chain/blockhash-expired': {
    title: 'The transaction is too old',
    what: 'It was not included in time and can no longer be.',
    money: nothingSent,
    next: 'Get a new quote or sign again.',
  },
  'chain/no-rpc': {
    title: 'No node for this chain',
    what: 'There is no address to read this chain from.',
    money: onItsWay,
    next: 'Enter a node address for this chain in the settings.',
  },

  'order/not-found': {
    title: 'Order not found',
    what: 'There is no such order in this browser.',
    money: 'Orders are on the chain and at the service, whether they are listed here or not.',
    next: 'Look in the history, or find it again by its transaction.',
  },
  'order/no-payment': {
    title: 'No payment to this address',
    what: 'The transaction is on the chain, but it pays nothing of what was asked for to this order’s address, or it failed, or it is older than the order.',
    money: 'Nothing was told to the service.',
    next: 'Compare the hash with the one in your wallet. If you paid in another token or on another network, let Causeway look for that below.',
  },
  'order/hash-malformed': {
    title: 'That is not a transaction hash',
    what: 'The transactions of this network are named in another form.',
    money: 'Nothing was told to the service.',
    next: 'Copy the whole transaction hash from your wallet; an address or an order ID does not help here.',
  },
  'order/not-carried-out': {
    title: 'This hash did not pay for this order',
    what: 'Your account has code, so what counts is what was carried out for it. What this hash names is not in a block yet, or it failed, or it did something else.',
    money: 'Nothing was changed.',
    next: 'If it waits for signatures, try again once your wallet calls it carried out. Else compare the hash with the one in your wallet.',
  },
  'order/hash-other': {
    title: 'This hash is of another transaction',
    what: 'Your wallet was asked for something else: to another recipient, of another amount, or in another call.',
    money: 'Nothing was changed.',
    next: 'Look in your wallet for the transaction of this request, and give its hash.',
  },
  'order/hash-unknown': {
    title: 'No node knows this transaction',
    what: 'It may not be in a block yet, or it was made on another network.',
    money: 'Nothing was told to the service.',
    next: 'Wait until your wallet calls it confirmed, and try again. Compare the network with the one asked for.',
  },
  'order/hash-used': {
    title: 'This transaction belongs to another order',
    what: 'One payment can only count for one order.',
    money: 'Nothing was told to the service.',
    next: 'Look in the history for the order that it paid for, and give the hash of this one’s own payment.',
  },
  'order/hash-taken': {
    title: 'The service counts this payment for another order',
    what: 'It was told of the transaction, and answered that it belongs to another order.',
    money: 'The payment is on the chain, at the service. It does not pay for this order.',
    next: 'Look for the other order in the history, or find it by the transaction. If you made another payment for this one, give its hash below; else ask the service, with the support data.',
  },
  'order/changed': {
    title: 'Something changed meanwhile',
    what: 'The order is no longer what this page showed.',
    money: nothingAsked,
    next: 'Look at it again before you go on.',
  },
  'order/busy': {
    title: 'Another payment is in progress',
    what: 'One payment at a time leaves an account on a chain, so that none is sent twice.',
    money: nothingAsked,
    next: 'Open the other order to finish it, or pay from another account or on another chain.',
  },
  'order/paid-beside': {
    title: 'Another order pays the same',
    what: 'It was confirmed too, and may be paid. This one is not asked for, so that it is not paid twice.',
    money: nothingAsked,
    next: 'Open the other order. Go on with this one only if you want to pay once more.',
  },
  'order/not-confirmable': {
    title: 'This order cannot be confirmed',
    what: 'It was already confirmed or has ended.',
    money: nothingAsked,
    next: 'Open it in the history to see how it stands.',
  },
  'order/allowance-needed': {
    title: 'A payment may still need this approval',
    what: 'It is not revoked while a payment of this account that uses it is in progress, or may still be mined.',
    money: nothingAsked,
    next: 'Finish or cancel the other order, then revoke it.',
  },
  'order/allowance-closing': {
    title: 'The approval for this payment is being revoked',
    what: 'Another order asked your wallet to revoke it. This payment would fail meanwhile.',
    money: nothingAsked,
    next: 'It goes on by itself once that is over: confirm or reject the revoke in your wallet.',
  },
  'order/unsure': {
    title: "We can't tell if this was sent",
    what: 'The answer of the wallet was lost.',
    money: "It may or may not have been sent. We won't ask again until this is clear.",
    next: 'Check the activity in your wallet and tell Causeway what you see.',
  },
  'order/unproved': {
    title: 'Your wallet says it was rejected',
    what: 'That is checked on the chain. Nothing is asked again before it is proved, or you say so.',
    money: 'If you rejected it, your money is where it was.',
    next: 'If you rejected it yourself, say so. Otherwise wait: a payment that was sent shows up here.',
  },
  'order/may-land': {
    title: 'The last request may still be paid',
    what: 'It can reach the chain for some minutes yet: signed just before its request closed, or in place of the newest blocks.',
    money: 'If nothing comes of it, your money is where it was.',
    next: 'Wait: Causeway then goes on, or shows the payment here. If this stays, a node of your own, set in the settings, can tell where public ones do not.',
  },
  'order/not-sent': {
    title: 'It was not sent',
    what: 'The request never reached the chain.',
    money: nothingSent,
    next: 'You can try again, or stop here.',
  },
  'order/given-up': {
    title: 'You said that it was not sent',
    what: 'That is your word: no node was asked to prove it.',
    money: 'If it was sent after all, Causeway shows it here again once it sees it.',
    next: 'Look at the activity in your wallet before you pay again.',
  },
  'order/unlinked': {
    title: 'The deposit has no order yet',
    what: 'Your deposit is on the chain, but the service has not linked it.',
    money: 'Your deposit is recorded on the chain.',
    next: 'Causeway keeps reporting it. Keep the transaction hash.',
  },
  'order/attention': {
    title: 'Part of this record could not be read',
    what: 'Another version of Causeway wrote it, or it was damaged. It is kept as it is.',
    money:
      'This version does not know what became of the payment. Look at your accounts before you pay the same again.',
    next: 'Update Causeway. Until then this order is not followed, and nothing is asked for it.',
  },
  'order/failed-at-service': {
    title: 'Only the service says that it failed',
    what: 'It reports that the order could not be completed after your payment.',
    money:
      'Causeway asks it again for two weeks, and looks on the chain for money that it then says it sent.',
    next: 'Copy the support data and contact the service. Look at your accounts on both chains before you try again.',
  },

  'order/not-made': {
    title: 'Not known whether there is an order',
    what: 'No answer came that says whether the purchase was made.',
    money:
      'Causeway opened no checkout. Whether the provider charges you all the same is not known.',
    next: 'Look at what you pay with and ask the provider before you start a new purchase: it could be paid twice.',
  },
  'order/window-blocked': {
    title: 'The browser did not open a window',
    what: 'The checkout has a window of its own, and the browser blocked it.',
    money: 'Nothing was opened and nothing was paid.',
    next: 'Allow pop-up windows for Causeway, then try again.',
  },
  'order/checkout-over': {
    title: 'There is nothing to pay any more',
    what: 'The service says that this purchase is paid, over, or not to be paid here.',
    money: 'Nothing was opened. What was paid before is still being followed.',
    next: 'Look at the state of this purchase, or start a new one.',
  },

  'rpc/forbidden': {
    title: 'Not allowed',
    what: 'A page that is not part of Causeway tried to give it an order.',
    money: nothingAsked,
    next: 'Close that page.',
  },
  'rpc/invalid': {
    title: 'Causeway did not understand itself',
    what: 'Two of its parts do not fit, which can happen right after an update.',
    money: nothingAsked,
    next: 'Close this page and open it again.',
  },
  'rpc/unavailable': {
    title: 'Causeway is restarting',
    what: 'Its background part did not answer.',
    money: onItsWay,
    next: tryAgain,
  },
  'store/full': {
    title: 'No space left on this device',
    what: 'An order must be written down before a wallet is asked, and there is no room.',
    money: nothingAsked,
    next: 'Free some disk space, then try again.',
  },
  'store/unavailable': {
    title: 'Records cannot be read',
    what: 'The browser does not give access to what Causeway has stored.',
    money: onItsWay,
    next: 'Try again. If it stays, restart the browser; private windows may forbid storing.',
  },
  'app/unexpected': {
    title: 'Something unexpected happened',
    what: 'Causeway met a problem it does not know.',
    money: onItsWay,
    next: 'Try again. If it stays, copy the support data in the settings.',
  },
})
