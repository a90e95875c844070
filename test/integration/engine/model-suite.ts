import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Way } from './address-service'
import { runSequence } from './model'
import { type Payout, payouts } from './older-payments'
import { type Operation, operations } from './operations'
import { runPurchases } from './purchase-model'
import { type PurchaseOperation, purchaseOperations } from './purchase-operations'
import type { Source } from './service'
import { withSteadyCrypto } from './steady-crypto'
import { runTransfer } from './transfer-model'
import { payOperations, type TransferOperation, transferOperations } from './transfer-operations'

/** A sequence that fails is told by its words and its seed; stacks of thousands of errors cost a twelfth. */
function withoutStacks(): void {
  const { stackTraceLimit } = Error
  beforeAll(() => {
    Error.stackTraceLimit = 0
  })
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit
  })
}

/** Over all sources, each of which has a file of its own, so that they run side by side. */
const sources: readonly Source[] = ['native', 'erc20', 'solana']
const runs = Number(process.env.CAUSEWAY_MODEL_RUNS ?? 1_000)
/** The same sequences each time, so that a change is what fails; the long run looks for new ones. */
const seed = Number(process.env.CAUSEWAY_MODEL_SEED ?? 20_261_120)

/** Commands in a sequence; more than an order ever sees. */
const longest = 24

/** One of so many sequences, and each of the first, is watched both ways: what is slept through is nothing. */
const bothWays = 20

/** A token is approved first, and chance seldom comes as far: half of its orders begin there. */
const approved: readonly Operation[] = ['approve', 'deliver', 'mine', 'wait10s']
/** Most begin where all answer, and in truth. */
const usual: readonly Operation[] = ['confirm']
const usuals = [usual, usual, usual, usual, usual]
/** Of what is kept when it is asked for, one alone tells. */
const alone = (...lies: Operation[]): readonly Operation[] => [
  'othersSilent',
  ...lies,
  'confirm',
  'nodesHeal',
]
const unheard: readonly (readonly Operation[])[] = [
  alone('operatorFroze'),
  [...alone('operatorTellsLowHead', 'payoutNodeTellsLowHead'), 'keepsMoney', 'saysFilledOld'],
  [...alone('payoutNodeTellsPoor'), 'keepsMoney', 'saysFilled'],
  ['operatorTellsLowHead', 'confirm', 'nodesHeal', 'keepsMoney', 'saysRefundedOld'],
  ['allSilent', 'confirm', 'wait10s', 'nodesHeal'],
]
/** The same of a token's payment, which is asked for after its approval. */
const approvedUnheard: readonly (readonly Operation[])[] = [
  [
    ...(['confirm', 'approve', 'deliver', 'mine', 'operatorTellsLowHead', 'wait10s'] as const),
    ...(['nodesHeal', 'keepsMoney', 'saysRefundedOld'] as const),
  ],
  [
    ...(['confirm', 'approve', 'deliver', 'mine', 'othersSilent', 'operatorFroze'] as const),
    ...(['payoutNodeTellsPoor', 'wait10s', 'nodesHeal'] as const),
  ],
]
const beginnings: Record<Source, readonly (readonly Operation[])[]> = {
  native: [...usuals, ...unheard],
  erc20: [
    ...usuals,
    ...usuals.map((each) => [...each, ...approved]),
    ...unheard,
    ...approvedUnheard,
  ],
  solana: [...usuals, ...unheard],
}

/** Half of what is paid is a token. */
const anyPayout = fc.constantFrom<Payout[]>('token', ...payouts)

/**
 * What a guard stands against that chance comes upon too seldom: each of these broke an invariant with that
 * guard taken out. They are the first of the sequences.
 */
