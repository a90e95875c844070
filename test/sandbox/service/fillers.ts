/** How a deposit may be paid in. */
export const depositMethods = [
  'CONTRACT_CALL',
  'PERMIT2',
  'TRANSFER',
  'TRANSFER_WITH_TX_HASH_SUBMIT',
] as const
export type DepositMethod = (typeof depositMethods)[number]

/** One of the market makers behind the service: they differ in price, speed and manners. */
export type Filler = {
  /** Who it is: of no company that there is. Names its icon, and the provider of its orders. */
  name: string
  /** Also the route's `type`. */
  type: 'native-filler' | 'external-intent-router' | 'liquidity-router'
  routeId: string
  exactOutMethod: 'native' | 'adaptive'
  methods: readonly DepositMethod[]
  feePpm: bigint
  /** How long it takes to answer a quote request. */
  answerMs: number
  /** How long it takes to pay out once the deposit is published. */
  fillMs: number
  expectedDurationSeconds: number
  approval: 'exact' | 'unlimited'
  isSwitchingChain: boolean
  estimatedGas: string
}

export const fillers: readonly Filler[] = [
  {
    name: 'Kestrel',
    type: 'native-filler',
    routeId: 'route-native',
    exactOutMethod: 'native',
    methods: ['CONTRACT_CALL', 'PERMIT2', 'TRANSFER'],
    feePpm: 1_000n,
    answerMs: 30,
    fillMs: 400,
    expectedDurationSeconds: 3,
    approval: 'exact',
    isSwitchingChain: false,
    estimatedGas: '95000',
  },
  {
    name: 'Driftway',
    type: 'external-intent-router',
    routeId: 'route-intent',
    exactOutMethod: 'adaptive',
    methods: ['CONTRACT_CALL'],
    feePpm: 500n,
    answerMs: 120,
    fillMs: 1_200,
    expectedDurationSeconds: 30,
    approval: 'exact',
    isSwitchingChain: true,
    estimatedGas: '140000',
  },
  {
    name: 'Lockgate',
    type: 'liquidity-router',
    routeId: 'route-liquidity',
    exactOutMethod: 'native',
    methods: ['CONTRACT_CALL', 'TRANSFER_WITH_TX_HASH_SUBMIT'],
    feePpm: 3_000n,
    answerMs: 300,
    fillMs: 250,
    expectedDurationSeconds: 2,
    approval: 'unlimited',
    isSwitchingChain: false,
    estimatedGas: '80000',
  },
]
