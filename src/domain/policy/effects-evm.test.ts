import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptedNative,
  acceptedOrder,
  amountIn,
  stranger,
  target,
  usdc,
} from '@/test/samples/policy'
import {
  type Allowed,
  burnsGas,
  type EvmEffects,
  judgeEvmEffects,
  roundingOf,
  withMined,
} from './effects-evm'

const coins = 10n ** 18n
const weth = '0x4200000000000000000000000000000000000006'

function effects(patch: Partial<EvmEffects> = {}): EvmEffects {
  return {
    native: { before: coins, after: coins },
    tokens: { [usdc]: { before: 2n * amountIn, after: amountIn } },
    allowances: [{ token: usdc, spender: target, before: 0n, after: 0n }],
    powers: [],
    lost: [],
    positions: [],
    ...patch,
  }
}
const allowed = (patch: Partial<Allowed> = {}): Allowed => ({
  value: 0n,
  approval: { spender: target, amount: amountIn },
  ...patch,
})
const judge = (found: EvmEffects, may = allowed()) =>
  explained(judgeEvmEffects(acceptedOrder(), found, may))

/** Every refusal says what is wrong, for the person who looks closer and for support. */
function explained(verdict: ReturnType<typeof judgeEvmEffects>) {
  if (!verdict.ok) expect(verdict.detail).toMatch(/\S{2}/)
  return verdict
}
const judgeNative = (left: bigint, value: bigint, patch: Partial<EvmEffects> = {}) =>
  judgeEvmEffects(
    acceptedNative(),
    effects({ native: { before: coins, after: coins - left }, tokens: {}, ...patch }),
    { value },
  )
const leaves = (left: bigint) => ({
  tokens: { [usdc]: { before: 2n * amountIn, after: 2n * amountIn - left } },
})

describe('judgeEvmEffects, of a token', () => {
  it('given exactly what was accepted, lets it through', () => {
    expect(judge(effects())).toEqual({ ok: true, paid: amountIn, fee: 0n })
  })

  it.each([
    [amountIn + 2n, 'policy/takes-more'],
    [2n * amountIn, 'policy/takes-more'],
    [(amountIn * 99n) / 100n - 1n, 'policy/pays-less'],
    [0n, 'policy/pays-less'],
    [-1n, 'policy/pays-less'],
  ])('given %s that leave, refuses', (left, code) => {
    expect(judge(effects(leaves(left)))).toMatchObject({ ok: false, code })
  })

  it('given a token that rounds a balance by its smallest unit, lets one more leave, and says so', () => {
    expect(judge(effects(leaves(amountIn + 1n)))).toEqual({
      ok: true,
      paid: amountIn + 1n,
      fee: 0n,
    })
    // What may still be taken is nobody's rounding.
    const allowances = [{ token: usdc, spender: target, before: 0n, after: 1n }]
    expect(judge(effects({ ...leaves(amountIn), allowances }))).toMatchObject({ ok: false })
  })

  it.each([
    [1n, 'policy/takes-more'],
    [999_999n, 'policy/takes-more'],
    [1_000_000n, undefined],
  ])(
    'given one unit more of %s, lets it leave only where it is a millionth at most',
    (due, code) => {
      const { from, ...rest } = acceptedOrder()
      const accepted = { ...rest, from: { ...from, amount: String(due) } }
      const found = effects(leaves(due + 1n))
      const verdict = judgeEvmEffects(accepted, found, { value: 0n })
      expect(verdict).toMatchObject(code === undefined ? { ok: true, paid: due + 1n } : { code })
    },
  )

  it('given 99 % that leave, lets it through and says so', () => {
    const left = (amountIn * 99n) / 100n
    expect(judge(effects(leaves(left)))).toEqual({ ok: true, paid: left, fee: 0n })
  })

  it('given a token whose balance could not be read, refuses', () => {
    expect(judge(effects({ tokens: {} }))).toMatchObject({ code: 'policy/pays-less' })
  })

  it('given what may still be taken, counts it with what leaves, until the approvals are mined', () => {
    const standing = (after: bigint) =>
      effects({ allowances: [{ token: usdc, spender: target, before: after + amountIn, after }] })
    expect(judge(standing(1n))).toMatchObject({ code: 'policy/takes-more' })
    expect(judge(standing(1n), allowed({ approved: true }))).toMatchObject({ ok: true })
    const grown = effects({
      allowances: [{ token: usdc, spender: stranger, before: 0n, after: 1n }],
    })
    expect(judge(grown, allowed({ approved: true }))).toMatchObject({ code: 'policy/gives-power' })
  })

  it('given coins that leave, counts them as a fee up to what is sent along', () => {
    const native = { before: coins, after: coins - 7n }
    expect(judge(effects({ native }), allowed({ value: 7n }))).toMatchObject({ ok: true, fee: 7n })
    expect(judge(effects({ native }), allowed({ value: 9n }))).toMatchObject({ ok: true, fee: 7n })
    expect(judge(effects({ native }), allowed({ value: 6n }))).toMatchObject({
      code: 'policy/takes-more',
    })
  })

  it('given coins that arrive, counts no fee', () => {
    const native = { before: coins, after: coins + 7n }
    expect(judge(effects({ native }))).toEqual({ ok: true, paid: amountIn, fee: 0n })
  })
})

