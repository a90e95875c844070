import type { Attempt, AttemptEnd, ShownBy, ToldFact } from '@/src/domain/order/order'
import { catalogue } from './catalogue'

/** What is said of an end, and by whom it was seen. */
export const proofText = catalogue('proof', {
  checking: {
    payout: (chain: string) => `The service says it paid. This is being checked on ${chain}.`,
    refund: (chain: string) =>
      `The service says it sent your money back. This is being checked on ${chain}.`,
  },
  unproved: {
    payout: (chain: string) =>
      `The service says it was paid. We could not check this on ${chain}. Look there yourself:`,
    refund: (chain: string) =>
      `The service says your money was sent back. We could not check this on ${chain}. Look there yourself:`,
  },
  later: 'It is still looked for, ever more seldom, until two weeks after the service said so.',
  fromBackup:
    'It came from a backup file. What became of it before that is the word of the file and was not checked here.',
  look: (chain: string) => `This address on ${chain}`,
  short: 'Less than the least you accepted was paid so far:',
  otherToken: 'Another token than the one you swapped for was paid:',
  seen(chain: string, { nodes, ownNode }: ShownBy): string {
    if (ownNode) return `Read on ${chain} from your own node.`
    const [one, other] = nodes
    return other === undefined
      ? `Seen on ${chain} on one node (${one}).`
      : `Read on ${chain} from two independent nodes (${one} and ${other}).`
  },
  /** Of what was asked for, and came to nothing by nobody's proof. */
  word: {
    refused: "So far only your wallet's page says that nothing was sent.",
    'not-asked':
      'It never reached your wallet: it was not handed over, or our script in that page says so.',
    rejected: 'By your word: you clicked that you rejected it.',
    'given-up': 'By your word.',
    typed: 'By your word: you typed it.',
  },
  contradicted: (field: string) =>
    `The service answered with something that is not this order (${field}). Nothing of it was believed; your own order is still being followed.`,
  toldFacts: {
    author: 'the account that pays',
    recipient: 'the recipient',
    refundTo: 'the refund address',
    fromChainId: 'the network it is paid on',
    toChainId: 'the network it arrives on',
    fromToken: 'the token that is paid',
    toToken: 'the token that arrives',
    srcAmount: 'the amount that is paid',
    quoteId: 'the quote',
    routeId: 'the route',
    provider: 'the provider',
    price: 'the amount to pay',
    other: 'something else',
  } satisfies Record<ToldFact, string>,
  contradictedTold: 'The service says',
  contradictedAccepted: 'You accepted',
})

type Word = Exclude<keyof typeof proofText.word, 'typed'>
const isWord = (what: AttemptEnd): what is Word => what in proofText.word

/** By whose proof or word an ask on a chain came to nothing; undefined where that is not known here. */
export function sayEndedBy(
  chain: string,
  { end }: Attempt,
  isToldByFile = false,
): string | undefined {
  if (end?.shownBy) return proofText.seen(chain, end.shownBy)
  if (!end || isToldByFile || !isWord(end.what)) return undefined
  return proofText.word[end.typed || end.denied ? 'typed' : end.what]
}