const once: Record<Source, readonly (readonly Operation[])[]> = {
  native: [
    // Absence where not every nonce is accounted for.
    ['manyTransactions', 'falseRejection', 'mine', 'deliver', 'wait5m'],
    // A request that was made when the worker died is called unmade by the next one.
    [
      ...([
        'reject',
        'deliver',
        'killAtAsk',
        'retry',
        'privateRelay',
        'silence',
        'closeTab',
      ] as const),
      ...(['wait1m', 'reopenTab', 'retry', 'approve', 'deliver', 'relayMines', 'mine'] as const),
    ],
    // A prompt that is open is disproved.
    ['otherTransaction', 'mine', 'wait5m', 'wait5m', 'wait5m', 'wait5m', 'wait1m'],
    // A wallet is asked beside a prompt that is open.
    ['retry', 'wait10s', 'approve', 'approve', 'deliver', 'mine', 'wait1m'],
    // A page tells a script that was not there at the ask that it was asked nothing.
    [
      'privateRelay',
      'silence',
      'pageDenies',
      'wait1m',
      'retry',
      'approve',
      'deliver',
      'relayMines',
    ],
    // A deposit that a reorganisation takes back once its money has arrived, and that is sped up then.
    ['approve', 'mine', 'wait1m', 'reorg', 'speedUp'],
    // Two requests that are paid while the page is silent: what the newer one paid is not all there is.
    [
      ...(['confirm', 'promptGone', 'silence', 'personSaysNotSent', 'retry', 'mine'] as const),
      ...(['confirm', 'approve', 'closeTab', 'confirm'] as const),
    ],
    // A payment that was cancelled, which a reorganisation puts back once another one is asked for.
    [
      ...([
        'serviceError',
        'serviceError',
        'serviceError',
        'approve',
        'deliver',
        'cancel',
      ] as const),
      ...(['mine', 'wait10s', 'retry', 'wait10s', 'reorgForOld', 'approve', 'deliver'] as const),
      ...(['mine', 'wait5m'] as const),
    ],
    // A named hash that is another transaction, after the person's word.
    ['otherTransaction', 'namesOther', 'deliver', 'mine', 'wait5m', 'personSaysNotSent', 'wait5m'],
  ],
  erc20: [
    // What the allowance alone says was not sent is approved in the wallet after it.
    [...approved, 'wait5m', 'promptGone', 'approve', 'mine', 'wait1m'],
    [...approved, 'wait5m', 'promptGone', 'stop', 'approve', 'mine', 'wait1m'],
    [...approved, 'pageDenies', 'silence', 'clockForward1h', 'wait5m', 'mine'],
    // A clock that leaps over all the time in which it is looked for, while it waits, seen or unseen.
    [
      ...approved,
      'wait5m',
      'approve',
      'clockForward1h',
      'killBrowser',
      'confirm',
      'clockForward1h',
    ],
    [
      ...approved,
      ...(['wait5m', 'privateRelay', 'approve', 'clockForward1h', 'killBrowser'] as const),
      ...(['confirm', 'clockForward1h', 'confirm'] as const),
    ],
    // A deposit that a reorganisation takes back once its money has arrived, and that is cancelled then.
    [...approved, 'approve', 'mine', 'deliver', 'wait10s', 'reorg', 'cancel', 'wait5m'],
    // A page that was never asked, by a clock that was moved back since.
    [
      ...approved,
      ...(['reject', 'wait5m', 'killAfterWrite5', 'retry', 'promptGone'] as const),
      ...(['confirm', 'clockBack1h', 'confirm'] as const),
    ],
  ],
  // Its page calls it rejected and hands it in.
  solana: [
    // What was given up by the typed word lands while the request after it is open, by a clock that was set back.
    ['renewsFalsely', 'clockBack1h', 'deliver', 'retryTyped'],
    // What the person called gone is signed with a newer block hash before its page answers.
    ['promptGone', 'wait5m', 'renewsFalsely', 'retryWithoutWord', 'renewsFalsely'],
    ['promptGone', 'wait5m', 'renewsFalsely', 'deliver', 'retryWithoutWord', 'renewsFalsely'],
    ['falseRejection', 'handIn', 'mine', 'deliver', 'blockhashExpires', 'wait5m', 'retry'],
    // What lands without its bytes, of a request that was built anew since: the service is told all the same.
    ['falseRejection', 'handIn', 'mine', 'wait5m', 'retry'],
    ['falseRejection', 'handIn', 'wait10s', 'retry', 'mine', 'wait5m'],
    // What the person gave up by word is handed in, and another one asked for, of which nothing comes.
    ['promptGone', 'falseRejection', 'personSaysNotSent', 'handIn', 'retry', 'mine'],
    // A wallet that puts a newer block hash in, and holds what it signed until another one may be asked for.
    ['wait5m', 'renewsHeld', 'deliver', 'retry', 'wait10s', 'handIn', 'mine', 'approve', 'wait5m'],
    ['wait5m', 'renewsHeld', 'deliver', 'clockForward1h', 'retry', 'handIn', 'mine', 'wait5m'],
    // A wallet that still shows what was asked by a page that is gone, and is answered late.
    [
      ...(['reloadTab', 'blockhashExpires', 'wait1m', 'blockhashExpires', 'wait1m'] as const),
      ...(['retryWithoutWord', 'wait10s', 'blockhashExpires', 'wait1m', 'approve'] as const),
      ...(['deliver', 'answersLeft', 'mine', 'wait5m'] as const),
    ],
    // Where a sponsor signs, what was told of lands under the other signature of it: the service is told of that.
    ['approve', 'handIn', 'deliver'],
    // Its block hash is proved over only when its price is over as well.
    ['operatorHides', 'falseRejection', 'blockhashExpires', 'wait5m', 'retry'],
    // Its block hash is over when its time is as well.
    ['approve', 'deliver', 'blockhashExpires', 'wait5m'],
    // What waits to be in a block, whose time is over before one is made.
    ['approve', 'deliver', 'blockhashExpires', 'blockhashExpires', 'wait1m'],
  ],
}

