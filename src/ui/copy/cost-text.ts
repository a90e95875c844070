/** What a route costs, part by part; a part that nobody told is said to be that. */
export const costText = {
  title: 'Costs',
  sum: (sum: string) => `Costs ${sum}`,
  turn: 'Turn the rate around',
  about: (sum: string) => `about ${sum}`,
  gained: (sum: string) => `about ${sum} gained`,
  open: 'not all known',
  fee: (sum: string) => `fee ${sum}`,
  network: 'Network fee',
  reading: 'Reading',
  unread: 'Gas price not known',
  notTold: 'Not told by this route',
  routeFee: 'Fee of the route',
  price: 'Price vs market',
  noPrice: 'Not known: no price',
  filler: "Filler's fee",
  inPrice: 'In the price, not told',
  approval: 'The approval before the payment may add to the network fee.',
  total: 'In all',
  partMissing: 'Not all known',
  source:
    "The gas is the route's own estimate, its price a node's. Values are at the service's market prices.",
} as const
