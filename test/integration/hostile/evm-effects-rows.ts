import { hex, thief } from '@/test/support/hostile-contracts'
import {
  amount,
  change,
  coins,
  type EvmHow,
  type EvmWorld,
  farPool,
  pool,
  sentBy,
} from './evm-world'
import type { Row } from './rows'

const id = `0x${'11'.repeat(32)}`
const order = 'deposit(address, uint256, bytes32)'

/** An exact approval and a call of a contract that calls itself a payment. */
const pay =
  (at: string, signature: string, args: (w: EvmWorld) => unknown[], token = 'USDC') =>
  (w: EvmWorld) => [w.approve(token, at), { ...w.call(at, signature, args(w)), deposit: true }]
const usdc = (...how: Parameters<typeof pay>): EvmHow => ({
  pays: how[3] ?? 'USDC',
  build: pay(...how),
})
/** Coins that go to a contract with a call that does something else. */
const eth = (to: string, signature: string, args: (w: EvmWorld) => unknown[]): EvmHow => ({
  pays: 'ETH',
  build: (w) => [{ ...w.call(to, signature, args(w), coins), deposit: true }],
})
/** A call alone, of what the account never approved. */
const bare = (to: string, signature: string, args: (w: EvmWorld) => unknown[]): EvmHow => ({
  pays: 'USDC',
  build: (w) => [{ ...w.call(to, signature, args(w)), deposit: true }],
})
/** Everything is right but for one event. */
const said = (name: string, place: bigint): EvmHow =>
  usdc('Announcer', 'depositAndSay(address, uint256, bytes32, uint256, address)', (w) => [
    w.addressOf('USDC'),
    amount,
    name,
    place,
    thief,
  ])
const also = (name: string, ...rest: unknown[]) =>
  usdc('Thief', name, (w) => [
    w.addressOf('USDC'),
    amount,
    ...rest.map((each) => (typeof each === 'string' ? w.addressOf(each) : each)),
  ])

/** A call of a router that takes several of them in one. */
const pull = (w: EvmWorld, token: string, much: bigint) =>
  w.encode('pull(address, uint256)', [w.addressOf(token), much])

const powers: readonly [id: string, what: string, event: string, place: bigint][] = [
  [
    'E30',
    'a collection for all (ApprovalForAll)',
    '17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
    1n,
  ],
  [
    'E31',
    'a part of a token (Permit2, Approval)',
    'da9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
    1n,
  ],
  [
    'E32',
    'a part of a token (Permit2, Permit)',
    'c6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
    1n,
  ],
  [
    'E33',
    'a token for all (ERC-777, AuthorizedOperator)',
    'f4caeb2d6ca8932a215a353d0703c326ec2d81fc68170f320eb2ab49e9df61f9',
    2n,
  ],
  [
    'E34',
    'debt in the name of the account (Aave)',
    'da919360433220e13b51e8c211e490d148e61a3bd53de8c097194e458b97f3e1',
    1n,
  ],
  [
    'E35',
    'all of a market (Morpho, SetAuthorization)',
    'd5e969f01efe921d3f766bdebad25f0a05e3f237311f56482bf132d0326309c0',
    2n,
  ],
  [
    'E36',
    'all of a numbered token (ERC-6909, OperatorSet)',
    'ceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267',
    1n,
  ],
  [
    'E37',
    'a part of a numbered token (ERC-6909, Approval)',
    'b3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7',
    1n,
  ],
  [
    'E38',
    'a relayer (Balancer)',
    '46961fdb4502b646d5095fba7600486a8ac05041d55cdf0f16ed677180b5cad8',
    2n,
  ],
  [
    'E39',
    'a contract of the person (OwnershipTransferred)',
    '8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0',
    1n,
  ],
  [
    'E40',
    'their votes (DelegateChanged)',
    '3134e8a2e6d97e929a7e54011ea5485d7d196dd5f0ba4d4ef95803e8e3fc257f',
    1n,
  ],
]

