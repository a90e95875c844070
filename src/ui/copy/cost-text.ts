import { catalogue } from './catalogue'

/** What a route costs, part by part; a part that nobody told is said to be that. */
export const costText = catalogue('cost', {
  title: 'Costs',
  sum: (sum: string) => `Costs ${sum}`,
  gain: (sum: string) => `Gains ${sum}`,
  turn: 'Turn the rate around',
  about: (sum: string) => `about ${sum}`,
  atLeast: (sum: string) => `from about ${sum}`,
  atMost: (sum: string) => `up to about ${sum}`,
  open: 'not all known',
  fee: (sum: string) => `fee ${sum}`,
  later: '$…',
  network: 'Network fee',
  reading: 'Reading',
  unread: 'Gas price not known',
  notTold: 'Not told by this route',
  notCounted: 'Not counted on this chain',
  unkept: 'Not known any more',
  byOther: 'Paid by another account',
  routeFee: 'Fee of the route',
  inReview: 'Shown in the review',
  price: 'Price vs market',
  noPrice: 'Not known: no price',
  filler: "Filler's fee",
  inPrice: 'In the price, not told',
  layerOne: 'What layer 1 charges on top is counted in part only.',
  approval: 'The approval before the payment may add to the network fee.',
  total: 'In all',
  totalBefore: "In all, before the route's fee",
  totalGain: 'Gained in all',
  totalGainBefore: "Gained in all, before the route's fee",
  partMissing: 'Not all known',
  sourceTold:
    "The network fee is that of this very transaction, its priority included. Values are at the service's market prices.",
  sourceTried:
    "The gas is what nodes used in a trial of all steps, its price a node's. Values are at the service's market prices.",
  source:
    "The gas is the route's own estimate, its price a node's. Values are at the service's market prices.",
} as const)
