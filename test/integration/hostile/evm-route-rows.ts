import type { TestApproval } from '@/test/sandbox/test-client'
import { hex, thief } from '@/test/support/hostile-contracts'
import {
  amount,
  change,
  coins,
  type EvmHow,
  type EvmWorld,
  type Requests,
  sentBy,
  takenBy,
} from './evm-world'
import type { Row } from './rows'

const id = `0x${'11'.repeat(32)}`
const far = 2n ** 40n
const plenty = 10n ** 19n
const swapping = 'swapExactTokensForTokens(uint256, uint256, address[], address, uint256)'
const paying = 'deposit(address, uint256, bytes32)'

const swapFirst = (build: (w: EvmWorld, honest: TestApproval[]) => Requests): EvmHow => ({
  pays: 'USDC',
  shape: 'swap-first',
  build,
})
const wrapFirst = (build: (w: EvmWorld, honest: TestApproval[]) => Requests): EvmHow => ({
  pays: 'ETH',
  shape: 'wrap-first',
  build,
})

/** The payment of an honest build, of another amount or token. */
const paymentOf = (
  w: EvmWorld,
  d: TestApproval | undefined,
  much: bigint,
  token: string,
): TestApproval => ({
  ...w.call(sentBy(d).to, paying, [w.addressOf(token), much, id]),
  deposit: true,
})
const swapOf = (w: EvmWorld, b: TestApproval | undefined, from: string, to: string) =>
  w.call(sentBy(b).to, swapping, [amount, 1n, [w.addressOf(from), w.addressOf('DAI')], to, far])

