import { type ErrorCode, errorCodes } from '@/src/domain/error'
import type { Check } from '@/src/domain/order'
import { plainText } from '../format/text'
import { errorCopy } from './errors'

type Words = Record<string, string>

/** What was found, as it is stored, in the words a person reads. */
const sentences: Record<Check['what'], Words> = {
  ledger: {
    open: 'The request is still open there. Your wallet may still show it.',
    settled: 'The page says that your wallet has answered.',
    'never-seen': 'The page never received the request.',
    unreachable: 'The page that asked was closed, left or loaded anew, or does not answer.',
  },
  service: {
    'something new': 'The service has seen something new from your account.',
    'nothing new': 'The service has seen nothing new from your account.',
    unreachable: 'The service does not answer.',
    'something moved since the ask': 'The service has seen something new from your account.',
  },
  nonce: {
    'something moved since the ask': 'A transaction has left your account since the request.',
  },
  signature: {
    'blockhash valid': 'What was signed can still arrive on the chain.',
    'blockhash expired': 'It is too late for what was signed to arrive on the chain.',
  },
  allowance: {
    untouched: 'The approval is unused, so this payment was not taken.',
    used: 'Less is approved than this payment needs. It may have been taken.',
  },
  intent: {},
  expiry: {},
}

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `One ${one}` : `${count} ${many}`

function nonceSentence(found: string): string | undefined {
  const counts = /^(-?\d{1,9}) mined, (-?\d{1,9}) waiting$/.exec(found)
  if (counts === null) return undefined
  const [mined, waiting] = [Number(counts[1]), Number(counts[2])]
  if (mined <= 0 && waiting <= 0) return 'No transaction has left your account since the request.'
  const sent = counted(mined, 'transaction was mined', 'transactions were mined')
  const open = counted(waiting, 'transaction is waiting', 'transactions are waiting')
  if (mined <= 0) return `${open} to be mined.`
  return waiting <= 0 ? `${sent} since the request.` : `${sent} since the request. ${open}.`
}

const isCode = (text: string): text is ErrorCode => Object.hasOwn(errorCodes, text)

/** A hash that led nowhere, and codes with or without the wallet's own words. */
function ledgerSentence(found: string): string | undefined {
  const hash = /^(no node knows|not the transaction that was asked:) (\S{1,100})$/.exec(found)
  if (hash !== null) {
    return hash[1] === 'no node knows'
      ? `No node knows the transaction that the page named: ${hash[2]}`
      : `The page named a transaction that is not the one asked for: ${hash[2]}`
  }
  const [code = '', ...words] = found.split(': ')
  if (!isCode(code)) return undefined
  const said = plainText(words.join(': '), 140)
  const what = errorCopy[code].what
  return said === '' ? what : `${what} The wallet said: ${said}`
}

/** Says in a sentence what one look has found; text of an unknown form is shown as it is. */
export function checkSentence({ what, found }: Pick<Check, 'what' | 'found'>): string {
  const words = sentences[what]
  const known = Object.hasOwn(words, found) ? words[found] : undefined
  if (known !== undefined) return known
  const shown = plainText(found, 200)
  if (what === 'nonce') return nonceSentence(found) ?? shown
  if (what === 'ledger') return ledgerSentence(found) ?? shown
  return what === 'intent' ? `A deposit that fits was found: ${shown}` : shown
}
