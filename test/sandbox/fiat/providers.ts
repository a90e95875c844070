/** A payment provider of the sandbox: they differ in price, reach, speed and reliability. */
export type Provider = {
  id: string
  name: string
  /** Colour of its logo. */
  colour: string
  swapStrategy: 'direct' | 'jump'
  /** What the provider keeps, in parts per million. */
  feePpm: bigint
  /** What of the expected output is guaranteed, in parts per million. */
  guaranteedPpm: bigint
  /** Limits of one order, in US dollars. */
  minDollars: bigint
  maxDollars: bigint
  paymentMethods: readonly string[]
  /** How long it takes to answer a quote request. */
  answerMs: number
  /** How long it takes from the payment to the delivery. */
  settleMs: number
  /** Answers every request with "not now". */
  isUnavailable: boolean
}

export const providers: readonly Provider[] = [
  {
    id: 'harbor',
    name: 'Harbor Pay',
    colour: '#1d4ed8',
    swapStrategy: 'direct',
    feePpm: 29_000n,
    guaranteedPpm: 990_000n,
    minDollars: 10n,
    maxDollars: 10_000n,
    paymentMethods: ['card', 'bank_transfer'],
    answerMs: 40,
    settleMs: 300,
    isUnavailable: false,
  },
  {
    id: 'lantern',
    name: 'Lantern',
    colour: '#b45309',
    swapStrategy: 'direct',
    feePpm: 10_000n,
    guaranteedPpm: 995_000n,
    minDollars: 5n,
    maxDollars: 5_000n,
    paymentMethods: ['card'],
    answerMs: 120,
    settleMs: 300,
    isUnavailable: true,
  },
  {
    id: 'ferry',
    name: 'Ferry Ramp',
    colour: '#0f766e',
    swapStrategy: 'jump',
    feePpm: 15_000n,
    guaranteedPpm: 995_000n,
    minDollars: 20n,
    maxDollars: 25_000n,
    paymentMethods: ['card'],
    answerMs: 250,
    settleMs: 200,
    isUnavailable: false,
  },
]
