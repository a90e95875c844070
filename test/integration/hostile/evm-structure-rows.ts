import { hex, thief } from '@/test/support/hostile-contracts'
import { amount, change, coins, type EvmHow, sentBy } from './evm-world'
import type { Row } from './rows'

const unlimited = 2n ** 256n - 1n
const id = `0x${'11'.repeat(32)}`

const usdc = (build: EvmHow['build']): EvmHow => ({ pays: 'USDC', build })
const eth = (build: EvmHow['build']): EvmHow => ({ pays: 'ETH', build })
/** The payment itself is turned into something else. */
const instead = (to: string, signature: string, ...args: unknown[]): EvmHow =>
  usdc((w, [a]) => [a, { ...w.call(to, signature, args), deposit: true }])
/** Something that nobody wanted comes before an honest payment. */
const preceded = (to: string, signature: string, ...args: unknown[]): EvmHow =>
  usdc((w, [a, d]) => [a, w.call(to, signature, args), d])
const withField = (fields: object): EvmHow => usdc((_, [a, d]) => [a, change(d, fields)])

const call = 'policy/foreign-call'

/** What the shape of a build alone refuses, before any node is asked. */
export const structureRows: readonly Row<EvmHow>[] = [
  {
    id: 'S01',
    builds: 'the payment is a transfer of the token itself',
    takes: 'what is paid, without an order',
    ring: 'structure',
    code: call,
    how: instead('USDC', 'transfer(address, uint256)', thief, amount),
  },
  {
    id: 'S02',
    builds: 'a transfer of another token before the payment',
    takes: 'another token',
    ring: 'structure',
    code: call,
    how: preceded('DAI', 'transfer(address, uint256)', thief, amount),
  },
  {
    id: 'S03',
    builds: 'transferFrom of another token as the payment',
    takes: 'another token',
    ring: 'structure',
    code: call,
    how: usdc((w, [a]) => [
      a,
      {
        ...w.call('DAI', 'transferFrom(address, address, uint256)', [w.author, thief, 1n]),
        deposit: true,
      },
    ]),
  },
  {
    id: 'S04',
    builds: 'an approval of a stranger without code',
    takes: 'what is paid, twice',
    ring: 'structure',
    code: 'policy/foreign-spender',
    how: usdc((w, [, d]) => [w.approve('USDC', thief), d]),
  },
  {
    id: 'S05',
    builds: 'a second approval, for another contract',
    takes: 'what is paid, twice',
    ring: 'structure',
    code: 'policy/excessive-allowance',
    how: usdc((w, [a, d]) => [a, w.approve('USDC', 'Thief'), d]),
  },
  {
    id: 'S06',
    builds: 'an approval of another token',
    takes: 'all of another token, later',
    ring: 'structure',
    code: 'policy/foreign-token',
    how: usdc((w, [a, d]) => [a, w.approve('DAI', 'Thief', unlimited), d]),
  },
  {
    id: 'S07',
    builds: 'increaseAllowance',
    takes: 'more than is paid, later',
    ring: 'structure',
    code: call,
    how: preceded('USDC', 'increaseAllowance(address, uint256)', thief, unlimited),
  },
  {
    id: 'S08',
    builds: 'a permit in the name of the account (EIP-2612)',
    takes: 'all of the token, later',
    ring: 'structure',
    code: call,
    how: usdc((w, [a, d]) => [
      a,
      w.call('USDC', 'permit(address, address, uint256, uint256, uint8, bytes32, bytes32)', [
        w.author,
        thief,
        unlimited,
        unlimited,
        27,
        id,
        id,
      ]),
      d,
    ]),
  },
  {
    id: 'S09',
    builds: 'setApprovalForAll on a collection as the payment (ERC-721)',
    takes: 'every collectible of it',
    ring: 'structure',
    code: call,
    how: instead('Collection', 'setApprovalForAll(address, bool)', thief, true),
  },
  {
    id: 'S10',
    builds: 'setApprovalForAll of items as the payment (ERC-1155)',
    takes: 'every item of it',
    ring: 'structure',
    code: call,
    how: instead('Items', 'setApprovalForAll(address, bool)', thief, true),
  },
  {
    id: 'S11',
    builds: 'approve of one collectible as the payment (ERC-721)',
    takes: 'that collectible',
    ring: 'structure',
    code: call,
    how: instead('Collection', 'approve(address, uint256)', thief, 1n),
  },
  {
    id: 'S12',
    builds: 'safeTransferFrom of an item as the payment (ERC-1155)',
    takes: 'that item',
    ring: 'structure',
    code: call,
    how: usdc((w, [a]) => [
      a,
      {
        ...w.call('Items', 'safeTransferFrom(address, address, uint256, uint256, bytes)', [
          w.author,
          thief,
          1n,
          1n,
          '0x',
        ]),
        deposit: true,
      },
    ]),
  },
  {
    id: 'S13',
    builds: 'approve at Permit2 as the payment',
    takes: 'all of a token that Permit2 may take',
    ring: 'structure',
    code: call,
    how: usdc((w, [a]) => [
      a,
      {
        ...w.call('Permits', 'approve(address, address, uint160, uint48)', [
          w.addressOf('DAI'),
          thief,
          2n ** 160n - 1n,
          2 ** 48 - 1,
        ]),
        deposit: true,
      },
    ]),
  },
  {
    id: 'S14',
    builds: 'transferFrom at Permit2 as the payment',
    takes: 'another token',
    ring: 'structure',
    code: call,
    how: usdc((w, [a]) => [
      a,
      {
        ...w.call('Permits', 'transferFrom(address, address, uint160, address)', [
          w.author,
          thief,
          1n,
          w.addressOf('DAI'),
        ]),
        deposit: true,
      },
    ]),
  },
  {
    id: 'S15',
    builds: 'authorizeOperator at a token (ERC-777)',
    takes: 'all of that token, later',
    ring: 'structure',
    code: call,
    how: instead('HookToken', 'authorizeOperator(address)', thief),
  },
  {
    id: 'S16',
    builds: 'transferAndCall as the payment (ERC-677)',
    takes: 'the token',
    ring: 'structure',
    code: call,
    how: instead('DAI', 'transferAndCall(address, uint256, bytes)', thief, 1n, '0x'),
  },
  {
    id: 'S17',
    builds: 'transferOwnership as the payment',
    takes: 'a contract of the person',
    ring: 'structure',
    code: call,
    how: instead('OwnWallet', 'transferOwnership(address)', thief),
  },
  {
    id: 'S18',
    builds: 'a delegation of the account to code (EIP-7702)',
    takes: 'everything',
    ring: 'structure',
    code: 'policy/unknown-field',
    how: withField({ authorizationList: [{ chainId: '0x0', address: thief, nonce: '0x0' }] }),
  },
  {
    id: 'S19',
    builds: 'a transaction of type 4',
    takes: 'everything, where a wallet fills in the delegation',
    ring: 'structure',
    code: 'policy/unknown-field',
    how: withField({ type: '0x4' }),
  },
  {
    id: 'S20',
    builds: 'a call of the account itself, which may have delegated',
    takes: 'whatever its code gives',
    ring: 'structure',
    code: call,
    how: usdc((w, [a, d]) => [a, change(d, { to: w.author })]),
  },
  {
    id: 'S21',
    builds: 'the nonce of something that waits',
    takes: 'what it replaces',
    ring: 'structure',
    code: 'policy/unknown-field',
    how: withField({ nonce: '0x0' }),
  },
  {
    id: 'S22',
    builds: 'a signature of typed data before the payment',
    takes: 'whatever is signed',
    ring: 'structure',
    code: 'policy/method-forbidden',
    how: usdc((w, [a, d]) => [a, w.raw({}, 'eth_signTypedData_v4'), d]),
  },
  {
    id: 'S23',
    builds: 'several calls in one request (wallet_sendCalls)',
    takes: 'whatever is among them',
    ring: 'structure',
    code: 'policy/method-forbidden',
    how: usdc((w, [a]) => [a, { ...w.raw({}, 'wallet_sendCalls'), deposit: true }]),
  },
  {
    id: 'S24',
    builds: 'a chain of its own (wallet_addEthereumChain)',
    takes: 'every later payment: its node lies',
    ring: 'structure',
    code: 'policy/method-forbidden',
    how: usdc((w, [a, d]) => [w.raw({}, 'wallet_addEthereumChain'), a, d]),
  },
  {
    id: 'S25',
    builds: 'the payment of another account',
    takes: 'what that account has',
    ring: 'structure',
    code: 'policy/wrong-sender',
    how: withField({ from: thief }),
  },
  {
    id: 'S26',
    builds: 'the payment on another chain',
    takes: 'the same there',
    ring: 'structure',
    code: 'policy/wrong-chain',
    how: withField({ chainId: '0x1' }),
  },
  {
    id: 'S27',
    builds: 'two payments',
    takes: 'what is paid, twice',
    ring: 'structure',
    code: 'policy/many-deposits',
    how: usdc((_, [a, d]) => [a, d, d]),
  },
  {
    id: 'S28',
    builds: 'a call after the payment',
    takes: 'whatever it does once nobody looks',
    ring: 'structure',
    code: 'policy/deposit-not-last',
    how: usdc((_, [a, d]) => [a, d, a]),
  },
  {
    id: 'S29',
    builds: 'approvals and no payment',
    takes: 'what is approved, later',
    ring: 'structure',
    code: 'policy/no-deposit',
    how: usdc((_, [a]) => [a]),
  },
  {
    id: 'S30',
    builds: 'a payment to an address without code',
    takes: 'what is paid, without an order',
    ring: 'structure',
    code: 'policy/target-has-no-code',
    how: eth((_, [d]) => [change(d, { to: thief })]),
  },
  {
    id: 'S31',
    builds: 'less coins than the price, so that the order cannot be filled',
    takes: 'what is paid, without an order',
    ring: 'structure',
    code: 'policy/wrong-value',
    how: eth((_, [d]) => [change(d, { value: hex(coins - 1n) })]),
  },
  {
    id: 'S32',
    builds: 'gas beyond all numbers',
    takes: 'the fee of it, where a wallet reads it otherwise',
    ring: 'structure',
    code: 'policy/malformed',
    how: withField({ gas: `0x1${'0'.repeat(16)}` }),
  },
  {
    id: 'S33',
    builds: 'an approval with a dirty address word',
    takes: 'what another reader of these bytes approves',
    ring: 'structure',
    code: 'policy/malformed',
    how: usdc((_, [a, d]) => [
      change(a, { data: sentBy(a).data.replace(/^(0x.{8})00/, '$1ff') }),
      d,
    ]),
  },
  {
    id: 'S34',
    builds: 'an approval that carries coins',
    takes: 'the coins',
    ring: 'structure',
    code: 'policy/wrong-value',
    how: usdc((_, [a, d]) => [change(a, { value: '0x1' }), d]),
  },
  {
    id: 'S35',
    builds: 'resets without end',
    takes: 'the fees',
    ring: 'structure',
    code: 'policy/needless-reset',
    how: usdc((w, [a, d]) => [
      w.approve('USDC', sentBy(d).to, 0n),
      w.approve('USDC', sentBy(d).to, 0n),
      a,
      d,
    ]),
  },
  {
    id: 'S36',
    builds: 'a lending position withdrawn before the payment',
    takes: 'the position',
    ring: 'structure',
    code: call,
    how: usdc((w, [a, d]) => [
      a,
      w.call('Pool', 'withdraw(address, uint256, address)', [w.addressOf('USDC'), amount, thief]),
      d,
    ]),
  },
]