/** Events by which a position leaves of which no balance speaks; the first four bytes tell them. */
const positions: readonly [id: string, what: string, event: string, place: bigint][] = [
  ['E60', 'what is lent (Morpho, Withdraw)', 'a56fc0ad', 2n],
  ['E61', 'a loan in the name of the account (Morpho, Borrow)', '57095454', 2n],
  ['E62', 'collateral (Morpho, WithdrawCollateral)', 'e80ebd7c', 2n],
  ['E63', 'what is lent, or a loan (Compound III, Withdraw)', '9b1bfa7f', 1n],
  ['E64', 'collateral (Compound III, WithdrawCollateral)', 'd6d480d5', 1n],
  ['E65', 'a loan in the name of the account (Aave 3, Borrow)', 'b3d08482', 2n],
  ['E66', 'a loan in the name of the account (Aave 2, Borrow)', 'c6a89830', 2n],
  ['E67', 'what is staked (MiniChef, Withdraw)', '8166bf25', 1n],
  ['E68', 'what is staked (MiniChef, EmergencyWithdraw)', '2cac5e20', 1n],
  ['E69', 'what a stake gave (MiniChef, Harvest)', '71bab65c', 1n],
  ['E70', 'what is staked (MasterChef, Withdraw)', 'f279e6a1', 1n],
  ['E71', 'what is staked (MasterChef, EmergencyWithdraw)', 'bb757047', 1n],
]

/** An exact approval and several calls of one contract in one: a payment, and what it hides. */
const within = (at: string, signature: string, args: (w: EvmWorld) => unknown[]): EvmHow =>
  usdc(at, 'multicall(bytes[])', (w) => [
    [
      w.encode('pay(address, uint256)', [w.addressOf('USDC'), amount]),
      w.encode(signature, args(w)),
    ],
  ])
const farmed = 'withdrawAndHarvest(uint256, uint256, address)'
const kept = 'take(address, uint256, address)'

