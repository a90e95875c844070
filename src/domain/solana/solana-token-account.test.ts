import { type Address, getAddressDecoder } from '@solana/web3.js'
import { AccountState, getTokenEncoder } from '@solana-program/token'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { author, mint, other, vault } from '@/test/samples/solana'
import { extension, holding, tokenData } from '@/test/samples/solana-account'
import { programs } from './solana-program'
import { readTokenAccount, sameExtensions } from './solana-token-account'

const { token, token2022 } = programs
const read = (data: Uint8Array, owner: string = token) => readTokenAccount({ owner, data })

describe('readTokenAccount', () => {
  it('given what the program itself writes, then every field of it', () => {
    const address = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes): Address => getAddressDecoder().decode(bytes))
    const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
    const account = fc.record({
      mint: address,
      owner: address,
      amount,
      delegate: fc.option(address),
      state: fc.constantFrom(AccountState.Initialized, AccountState.Frozen),
      isNative: fc.option(amount),
      delegatedAmount: amount,
      closeAuthority: fc.option(address),
    })
    fc.assert(
      fc.property(account, fc.constantFrom(token, token2022), (written, program) => {
        const data = Uint8Array.from(getTokenEncoder().encode(written))
        expect(read(data, program)).toEqual({
          mint: written.mint,
          owner: written.owner,
          amount: written.amount,
          delegate: written.delegate,
          delegated: written.delegatedAmount,
          frozen: written.state === AccountState.Frozen,
          native: written.isNative !== null,
          closeAuthority: written.closeAuthority,
          extensions: new Uint8Array(),
        })
      }),
    )
  })

  it('given a view into a longer buffer, then the bytes of the view', () => {
    const data = Uint8Array.of(9, ...tokenData({ amount: 7n }), 9).subarray(1, -1)
    expect(read(data)).toMatchObject({ mint, owner: author, amount: 7n })
  })

  it('given extensions of Token-2022, then they are kept as they are', () => {
    const rest = [2, ...extension(7, [])]
    expect(read(tokenData({ rest }), token2022)?.extensions).toEqual(Uint8Array.from(rest))
  })

  const changed = (at: number, ...bytes: number[]) => {
    const data = tokenData({ delegate: other, closeAuthority: vault, native: 1n })
    data.set(bytes, at)
    return data
  }

  it.each([
    ['the program of another', tokenData(), programs.system],
    ['a mint', tokenData().slice(0, 82), token],
    ['a byte less', tokenData().slice(0, -1), token],
    ['a byte less of Token-2022', tokenData().slice(0, -1), token2022],
    ['a byte more', tokenData({ rest: [2] }), token],
    ['a mint of Token-2022', tokenData({ rest: [1] }), token2022],
    ['a multisig of Token-2022', tokenData({ rest: [2, ...Array(189).fill(0)] }), token2022],
    ['an account that was never set up', tokenData({ state: 0 }), token],
    ['a state that does not exist', tokenData({ state: 3 }), token],
    ['a delegate that is neither there nor not', changed(72, 2), token],
    ['the same in an upper byte', changed(75, 1), token],
    ['a reserve that is neither there nor not', changed(109, 2), token],
    ['a close authority that is neither there nor not', changed(129, 2), token],
    ['no data', null, token],
  ])('given %s, then none', (_, data, owner) => {
    expect(readTokenAccount({ owner, data })).toBeNull()
  })

  it('given no account, then none', () => {
    expect(readTokenAccount(null)).toBeNull()
  })
})

describe('sameExtensions', () => {
  const of = (...rest: number[]) => {
    const found = readTokenAccount(holding({ rest: [2, ...rest] }, token2022))
    if (found === null) throw new Error('no token account')
    return found
  }
  const guard = (on: number) => extension(11, [on])
  const fees = (amount: number) => extension(2, [amount, 0, 0, 0, 0, 0, 0, 0])
  const room = (length: number) => Array<number>(length).fill(0)
  const bare = readTokenAccount({ owner: token2022, data: tokenData() })

  it.each([
    ['none on both sides', of(), of(), true],
    ['the same', of(...guard(1)), of(...guard(1)), true],
    ['fees that came', of(...guard(1), ...fees(1)), of(...guard(1), ...fees(2)), true],
    ['another order', of(...guard(1), ...fees(1)), of(...fees(1), ...guard(1)), true],
    ['room that was added', of(...guard(1)), of(...guard(1), ...room(4)), true],
    ['a tail that is too short for one', of(...guard(1)), of(...guard(1), 5, 0, 0), true],
    ['a guard that was switched off', of(...guard(1)), of(...guard(0)), false],
    ['one more', of(...guard(1)), of(...guard(1), ...fees(0)), false],
    ['one less', of(...guard(1), ...fees(0)), of(...guard(1)), false],
    ['another in its place', of(...guard(1)), of(...extension(12, [1])), false],
    ['another without a value', of(...extension(12, [])), of(...extension(13, [])), false],
    ['fees in its place', of(...guard(1)), of(...fees(0)), false],
    ['fees of another in its place', of(...fees(0)), of(...guard(1)), false],
    ['a length beyond the end', of(...guard(1)), of(11, 0, 2, 0, 1), false],
    ['the same twice', of(...guard(1), ...guard(1)), of(...guard(1), ...guard(0)), false],
    ['a start that cannot be read', of(11, 0, 2, 0, 1), of(...guard(1)), false],
  ])('given %s, then %s', (_, before, after, expected) => {
    expect(sameExtensions(before, after)).toBe(expected)
  })

  it('given an account without any, then only none is the same', () => {
    if (bare === null) throw new Error('no token account')
    expect(sameExtensions(bare, bare)).toBe(true)
    expect(sameExtensions(bare, of(...extension(12, [1])))).toBe(false)
    expect(sameExtensions(bare, of())).toBe(true)
  })
})
