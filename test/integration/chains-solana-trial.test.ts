import {
  AccountRole,
  type Address,
  address,
  createNoopSigner,
  type IInstruction,
} from '@solana/web3.js'
import {
  getTransferSolInstruction,
  getWithdrawNonceAccountInstruction,
} from '@solana-program/system'
import {
  getCloseAccountInstruction,
  getSyncNativeInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solanaFeeOf } from '@/src/domain/solana/solana-fee'
import { programs } from '@/src/domain/solana/solana-program'
import { decodeBase58 } from '@/src/lib/base58'
import { little, transaction } from '@/test/samples/solana'
import {
  ensureTokenAccount,
  memo,
  tokenAccountOf,
  transfer,
} from '@/test/sandbox/chains/solana/compose'
import { deriveKey } from '@/test/sandbox/chains/solana/keys'
import { LIGHTHOUSE_PROGRAM } from '@/test/sandbox/chains/solana/programs'
import { SOL, startTrialWorld, TOKEN_2022, type TrialWorld, WRAPPED } from './solana-trial-world'

const RENT = 2_039_280n
const amount = 1_000_000n

let world: TrialWorld
/** The person's token accounts: USDC, BONK, and one that is empty. */
let own: { usdc: Address; bonk: Address; empty: Address }
let vaultUsdc: Address

beforeAll(async () => {
  world = await startTrialWorld()
  const { me, vault, usdc, bonk } = world
  const { address: dust } = await deriveKey('mint dust')
  world.putMint(dust, 0)
  world.putMint(WRAPPED.address, 9)
  own = {
    usdc: await tokenAccountOf(usdc.address, me),
    bonk: await tokenAccountOf(bonk.address, me),
    empty: await tokenAccountOf(dust, me),
  }
  world.putHolding(own.empty, { mint: dust, owner: me, amount: 0n })
  vaultUsdc = await tokenAccountOf(usdc.address, vault)
})
afterAll(() => world?.stop())

const signer = () => createNoopSigner(world.me)
const paySol = (lamports: bigint, to = world.vault) => transfer(SOL, world.me, to, lamports)
const payUsdc = (units = amount) => transfer(world.usdc, world.me, world.vault, units)

const judgeSol = (...instructions: IInstruction[]) =>
  world.judge(world.accepted(SOL, amount), world.compose(instructions))
const judgeUsdc = (...instructions: IInstruction[]) =>
  world.judge(world.accepted(world.usdc, amount), world.compose(instructions))

const paid = (extra = 0n) => ({ ok: true, paid: amount, extra })