/** What only a trial on a node shows. */
export const effectsRows: readonly Row<EvmHow>[] = [
  {
    id: 'E01',
    builds: 'a contract takes more by an old allowance of a router',
    takes: 'what is paid, twice, once the exact approval of a proxy is used',
    ring: 'effects',
    // What the router was once allowed is taken back first: then the call comes to nothing.
    code: 'policy/foreign-spender',
    how: {
      pays: 'USDC',
      build: (w) => [
        w.approve('USDC', 'LateProxy'),
        {
          ...w.call('OldRouter', 'go(address, address, uint256)', [
            w.addressOf('USDC'),
            thief,
            amount,
          ]),
          deposit: true,
        },
      ],
    },
  },
  {
    id: 'E02',
    builds: 'a contract takes another token by an old allowance',
    takes: 'another token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: also('depositAnd(address, uint256, address, uint256)', 'DAI', 5n),
  },
  {
    id: 'E50',
    builds: 'a contract takes another token by an old allowance once fees are paid',
    takes: 'another token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: usdc('Actor', 'deposit(address, uint256, address, uint256)', (w) => [
      w.addressOf('USDC'),
      amount,
      w.addressOf('DAI'),
      5n,
    ]),
  },
  {
    id: 'E51',
    builds: 'the same, once the block and the gas are as in a real one',
    takes: 'another token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: usdc('Actor', 'depositLate(address, uint256, address, uint256)', (w) => [
      w.addressOf('USDC'),
      amount,
      w.addressOf('DAI'),
      5n,
    ]),
  },
  {
    id: 'E03',
    builds: 'a contract takes another token and nothing of what is paid',
    takes: 'another token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: usdc('Thief', 'depositAnd(address, uint256, address, uint256)', (w) => [
      w.addressOf('USDC'),
      0n,
      w.addressOf('DAI'),
      5n,
    ]),
  },
  {
    id: 'E04',
    builds: 'a contract takes a token where coins are paid',
    takes: 'a token beside the coins',
    ring: 'effects',
    code: 'policy/takes-other',
    how: eth('Thief', 'depositAnd(address, uint256, address, uint256)', (w) => [
      w.addressOf('DAI'),
      1n,
      w.addressOf('DAI'),
      1n,
    ]),
  },
  {
    id: 'E05',
    builds: 'a contract takes a collectible (ERC-721)',
    takes: 'the collectible',
    ring: 'effects',
    code: 'policy/takes-other',
    how: also('depositAndTake(address, uint256, address, uint256)', 'Collection', 1n),
  },
  {
    id: 'E06',
    builds: 'a contract gives a worthless collectible for another',
    takes: 'the collectible',
    ring: 'effects',
    code: 'policy/takes-other',
    how: also('depositAndSwap(address, uint256, address, uint256, uint256)', 'Collection', 1n, 2n),
  },
  {
    id: 'E07',
    builds: 'a contract takes an item (ERC-1155)',
    takes: 'the item',
    ring: 'effects',
    code: 'policy/takes-other',
    how: usdc('Announcer', 'depositAndTakeItems(address, uint256, address, bool)', (w) => [
      w.addressOf('USDC'),
      amount,
      w.at.Items,
      false,
    ]),
  },
  {
    id: 'E08',
    builds: 'a contract takes a batch of items (ERC-1155)',
    takes: 'the items',
    ring: 'effects',
    code: 'policy/takes-other',
    how: usdc('Announcer', 'depositAndTakeItems(address, uint256, address, bool)', (w) => [
      w.addressOf('USDC'),
      amount,
      w.at.Items,
      true,
    ]),
  },
  {
    id: 'E09',
    builds: 'a contract takes another token by an allowance at Permit2',
    takes: 'another token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: usdc('Announcer', 'depositAndApprove(address, uint256, address, address)', (w) => [
      w.addressOf('USDC'),
      amount,
      w.at.Permits,
      w.addressOf('DAI'),
    ]),
  },
  {
    id: 'E10',
    builds: 'execute of a router takes another token by Permit2',
    takes: 'another token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: eth('CommandRouter', 'execute(bytes, bytes[])', (w) => [
      '0x00',
      [w.words(w.addressOf('DAI'), thief, 5n)],
    ]),
  },
  {
    id: 'E11',
    builds: 'a contract takes half of what is paid',
    takes: 'the price: the order is another one',
    ring: 'effects',
    code: 'policy/pays-less',
    how: usdc('Thief', order, (w) => [w.addressOf('USDC'), amount / 2n, id]),
  },
  {
    id: 'E12',
    builds: 'a contract takes nothing and keeps the approval',
    takes: 'what is paid, later, without an order',
    ring: 'effects',
    code: 'policy/pays-less',
    how: usdc('Thief', 'nothing(address, uint256, bytes32)', (w) => [
      w.addressOf('USDC'),
      amount,
      id,
    ]),
  },
  {
    id: 'E13',
    builds: 'coins are carried where a token is paid',
    takes: 'the coins',
    ring: 'effects',
    code: 'policy/pays-less',
    how: {
      pays: 'USDC',
      build: (w) => [
        {
          ...w.call(
            'Thief',
            'nothing(address, uint256, bytes32)',
            [w.addressOf('USDC'), amount, id],
            coins,
          ),
          deposit: true,
        },
      ],
    },
  },
  {
    id: 'E14',
    builds: 'withdraw of a lending pool, to a stranger',
    takes: 'what is lent',
    ring: 'effects',
    code: 'policy/position',
    how: bare('Pool', 'withdraw(address, uint256, address)', (w) => [
      w.addressOf('USDC'),
      amount,
      thief,
    ]),
  },
  {
    id: 'E15',
    builds: 'withdraw of a pool whose positions are no tokens',
    takes: 'what is lent',
    ring: 'effects',
    code: 'policy/position',
    how: bare('Ledger', 'withdraw(address, uint256, address)', (w) => [
      w.addressOf('USDC'),
      amount,
      thief,
    ]),
  },
  {
    id: 'E72',
    builds: 'a payment to a farm, and in the same call the withdrawal of a stake (MiniChef)',
    takes: 'what is staked in a pool that the call names',
    ring: 'effects',
    code: 'policy/position',
    how: within('Farm', farmed, () => [pool, amount, thief]),
  },
  {
    id: 'E73',
    builds: 'the same of a pool whose number is out of all bounds, by its events',
    takes: 'what is staked there',
    ring: 'effects',
    code: 'policy/takes-other',
    how: within('Farm', farmed, () => [farPool, amount, thief]),
  },
  {
    id: 'E74',
    builds: 'a payment to a vault, and in the same call what is kept inside of it (Balancer)',
    takes: 'what the vault keeps of the token that is paid',
    ring: 'effects',
    code: 'policy/position',
    how: within('SwapVault', kept, (w) => [w.addressOf('USDC'), amount, thief]),
  },
  {
    id: 'E75',
    builds: 'the same of another token, by its event',
    takes: 'what the vault keeps of another token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: within('OtherVault', kept, (w) => [w.addressOf('DAI'), 1_000n, thief]),
  },
  {
    id: 'E16',
    builds: 'redeem of a vault, to a stranger (ERC-4626)',
    takes: 'what is saved',
    ring: 'effects',
    code: 'policy/position',
    how: bare('Vault', 'redeem(uint256, address, address)', (w) => [1_000n, thief, w.author]),
  },
  {
    id: 'E17',
    builds: 'setAuthorization of a pool without a position',
    takes: 'whatever is lent there later',
    ring: 'effects',
    code: 'policy/gives-power',
    how: bare('EmptyPool', 'setAuthorization(address, bool)', () => [thief, true]),
  },
  {
    id: 'E18',
    builds: 'multicall of a collection in which something is held',
    takes: 'every collectible of it',
    ring: 'effects',
    code: 'policy/position',
    how: bare('Collection', 'multicall(bytes[])', (w) => [
      [w.encode('setApprovalForAll(address, bool)', [thief, true])],
    ]),
  },
  {
    id: 'E19',
    builds: 'multicall of a collection in which nothing is held',
    takes: 'every collectible that comes later',
    ring: 'effects',
    code: 'policy/gives-power',
    how: bare('EmptyCollection', 'multicall(bytes[])', (w) => [
      [w.encode('setApprovalForAll(address, bool)', [thief, true])],
    ]),
  },
  {
    id: 'E20',
    builds: 'execute of a wallet contract of the person',
    takes: 'what that wallet holds',
    ring: 'effects',
    code: 'policy/position',
    how: eth('OwnWallet', 'execute(address[], uint256[], bytes[])', (w) => [
      [w.addressOf('USDC'), thief],
      [0n, coins],
      [w.encode('transfer(address, uint256)', [thief, amount]), '0x'],
    ]),
  },
  {
    id: 'E21',
    builds: 'a token that takes from the payer on top of what is transferred',
    takes: 'one percent more',
    ring: 'effects',
    code: 'policy/takes-more',
    how: usdc('Announcer', order, (w) => [w.at.GreedyToken, amount, id], 'GreedyToken'),
  },
  {
    id: 'E22',
    builds: 'a token that shrinks every balance with a transfer (rebasing)',
    takes: 'a tenth of all that is held',
    ring: 'effects',
    code: 'policy/takes-more',
    how: usdc('Announcer', order, (w) => [w.at.ShrinkingToken, amount, id], 'ShrinkingToken'),
  },
  {
    id: 'E23',
    builds: 'a token calls who is paid (ERC-777), and they take another one meanwhile',
    takes: 'another token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: usdc('HookTaker', order, (w) => [w.at.HookToken, amount, id], 'HookToken'),
  },
  {
    id: 'E52',
    builds: 'the same, where what they take is a great token of the chain',
    takes: 'another token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: usdc('PinnedTaker', order, (w) => [w.at.HookToken, amount, id], 'HookToken'),
  },
  {
    id: 'E53',
    builds: 'the same, where the call names what they take, packed',
    takes: 'another token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: {
      pays: 'HookToken',
      build: (w) => {
        const paid = w.call('HookTaker', order, [w.at.HookToken, amount, id])
        const data = `${sentBy(paid).data}ff${w.addressOf('DAI').slice(2)}`
        return [w.approve('HookToken', 'HookTaker'), { ...change(paid, { data }), deposit: true }]
      },
    },
  },
  {
    id: 'E24',
    builds: 'seventy contracts speak, so that nobody reads on',
    takes: 'another token, unseen',
    ring: 'effects',
    code: 'policy/untried',
    how: usdc('Crowd', 'deposit(address, uint256, address, uint256)', (w) => [
      w.addressOf('USDC'),
      amount,
      w.addressOf('DAI'),
      5n,
    ]),
  },
  {
    id: 'E25',
    builds: 'more coins than are paid, as a fee that nothing takes back',
    takes: 'all the coins that the account has and more',
    ring: 'effects',
    code: 'wallet/insufficient-funds',
    how: { pays: 'ETH', build: (_, [d]) => [change(d, { value: hex(10n ** 30n) })] },
  },
  {
    id: 'E26',
    builds: 'a contract takes another token, and gives it back to whoever reads its balance',
    takes: 'another token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: usdc('Restorer', 'depositAnd(address, uint256, address, uint256)', (w) => [
      w.addressOf('USDC'),
      amount,
      w.addressOf('DAI'),
      5n,
    ]),
  },
  ...powers.map(
    ([row, what, event, place]): Row<EvmHow> => ({
      id: row,
      builds: `a payment that also gives a stranger ${what}`,
      takes: what,
      ring: 'effects',
      code: 'policy/gives-power',
      how: said(`0x${event}`, place),
    }),
  ),
  ...positions.map(
    ([row, what, event, place]): Row<EvmHow> => ({
      id: row,
      builds: `a payment that takes ${what}, for somebody who was once allowed to`,
      takes: what,
      ring: 'effects',
      code: 'policy/takes-other',
      how: said(`0x${event.padEnd(64, '0')}`, place),
    }),
  ),
  {
    id: 'E41',
    builds: 'a payment that also makes a stranger operator of all its accounts (EVC)',
    takes: 'all that is lent and saved by them',
    ring: 'effects',
    code: 'policy/gives-power',
    how: usdc('Announcer', 'depositAndShare(address, uint256, bytes32, address)', (w) => [
      w.addressOf('USDC'),
      amount,
      '0x7ba31654d8467e98b6bd4fc56ddde246de9ade831cf860c7ac695579aecb9564',
      thief,
    ]),
  },
  {
    id: 'E42',
    builds: 'a payment in which a numbered token leaves (ERC-6909)',
    takes: 'that token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: said('0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859', 1n),
  },
  {
    id: 'E43',
    builds: 'a contract reads from packed bytes which token it takes by an old allowance',
    takes: 'another token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: {
      pays: 'USDC',
      build: (w) => {
        const much = amount.toString(16).padStart(64, '0')
        const tokens = ['USDC', 'DAI'].map((each) => w.addressOf(each).slice(2))
        const data = `0x1234567800${much}${tokens.join('')}`
        return [
          w.approve('USDC', 'PackedTaker'),
          { ...w.raw({ to: w.at.PackedTaker, data }), deposit: true },
        ]
      },
    },
  },
  {
    id: 'E44',
    builds: 'a contract does work for nobody, which the network is paid for',
    takes: 'coins for the network’s fee',
    ring: 'effects',
    code: 'policy/burns-gas',
    how: usdc('Burner', order, (w) => [w.addressOf('USDC'), amount, id]),
  },
  {
    id: 'E45',
    builds: 'one of several calls in one takes another token by an old allowance',
    takes: 'another token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: usdc('Multicall', 'multicall(bytes[])', (w) => [
      [pull(w, 'USDC', amount), pull(w, 'DAI', 5n)],
    ]),
  },
  {
    id: 'E46',
    builds: 'several calls in one, none of which takes what is paid',
    takes: 'the price: the order is another one',
    ring: 'effects',
    code: 'policy/pays-less',
    how: usdc('Multicall', 'multicall(bytes[])', (w) => [[pull(w, 'USDC', 1n)]]),
  },
]