/** As many answers of the service as are asked for until a payment is known to have come to nothing. */
const untold: readonly Operation[] = ['serviceError', 'serviceError', 'serviceError']
/** The service keeps the money, and says what it says. */
const paysFor = (...says: Operation[]): readonly Operation[] => [
  ...(['keepsMoney', ...says, 'approve', 'deliver', 'mine', 'wait1m'] as const),
]

/** As `once`: what it is paid in, and all that happens from before it is confirmed. */
const onceUnheard: Record<Source, readonly (readonly [Payout, readonly Operation[]])[]> = {
  native: [
    // A cancelled payment that a reorganisation puts back, and that the only operator which answers denies.
    [
      'token',
      [
        ...(['confirm', ...untold, 'approve', 'deliver', 'cancel', 'mine', 'wait10s'] as const),
        ...(['onlyVoiceDenies', 'reorgForOld', 'mine', 'wait5m', 'retry'] as const),
        ...(['approve', 'deliver', 'mine'] as const),
      ],
    ],
    // What came back long before is called this order's, by a head that one operator told too low at the ask.
    ['token', ['operatorTellsLowHead', 'confirm', 'nodesHeal', ...paysFor('saysRefundedOld')]],
    // The only operator that answered at the ask told too little of what the account held, or too low a head.
    ['coinsInside', [...alone('payoutNodeTellsPoor'), ...paysFor('saysFilled')]],
    ['coins', [...alone('payoutNodeTellsPoor'), ...paysFor('saysFilledOld')]],
    ['coinsInside', [...alone('payoutNodeTellsLowHead'), ...paysFor('saysFilledOld')]],
    ['token', [...alone('payoutNodeTellsLowHead'), ...paysFor('saysFilledOld')]],
    // Without a name for it, it stands among the events since.
    ['token', [...alone('payoutNodeTellsLowHead'), ...paysFor('saysFilled')]],
    // What is another order's is named.
    ['token', ['confirm', 'anotherIsPaid', ...paysFor('saysFilledOthers')]],
    ['coins', ['confirm', 'anotherIsPaid', ...paysFor('saysFilledOthers')]],
    ['coinsInside', ['confirm', 'anotherIsPaid', ...paysFor('saysFilledOthers')]],
  ],
  erc20: [
    // What came back long before is called this order's, by a head that one operator told too low at the ask.
    [
      'token',
      [
        ...(['confirm', 'approve', 'deliver', 'mine', 'operatorTellsLowHead', 'wait10s'] as const),
        ...(['nodesHeal', ...paysFor('saysRefundedOld')] as const),
      ],
    ],
  ],
  solana: [
    // Its block hash is called over by the node of the service, and was by the only operator that told of it at the ask.
    [
      'token',
      [
        ...alone('operatorFroze'),
        ...(['listedNodeDenies', 'serviceError', ...untold, 'approve', 'deliver'] as const),
        ...(['wait1s', 'nodesHeal', 'retry', 'wait1s', 'handIn', 'approve'] as const),
        ...(['deliver', 'mine', 'wait1m'] as const),
      ],
    ],
    ['coinsInside', [...alone('payoutNodeTellsPoor'), ...paysFor('saysFilled')]],
  ],
}