describe('judgeEvmEffects, of coins', () => {
  it('given exactly what was accepted, lets it through', () => {
    expect(judgeNative(amountIn, amountIn)).toEqual({ ok: true, paid: amountIn, fee: 0n })
  })

  it('given a little less, lets it through without a fee, and says what left', () => {
    const left = amountIn - 1n
    expect(judgeNative(left, amountIn)).toEqual({ ok: true, paid: left, fee: 0n })
  })

  it('given more by a fee that is sent along, tells it apart', () => {
    expect(judgeNative(amountIn + 3n, amountIn + 3n)).toEqual({ ok: true, paid: amountIn, fee: 3n })
  })

  it.each([
    [amountIn + 1n, amountIn, 'policy/takes-more'],
    [amountIn / 2n, amountIn, 'policy/pays-less'],
    [0n, amountIn, 'policy/pays-less'],
  ])('given %s that leave of %s sent, refuses', (left, value, code) => {
    expect(judgeNative(left, value)).toMatchObject({ ok: false, code })
  })
})

describe('judgeEvmEffects, of everything else', () => {
  const other = (before: bigint, after: bigint) =>
    effects({ tokens: { ...effects().tokens, [weth]: { before, after } } })

  it('given another token of which there is less, refuses; more or as much is well', () => {
    expect(judge(other(5n, 4n))).toMatchObject({ code: 'policy/takes-other' })
    expect(judge(other(5n, 5n))).toMatchObject({ ok: true })
    expect(judge(other(5n, 6n))).toMatchObject({ ok: true })
  })

  it('given a routing token that was held before, lets it round as well, and no other token', () => {
    const source = usdc
    const through = (before: bigint, after: bigint, token = weth) => {
      const parts = [
        { kind: 'move' as const, changes: { [source]: -amountIn, [token]: 100n } },
        { kind: 'deposit' as const, changes: { [token]: before === after ? -100n : -101n } },
      ]
      return judge(other(before, after), allowed({ route: { token, parts } }))
    }
    expect(through(1_000_000n, 999_999n)).toMatchObject({ ok: true })
    expect(through(1_000_000n, 999_998n)).toMatchObject({ code: 'policy/takes-other' })
    expect(through(999_999n, 999_998n)).toMatchObject({ code: 'policy/takes-other' })
    expect(through(1_000_000n, 999_999n, stranger)).toMatchObject({ code: 'policy/takes-other' })
    expect(judge(other(1_000_000n, 999_999n))).toMatchObject({ code: 'policy/takes-other' })
  })

  it('given a token with the very balances of the coins, it is another token all the same', () => {
    const coin = { before: coins, after: coins - amountIn }
    expect(judgeNative(amountIn, amountIn, { tokens: { [weth]: coin } })).toMatchObject({
      code: 'policy/takes-other',
    })
  })

  it('given something that left and tells no balance, refuses', () => {
    expect(judge(effects({ lost: [stranger] }))).toMatchObject({
      code: 'policy/takes-other',
      detail: expect.stringContaining(stranger),
    })
  })

  it('given power that was handed over, refuses', () => {
    expect(judge(effects({ powers: ['ApprovalForAll'] }))).toMatchObject({
      code: 'policy/gives-power',
      detail: 'ApprovalForAll',
    })
  })

  it('given a contract in which something is held, refuses before all else', () => {
    const found = effects({ positions: [target], powers: ['ApprovalForAll'] })
    expect(judge(found)).toMatchObject({ code: 'policy/position' })
  })

  const allowance = (token: string, spender: string, before: bigint, after: bigint) =>
    effects({ allowances: [{ token, spender, before, after }] })

  it.each([
    ['more than the exact approval', usdc, target, 0n, amountIn + 1n, false],
    ['the exact amount for somebody else', usdc, stranger, 0n, amountIn, false],
    ['the exact amount of another token', weth, target, 0n, amountIn, false],
    ['as much as before', weth, stranger, 5n, 5n, true],
    ['less than before', weth, stranger, 5n, 1n, true],
    ['a little more than before', weth, stranger, 5n, 6n, false],
  ])('given %s left to take: %s %s %s -> %s', (_, token, spender, before, after, ok) => {
    expect(judge(allowance(token, spender, before, after))).toMatchObject(
      ok ? { ok } : { code: 'policy/gives-power' },
    )
  })

  it.each([
    ['the exact approval still stands', amountIn, amountIn, 'policy/takes-more'],
    ['a unit more may still be taken than was accepted', amountIn - 1n, 2n, 'policy/takes-more'],
    ['what may still be taken is the rest of it', amountIn - 1n, 1n, undefined],
  ])('given what was paid and %s, judges both together', (_, left, after, code) => {
    const found = { ...allowance(usdc, target, 0n, after), ...leaves(left) }
    expect(judge(found)).toMatchObject(code === undefined ? { ok: true } : { code })
  })

  it('given an older approval of the token that would let more be taken, refuses', () => {
    expect(judge(allowance(usdc, stranger, 9n * amountIn, 9n * amountIn))).toMatchObject({
      code: 'policy/takes-more',
    })
    expect(judge(allowance(weth, stranger, 9n * amountIn, 9n * amountIn))).toMatchObject({
      ok: true,
    })
  })

  it('given no approval that was asked, any larger allowance refuses', () => {
    expect(
      judgeEvmEffects(acceptedOrder(), allowance(usdc, target, 0n, 1n), { value: 0n }),
    ).toEqual({
      ok: false,
      code: 'policy/gives-power',
      detail: `${target} may take 1 of ${usdc}`,
      fact: { kind: 'mayTake', values: [target, usdc] },
      power: 'event',
    })
  })
})

