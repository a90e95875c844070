import { wrappedCoinOf } from '@/src/domain/token/wrapped-coins'
import { depositV3, thief } from '@/test/support/hostile-contracts'
import { ARBITRUM, amount, type EvmHow, type EvmWorld } from './evm-world'
import type { Row } from './rows'

const zero = `0x${'0'.repeat(40)}`

/** What the deposit into a spoke pool says, as the order has it but for `twist`. */
type Fields = {
  refund: string
  recipient: string
  takes: string
  much: bigint
  gives: string
  least: bigint
  chain: bigint
  deadline: number
  message: string
}

function fieldsOf(w: EvmWorld): Fields {
  return {
    refund: w.author,
    recipient: w.author,
    takes: w.addressOf('USDC'),
    much: amount,
    gives: wrappedCoinOf(ARBITRUM) ?? '',
    least: BigInt(w.accepted?.minAmountOut ?? 0),
    chain: BigInt(ARBITRUM),
    deadline: w.now() + 7_200,
    message: '0x',
  }
}

const intoPool = (twist: (fields: Fields, w: EvmWorld) => Partial<Fields>): EvmHow => ({
  pays: 'USDC',
  build: (w) => {
    const honest = fieldsOf(w)
    const { refund, recipient, takes, much, gives, least, chain, deadline, message } = {
      ...honest,
      ...twist(honest, w),
    }
    const who = [refund, recipient, takes, gives] as const
    const when = [zero, w.now(), deadline, 0, message] as const
    const payment = w.call(w.pool, depositV3, [...who, much, least, chain, ...when])
    return [w.approve('USDC', w.pool), { ...payment, deposit: true }]
  },
})

export const knownHonestRow: Row<EvmHow> = {
  id: 'H12',
  builds: 'a payment into a spoke pool of Across that pays out as accepted',
  steps: 'approve,deposit',
  how: intoPool(() => ({})),
}

/**
 * Payments into a contract that is known: they take what was accepted and no more, so that only what they
 * order is wrong. At an address that is not known each of them goes through.
 */
export const knownRows: readonly Row<EvmHow>[] = [
  {
    id: 'K01',
    builds: 'it pays out to somebody else',
    takes: 'what arrives',
    ring: 'recognition',
    code: 'policy/wrong-recipient',
    how: intoPool(() => ({ recipient: thief })),
  },
  {
    id: 'K02',
    builds: 'it pays out to nobody',
    takes: 'what arrives',
    ring: 'recognition',
    code: 'policy/wrong-recipient',
    how: intoPool(() => ({ recipient: zero })),
  },
  {
    id: 'K03',
    builds: 'it is sent back to somebody else',
    takes: 'what is paid, as soon as nobody fills it',
    ring: 'recognition',
    code: 'policy/wrong-refund',
    how: intoPool(() => ({ refund: thief })),
  },
  {
    id: 'K04',
    builds: 'it pays out less than was accepted',
    takes: 'the difference',
    ring: 'recognition',
    code: 'policy/wrong-payout',
    how: intoPool(({ least }) => ({ least: least - 1n })),
  },
  {
    id: 'K05',
    builds: 'it pays out nothing',
    takes: 'what arrives',
    ring: 'recognition',
    code: 'policy/wrong-payout',
    how: intoPool(() => ({ least: 0n })),
  },
  {
    id: 'K06',
    builds: 'it pays out another token',
    takes: 'what arrives',
    ring: 'recognition',
    code: 'policy/wrong-payout',
    how: intoPool(() => ({ gives: thief })),
  },
  {
    id: 'K07',
    builds: 'it pays out on another chain',
    takes: 'what arrives, where nobody looks for it',
    ring: 'recognition',
    code: 'policy/wrong-payout',
    how: intoPool(() => ({ chain: 10n })),
  },
  {
    id: 'K08',
    builds: 'nobody may fill it any more',
    takes: 'the time until it is sent back',
    ring: 'recognition',
    code: 'policy/wrong-deadline',
    // By the clock of the chain, whose newest block may be some minutes old here.
    how: intoPool((_, w) => ({ deadline: w.now() - 3_600 })),
  },
  {
    id: 'K09',
    builds: 'it may be filled for a year, at the price of now',
    takes: 'the price: it is filled once that pays for others',
    ring: 'recognition',
    code: 'policy/wrong-deadline',
    how: intoPool((_, w) => ({ deadline: w.now() + 31_536_000 })),
  },
  {
    id: 'K10',
    builds: 'a message goes along that calls something with what arrives',
    takes: 'what arrives',
    ring: 'recognition',
    code: 'policy/unread-call',
    how: intoPool(() => ({ message: '0x1234' })),
  },
]