describe('an honest deposit on Solana, tried and judged', () => {
  it('given SOL, then what leaves is what was accepted', async () => {
    expect(await judgeSol(await paySol(amount), memo('order'))).toEqual(paid())
    const tried = await world.trial(world.compose([await paySol(amount)]))
    expect(tried).toMatchObject({ outcome: 'passes', effects: { fee: 5_000n, closings: [] } })
  })

  it('given tokens, then so it is', async () => {
    expect(await judgeUsdc(await payUsdc(), memo('order'))).toEqual(paid())
  })

  it("given tokens for which the vault's account is opened, then its rent is told beside it", async () => {
    const { me, vault, bonk } = world
    const open = await ensureTokenAccount(bonk.address, vault, me)
    const pay = await transfer(bonk, me, vault, amount)
    const judged = await world.judge(world.accepted(bonk, amount), world.compose([open, pay]))
    expect(judged).toEqual(paid(RENT))
  })

  it('given SOL that is wrapped, paid and unwrapped, then nothing else is left over', async () => {
    const { me, vault } = world
    const mine = await tokenAccountOf(WRAPPED.address, me)
    const deposit = [
      await ensureTokenAccount(WRAPPED.address, me, me),
      await ensureTokenAccount(WRAPPED.address, vault, me),
      await paySol(amount, mine),
      getSyncNativeInstruction({ account: mine }),
      await transfer(WRAPPED, me, vault, amount),
    ]
    const close = getCloseAccountInstruction({ account: mine, destination: me, owner: signer() })
    expect(await judgeSol(...deposit, close)).toEqual(paid(RENT))
    // The person's account stays: its rent is no SOL to spend.
    expect(await judgeSol(...deposit)).toEqual(paid(2n * RENT))
  })

  it('given tokens of Token-2022, then they are read as well', async () => {
    const { me, vault } = world
    const { address: mint } = await deriveKey('mint of 2022')
    const [mine, theirs] = [(await deriveKey('mine')).address, (await deriveKey('theirs')).address]
    world.putMint(mint, 6, TOKEN_2022)
    world.putHolding(mine, { mint, owner: me, amount: 5n * amount }, TOKEN_2022)
    world.putHolding(theirs, { mint, owner: vault, amount: 0n }, TOKEN_2022)
    const pay = (units: bigint) =>
      getTransferCheckedInstruction(
        {
          source: mine,
          mint,
          destination: theirs,
          authority: signer(),
          amount: units,
          decimals: 6,
        },
        { programAddress: TOKEN_2022 },
      )
    const order = world.accepted({ address: mint, decimals: 6 }, amount)
    expect(await world.judge(order, world.compose([pay(amount)]))).toEqual(paid())
    expect(await world.judge(order, world.compose([pay(amount + 1n)]))).toMatchObject({
      code: 'policy/takes-more',
    })
  })

  it('given an empty account of the person that is closed to them, then it passes', async () => {
    const close = getCloseAccountInstruction({
      account: own.empty,
      destination: world.me,
      owner: signer(),
    })
    expect(await judgeUsdc(await payUsdc(), close)).toEqual(paid())
  })

  it('given somebody else who pays the fee, then the person pays none', async () => {
    const bytes = world.compose([await payUsdc()], world.filler)
    expect(await world.judge(world.accepted(world.usdc, amount), bytes)).toEqual(paid())
    expect(await world.trial(bytes)).toMatchObject({ effects: { fee: 0n } })
  })

  it('given a priority fee, then the network takes it as well, as the message says', async () => {
    const budget = (kind: number, bytes: number[]): IInstruction => ({
      programAddress: address(programs.computeBudget),
      data: Uint8Array.from([kind, ...bytes]),
    })
    const price = [budget(2, little(200_000n, 4)), budget(3, little(50_000_000n, 8))]
    const bytes = world.compose([...price, await payUsdc()])
    const fee = 10_005_000n
    expect(await world.trial(bytes)).toMatchObject({ outcome: 'passes', effects: { fee } })
    expect(solanaFeeOf(bytes, world.me)).toBe(fee)
    expect(await world.judge(world.accepted(world.usdc, amount), bytes)).toEqual(paid())
  })

  it('given a blockhash that the node does not know any more, then the same', async () => {
    const bytes = world.compose([await paySol(amount)])
    world.ledger.advance(151)
    expect(await world.judge(world.accepted(SOL, amount), bytes)).toEqual(paid())
  })
})

describe('who is paid, as the trial shows it', () => {
  const units = String(amount)

  it('given coins, then the account that has more of them', async () => {
    const goes = await world.goes(
      world.accepted(SOL, amount),
      world.compose([await paySol(amount)]),
    )
    expect(goes).toEqual([{ account: world.vault, amount: units }])
  })

  it('given tokens, then the account and whose it is, most first', async () => {
    const { stranger, bonk, me, vault } = world
    const theirs = await tokenAccountOf(bonk.address, stranger)
    const bytes = world.compose([
      await ensureTokenAccount(bonk.address, stranger, me),
      await ensureTokenAccount(bonk.address, vault, me),
      await transfer(bonk, me, stranger, 1_000n),
      await transfer(bonk, me, vault, amount - 1_000n),
    ])
    expect(await world.goes(world.accepted(bonk, amount), bytes)).toEqual([
      {
        account: await tokenAccountOf(bonk.address, vault),
        owner: vault,
        amount: String(amount - 1_000n),
      },
      { account: theirs, owner: stranger, amount: '1000' },
    ])
  })

  it('given an owner that a program rules and that the message names, then which', async () => {
    const { ledger, bonk, me } = world
    const { address: state } = await deriveKey('state of a program')
    const { address: account } = await deriveKey('vault of a program')
    const dln = address('src5qyZHqTqecJV4aY6Cb6zDZLMDzrDKKezs22MPHr4')
    ledger.vm.setAccount(state, {
      ...{ lamports: 2_000_000n, data: new Uint8Array(8), owner: dln, executable: false },
    })
    world.putHolding(account, { mint: bonk.address, owner: state, amount: 0n })
    const pay = getTransferCheckedInstruction({
      ...{ source: await tokenAccountOf(bonk.address, me), mint: bonk.address },
      ...{ destination: account, authority: signer(), amount, decimals: bonk.decimals },
    })
    const order = world.accepted(bonk, amount)
    expect(await world.goes(order, world.compose([pay]))).toEqual([
      { account, owner: state, amount: units },
    ])
    const named = {
      ...pay,
      accounts: [...pay.accounts, { address: state, role: AccountRole.READONLY }],
    }
    expect(await world.goes(order, world.compose([named]))).toEqual([
      {
        account,
        owner: state,
        program: dln,
        amount: units,
      },
    ])
  })
})

