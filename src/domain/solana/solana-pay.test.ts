import { describe, expect, it } from 'vitest'
import { decodeBase64 } from '@/src/lib/bytes'
import {
  acceptedSolana,
  amountIn,
  author,
  blockhash,
  key,
  mint,
  other,
  vault,
} from '@/test/samples/solana'
import { extension, holding, tokenData, wallet } from '@/test/samples/solana-account'
import { SOLANA_NATIVE } from '../address/address'
import type { Transfer } from '../order/order'
import { parseSolanaTransaction } from './solana-message'
import { type SolanaWay, solanaWayOf, toSolanaPayDraft } from './solana-pay'
import { programs, readInstruction } from './solana-program'
import { toTokenAccount } from './token-account'

const { token, token2022 } = programs
const decimals = acceptedSolana().from.decimals
const asked = { address: mint, decimals }

/** A mint: the common part of 82 bytes; with extensions as Token-2022 writes them. */
function mintOf(program: string = token, rules?: number[], kind = 1) {
  const data = new Uint8Array(82)
  data[44] = decimals
  data[45] = 1
  if (!rules) return { owner: program, data }
  const room = new Uint8Array(165)
  room.set(data)
  return { owner: program, data: Uint8Array.from([...room, kind, ...rules]) }
}

const fees = (now: number, next: number) => {
  const value = new Array(108).fill(0)
  value[88] = now
  value[107] = next
  return extension(1, value)
}
const hook = (program: number) =>
  extension(14, [...new Array(32).fill(9), ...new Array(32).fill(program)])

const refused = (code: string, detail: string) => ({ ok: false, code: `policy/${code}`, detail })

