import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyEd25519 } from '@/src/chains/ed25519'
import { encodeBase58 } from '@/src/lib/base58'
import * as sample from '@/test/samples/solana'
import { FACTS } from '../order/order'
import { programs } from '../solana/solana-program'
import { compareSolana, hasOtherMemo, isAlteredSolana } from './verify-solana'

const { key, memo, mint, other, table, transferSol, unitLimit, unitPrice, vault } = sample
const { computeBudget, lighthouse, system } = programs

type Message = sample.SampleMessage

type Signer = { keys: CryptoKeyPair; address: string }
let own: Signer
/** Whoever else signs. */
let sponsor: Signer
let author = ''

async function newSigner(): Promise<Signer> {
  const keys = (await crypto.subtle.generateKey('Ed25519', true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const raw = await crypto.subtle.exportKey('raw', keys.publicKey)
  return { keys, address: encodeBase58(new Uint8Array(raw)) }
}

beforeAll(async () => {
  own = await newSigner()
  sponsor = await newSigner()
  author = own.address
})

const amount = 1_000n

/** A deposit of the signing key; the first key is always who pays. */
function deposit(patch: Partial<Message> = {}): Message {
  return {
    keys: [author, vault, system, programs.memo],
    readonlyOthers: 2,
    instructions: [transferSol(amount), memo('order')],
    ...patch,
  }
}

/** What a wallet adds, with its program among the read-only accounts. */
function withAdded(
  added: sample.SampleInstruction[],
  where: 'before' | 'after' | 'between' = 'before',
): Message {
  const names = [...new Set(added.map((one) => one.program))]
  const [first, second] = [transferSol(amount), memo('order')]
  const orders = {
    before: [...added, first, second],
    after: [first, second, ...added],
    between: [first, ...added, second],
  }
  return deposit({
    keys: [author, vault, system, programs.memo, ...names],
    readonlyOthers: 2 + names.length,
    instructions: orders[where],
  })
}

/** Signed by those of the signers whose keys are at hand, by all or by some. */
async function sign(message: Message, by: Signer[] = [own, sponsor]): Promise<Uint8Array> {
  const bytes = new Uint8Array(sample.message(message))
  const signatures = message.keys.slice(0, message.signers ?? 1).map(async (address) => {
    const { privateKey } = by.find((each) => each.address === address)?.keys ?? {}
    if (!privateKey) return new Uint8Array(64)
    return new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, bytes))
  })
  return sample.transaction({ ...message, signatures: await Promise.all(signatures) })
}

/** A deposit of the signing key that somebody else pays the fee of. */
const sponsored = (patch: Partial<Message> = {}): Message => ({
  keys: [sponsor.address, author, vault, system, programs.memo],
  signers: 2,
  readonlyOthers: 2,
  instructions: [transferSol(amount, 1, 2), memo('order')],
  ...patch,
})

async function compare(signed: Message, asked: Message = deposit()) {
  return compareSolana({
    asked: sample.transaction(asked),
    signed: await sign(signed),
    author,
    verify: verifyEd25519,
  })
}

const code = async (...args: Parameters<typeof compare>) => {
  const verdict = await compare(...args)
  if (verdict.ok) return 'ok'
  expect(FACTS).toContain(verdict.fact.kind)
  return verdict.code
}

const assertion = { program: lighthouse, accounts: [0], data: [5, 0, 0, 1] }