/** Where a sponsor signs as well, a part of the sequences shows what is otherwise. */
const partSponsored = 5

/**
 * The tests of the order machine's model for orders that pay from one source; `isSponsored` as in
 * `runSequence`.
 */
export function describeModel(source: Source, isSponsored = false): void {
  const place = sources.indexOf(source)
  // What three do not share evenly falls to the first ones.
  const part = sources.length * (isSponsored ? partSponsored : 1)
  const share = Math.ceil((runs - place) / part)

  describe('any sequence of what people, pages, chains and crashes may do', () => {
    withoutStacks()
    withSteadyCrypto()
    const title = `keeps the six invariants in ${share} sequences that pay from ${source}${isSponsored ? ', sponsored' : ''}`
    it(title, { timeout: 60 * 60_000 }, async () => {
      let sequences = 0
      let commands = 0
      let deposits = 0
      let unsure = 0
      const ends: Record<string, number> = {}
      const examples: [Payout, readonly Operation[], Operation[]][] = [
        ...once[source].map((each) => ['token', usual, [...each]] as const),
        ...onceUnheard[source].map(([payout, each]) => [payout, [], each] as const),
      ].map(([payout, beginning, each]) => [payout, beginning, [...each]])
      const property = fc.asyncProperty(
        anyPayout,
        fc.constantFrom(...beginnings[source]),
        fc.array(fc.constantFrom<Operation[]>(...operations), {
          minLength: 4,
          maxLength: longest,
          size: 'max',
        }),
        async (payout, beginning, sequence) => {
          const commandsOf: Operation[] = [...beginning, ...sequence]
          const terms = { isSponsored, payout }
          const result = await runSequence(source, commandsOf, 'asleep', terms)
          sequences += 1
          if (sequences <= examples.length || sequences % bothWays === 0) {
            const awake = await runSequence(source, commandsOf, 'awake', terms)
            expect(result).toEqual(awake)
          }
          commands += commandsOf.length
          deposits += result.deposits
          unsure += result.unsure
          ends[result.status] = (ends[result.status] ?? 0) + 1
          if (result.violations.length > 0) throw new Error(result.violations.join('\n'))
        },
      )
      await fc.assert(property, { numRuns: share, seed: seed + place, examples })
      console.log(
        `model, ${source}: seed ${seed}, ${share} sequences, ${commands} commands, ` +
          `${deposits} deposits mined, ${unsure} left to the person, ` +
          `ends ${JSON.stringify(ends)}, 0 violations`,
      )
    })
  })
}

/** Orders that ask no wallet take fewer steps: a part of the sequences finds as much. */
const partOfRuns = 20
/** What is asked of a wallet is looked after for long: few of them take as much time as many others. */
const partAsked = 250

type Found = { violations: readonly string[]; ends: readonly string[]; paid: number }

/** One test of a model: a share of the sequences of these operations, by what `run` says of each. */
export function itHolds<O extends string>(
  title: string,
  {
    operations,
    place,
    run,
    part = partOfRuns,
  }: {
    operations: readonly O[]
    place: number
    run: (sequence: readonly O[]) => Promise<Found>
    part?: number
  },
): void {
  const share = Math.ceil(runs / part)
  withoutStacks()
  withSteadyCrypto()
  it(`${title}, in ${share} sequences`, { timeout: 60 * 60_000 }, async () => {
    const ends: Record<string, number> = {}
    let payments = 0
    const any = fc.constantFrom(...operations)
    const property = fc.asyncProperty(
      fc.array(any, { minLength: 4, maxLength: longest, size: 'max' }),
      async (sequence) => {
        const found = await run(sequence)
        payments += found.paid
        // A model in which nothing is ordered would hold everything.
        if (found.ends.length === 0) throw new Error('nothing was ordered')
        for (const end of found.ends) ends[end] = (ends[end] ?? 0) + 1
        if (found.violations.length > 0) throw new Error(found.violations.join('\n'))
      },
    )
    await fc.assert(property, { numRuns: share, seed: seed + place })
    console.log(
      `model, ${title}: seed ${seed}, ${share} sequences, ${payments} payments, ` +
        `ends ${JSON.stringify(ends)}, 0 violations`,
    )
  })
}