describe('how a Solana address is paid', () => {
  it.each([
    ['coins to an address that nobody used', { address: null, mint: null }, SOLANA_NATIVE],
    ['coins to somebody', { address: wallet(1n), mint: null }, SOLANA_NATIVE],
  ])('given %s, by the system program', (_, state, address) => {
    const way = { ok: true, program: programs.system, isAccount: false }
    expect(solanaWayOf({ address, decimals: 9 }, state)).toEqual(way)
  })

  it.each([
    ['the first program', mintOf(), token],
    ['Token-2022 without a rule', mintOf(token2022), token2022],
    [
      'Token-2022 with a name, a fee of nothing and a hook that is none',
      mintOf(token2022, [...extension(18, [1]), ...fees(0, 0), ...hook(0)]),
      token2022,
    ],
  ])('given a token of %s, by its program, whoever has the address', (_, of, program) => {
    for (const address of [null, wallet(5n), { owner: other, data: new Uint8Array(200) }]) {
      const way = { ok: true, program, isAccount: false }
      expect(solanaWayOf(asked, { address, mint: of })).toEqual(way)
    }
  })

  it('given the address is a token account of the token, pays into it', () => {
    const way = { ok: true, program: token, isAccount: true }
    const address = holding({ owner: vault })
    expect(solanaWayOf(asked, { address, mint: mintOf() })).toEqual(way)
  })

  it.each([
    ['coins to a token account', SOLANA_NATIVE, holding()],
    ['coins to a token account of Token-2022', SOLANA_NATIVE, holding({}, token2022)],
    ['coins to a mint of Token-2022', SOLANA_NATIVE, mintOf(token2022, [])],
    ['a token to an account of another', mint, holding({ mint: other })],
    ['a token to a frozen account', mint, holding({ state: 2 })],
    ['a token to a mint', mint, mintOf()],
  ])('given %s, refuses it: it would be lost', (_, address, at) => {
    const state = { address: at, mint: mintOf() }
    expect(solanaWayOf({ address, decimals }, state)).toEqual(
      refused('unsupported-kind', 'The address is a token account or a mint'),
    )
  })

  it.each([
    ['a fee', fees(1, 0), 'Extension 1'],
    ['a fee from the next epoch on', fees(0, 1), 'Extension 1'],
    ['a fee that cannot be read', extension(1, [0]), 'Extension 1'],
    ['a fee of one byte less', extension(1, new Array(107).fill(0)), 'Extension 1'],
    ['a fee of one byte more', extension(1, new Array(109).fill(0)), 'Extension 1'],
    ['a program that is called', hook(7), 'Extension 14'],
    ['a hook that cannot be read', extension(14, [0]), 'Extension 14'],
    ['a hook of one byte less', extension(14, new Array(63).fill(0)), 'Extension 14'],
    ['a hook of one byte more', extension(14, new Array(65).fill(0)), 'Extension 14'],
    ['tokens that cannot be moved', extension(9, []), 'Extension 9'],
    ['a rule that nobody knows', extension(99, []), 'Extension 99'],
    [
      'one among plain ones',
      [...hook(0), ...extension(99, []), ...extension(18, [1])],
      'Extension 99',
    ],
    ['rules that end in the middle', [3, 0, 9, 0, 1], 'Extensions that cannot be read'],
  ])('given a mint with %s, refuses it with a sentence of its own', (_, rules, detail) => {
    const state = { address: null, mint: mintOf(token2022, rules) }
    expect(solanaWayOf(asked, state)).toEqual(refused('token-rules', detail))
    // Whose account it is changes nothing of it.
    const held = { ...state, address: holding({ owner: vault }, token2022) }
    expect(solanaWayOf(asked, held)).toEqual(refused('token-rules', detail))
  })

  it.each([88, 89, 106, 107])('given byte %i of a fee is set, refuses it', (at) => {
    const value = new Array(108).fill(0)
    value[at] = 1
    const state = { address: null, mint: mintOf(token2022, extension(1, value)) }
    expect(solanaWayOf(asked, state)).toEqual(refused('token-rules', 'Extension 1'))
  })

  it.each([87, 90, 105])('given byte %i beside the fees is set, pays', (at) => {
    const value = new Array(108).fill(0)
    value[at] = 1
    const state = { address: null, mint: mintOf(token2022, extension(1, value)) }
    expect(solanaWayOf(asked, state)).toMatchObject({ ok: true })
  })

  it.each([32, 63])('given byte %i of a hook is set, refuses it', (at) => {
    const value = new Array(64).fill(0)
    value[at] = 1
    const state = { address: null, mint: mintOf(token2022, extension(14, value)) }
    expect(solanaWayOf(asked, state)).toEqual(refused('token-rules', 'Extension 14'))
  })

  it('given the rules by their numbers, pays with those alone that change nothing of a transfer', () => {
    const plain = Array.from({ length: 30 }, (_, at) => at + 1).filter((type) => {
      const state = { address: null, mint: mintOf(token2022, extension(type, [])) }
      return solanaWayOf(asked, state).ok
    })
    expect(plain).toEqual([3, 4, 6, 12, 16, 18, 19, 20, 21, 22, 23])
  })

  it.each([
    ['nothing', null],
    ['an account without data', { owner: token, data: null }],
    ['an account of somebody', { owner: other, data: new Uint8Array(82) }],
    ['a mint that was never set up', { owner: token, data: new Uint8Array(82) }],
    ['less than a mint', { owner: token, data: new Uint8Array(81) }],
    ['a token account', { owner: token, data: tokenData() }],
    ['a token account of Token-2022', mintOf(token2022, [], 2)],
  ])('given the token is %s, refuses it', (_, of) => {
    expect(solanaWayOf(asked, { address: null, mint: of })).toEqual(
      refused('malformed', 'The token is no mint'),
    )
  })

  it('given other decimals than the service says, refuses it', () => {
    const state = { address: null, mint: mintOf() }
    for (const other of [decimals - 1, decimals + 1]) {
      expect(solanaWayOf({ ...asked, decimals: other }, state)).toEqual(
        refused('wrong-decimals', `The chain says ${decimals}`),
      )
    }
  })
})