/** Builds whose steps turn what is paid into another token before the payment: hostile twins of theirs. */
export const routeRows: readonly Row<EvmHow>[] = [
  {
    id: 'R01',
    builds: 'the payment takes of the other token what was held before',
    takes: 'that token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: swapFirst((w, [a, b, , d]) => [
      a,
      b,
      w.approve('DAI', sentBy(d).to, takenBy(d) + plenty),
      paymentOf(w, d, takenBy(d) + plenty, 'DAI'),
    ]),
  },
  {
    id: 'R02',
    builds: 'the payment takes only half of what the swap gave',
    takes: 'half of the price: the order is another one',
    ring: 'effects',
    code: 'policy/pays-less',
    how: swapFirst((w, [a, b, c, d]) => [a, b, c, paymentOf(w, d, takenBy(d) / 2n, 'DAI')]),
  },
  {
    id: 'R03',
    builds: 'a swap and two payments',
    takes: 'what is paid, twice',
    ring: 'structure',
    code: 'policy/many-deposits',
    how: swapFirst((_, [a, b, c, d]) => [a, b, c, d, d]),
  },
  {
    id: 'R04',
    builds: 'the swap after the payment',
    takes: 'what is paid, twice',
    ring: 'structure',
    code: 'policy/deposit-not-last',
    how: swapFirst((_, [a, b, c, d]) => [a, c, d, b]),
  },
  {
    id: 'R05',
    builds: 'a swap for somebody else',
    takes: 'what is paid',
    ring: 'effects',
    code: 'policy/pays-less',
    how: swapFirst((w, [a, b, c, d]) => [a, swapOf(w, b, 'USDC', thief), c, d]),
  },
  {
    id: 'R06',
    builds: 'a swap of another token that is held',
    takes: 'that token',
    ring: 'structure',
    code: 'policy/foreign-token',
    how: swapFirst((w, [, b, c, d]) => [
      w.approve('USDT', sentBy(b).to),
      swapOf(w, b, 'USDT', w.author),
      c,
      d,
    ]),
  },
  {
    id: 'R07',
    builds: 'an approval of the other token for a second taker',
    takes: 'that token, later',
    ring: 'structure',
    code: 'policy/excessive-allowance',
    how: swapFirst((w, [a, b, c, d]) => [a, b, w.approve('DAI', sentBy(b).to, takenBy(d)), c, d]),
  },
  {
    id: 'R08',
    builds: 'an approval of what is paid for a second taker',
    takes: 'what is paid, twice',
    ring: 'structure',
    code: 'policy/excessive-allowance',
    how: swapFirst((w, [a, b, c, d]) => [a, w.approve('USDC', sentBy(d).to), b, c, d]),
  },
  {
    id: 'R09',
    builds: 'a transfer of the other token before the payment',
    takes: 'what the swap gave',
    ring: 'structure',
    code: 'policy/foreign-call',
    how: swapFirst((w, [a, b, c, d]) => [
      a,
      b,
      w.call('DAI', 'transfer(address, uint256)', [thief, 1n]),
      c,
      d,
    ]),
  },
  {
    id: 'R10',
    builds: 'a call of the other token that burns it',
    takes: 'what the swap gave',
    ring: 'structure',
    code: 'policy/foreign-call',
    how: swapFirst((w, [a, b, c, d]) => [a, b, w.call('DAI', 'burn(uint256)', [1n]), c, d]),
  },
  {
    id: 'R11',
    builds: 'coins carried to the market',
    takes: 'the coins',
    ring: 'structure',
    code: 'policy/wrong-value',
    how: swapFirst((_, [a, b, c, d]) => [a, change(b, { value: '0x1' }), c, d]),
  },
  {
    id: 'R12',
    builds: 'coins wrapped where a token is paid',
    takes: 'the coins, for a later step',
    ring: 'structure',
    code: 'policy/foreign-call',
    how: swapFirst((w, [a, b, c, d]) => [
      a,
      change(b, { to: w.wrapped, data: '0xd0e30db0', value: '0x1' }),
      c,
      d,
    ]),
  },
  {
    id: 'R13',
    builds: 'a swap to a token that no payment takes',
    takes: 'the price: the order is another one',
    ring: 'structure',
    code: 'policy/foreign-call',
    how: swapFirst((w, [a, b, , d]) => [a, b, paymentOf(w, d, 1n, 'USDC')]),
  },
  {
    id: 'R14',
    builds: 'a step that moves nothing',
    takes: 'what it does unseen',
    ring: 'effects',
    code: 'policy/foreign-call',
    how: swapFirst((_, [a, b, c, d]) => [a, b, change(b, { data: '0x12345678' }), c, d]),
  },
  {
    id: 'R15',
    builds: 'half of the coins wrapped, half a fee',
    takes: 'half of the price',
    ring: 'structure',
    code: 'policy/wrong-value',
    how: wrapFirst((_, [a, b, c]) => [
      change(a, { value: hex(coins / 2n) }),
      b,
      change(c, { value: hex(coins / 2n) }),
    ]),
  },
  {
    id: 'R16',
    builds: 'more coins wrapped than are paid',
    takes: 'the coins on top',
    ring: 'structure',
    code: 'policy/wrong-value',
    how: wrapFirst((_, [a, b, c]) => [change(a, { value: hex(2n * coins) }), b, c]),
  },
  {
    id: 'R17',
    builds: 'a transfer of the wrapped coin',
    takes: 'the wrapped coin',
    ring: 'structure',
    code: 'policy/foreign-call',
    how: wrapFirst((w, [a, b, c]) => [
      a,
      w.call(w.wrapped, 'transfer(address, uint256)', [thief, 1n]),
      b,
      c,
    ]),
  },
  {
    id: 'R18',
    builds: 'what was wrapped before is unwrapped',
    takes: 'coins that a later step may carry',
    ring: 'structure',
    code: 'policy/foreign-call',
    how: wrapFirst((w, [, b, c]) => [w.call(w.wrapped, 'withdraw(uint256)', [1n]), b, c]),
  },
  {
    id: 'R19',
    builds: 'the payment takes more of the wrapped coin than was wrapped',
    takes: 'what was wrapped before',
    ring: 'effects',
    code: 'policy/takes-other',
    how: wrapFirst((w, [a, , c]) => [
      a,
      w.approve(w.wrapped, sentBy(c).to, 2n * coins),
      paymentOf(w, c, 2n * coins, w.wrapped),
    ]),
  },
  {
    id: 'R20',
    builds: 'the payment takes half of what was wrapped',
    takes: 'half of the price: the order is another one',
    ring: 'effects',
    code: 'policy/pays-less',
    how: wrapFirst((w, [a, b, c]) => [a, b, paymentOf(w, c, coins / 2n, w.wrapped)]),
  },
]
