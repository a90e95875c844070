import fc from 'fast-check'
import { toEventSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { author, stranger, target, usdc } from '@/test/samples/policy'
import { readEffectLogs, sendsCollectible } from './effect-logs'

const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const number = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const log = (event: string, topics: string[], data = '0x', address = usdc) => ({
  address,
  topics: [toEventSelector(event), ...topics],
  data,
})
const read = (...logs: Parameters<typeof readEffectLogs>[1]) => readEffectLogs(author, logs)
const [me, other] = [word(author), word(stranger)]

const TRANSFER = 'Transfer(address,address,uint256)'
const APPROVAL = 'Approval(address,address,uint256)'

describe('a collectible that leaves', () => {
  const sends = (each: ReturnType<typeof log>) => sendsCollectible(each, author)

  it('is one of EIP-721, EIP-1155 or ERC-6909 that the account sends', () => {
    expect(sends(log(TRANSFER, [me, other, number(7n)]))).toBe(true)
    expect(sends(log(TRANSFER, [other, me, number(7n)]))).toBe(false)
    expect(sends(log(TRANSFER, [me, other], number(7n)))).toBe(false)
    const single = 'TransferSingle(address,address,address,uint256,uint256)'
    const batch = 'TransferBatch(address,address,address,uint256[],uint256[])'
    for (const event of [single, batch]) {
      expect(sends(log(event, [other, me, other]))).toBe(true)
      expect(sends(log(event, [me, other, me]))).toBe(false)
    }
    const many = 'Transfer(address,address,address,uint256,uint256)'
    expect(sends(log(many, [me, other, number(7n)]))).toBe(true)
    expect(sends(log(many, [other, me, number(7n)]))).toBe(false)
  })

  it('is nothing that a pool tells of what it pays out', () => {
    expect(sends(log('Withdraw(address,address,uint256)', [me, other]))).toBe(false)
    expect(sends({ address: usdc, topics: [], data: '0x' })).toBe(false)
  })
})

describe('readEffectLogs', () => {
  it('given no events, finds nothing', () => {
    expect(read()).toEqual({ contracts: [], pairs: [], powers: [], collectibles: [], moved: [] })
  })

  it('names every contract once, whatever its events say', () => {
    const events = [log('Anything()', []), log('Else()', [], '0x', target), log('Anything()', [])]
    expect(read(...events, { address: stranger, topics: [], data: '0x' }).contracts).toEqual([
      usdc,
      target,
      stranger,
    ])
  })

  it('reads what an ERC-20 transfer takes from the account, and not what it brings', () => {
    expect(read(log(TRANSFER, [me, other], number(1n))).moved).toEqual([usdc])
    expect(read(log(TRANSFER, [other, me], number(1n))).moved).toEqual([])
    expect(read(log(TRANSFER, [me, other], number(1n))).collectibles).toEqual([])
  })

  it('reads a collectible that leaves, of either standard', () => {
    const single = 'TransferSingle(address,address,address,uint256,uint256)'
    const batch = 'TransferBatch(address,address,address,uint256[],uint256[])'
    expect(read(log(TRANSFER, [me, other, number(7n)]))).toMatchObject({
      collectibles: [usdc],
      moved: [],
    })
    for (const event of [single, batch]) {
      expect(read(log(event, [other, me, other])).collectibles).toEqual([usdc])
      expect(read(log(event, [me, other, me])).collectibles).toEqual([])
    }
  })

  it.each([
    // Morpho: https://github.com/morpho-org/morpho-blue (`EventsLib.sol`)
    ['Withdraw(bytes32,address,address,address,uint256,uint256)', 2],
    ['Borrow(bytes32,address,address,address,uint256,uint256)', 2],
    ['WithdrawCollateral(bytes32,address,address,address,uint256)', 2],
    // Compound III: https://github.com/compound-finance/comet (`CometMainInterface.sol`)
    ['Withdraw(address,address,uint256)', 1],
    ['WithdrawCollateral(address,address,address,uint256)', 1],
    // Aave: https://github.com/aave-dao/aave-v3-origin and v2 (`IPool.sol`, `ILendingPool.sol`)
    ['Borrow(address,address,address,uint256,uint8,uint256,uint16)', 2],
    ['Borrow(address,address,address,uint256,uint256,uint256,uint16)', 2],
    // Farms: https://github.com/sushi-labs/sushiswap (`MiniChefV2`), https://github.com/sushiswap/masterchef
    ['Withdraw(address,uint256,uint256,address)', 1],
    ['EmergencyWithdraw(address,uint256,uint256,address)', 1],
    ['Harvest(address,uint256,uint256)', 1],
    ['Withdraw(address,uint256,uint256)', 1],
    ['EmergencyWithdraw(address,uint256,uint256)', 1],
  ])('reads what was lent, or is borrowed, in the name of the account: %s', (event, place) => {
    const topics = [1, 2, 3].map((at) => (at === place ? me : other))
    expect(read(log(event, topics, number(9n))).collectibles).toEqual([usdc])
    expect(read(log(event, [other, other, other], number(9n))).collectibles).toEqual([])
  })

  it('reads what a vault keeps less of for the account (Balancer), and not what it keeps more of', () => {
    const event = 'InternalBalanceChanged(address,address,int256)'
    const minus = `0x${(2n ** 256n - 9n).toString(16)}`
    const lost = (user: string, delta: string) =>
      read(log(event, [user, other], delta)).collectibles
    expect(lost(me, minus)).toEqual([usdc])
    expect(lost(me, `0x8${'0'.repeat(63)}`)).toEqual([usdc])
    expect(lost(me, number(9n))).toEqual([])
    expect(lost(other, minus)).toEqual([])
    expect(read(log('Anything(address)', [me], minus)).collectibles).toEqual([])
  })

  it('names each allowance of the account to read, once', () => {
    const events = [
      log(APPROVAL, [me, other], number(5n)),
      log(APPROVAL, [me, other], number(0n)),
      log(APPROVAL, [me, word(target)], number(0n)),
      log(APPROVAL, [me, other], number(5n), target),
      log(APPROVAL, [other, me], number(5n)),
    ]
    expect(read(...events).pairs).toEqual([
      { token: usdc, spender: stranger },
      { token: usdc, spender: target },
      { token: target, spender: stranger },
    ])
  })

  it('tells the allowances of spenders apart that differ in their last byte alone', () => {
    const spenders = [1, 2].map((last) => `0x${'a'.repeat(38)}0${last}`)
    const events = spenders.map((each) => log(APPROVAL, [me, word(each)], number(5n)))
    expect(read(...events).pairs.map(({ spender }) => spender)).toEqual(spenders)
  })

  it('given the approval of one collectible, it is power; taken back, it is not', () => {
    expect(read(log(APPROVAL, [me, other, number(7n)]))).toMatchObject({
      powers: [`Approval ${usdc}`],
      pairs: [],
    })
    expect(read(log(APPROVAL, [me, word(`0x${'0'.repeat(40)}`), number(7n)])).powers).toEqual([])
    expect(read(log(APPROVAL, [me])).pairs).toEqual([])
  })

  it.each([
    ['ApprovalForAll(address,address,bool)', [me, other], number(1n)],
    ['Approval(address,address,address,uint160,uint48)', [me, other, other], number(1n)],
    ['Permit(address,address,address,uint160,uint48,uint48)', [me, other, other], number(1n)],
    ['AuthorizedOperator(address,address)', [other, me], '0x'],
    ['BorrowAllowanceDelegated(address,address,address,uint256)', [me, other, other], number(1n)],
    ['SetAuthorization(address,address,address,bool)', [other, me, other], number(1n)],
    ['OwnershipTransferred(address,address)', [me, other], '0x'],
    ['OperatorSet(address,address,bool)', [me, other], number(1n)],
    ['RelayerApprovalChanged(address,address,bool)', [other, me], number(1n)],
    ['DelegateChanged(address,address,address)', [me, other, other], '0x'],
  ])('given %s of the account, it is power', (event, topics, data) => {
    const [name] = event.split('(')
    const mine = read(log(event, topics, data))
    expect(mine.powers).toHaveLength(1)
    expect(mine.powers[0]).toMatch(new RegExp(`^${name}( \\(Permit2\\))? ${usdc}$`))
    expect(
      read(
        log(
          event,
          topics.map(() => other),
          data,
        ),
      ).powers,
    ).toEqual([])
    if (data !== '0x') expect(read(log(event, topics, number(0n))).powers).toEqual([])
  })

  it('given what the numbered tokens of ERC-6909 say, reads what leaves and what is given away', () => {
    const transfer = 'Transfer(address,address,address,uint256,uint256)'
    expect(read(log(transfer, [me, other, number(7n)], number(1n))).collectibles).toEqual([usdc])
    expect(read(log(transfer, [other, me, number(7n)], number(1n))).collectibles).toEqual([])
    const approval = 'Approval(address,address,uint256,uint256)'
    expect(read(log(approval, [me, other, number(7n)], number(1n))).powers).toEqual([
      `Approval (ERC-6909) ${usdc}`,
    ])
  })

  it('given an operator of the first 19 bytes of the account, it is power', () => {
    const status = 'OperatorStatus(bytes19,address,uint256)'
    const prefix = `${author.slice(0, 40)}${'0'.repeat(26)}`
    expect(read(log(status, [prefix, other], number(1n))).powers).toEqual([
      `OperatorStatus ${usdc}`,
    ])
    expect(read(log(status, [other, other], number(1n))).powers).toEqual([])
    expect(read(log(status, [])).powers).toEqual([])
    expect(read(log('Anything(bytes19)', [prefix])).powers).toEqual([])
  })

  it('given an event without a name that begins with the account, it is no power', () => {
    expect(read({ address: usdc, topics: [me, other], data: number(1n) }).powers).toEqual([])
  })

  it('given an account in capitals, reads it all the same', () => {
    const found = readEffectLogs(author.toUpperCase().replace('0X', '0x'), [
      log(TRANSFER, [me, other], number(1n)),
    ])
    expect(found.moved).toEqual([usdc])
  })

  it('given any events, never throws and names every contract', () => {
    const topic = fc.constantFrom(me, other, number(0n), toEventSelector(TRANSFER))
    const events = fc.array(
      fc.record({
        address: fc.constantFrom(usdc, target, stranger),
        topics: fc.array(topic, { maxLength: 4 }),
        data: fc.constantFrom('0x', number(0n), number(9n)),
      }),
    )
    fc.assert(
      fc.property(events, (list) => {
        const found = read(...list)
        expect(new Set(found.contracts)).toEqual(new Set(list.map(({ address }) => address)))
      }),
    )
  })
})