describe('the payment to a Solana address', () => {
  const transfer: Transfer = {
    depositAddress: vault,
    amount: String(amountIn),
    expiresAt: 1,
    seen: [],
  }
  const plain: SolanaWay = { program: token, isAccount: false }

  async function draft(change: Partial<Transfer> = {}, way = plain, of = mint) {
    const accepted = acceptedSolana(of)
    const planned = await toSolanaPayDraft(accepted, { ...transfer, ...change }, { way, blockhash })
    if (!planned.ok) return { refused: planned.code }
    const { action, facts } = planned.draft
    if (action.kind !== 'solanaSign') throw new Error('not to be signed')
    const read = parseSolanaTransaction(decodeBase64(action.transaction) ?? new Uint8Array())
    if (!read) throw new Error('not a transaction')
    return { facts, read, readings: read.instructions.map(readInstruction) }
  }

  it('given coins, is one transfer to the address, signed and paid for by the account alone', async () => {
    const { facts, read, readings } = await draft(
      {},
      { program: programs.system, isAccount: false },
      SOLANA_NATIVE,
    )
    expect(readings).toEqual([{ kind: 'transferSol', from: author, to: vault, amount: amountIn }])
    expect(read).toMatchObject({ feePayer: author, signers: 1, blockhash, version: 'legacy' })
    expect(read?.signatures).toEqual([new Uint8Array(64)])
    expect(facts).toMatchObject({ kind: 'transfer', to: vault })
    expect(facts).not.toHaveProperty('account')
  })

  it.each([token, token2022])(
    'given a token of %s, opens the account of the address and pays into it',
    async (program) => {
      const [source, account] = await Promise.all(
        [author, vault].map((owner) => toTokenAccount(owner, mint, program)),
      )
      const { facts, read, readings } = await draft({}, { program, isAccount: false })
      expect(readings).toEqual([
        { kind: 'createAccount', payer: author, account, owner: vault, mint },
        {
          kind: 'transferToken',
          source,
          destination: account,
          owner: author,
          amount: amountIn,
          mint,
          decimals,
        },
      ])
      expect(read?.instructions[0]?.accounts.map((each) => each.key)).toEqual([
        ...[author, account, vault, mint, programs.system, program],
      ])
      const may = read?.accounts.filter(({ writable }) => writable).map((each) => each.key)
      expect(new Set(may)).toEqual(new Set([author, source, account]))
      expect(facts).toMatchObject({ to: vault, account })
    },
  )

  it('given the address is a token account, opens none', async () => {
    const { facts, readings } = await draft({}, { program: token, isAccount: true })
    expect(readings).toMatchObject([{ kind: 'transferToken', destination: vault }])
    expect(facts).not.toHaveProperty('account')
  })

  it('given a memo and references of a link, has them with the transfer, as wallets do', async () => {
    const link = `solana:${vault}?amount=1&reference=${key('R')}&reference=none&reference=${key('S')}&memo=7`
    const { facts, read } = await draft({ memo: '7 ü', paymentUri: link })
    const [, memo, pay] = read?.instructions ?? []
    expect(memo).toMatchObject({ program: programs.memo, accounts: [] })
    expect(new TextDecoder().decode(memo?.data)).toBe('7 ü')
    expect(pay?.accounts.slice(4)).toEqual(
      [key('R'), key('S')].map((each) => ({ key: each, signer: false, writable: false })),
    )
    expect(facts).toMatchObject({ memo: '7 ü' })
  })

  it('given links without references, or of another scheme, names nobody else', async () => {
    for (const change of [{ paymentUri: `solana:${vault}` }, { qrPayload: vault }]) {
      const { read } = await draft(change)
      expect(read?.instructions.at(-1)?.accounts).toHaveLength(4)
    }
  })

  it('given what is paid, then the step says exactly that', async () => {
    const account = await toTokenAccount(vault, mint, token)
    const accepted = acceptedSolana()
    const { from } = accepted
    const told = await toSolanaPayDraft(
      accepted,
      { ...transfer, memo: '7' },
      { way: plain, blockhash },
    )
    const transaction =
      told.ok && told.draft.action.kind === 'solanaSign' && told.draft.action.transaction
    expect(told).toStrictEqual({
      ok: true,
      draft: {
        deposit: true,
        action: { kind: 'solanaSign', chainId: from.chainId, transaction },
        facts: { kind: 'transfer', token: from, to: vault, account, memo: '7' },
      },
    })
    const bare = await draft({}, { program: token, isAccount: true })
    expect(bare.facts).toStrictEqual({ kind: 'transfer', token: from, to: vault })
  })

  it('given coins with a memo, has the memo before the one transfer', async () => {
    const way = { program: programs.system, isAccount: false }
    const { readings } = await draft({ memo: '7' }, way, SOLANA_NATIVE)
    expect(readings?.map(({ kind }) => kind)).toEqual(['memo', 'transferSol'])
  })

  it('given a token account, a memo comes before the one transfer', async () => {
    const { readings } = await draft({ memo: '7' }, { program: token, isAccount: true })
    expect(readings?.map(({ kind }) => kind)).toEqual(['memo', 'transferToken'])
  })

  it('given it cannot be written, says so', async () => {
    const way = { program: token, isAccount: true }
    const nobody = { ...transfer, depositAddress: '0OIl' }
    expect(await toSolanaPayDraft(acceptedSolana(), nobody, { way, blockhash })).toEqual(
      refused('malformed', 'The payment cannot be written'),
    )
  })

  it('given what no packet has room for, or an address that is none, refuses it', async () => {
    expect(await draft({ memo: 'm'.repeat(900) })).toEqual({ refused: 'policy/malformed' })
    const nobody = { depositAddress: '0OIl' }
    const way = { program: token, isAccount: true }
    expect(await draft(nobody, way)).toEqual({ refused: 'policy/malformed' })
    expect(await draft({ memo: 'm'.repeat(600) })).toHaveProperty('read')
  })
})