/** What good services build, which must go through. */
export const honestRows: readonly Row<EvmHow>[] = [
  {
    id: 'H90',
    builds: 'a token to a farm in which nothing is staked, in several calls of one',
    steps: 'approve,deposit',
    how: within('EmptyFarm', 'pay(address, uint256)', (w) => [w.addressOf('USDC'), 0n]),
  },
  {
    id: 'H91',
    builds: 'a token to a vault that keeps nothing, in several calls of one',
    steps: 'approve,deposit',
    how: within('EmptyVault', 'pay(address, uint256)', (w) => [w.addressOf('USDC'), 0n]),
  },
  {
    id: 'H01',
    builds: 'a token to a contract that takes it',
    steps: 'approve,deposit',
    how: { pays: 'USDC', build: (_, honest) => honest },
  },
  {
    id: 'H02',
    builds: 'coins to a contract that takes them',
    steps: 'deposit',
    how: { pays: 'ETH', build: (_, honest) => honest },
  },
  {
    id: 'H03',
    builds: 'a token and a fixed fee in coins',
    steps: 'approve,deposit',
    how: { pays: 'USDC', shape: 'fixed-fee', build: (_, honest) => honest },
  },
  {
    id: 'H04',
    builds: 'coins and a fixed fee in coins',
    steps: 'deposit',
    how: { pays: 'ETH', shape: 'fixed-fee', build: (_, honest) => honest },
  },
  {
    id: 'H05',
    builds: 'a token that a proxy of the contract takes',
    steps: 'approve,deposit',
    how: { pays: 'USDC', shape: 'token-proxy', build: (_, honest) => honest },
  },
  {
    id: 'H06',
    builds: 'a token that burns a part of what is transferred',
    steps: 'approve,deposit',
    how: usdc('Announcer', order, (w) => [w.at.LevyToken, amount, id], 'LevyToken'),
  },
  {
    id: 'H07',
    builds: 'a token of which everything is asked for, and the amount is approved',
    steps: 'approve,deposit',
    how: { pays: 'USDC', routeId: 'route-liquidity', build: (_, honest) => honest },
  },
  {
    id: 'H08',
    builds: 'gas and prices of gas, which are the wallet’s to choose',
    steps: 'approve,deposit',
    how: {
      pays: 'USDC',
      build: (_, [a, d]) => [
        a,
        change(d, {
          gas: hex(30_000_000n),
          maxFeePerGas: hex(10n ** 15n),
          gasPrice: hex(10n ** 15n),
        }),
      ],
    },
  },
  {
    id: 'H09',
    builds: 'a token swapped in a market before the payment',
    steps: 'approve,swap,approve,deposit',
    how: { pays: 'USDC', shape: 'swap-first', build: (_, honest) => honest },
  },
  {
    id: 'H10',
    builds: 'coins wrapped before the payment',
    steps: 'wrap,approve,deposit',
    how: { pays: 'ETH', shape: 'wrap-first', build: (_, honest) => honest },
  },
  {
    id: 'H11',
    builds: 'a contract that may take more by an old approval, which is cut first',
    steps: 'approve,deposit',
    how: {
      pays: 'USDC',
      build: (w) => [
        {
          ...w.call('Chameleon', 'deposit(address, uint256)', [w.addressOf('USDC'), amount]),
          deposit: true,
        },
      ],
    },
  },
  {
    id: 'H13',
    builds: 'a token that a router pulls and pays in by several calls in one',
    steps: 'approve,deposit',
    how: { pays: 'USDC', shape: 'multicall', build: (_, honest) => honest },
  },
]