/** What chance comes upon too seldom: nobody looks for a week, and then nothing answers. */
const onceLost: readonly TransferOperation[][] = [
  ['wait30m', 'wait30m', 'closedForAnHour', 'wait5m', 'payAnyway', 'offline', 'closedForAWeek'],
  ['cancel', 'wait30m', 'closedForAnHour', 'payShort', 'offline', 'closedForAWeek', 'wait1m'],
  ['oneNodeAlone', 'pay', 'wait1m', 'wait5m', 'online'],
  // A payment that a reorganisation took back, and that is mined again when nobody looks any more.
  ['pay', 'reorg', 'killAfterWrite2', 'closedForAWeek', 'pay', 'wait1m'],
]

/** What a wallet and its page may do, in the order that is worst; and what was once waited for in vain. */
const onceAsked: readonly [Way, (typeof payOperations)[number][]][] = [
  ['token', ['walletPay', 'walletRejects', 'deliver', 'walletPay', 'walletApproves', 'deliver']],
  ['token', ['walletPay', 'pageFalseRejection', 'deliver', 'walletPay', 'mine', 'wait1m']],
  [
    'coins',
    [
      'walletPay',
      'closeTabPromptStays',
      'cancel',
      'walletDrops',
      'reopenTab',
      'walletPay',
      'walletApproves',
    ],
  ],
  ['told', ['walletPay', 'payAnyway', 'wait1m', 'walletPay', 'walletApproves', 'deliver', 'mine']],
  ['coins', ['killAfterWrite1', 'walletPayTwice', 'walletApproves', 'killAfterWrite2', 'deliver']],
  ['token', ['walletPay', 'privateRelay', 'walletSilent', 'killBrowser', 'reopenTab', 'walletPay']],
  [
    'told',
    ['walletPay', 'pageInventsHash', 'deliver', 'wait5m', 'walletPay', 'payAnyway', 'wait1m'],
  ],
  ['coins', ['switchChain', 'walletPay', 'saysFilled', 'looks', 'wait1m', 'serviceHeals']],
  // Refunded by then; its account got its code with the very ask, which its page calls rejected.
  [
    'token',
    [
      ...(['walletPay', 'payShort', 'contractAccount', 'closedForAnHour'] as const),
      ...(['pageFalseRejection', 'wait30m'] as const),
    ],
  ],
]

/** The tests of the model for payments by address. */
export function describeTransferModel(): void {
  describe('any sequence of what people, strangers, services, chains and crashes may do', () => {
    for (const [place, way] of (['token', 'coins', 'told'] as const).entries()) {
      const run = async (sequence: readonly (typeof payOperations)[number][]) => {
        const { violations, status, payments } = await runTransfer(way, sequence)
        return { violations, ends: [status], paid: payments }
      }
      it(`loses no payment by address (${way}) where it once did`, async () => {
        for (const sequence of onceLost) {
          expect(await runTransfer(way, sequence)).toMatchObject({ violations: [] })
        }
      })
      itHolds(`loses no payment by address (${way})`, {
        operations: transferOperations,
        place,
        run,
      })
      it(`pays once, by a connected wallet too (${way}), where it is asked`, async () => {
        for (const [of, sequence] of onceAsked) {
          if (of === way) expect(await runTransfer(way, sequence)).toMatchObject({ violations: [] })
        }
      })
      itHolds(`pays once, by a connected wallet too (${way})`, {
        operations: payOperations,
        place,
        part: partAsked,
        run: (sequence) => run(['walletPay', ...sequence]),
      })
    }
  })
}

/** The tests of the model for purchases. */
export function describePurchaseModel(): void {
  describe('any sequence of what people, providers, chains and crashes may do', () => {
    for (const [place, strategy] of (['direct', 'jump'] as const).entries()) {
      const run = async (sequence: readonly PurchaseOperation[]) => {
        const { violations, statuses, charged } = await runPurchases(strategy, sequence)
        return { violations, ends: statuses, paid: charged }
      }
      itHolds(`loses no purchase (${strategy})`, { operations: purchaseOperations, place, run })
    }
  })
}