describe('compareSolana, what a wallet may hand back', () => {
  it('given exactly what was asked, signed, then its signature and bytes', async () => {
    const bytes = await sign(deposit())
    expect(await compare(deposit())).toEqual({
      ok: true,
      signature: encodeBase58(bytes.slice(1, 65)),
      bytes,
      added: [],
    })
  })

  it('given a legacy message, or one with lookup tables, then it is compared alike', async () => {
    const legacy = () => deposit({ version: 'legacy' })
    expect(await code(legacy(), legacy())).toBe('ok')
    const lookups = [{ table, writable: [1], readonly: [2] }]
    const looked = () => deposit({ lookups })
    expect(await code(looked(), looked())).toBe('ok')
  })

  it.each(['before', 'between', 'after'] as const)(
    'given assertions added %s ours, then they are named',
    async (where) => {
      expect(await compare(withAdded([assertion, assertion], where))).toMatchObject({
        ok: true,
        added: [lighthouse],
      })
    },
  )

  it('given a compute limit and price added, then they are named', async () => {
    const added = [unitLimit(200_000n), unitPrice(1_000n), assertion]
    expect(await compare(withAdded(added))).toMatchObject({
      ok: true,
      added: [computeBudget, lighthouse],
    })
  })

  it('given an assertion about an account that is new to the message, then it may be read', async () => {
    const signed = deposit({
      keys: [author, vault, system, programs.memo, lighthouse, mint],
      readonlyOthers: 4,
      instructions: [{ ...assertion, accounts: [5] }, transferSol(amount), memo('order')],
    })
    expect(await code(signed)).toBe('ok')
  })

  it('given looked-up accounts moved by a program that was added, then they are the same accounts', async () => {
    const lookups = [{ table, writable: [1], readonly: [2] }]
    const call = (accounts: number[]) => ({ program: programs.memo, accounts })
    const asked = deposit({ lookups, instructions: [transferSol(amount), call([4, 5])] })
    const signed = deposit({
      keys: [author, vault, system, programs.memo, lighthouse],
      readonlyOthers: 3,
      lookups,
      instructions: [transferSol(amount), call([5, 6]), assertion],
    })
    expect(await code(signed, asked)).toBe('ok')
    const swapped = { ...signed, instructions: [transferSol(amount), call([6, 5]), assertion] }
    expect(await code(swapped, asked)).toBe('policy/solana-changed')
  })

  it('given a budget of ours kept and assertions added, then ours counts once', async () => {
    const asked = withAdded([unitLimit(1n), unitPrice(1n)])
    expect(await code(asked, asked)).toBe('ok')
  })

  it('given a price at the bound, then it may be signed', async () => {
    expect(await code(withAdded([unitLimit(200_000n), unitPrice(50_000_000n)]))).toBe('ok')
  })

  it('given a larger heap added, then it may be signed', async () => {
    expect(await code(withAdded([{ program: computeBudget, data: [1, 0, 0, 1, 0] }]))).toBe('ok')
  })

  it('given eight instructions added, then that is the most', async () => {
    expect(await code(withAdded(Array(8).fill(assertion)))).toBe('ok')
    expect(await code(withAdded(Array(9).fill(assertion)))).toBe('policy/solana-instruction')
  })
})

