import type { Check, Finding } from '@/src/domain/order/order'
import { formatCount, plural } from '../format/plural'
import { plainText } from '../format/text'
import { catalogue } from './catalogue'
import { errorCopy } from './errors'

type StateOf<W extends Finding['what']> = Extract<Finding, { what: W; state: string }>['state']

const ledger: Record<StateOf<'ledger'>, string> = catalogue('checks-ledger', {
  open: 'The request is still open there. Your wallet may still show it.',
  settled: 'The page says that your wallet has answered.',
  'never-seen': 'The page never received the request.',
  'says-never': 'The page says that it was never asked.',
  unreachable: 'The page that asked was closed, left or loaded anew, or does not answer.',
})

const hash: Record<StateOf<'hash'>, (hash: string) => string> = catalogue('checks-hash', {
  nowhere: (hash) => `No node knows the transaction that the page named: ${hash}`,
  other: (hash) => `The page named a transaction that is not the one asked for: ${hash}`,
  like: (hash) => `Your account sent one like it in that time, which may have paid: ${hash}`,
  failed: (hash) => `What the page named was carried out for your account, and failed: ${hash}`,
})

const service: Record<StateOf<'service'>, string> = catalogue('checks-service', {
  new: 'The service has seen something new from your account.',
  nothing: 'The service has seen nothing new from your account.',
  other: 'The service names another transaction than the one that was asked for.',
  unreachable: 'The service does not answer.',
})

const signature: Record<StateOf<'signature'>, string> = catalogue('checks-signature', {
  valid: 'What was signed can still arrive on the chain.',
  expired: 'It is too late for what was signed to arrive on the chain.',
})

const allowance: Record<StateOf<'allowance'>, string> = catalogue('checks-allowance', {
  untouched: 'What is approved still covers this payment.',
  used: 'Less is approved than this payment needs. It may have been taken.',
})

const checkText = catalogue('checks', {
  noneLeft: 'No transaction has left your account since the request.',
  mined: (count: number) =>
    plural(count, {
      one: 'One transaction was mined since the request.',
      other: `${formatCount(count)} transactions were mined since the request.`,
    }),
  waiting: (count: number) =>
    plural(count, {
      one: 'One transaction is waiting to be mined.',
      other: `${formatCount(count)} transactions are waiting to be mined.`,
    }),
  both: (mined: string, waiting: string) => `${mined} ${waiting}`,
  walletSaid: (what: string, said: string) => `${what} The wallet said: ${said}`,
  many: 'More was sent since than nodes let us look through.',
  promptGone: 'You said that your wallet shows the request no more.',
  match: (hash: string) => `A deposit that fits was found: ${hash}`,
})

function nonceSentence(mined: number, waiting: number): string {
  if (mined <= 0 && waiting <= 0) return checkText.noneLeft
  const sent = checkText.mined(mined)
  const open = checkText.waiting(waiting)
  if (mined <= 0) return open
  return waiting <= 0 ? sent : checkText.both(sent, open)
}

/** Says in a sentence what one look has found. */
export function checkSentence(check: Check): string {
  switch (check.what) {
    case 'ledger':
      return ledger[check.state]
    case 'answer': {
      const { what } = errorCopy[check.code]
      const said = plainText(check.said ?? '', 140)
      return said === '' ? what : checkText.walletSaid(what, said)
    }
    case 'hash':
      return hash[check.state](plainText(check.hash, 100))
    case 'service':
      return service[check.state]
    case 'nonce':
      return nonceSentence(check.mined, check.waiting)
    case 'signature':
      return signature[check.state]
    case 'allowance':
      return allowance[check.state]
    case 'many':
      return checkText.many
    case 'prompt':
      return checkText.promptGone
    case 'match':
      return checkText.match(plainText(check.hash, 100))
  }
}