describe('judgeEvmEffects, of the gas that is used', () => {
  const onChain = (chainId: number, gas: bigint) => {
    const { from, ...rest } = acceptedOrder()
    const accepted = { ...rest, from: { ...from, chainId } }
    return judgeEvmEffects(accepted, effects({ gas }), allowed())
  }

  it('given as much as payments with swaps take, lets it through; given far more, refuses', () => {
    expect(onChain(8_453, 5_000_000n)).toMatchObject({ ok: true })
    expect(onChain(8_453, 5_000_001n)).toEqual({
      ok: false,
      code: 'policy/burns-gas',
      detail: '5000001 gas are used, 5000000 at most are accepted',
    })
  })

  it('given Mantle, which counts it as others do since its Arsia upgrade, goes by the same', () => {
    expect(onChain(5_000, 5_000_000n)).toMatchObject({ ok: true })
    expect(onChain(5_000, 5_000_001n)).toMatchObject({ code: 'policy/burns-gas' })
  })
})

describe('judgeEvmEffects, whatever happens', () => {
  const amount = fc.bigInt({ min: 0n, max: 3n * amountIn })
  const change = fc.record({ before: amount, after: amount })
  const found = fc.record({
    native: change,
    tokens: fc.dictionary(fc.constantFrom(usdc, weth, stranger), change),
    allowances: fc.array(
      fc.record({
        token: fc.constantFrom(usdc, weth),
        spender: fc.constantFrom(target, stranger),
        before: amount,
        after: amount,
      }),
      { maxLength: 3 },
    ),
    powers: fc.constantFrom([], ['ApprovalForAll']),
    lost: fc.constantFrom([], [stranger]),
    positions: fc.constantFrom([], [target]),
  })

  it('no effect that is let through exceeds what was accepted and sent', () => {
    fc.assert(
      fc.property(found, amount, fc.boolean(), (each, sent, isNative) => {
        const accepted = isNative ? acceptedNative() : acceptedOrder()
        const value = isNative ? amountIn + sent : sent
        const verdict = judgeEvmEffects(accepted, each, allowed({ value }))
        if (!verdict.ok) return
        const coinsLeft = each.native.before - each.native.after
        expect(coinsLeft <= value).toBe(true)
        for (const [token, { before, after }] of Object.entries(each.tokens)) {
          // One smallest unit is what a token may round.
          if (token === usdc && !isNative) expect(before - after <= amountIn + 1n).toBe(true)
          else expect(after >= before).toBe(true)
        }
        let still = 0n
        for (const { token, before, after } of each.allowances) {
          expect(after <= before || after <= amountIn).toBe(true)
          if (token === usdc && !isNative) still += after
        }
        expect(still === 0n || verdict.paid + still <= amountIn).toBe(true)
        expect([each.powers, each.lost, each.positions]).toEqual([[], [], []])
        const total = isNative ? verdict.paid + verdict.fee : verdict.paid
        expect(total).toBe(
          isNative
            ? coinsLeft
            : (each.tokens[usdc]?.before ?? 0n) - (each.tokens[usdc]?.after ?? 0n),
        )
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('what a refusal of a trial says', () => {
  const refused = (code: string, detail: string, more: object = {}) => ({
    ok: false,
    ...{ code: `policy/${code}`, detail, ...more },
  })
  const fact = (kind: string, ...values: (string | bigint)[]) => ({
    fact: { kind, values: values.map(String) },
  })
  const other = (before: bigint, after: bigint) =>
    effects({ tokens: { ...effects().tokens, [weth]: { before, after } } })
  const least = (amountIn * 99n) / 100n

  it.each<[string, Partial<EvmEffects>, object]>([
    [
      'something is held where it is called',
      { positions: [target, stranger] },
      refused('position', `Something is held at ${target}`),
    ],
    [
      'power is given away',
      { powers: ['ApprovalForAll', 'another'] },
      refused('gives-power', 'ApprovalForAll', {
        power: 'event',
        ...fact('event', 'ApprovalForAll'),
      }),
    ],
    [
      'somebody may take more',
      { allowances: [{ token: weth, spender: stranger, before: 1n, after: 2n }] },
      refused('gives-power', `${stranger} may take 2 of ${weth}`, {
        power: 'event',
        ...fact('mayTake', stranger, weth),
      }),
    ],
    [
      'a collectible is gone',
      { lost: [stranger, weth] },
      refused('takes-other', `Something of ${stranger} leaves`, fact('collectible', stranger)),
    ],
    [
      'another token is less',
      { tokens: other(9n, 2n).tokens },
      refused('takes-other', `Something of ${weth} leaves`, fact('otherToken', 7n, weth)),
    ],
    [
      'more of it leaves',
      leaves(amountIn + 2n),
      refused(
        'takes-more',
        `${amountIn + 2n} leave, ${amountIn + 1n} were accepted`,
        fact('left', amountIn + 2n, amountIn),
      ),
    ],
    [
      'its balance is not known',
      { tokens: {} },
      refused('pays-less', 'The balance could not be read'),
    ],
    [
      'less of it leaves',
      leaves(least - 1n),
      refused('pays-less', `${least - 1n} leave, ${amountIn} were accepted`),
    ],
    [
      'coins leave beside it',
      { native: { before: coins, after: coins - 1n } },
      refused('takes-more', '1 wei leave, 0 may'),
    ],
    [
      'more may still be taken',
      { allowances: [{ token: usdc, spender: target, before: 5n, after: 3n }] },
      refused('takes-more', `${amountIn} leave and 3 may still be taken of ${amountIn}`),
    ],
  ])('given %s, is told with what it is about', (_, patch, verdict) => {
    expect(judge(effects(patch))).toStrictEqual(verdict)
  })

  it('given all at once, gas comes first, then what is held, then what is given away', () => {
    const all = {
      gas: 5_000_001n,
      positions: [target],
      powers: ['Somebody may'],
      allowances: [{ token: weth, spender: stranger, before: 0n, after: 1n }],
      lost: [stranger],
      tokens: other(1n, 0n).tokens,
    }
    const { gas: _, ...noGas } = all
    const { positions: __, ...free } = noGas
    const { powers: ___, ...mayTake } = free
    const { allowances: ____, ...gone } = mayTake
    const kinds = [all, noGas, free, mayTake, gone].map((each) => {
      const verdict = judge(effects(each))
      return verdict.ok ? 'ok' : (verdict.fact?.kind ?? verdict.code)
    })
    expect(kinds).toEqual([
      ...['policy/burns-gas', 'policy/position', 'event', 'mayTake', 'collectible'],
    ])
  })

  it('given a route whose step does nothing and power that is given, the power is told', () => {
    const route = { token: weth, parts: [{ kind: 'move' as const, changes: {} }] }
    const may = allowed({ route })
    expect(judge(effects({ powers: ['Somebody may'] }), may)).toMatchObject({
      code: 'policy/gives-power',
    })
    expect(judge(effects({ lost: [stranger] }), may)).toMatchObject({ code: 'policy/pays-less' })
  })

  it('given coins, no rounding is theirs, and what may be taken of tokens is none of them', () => {
    const due = 10_000_000n
    const accepted = {
      ...acceptedNative(),
      from: { ...acceptedNative().from, amount: String(due) },
    }
    const native = (left: bigint, patch: Partial<EvmEffects> = {}) =>
      judgeEvmEffects(
        accepted,
        effects({ native: { before: coins, after: coins - left }, tokens: {}, ...patch }),
        { value: due },
      )
    expect(native(due)).toEqual({ ok: true, paid: due, fee: 0n })
    expect(native(due + 1n)).toStrictEqual(
      refused('takes-more', `${due + 1n} leave, ${due} were accepted`, fact('left', due + 1n, due)),
    )
    expect(native((due * 99n) / 100n)).toMatchObject({ ok: true })
    expect(native((due * 99n) / 100n - 1n)).toStrictEqual(
      refused('pays-less', `${(due * 99n) / 100n - 1n} leave, ${due} were accepted`),
    )
    const allowances = [{ token: usdc, spender: target, before: 9n * due, after: 9n * due }]
    expect(native(due, { allowances })).toMatchObject({ ok: true })
  })

  it('given several may still take of it, counts them together', () => {
    const standing = (...after: bigint[]) =>
      effects({
        ...leaves(amountIn - 5n),
        allowances: after.map((each, at) => ({
          ...{ token: usdc, spender: at === 0 ? target : stranger },
          ...{ before: amountIn, after: each },
        })),
      })
    expect(judge(standing(2n, 3n))).toMatchObject({ ok: true, paid: amountIn - 5n })
    expect(judge(standing(2n, 4n))).toStrictEqual(
      refused('takes-more', `${amountIn - 5n} leave and 6 may still be taken of ${amountIn}`),
    )
  })

  it('given part of it is mined, is judged as if all had been tried at once', () => {
    const now = effects({
      native: { before: 40n, after: 30n },
      tokens: { [usdc]: { before: 8n, after: 8n }, [weth]: { before: 6n, after: 1n } },
    })
    const native = `0x${'0'.repeat(40)}`
    const mined = [
      { kind: 'move' as const, changes: { [usdc]: -5n, [weth]: 6n, [stranger]: -9n } },
      { kind: 'other' as const, changes: { [native]: -3n, [usdc]: -1n } },
    ]
    expect(withMined(now, mined)).toStrictEqual({
      ...now,
      native: { before: 43n, after: 30n },
      tokens: { [usdc]: { before: 14n, after: 8n }, [weth]: { before: 0n, after: 1n } },
    })
    expect(withMined(now, [])).toStrictEqual(now)
    expect(now.tokens[usdc]).toEqual({ before: 8n, after: 8n })
  })

  it('given what is not told of gas, it is not too much', () => {
    expect([undefined, 0n, 5_000_000n, 5_000_001n].map(burnsGas)).toEqual([
      ...[false, false, false, true],
    ])
    expect([0n, 999_999n, 1_000_000n, 1_000_001n].map(roundingOf)).toEqual([0n, 0n, 1n, 1n])
  })
})