describe('compareSolana, what is never submitted', () => {
  const changed = 'policy/solana-changed'
  const instruction = 'policy/solana-instruction'

  it.each<[string, () => Message, string]>([
    [
      'another amount',
      () => deposit({ instructions: [transferSol(amount + 1n), memo('order')] }),
      changed,
    ],
    ['another receiver', () => deposit({ keys: [author, other, system, programs.memo] }), changed],
    [
      'another memo',
      () => deposit({ instructions: [transferSol(amount), memo('other')] }),
      changed,
    ],
    [
      'instructions in another order',
      () => deposit({ instructions: [memo('order'), transferSol(amount)] }),
      instruction,
    ],
    [
      'an instruction of ours missing at the end',
      () => deposit({ instructions: [transferSol(amount)] }),
      changed,
    ],
    ['all of ours missing', () => deposit({ instructions: [] }), changed],
    [
      'an instruction of ours twice',
      () => deposit({ instructions: [transferSol(amount), memo('order'), memo('order')] }),
      instruction,
    ],
    [
      'an account more in ours',
      () =>
        deposit({ instructions: [{ ...transferSol(amount), accounts: [0, 1, 1] }, memo('order')] }),
      changed,
    ],
    [
      'a transfer added',
      () => deposit({ instructions: [transferSol(1n), transferSol(amount), memo('order')] }),
      changed,
    ],
    ['a call of a new program', () => withAdded([{ program: other }]), instruction],
    [
      'a memory write of Lighthouse',
      () => withAdded([{ program: lighthouse, accounts: [0], data: [0] }]),
      instruction,
    ],
    [
      'a compute-budget instruction that cannot be read',
      () => withAdded([{ program: computeBudget, data: [9] }]),
      instruction,
    ],
    [
      'a price above the bound',
      () => withAdded([unitLimit(200_000n), unitPrice(50_000_001n)]),
      instruction,
    ],
    ['two prices', () => withAdded([unitPrice(1n), unitPrice(1n)]), instruction],
    ['another blockhash', () => deposit({ blockhash: key('C') }), changed],
    ['another version', () => deposit({ version: 'legacy' }), changed],
    [
      'a lookup table added',
      () => deposit({ lookups: [{ table, writable: [], readonly: [1] }] }),
      changed,
    ],
    ['another fee payer', () => deposit({ keys: [other, vault, system, programs.memo] }), changed],
    ['a second signer', () => deposit({ signers: 2 }), changed],
    [
      'an account of ours that may no longer be written',
      () => deposit({ readonlyOthers: 3 }),
      changed,
    ],
    ['an account of ours that may now be written', () => deposit({ readonlyOthers: 1 }), changed],
    [
      'a new account that may be written',
      () =>
        deposit({
          keys: [author, vault, other, system, programs.memo],
          instructions: [transferSol(amount), memo('order')],
        }),
      changed,
    ],
    ['bytes that are no transaction', () => deposit({ tail: [0] }), changed],
  ])('given %s, then it is refused', async (_, signed, expected) => {
    expect(await code(signed())).toBe(expected)
  })

  it.each<[string, NonNullable<sample.SampleMessage['lookups']>, string]>([
    ['another table', [{ table: other, writable: [1], readonly: [2] }], changed],
    ['another writable index', [{ table, writable: [3], readonly: [2] }], changed],
    ['another read-only index', [{ table, writable: [1], readonly: [3] }], changed],
    ['no table', [], changed],
  ])('given %s in place of the lookup, then it is refused', async (_, lookups, expected) => {
    const asked = deposit({ lookups: [{ table, writable: [1], readonly: [2] }] })
    expect(await code(deposit({ lookups }), asked)).toBe(expected)
  })

  it('given the same call of another program, then it is refused', async () => {
    const keys = [author, vault, system, programs.memoV1]
    const instructions = [transferSol(amount), { ...memo('order'), program: programs.memoV1 }]
    expect(await code(deposit({ keys, instructions }))).toBe(instruction)
  })

  it('given accounts of ours in another order, then it is refused', async () => {
    const call = (accounts: number[]) => deposit({ instructions: [{ ...memo('x'), accounts }] })
    expect(await code(call([1, 0]), call([0, 1]))).toBe(changed)
    expect(await code(call([0]), call([0, 1]))).toBe(changed)
    expect(await code(call([0, 1]), call([0, 1]))).toBe('ok')
  })

  it('given prices that are too dear or set twice, then the refusal says so', async () => {
    const dear = await compare(withAdded([unitLimit(200_000n), unitPrice(10n ** 9n)]))
    expect(dear).toMatchObject({ detail: 'priorityFee 200000000' })
    const twice = await compare(withAdded([unitPrice(1n), unitPrice(1n)]))
    expect(twice).toMatchObject({ detail: 'twoPrices' })
  })

  it('given nothing that can be read, then it is refused', async () => {
    const input = { author, verify: verifyEd25519, asked: sample.transaction(deposit()) }
    const bytes = new Uint8Array(3)
    expect(await compareSolana({ ...input, asked: bytes, signed: bytes })).toMatchObject({
      detail: 'unread',
    })
    expect(await compareSolana({ ...input, signed: bytes })).toMatchObject({
      detail: 'unread',
    })
    expect(await compareSolana({ ...input, signed: input.asked })).toMatchObject({
      detail: 'signature',
    })
  })

  it('given a price of ours that was raised, then it is refused', async () => {
    const asked = withAdded([unitLimit(200_000n), unitPrice(1n)])
    const signed = withAdded([unitLimit(200_000n), unitPrice(2n)])
    expect(await code(signed, asked)).toBe(instruction)
  })

  it('given an account of ours that must sign now, then it is refused', async () => {
    const asked = deposit({
      keys: [author, other, vault, system, programs.memo],
      signers: 2,
      instructions: [],
    })
    expect(await code({ ...asked, readonlySigners: 1 }, asked)).toBe(changed)
  })

  it('given a second signer of ours replaced by another, then it is refused', async () => {
    const asked = deposit({
      keys: [author, sponsor.address, system, programs.memo],
      signers: 2,
      readonlySigners: 1,
    })
    const signed = { ...asked, keys: [author, other, system, programs.memo] }
    expect(await code(signed, asked)).toBe(changed)
    expect(await code(asked, asked)).toBe('ok')
  })

  it('given a message that others signed before, then nothing is added and no signature is lost', async () => {
    const asked = deposit({ keys: [author, sponsor.address, system, programs.memo], signers: 2 })
    const input = { asked: await sign(asked, [sponsor]), author, verify: verifyEd25519 }
    expect(await compareSolana({ ...input, signed: await sign(asked) })).toMatchObject({ ok: true })
    const changed = { ok: false, code: 'policy/solana-changed', detail: 'others' }
    expect(await compareSolana({ ...input, signed: await sign(asked, [own]) })).toMatchObject(
      changed,
    )
    const more = {
      ...withAdded([unitLimit(200_000n)]),
      keys: [author, sponsor.address, system, programs.memo, computeBudget],
      signers: 2,
    }
    expect(await compareSolana({ ...input, signed: await sign(more) })).toMatchObject(changed)
  })

  it('given a signature of nobody, or over something else, then it is refused', async () => {
    const base = { asked: sample.transaction(deposit()), author, verify: verifyEd25519 }
    const unsigned = sample.transaction(deposit())
    expect(await compareSolana({ ...base, signed: unsigned })).toMatchObject({
      code: 'policy/solana-signature',
    })
    const signed = await sign(deposit())
    signed[10] = (signed[10] ?? 0) ^ 1
    expect(await compareSolana({ ...base, signed })).toMatchObject({
      code: 'policy/solana-signature',
    })
  })

  it('given something that was asked and cannot be read, then nothing is compared', async () => {
    const input = { signed: await sign(deposit()), author, verify: verifyEd25519 }
    expect(await compareSolana({ ...input, asked: new Uint8Array(3) })).toMatchObject({
      code: 'policy/malformed',
    })
  })

  it('given another author than who was asked to sign, then it is refused', async () => {
    const input = { asked: sample.transaction(deposit()), signed: await sign(deposit()) }
    expect(await compareSolana({ ...input, author: other, verify: verifyEd25519 })).toMatchObject({
      code: 'policy/solana-changed',
      fact: { kind: 'feePayer' },
    })
  })

  it('given an asked transaction that another pays for, then one that the person pays for is refused', async () => {
    const asked = deposit({ keys: [other, vault, system, programs.memo] })
    expect(await code(deposit(), asked)).toBe('policy/solana-changed')
    expect(await code(deposit(), sponsored())).toBe('policy/solana-changed')
  })

  it('given any byte of the signed transaction changed, then it is refused', async () => {
    const asked = sample.transaction(deposit())
    const signed = await sign(deposit())
    await fc.assert(
      fc.asyncProperty(
        fc.nat(signed.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          const bytes = signed.slice()
          bytes[at] = (bytes[at] ?? 0) ^ flip
          const verdict = await compareSolana({
            asked,
            signed: bytes,
            author,
            verify: verifyEd25519,
          })
          expect(verdict.ok).toBe(false)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('compareSolana, where somebody else pays the fee', () => {
  const compared = async (signed: Uint8Array, asked = sponsored()) =>
    compareSolana({ asked: await sign(asked, [sponsor]), signed, author, verify: verifyEd25519 })

  it('given both have signed, then its id is the signature of who pays', async () => {
    const signed = await sign(sponsored())
    expect(await compared(signed)).toEqual({
      ok: true,
      signature: encodeBase58(signed.slice(1, 65)),
      bytes: signed,
      added: [],
    })
  })

  it('given who pays has signed the same once more, then it is the same payment under another id', async () => {
    const again = sponsored({ keys: [other, author, vault, system, programs.memo] })
    const bytes = await sign(again)
    // Whoever has a key can sign a message in more ways than one: here any signature of theirs is right.
    const isRight = (key: Uint8Array, ...rest: [Uint8Array, Uint8Array]) =>
      encodeBase58(key) === other ? Promise.resolve(true) : verifyEd25519(key, ...rest)
    const withId = (byte: number) => bytes.map((each, at) => (at > 0 && at < 65 ? byte : each))
    const input = { asked: withId(7), author, verify: isRight }
    const [first, second] = await Promise.all(
      [7, 8].map((byte) => compareSolana({ ...input, signed: withId(byte) })),
    )
    expect(second).toMatchObject({ ok: true, signature: encodeBase58(new Uint8Array(64).fill(8)) })
    expect(first).toMatchObject({ ok: true, signature: encodeBase58(new Uint8Array(64).fill(7)) })
  })

  it('given their signature is gone or wrong, then it could not be sent', async () => {
    const changed = { ok: false, code: 'policy/solana-changed', fact: { kind: 'others' } }
    expect(await compared(await sign(sponsored(), [own]))).toMatchObject(changed)
    const wrong = await sign(sponsored())
    wrong[10] = (wrong[10] ?? 0) ^ 1
    expect(await compared(wrong)).toMatchObject(changed)
  })

  it('given the person has not signed, then its id alone is no signature of theirs', async () => {
    expect(await compared(await sign(sponsored(), [sponsor]))).toMatchObject({
      code: 'policy/solana-signature',
    })
  })

  it('given another blockhash, or anything added, then their signature would be void', async () => {
    const fresh = sponsored({ blockhash: key('C') })
    expect(await compared(await sign(fresh))).toMatchObject({ fact: { kind: 'blockhash' } })
    const more = sponsored({
      keys: [sponsor.address, author, vault, system, programs.memo, computeBudget],
      readonlyOthers: 3,
      instructions: [unitLimit(200_000n), ...sponsored().instructions],
    })
    expect(await compared(await sign(more))).toMatchObject({ fact: { kind: 'others' } })
  })
})

describe('isAlteredSolana, what landed and is not to the letter what was asked', () => {
  const swap = key('P')
  const call = { program: swap, accounts: [0, 1], data: [7] }
  const isAltered = (found: Message, asked: Message = deposit()) =>
    isAlteredSolana(sample.transaction(asked), sample.transaction(found), author)
  /** A transfer alone, to any account. */
  const paying = (to: string, patch: Partial<Message> = {}) =>
    deposit({ keys: [author, to, system, programs.memo], ...patch })

  it.each<[string, () => Message]>([
    ['another memo', () => deposit({ instructions: [transferSol(amount), memo('other')] })],
    ['no memo', () => deposit({ instructions: [transferSol(amount)] })],
    ['a newer block hash', () => deposit({ blockhash: other })],
    ['another amount', () => deposit({ instructions: [transferSol(1n), memo('order')] })],
    ['a sponsor', () => sponsored()],
    [
      'an account that stands in a table',
      () =>
        deposit({
          instructions: [transferSol(amount, 0, 4)],
          lookups: [{ table, writable: [1], readonly: [] }],
        }),
    ],
  ])('given the same payment with %s, then it may be it', (_, found) => {
    expect(isAltered(found())).toBe(true)
  })

  it('given a program that was to be called, or an account that a token was to go to, then it may be it', () => {
    const calling = (patch: Partial<Message> = {}) =>
      deposit({ keys: [author, vault, swap], readonlyOthers: 1, instructions: [call], ...patch })
    expect(isAltered(calling({ blockhash: other }), calling())).toBe(true)
    const tokens = () =>
      sample.tokenDeposit({ keys: [author, ...sample.tokenDeposit().keys.slice(1)] })
    const alone = { ...tokens(), instructions: [sample.transferTokens(5n, 6, [1, 3, 2, 0])] }
    expect(isAltered(alone, tokens())).toBe(true)
    expect(isAltered(deposit(), tokens())).toBe(false)
  })

  it.each<[string, () => Message]>([
    ['it pays another account', () => paying(other)],
    ['it only says the same memo', () => deposit({ instructions: [memo('order')] })],
    [
      'it calls another program',
      () => deposit({ keys: [author, vault, swap], instructions: [call] }),
    ],
    ['another account signs it', () => deposit({ keys: [other, vault, system, programs.memo] })],
  ])('given that %s, then it is something else', (_, found) => {
    expect(isAltered(found())).toBe(false)
  })

  it('given an account of the author is made on the way in both, then that says nothing', () => {
    const { associatedToken, token } = programs
    const wrapped = (to: string, program: string) => ({
      keys: [author, to, mint, system, token, associatedToken, program],
      readonlyOthers: 5,
      instructions: [
        { program: associatedToken, accounts: [0, 1, 0, 2, 3, 4], data: [1] },
        transferSol(amount),
        { program, accounts: [0, 1], data: [7] },
      ],
    })
    expect(isAltered(wrapped(vault, swap), wrapped(vault, key('Q')))).toBe(false)
    expect(isAltered(wrapped(vault, swap), wrapped(vault, swap))).toBe(true)
  })

  it('given bytes that nobody can read, then they may be anything', () => {
    const asked = sample.transaction(deposit())
    expect(isAlteredSolana(asked, Uint8Array.of(1, 2), author)).toBe(true)
    expect(isAlteredSolana(Uint8Array.of(1, 2), asked, author)).toBe(true)
  })
})

describe('hasOtherMemo, what names another payment to an address of many', () => {
  const paying = (...memos: string[]) =>
    sample.transaction(
      deposit({ instructions: [transferSol(amount), ...memos.map((each) => memo(each))] }),
    )

  it('is what carries a memo, and not the one that was asked for', () => {
    const asked = paying('order')
    expect(hasOtherMemo(asked, paying('other'))).toBe(true)
    expect(hasOtherMemo(asked, paying('order'))).toBe(false)
    expect(hasOtherMemo(asked, paying('other', 'order'))).toBe(false)
    expect(hasOtherMemo(paying('order', 'more'), asked)).toBe(false)
  })

  it('is nothing that carries none, that nobody can read, or where none was asked for', () => {
    expect(hasOtherMemo(paying('order'), paying())).toBe(false)
    expect(hasOtherMemo(paying('order'), new Uint8Array())).toBe(false)
    expect(hasOtherMemo(new Uint8Array(), paying('order'))).toBe(false)
    expect(hasOtherMemo(paying(), paying('other'))).toBe(false)
  })
})