describe('its hostile twins', () => {
  type Twin = [string, () => Promise<IInstruction[]> | IInstruction[], string]
  const twins: Twin[] = [
    ['pays twice', async () => [await payUsdc(1n)], 'policy/takes-more'],
    ['takes SOL beside it', async () => [await paySol(100_000_001n)], 'policy/takes-more'],
    [
      'takes another token',
      async () => [
        await ensureTokenAccount(world.bonk.address, world.vault, world.me),
        await transfer(world.bonk, world.me, world.vault, 1n),
      ],
      'policy/takes-other',
    ],
  ]
  it.each(twins)('given a deposit that also %s, then it is refused', async (_, more, code) => {
    expect(await judgeUsdc(await payUsdc(), ...(await more()))).toMatchObject({ ok: false, code })
  })

  it('given a SOL deposit that takes tokens or more SOL, then it is refused', async () => {
    expect(await judgeSol(await paySol(amount), await payUsdc(1n))).toMatchObject({
      code: 'policy/takes-other',
    })
    expect(await judgeSol(await paySol(amount + 100_000_001n))).toMatchObject({
      code: 'policy/takes-more',
    })
    expect(await judgeSol(await paySol((amount * 98n) / 100n))).toMatchObject({
      code: 'policy/pays-less',
    })
    expect(await judgeSol(memo('nothing'))).toMatchObject({ code: 'policy/pays-less' })
  })

  it('given wrapped SOL that the person had before, then it is theirs like any token', async () => {
    const { me, vault, stranger } = world
    const [mine, theirs] = [(await deriveKey('wrap')).address, (await deriveKey('theirs')).address]
    world.putHolding(mine, { mint: WRAPPED.address, owner: me, amount: 5n * amount })
    world.putHolding(theirs, { mint: WRAPPED.address, owner: vault, amount: 0n })
    const pay = getTransferCheckedInstruction({
      source: mine,
      mint: WRAPPED.address,
      destination: theirs,
      authority: signer(),
      amount,
      decimals: 9,
    })
    const close = (destination: Address) =>
      getCloseAccountInstruction({ account: mine, destination, owner: signer() })
    expect(await judgeSol(await paySol(amount), pay)).toMatchObject({ code: 'policy/takes-other' })
    expect(await judgeSol(pay)).toMatchObject({ code: 'policy/takes-other' })
    expect(await judgeSol(await paySol(amount), close(stranger))).toMatchObject({
      code: 'policy/takes-other',
    })
    expect(await judgeSol(await paySol(amount), close(me))).toEqual(paid())
    // Paid from it, the rest unwrapped to the person: only what was accepted has left.
    expect(await judgeSol(pay, close(me))).toEqual(paid())
    const wrapped = world.accepted(WRAPPED, amount)
    expect(await world.judge(wrapped, world.compose([pay]))).toEqual(paid())
  })

  it('given a call that only reads a one-of-a-kind token of the person, then it is refused', async () => {
    const { address: mint } = await deriveKey('mint of a position')
    const account = await tokenAccountOf(mint, world.me)
    world.putMint(mint, 0)
    world.putHolding(account, { mint, owner: world.me, amount: 1n })
    const use = {
      // A program that does nothing, whatever it is given.
      programAddress: LIGHTHOUSE_PROGRAM,
      accounts: [{ address: account, role: AccountRole.READONLY }],
      data: new Uint8Array(),
    }
    expect(await judgeSol(await paySol(amount), use)).toMatchObject({ code: 'policy/position' })
    world.putHolding(account, { mint, owner: world.stranger, amount: 1n })
    expect(await judgeSol(await paySol(amount), use)).toEqual(paid())
  })

  it('given an account of another program that names the person, then it must stay', async () => {
    const { address: nonce } = await deriveKey('nonce of the person')
    const me = [...(decodeBase58(world.me) ?? [])]
    // Version 1, state 1, who may use it, a blockhash, the fee of a signature.
    const data = Uint8Array.of(
      1,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      ...me,
      ...Array(32).fill(7),
      ...little(5_000n, 8),
    )
    world.ledger.vm.setAccount(nonce, {
      lamports: 3_000_000n,
      data,
      owner: SOL.address,
      executable: false,
    })
    const withdraw = getWithdrawNonceAccountInstruction({
      nonceAccount: nonce,
      recipientAccount: world.stranger,
      nonceAuthority: signer(),
      withdrawAmount: 3_000_000n,
    })
    expect(await judgeSol(await paySol(amount), withdraw)).toMatchObject({
      code: 'policy/position',
    })
    const gift = getTransferSolInstruction({ source: signer(), destination: nonce, amount: 5n })
    expect(await judgeSol(await paySol(amount), gift)).toEqual(paid(5n))
  })
})

describe('a message with an address table', () => {
  let table: Address
  beforeAll(async () => {
    const { usdc, bonk, vault } = world
    const vaultBonk = await tokenAccountOf(bonk.address, vault)
    world.putHolding(vaultBonk, { mint: bonk.address, owner: vault, amount: 0n })
    const listed = [own.usdc, vaultUsdc, usdc.address, own.bonk, vaultBonk, bonk.address]
    table = await world.putTable(listed)
  })

  /** `TransferChecked` of looked-up accounts: the writable ones of all come before the mints. */
  const transfer = (units: bigint, decimals: number, accounts: number[]) => ({
    program: programs.token,
    accounts,
    data: [12, ...little(units, 8), decimals],
  })
  const withTable = (units: bigint, others: bigint | null, named: string = table) =>
    transaction({
      keys: [world.me, programs.token],
      readonlyOthers: 1,
      instructions: [
        transfer(units, 6, [2, 6, 3, 0]),
        ...(others === null ? [] : [transfer(others, 5, [4, 7, 5, 0])]),
      ],
      lookups: [{ table: named, writable: [0, 1, 3, 4], readonly: [2, 5] }],
    })

  it('given a deposit whose accounts stand in it, then they are looked at too', async () => {
    const order = world.accepted(world.usdc, amount)
    expect(await world.judge(order, withTable(amount, null))).toEqual(paid())
    expect(await world.judge(order, withTable(amount + 1n, null))).toMatchObject({
      code: 'policy/takes-more',
    })
  })

  it('given a table that does not exist, then nothing is known', async () => {
    expect(await world.trial(withTable(amount, null, world.stranger))).toEqual({
      outcome: 'unknown',
      detail: 'An address table is not known',
    })
  })
})

describe('what cannot be tried', () => {
  it('given more than the person has, then the node says so', async () => {
    expect(await world.trial(world.compose([await payUsdc(10n ** 18n)]))).toMatchObject({
      outcome: 'reverts',
      detail: expect.stringContaining('insufficient'),
    })
  })

  it('given bytes that are no transaction, then nothing is known', async () => {
    expect(await world.reader.trial('!', world.me)).toMatchObject({ outcome: 'unknown' })
    expect(await world.reader.trial('AAAA', world.me)).toMatchObject({ outcome: 'unknown' })
  })
})
