import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as sample from '@/test/samples/policy'
import type { Accepted } from '../order/order'
import { QUOTE_MARGIN_SECONDS } from '../order/quote-time'
import {
  type BuildFacts,
  checkBuild,
  checkJustBeforeAsk,
  codeOfWallet,
  needsOfBuild,
} from './policy'
import { encodeApprove } from './policy-abi'

const { acceptedNative, acceptedOrder, amountIn, approve, build, deposit, evmFacts } = sample
const { author, hub, native, now, request, send, stranger, switchChain, target, usdc } = sample

const UNLIMITED = 2n ** 256n - 1n

function check(
  answer: unknown,
  more: { accepted?: Accepted; facts?: BuildFacts; now?: number } = {},
) {
  return checkBuild({
    build: answer,
    accepted: more.accepted ?? acceptedOrder(),
    facts: more.facts ?? evmFacts(),
    now: more.now ?? now,
  })
}

/** The code of a refusal (that of a build which no node tried included), or the kinds of the steps. */
function outcome(...args: Parameters<typeof check>): string {
  const checked = check(...args)
  const result = checked.ok && checked.unless ? checked.unless : checked
  if (result.ok) return result.steps.map((step) => step.facts.kind).join(',')
  // Every refusal says what is wrong, for the person who looks closer and for support.
  expect(result.detail).toMatch(/^[A-Z0-9].{5,}/)
  return result.code
}

describe('checkBuild, what it lets through', () => {
  it('given an exact approval and a deposit, then both are asked, normalised and decoded', () => {
    const result = check(build(approve(amountIn), deposit()))
    const token = acceptedOrder().from
    expect(result).toStrictEqual({
      ok: true,
      steps: [
        {
          deposit: false,
          action: {
            kind: 'transaction',
            chainId: 8453,
            tx: { from: author, to: usdc, data: encodeApprove(target, amountIn), value: '0x0' },
            waitForReceipt: true,
          },
          facts: { kind: 'approve', token, spender: target, exact: true },
        },
        {
          deposit: true,
          action: {
            kind: 'transaction',
            chainId: 8453,
            tx: { from: author, to: target, data: sample.depositData, value: '0x0' },
            waitForReceipt: false,
          },
          facts: { kind: 'deposit', token, target, method: '0x20e8c565' },
        },
      ],
    })
  })

  it('given only a deposit, because enough is allowed already, then only that is asked', () => {
    expect(outcome(build(deposit()))).toBe('deposit')
  })

  it('given a native source, then the value is the amount', () => {
    const value = `0x${amountIn.toString(16)}`
    const result = check(build(deposit({ value })), { accepted: acceptedNative() })
    expect(result).toMatchObject({
      ok: true,
      steps: [{ action: { tx: { value } }, facts: { kind: 'deposit', method: '0x20e8c565' } }],
    })
  })

  it('given a native source and a contract that only receives, then that is named', () => {
    const plain = { value: `0x${amountIn.toString(16)}`, data: undefined }
    const received = check(build(deposit(plain)), { accepted: acceptedNative() })
    expect(received).toMatchObject({
      ok: true,
      steps: [{ action: { tx: { data: '0x' } }, facts: { method: 'receive' } }],
    })
  })

  it('given a fee beside the deposit, then it is shown, and asked only after a trial', () => {
    expect(check(build(deposit({ value: '0xff' })))).toMatchObject({
      ok: true,
      steps: [{ action: { tx: { value: '0xff' } }, facts: { fee: '255' } }],
      unless: { ok: false, code: 'policy/wrong-value' },
    })
  })

  it('given a spender that is not the target, then it is asked only after a trial', () => {
    const facts = evmFacts({
      allowances: { [stranger]: '0', [target]: '0' },
      hasCode: { [target]: true, [stranger]: true },
    })
    const answer = build(approve(amountIn, { spender: stranger }), deposit())
    expect(check(answer, { facts })).toMatchObject({
      ok: true,
      steps: [
        { facts: { kind: 'approve', spender: stranger } },
        { facts: { kind: 'deposit', takenBy: stranger } },
      ],
      unless: { ok: false, code: 'policy/foreign-spender' },
    })
  })

  it('given the target as spender, then no trial is needed; a contract of the hub is any other', () => {
    const plain = check(build(approve(amountIn), deposit()))
    expect(plain).toMatchObject({ ok: true })
    expect(plain).not.toHaveProperty('unless')
    expect(plain.ok && plain.steps[1]?.facts).not.toHaveProperty('takenBy')
    expect(check(build(approve(amountIn, { spender: hub }), deposit()))).toMatchObject({
      unless: { code: 'policy/foreign-spender' },
    })
  })

  it.each([
    ['more than is paid, and no approval', amountIn + 1n, true, [], 'approve,deposit'],
    ['the same where a change needs a reset', amountIn + 1n, false, [], 'reset,approve,deposit'],
    ['as much as is paid', amountIn, true, [], 'deposit'],
    ['less than is paid', 1n, true, [], 'deposit'],
  ])(
    'given an older approval of the target of %s, then it is cut',
    (_, old, can, before, kinds) => {
      const facts = evmFacts({
        allowances: { [target]: String(old) },
        canApprove: { [target]: can },
      })
      const result = check(build(...before, deposit()), { facts })
      expect(outcome(build(...before, deposit()), { facts })).toBe(kinds)
      const asked = result.ok ? result.steps.at(-2)?.facts.token.amount : undefined
      if (kinds.includes('approve')) expect(asked).toBe(String(amountIn))
    },
  )

  it('given an older approval of the target beside that of a proxy, then it is cleared', () => {
    const facts = evmFacts({ allowances: { [target]: '1', [hub]: '0' } })
    const result = check(build(approve(amountIn, { spender: hub }), deposit()), { facts })
    expect(result.ok && result.steps.map((step) => step.facts.kind)).toEqual([
      'reset',
      'approve',
      'deposit',
    ])
    expect(result.ok && result.steps[0]?.facts).toMatchObject({ spender: target })
  })

  it('given an older approval of the target that is not known, then it is refused', () => {
    const facts = evmFacts({ allowances: {} })
    expect(check(build(deposit()), { facts })).toMatchObject({
      ok: false,
      code: 'policy/excessive-allowance',
    })
  })

  it.each([
    ['the payer', author],
    ['the token', usdc],
    ['nobody', native],
    ['an address without a contract', stranger],
  ])('given %s as spender, then no trial is even made', (_, spender) => {
    const facts = evmFacts({
      allowances: { [spender]: '0' },
      hasCode: { [target]: true, [author]: true, [usdc]: true, [native]: true, [stranger]: false },
    })
    const answer = build(approve(amountIn, { spender }), deposit())
    expect(check(answer, { facts })).toMatchObject({ ok: false, code: 'policy/foreign-spender' })
  })

  it('given an approval of less than the amount, then it stays as it is', () => {
    const result = check(build(approve(7n), deposit()))
    expect(result).toMatchObject({
      ok: true,
      steps: [{ facts: { token: { amount: '7' } } }, { deposit: true }],
    })
    expect(result.ok && result.steps[0]?.facts).not.toHaveProperty('requested')
  })

  it.each([
    { type: '0x2' },
    { type: '0x0' },
    { value: null, gas: null, chainId: null, nonce: null, type: null, maxFeePerGas: null },
  ])('given the fields %j, which say nothing more, then it is asked without them', (fields) => {
    expect(check(build(approve(amountIn), deposit(fields)))).toEqual(
      check(build(approve(amountIn), deposit())),
    )
  })

  it('given the allowance is exact already, then the approval is left out', () => {
    const facts = evmFacts({ allowances: { [target]: amountIn.toString() } })
    expect(outcome(build(approve(amountIn), deposit()), { facts })).toBe('deposit')
  })

  it("given a chain switch to the order's chain, then it is left to Causeway", () => {
    expect(outcome(build(switchChain('0x2105'), approve(amountIn), deposit()))).toBe(
      'approve,deposit',
    )
  })

  it("given gas and fees, then both are the wallet's to choose", () => {
    const fees = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1', gasPrice: '0x1' }
    const result = check(build(deposit({ gas: '0x05208', chainId: '0x2105', ...fees })))
    expect(result.ok && result.steps[0]?.action).toMatchObject({
      tx: { from: author, to: target, data: sample.depositData, value: '0x0' },
    })
    expect(JSON.stringify(result)).not.toContain('FeePerGas')
    expect(JSON.stringify(result)).not.toContain('gasPrice')
  })

  it('given waitForReceipt on the deposit, then it is kept', () => {
    const result = check(build(deposit({}, { waitForReceipt: true })))
    expect(result).toMatchObject({ ok: true, steps: [{ action: { waitForReceipt: true } }] })
  })
})

describe('checkBuild, resets', () => {
  const reset = approve(0n)

  it.each([
    ['nothing is allowed', '0', undefined, 'approve,deposit'],
    ['something is allowed and the token refuses a change', '5', false, 'reset,approve,deposit'],
    ['something is allowed and nobody tried', '5', undefined, 'reset,approve,deposit'],
    ['something is allowed and the token takes a change', '5', true, 'approve,deposit'],
  ])('given a reset while %s, then only what is needed is asked', (_, allowance, can, kinds) => {
    const facts = evmFacts({
      allowances: { [target]: allowance },
      canApprove: can === undefined ? {} : { [target]: can },
    })
    expect(outcome(build(reset, approve(amountIn), deposit()), { facts })).toBe(kinds)
    expect(outcome(build(approve(amountIn), deposit()), { facts })).toBe(kinds)
  })

  it('given a reset that is needed, then it is an approval of zero, shown as such', () => {
    const facts = evmFacts({ allowances: { [target]: '5' } })
    const result = check(build(reset, approve(amountIn), deposit()), { facts })
    expect(result.ok && result.steps[0]).toMatchObject({
      deposit: false,
      action: { tx: { data: encodeApprove(target, 0n), to: usdc }, waitForReceipt: true },
      facts: { kind: 'reset', spender: target, token: { amount: '0' } },
    })
  })

  it.each([
    ['a reset alone', build(reset, deposit())],
    ['a reset after the approval', build(approve(amountIn), reset, deposit())],
    ['two resets', build(reset, reset, deposit())],
    ['two approvals', build(approve(amountIn), approve(amountIn), deposit())],
    ['a reset and two approvals', build(reset, approve(1n), approve(2n), deposit())],
  ])('given %s, then it is refused', (_, answer) => {
    expect(outcome(answer)).toBe('policy/needless-reset')
  })

  it.each([
    ['is not known', {}],
    ['is not a number', { [target]: 'lots' }],
    ['is longer than any number of the chain', { [target]: '1'.repeat(79) }],
  ])('given the allowance %s, then it is refused', (_, allowances) => {
    const facts = evmFacts({ allowances })
    expect(outcome(build(approve(amountIn), deposit()), { facts })).toBe(
      'policy/excessive-allowance',
    )
  })
})

describe('checkBuild, what it refuses', () => {
  const huge = `0x${'00'.repeat(131_073)}`

  it.each([
    ['no object', null, 'policy/malformed'],
    ['a text', 'CONTRACT_CALL', 'policy/malformed'],
    ['a list', [], 'policy/malformed'],
    ['no approvals', { kind: 'CONTRACT_CALL' }, 'policy/malformed'],
    ['approvals that are no list', { kind: 'CONTRACT_CALL', approvals: {} }, 'policy/malformed'],
    ['an empty list', build(), 'policy/no-deposit'],
    ['another kind', { kind: 'TRANSFER', approvals: [deposit()] }, 'policy/unsupported-kind'],
    ['no kind', { approvals: [deposit()] }, 'policy/unsupported-kind'],
    ['too many approvals', build(...Array(8).fill(approve(1n)), deposit()), 'policy/malformed'],
    ['an approval that is no object', build(null, deposit()), 'policy/malformed'],
    ['an approval of another type', build({ type: 'x' }, deposit()), 'policy/malformed'],
    ['a deposit flag that is a text', build(deposit({}, { deposit: 'true' })), 'policy/malformed'],
    ['a wait flag that is a number', build(deposit({}, { waitForReceipt: 1 })), 'policy/malformed'],
    [
      'a method that is no text',
      build(request(1 as never, [], { deposit: true })),
      'policy/malformed',
    ],
    [
      'parameters that are no list',
      build({ ...deposit(), request: { method: 'm', params: {} } }),
      'policy/malformed',
    ],
    ['a request that is no object', build({ ...deposit(), request: 1 }), 'policy/malformed'],
    ['no deposit', build(approve(amountIn)), 'policy/no-deposit'],
    ['two deposits', build(deposit(), deposit()), 'policy/many-deposits'],
    ['something after the deposit', build(deposit(), approve(1n)), 'policy/deposit-not-last'],
    [
      'a switch that is the deposit',
      build({ ...switchChain('0x2105'), deposit: true }),
      'policy/method-forbidden',
    ],
    ['a switch to another chain', build(switchChain('0x1'), deposit()), 'policy/wrong-chain'],
    ['a switch to no chain', build(switchChain('x'), deposit()), 'policy/wrong-chain'],
    [
      'a switch with more in it',
      build(request('wallet_switchEthereumChain', [{ chainId: '0x2105', x: 1 }]), deposit()),
      'policy/malformed',
    ],
    [
      'a switch with two parameters',
      build(request('wallet_switchEthereumChain', [{ chainId: '0x2105' }, {}]), deposit()),
      'policy/malformed',
    ],
    [
      'a switch without an object',
      build(request('wallet_switchEthereumChain', ['0x2105']), deposit()),
      'policy/malformed',
    ],
    [
      'another method',
      build(request('eth_sign', [author, '0x']), deposit()),
      'policy/method-forbidden',
    ],
    [
      'a Solana transaction',
      build({ type: 'solana_sendTransaction', transaction: 'AA==' }, deposit()),
      'policy/wrong-chain',
    ],
    [
      'two parameters',
      build(request('eth_sendTransaction', [{}, {}], { deposit: true })),
      'policy/malformed',
    ],
    [
      'no parameters',
      build(request('eth_sendTransaction', [], { deposit: true })),
      'policy/malformed',
    ],
    [
      'a parameter that is no object',
      build(request('eth_sendTransaction', ['0x'], { deposit: true })),
      'policy/malformed',
    ],
    ['a nonce', build(deposit({ nonce: '0x1' })), 'policy/unknown-field'],
    ['a delegation’s type', build(deposit({ type: '0x4' })), 'policy/unknown-field'],
    ['a type in words', build(deposit({ type: 'eip1559' })), 'policy/unknown-field'],
    ['another sender', build(deposit({ from: stranger })), 'policy/wrong-sender'],
    ['a sender that is no address', build(deposit({ from: '0x1' })), 'policy/wrong-sender'],
    ['a sender that is no text', build(deposit({ from: 1 })), 'policy/wrong-sender'],
    ['another chain', build(deposit({ chainId: '0x1' })), 'policy/wrong-chain'],
    ['another chain as a number', build(deposit({ chainId: 1 })), 'policy/wrong-chain'],
    ['another chain in digits', build(deposit({ chainId: '1' })), 'policy/wrong-chain'],
    ['a chain that is no number', build(deposit({ chainId: '8453.0' })), 'policy/wrong-chain'],
    ['no target', build(deposit({ to: undefined })), 'policy/malformed'],
    ['a target that is no address', build(deposit({ to: 'vitalik.eth' })), 'policy/malformed'],
    ['calldata that is no text', build(deposit({ data: 1 })), 'policy/malformed'],
    ['calldata that is no hex', build(deposit({ data: '0xgg' })), 'policy/malformed'],
    ['calldata beyond any transaction', build(deposit({ data: huge })), 'policy/malformed'],
    ['a value that is a number', build(deposit({ value: 0 })), 'policy/malformed'],
    ['a value in decimals', build(deposit({ value: '10' })), 'policy/malformed'],
    ['an empty value', build(deposit({ value: '0x' })), 'policy/malformed'],
    [
      'a value above 256 bits',
      build(deposit({ value: `0x1${'0'.repeat(64)}` })),
      'policy/malformed',
    ],
    ['gas that is a number', build(deposit({ gas: 21_000 })), 'policy/malformed'],
    ['a limit of gas that is a number', build(deposit({ gasLimit: 21_000 })), 'policy/malformed'],
    [
      'gas that can be read beside a limit that cannot',
      build(deposit({ gas: '0x1', gasLimit: '' })),
      'policy/malformed',
    ],
    ['gas above 64 bits', build(deposit({ gas: '0x10000000000000000' })), 'policy/malformed'],
    ['an extra value', build(deposit({ value: '0x1' })), 'policy/wrong-value'],
    [
      'a value on the approval',
      build(send({ to: usdc, data: encodeApprove(target, 1n), value: '0x1' }), deposit()),
      'policy/wrong-value',
    ],
    [
      'an approval of another token',
      build(approve(1n, { token: stranger }), deposit()),
      'policy/foreign-token',
    ],
    [
      'an approval for a stranger',
      build(approve(1n, { spender: stranger }), deposit()),
      'policy/foreign-spender',
    ],
    [
      'another call before the deposit',
      build(send({ to: stranger, data: '0x12345678' }), deposit()),
      'policy/foreign-call',
    ],
    [
      'a plain payment before the deposit',
      build(send({ to: stranger }), deposit()),
      'policy/foreign-call',
    ],
    ['a deposit that is a transfer', build(deposit({ data: '0xa9059cbb' })), 'policy/foreign-call'],
    [
      'a deposit that is an approval',
      build(deposit({ data: encodeApprove(target, 1n) })),
      'policy/foreign-call',
    ],
    ['a deposit at the token', build(deposit({ to: usdc })), 'policy/foreign-call'],
    ['a deposit at the author', build(deposit({ to: author })), 'policy/foreign-call'],
    ['a deposit at the zero address', build(deposit({ to: native })), 'policy/foreign-call'],
    ['a token deposit without a call', build(deposit({ data: '0x' })), 'policy/foreign-call'],
  ])('given %s, then it is refused', (_, answer, code) => {
    expect(outcome(answer)).toBe(code)
  })

  it('given approvals for two contracts, each of the whole amount, then they are refused', () => {
    const answer = build(approve(amountIn), approve(amountIn, { spender: hub }), deposit())
    expect(outcome(answer)).toBe('policy/excessive-allowance')
    const resets = build(approve(0n), approve(amountIn, { spender: hub }), deposit())
    expect(outcome(resets)).toBe('policy/excessive-allowance')
  })

  it.each([
    ['a nonce', build(deposit({ nonce: '0x1' })), 'Field "nonce"'],
    ['another method', build(request('eth_sign', []), deposit()), 'Method "eth_sign"'],
    ['another kind', { kind: 'X' }, 'Kind "X"'],
    ['no kind', {}, 'Kind undefined'],
    ['another sender', build(deposit({ from: 'X' })), 'Sender "X"'],
    ['a sender that is no text', build(deposit({ from: 7 })), 'Sender number'],
    ['a number for a value', build(deposit({ value: 7 })), 'Value number'],
    ['a value that is no quantity', build(deposit({ value: 'x0x1' })), 'Value "x0x1"'],
    ['a switch elsewhere', build(switchChain('0x1'), deposit()), 'Switch to chain "0x1"'],
    ['a long text', build(deposit({ from: 'x'.repeat(99) })), `Sender "${'x'.repeat(80)}"`],
    [
      'a foreign call',
      build(send({ to: stranger, data: '0x12345678' }), deposit()),
      `Call of 0x12345678 at ${stranger}`,
    ],
    ['a payment', build(send({ to: stranger }), deposit()), `Call of no method at ${stranger}`],
    [
      'a deposit that approves',
      build(deposit({ data: encodeApprove(target, 1n) })),
      'The deposit calls approve',
    ],
    [
      'a deposit that transfers',
      build(deposit({ data: '0xa9059cbb' })),
      'The deposit calls transfer',
    ],
    ['resets', build(approve(0n), approve(0n), deposit()), `Approvals of 0, 0 for ${target}`],
    [
      'an approval of another type',
      build({ type: 'x', transaction: 'AA==', deposit: true }),
      'Approval 0 is not readable',
    ],
    [
      'a transaction that is no text',
      build({ type: 'solana_sendTransaction', transaction: 1, deposit: true }),
      'Approval 0 is not readable',
    ],
  ])('given %s, then the refusal says so: %j', (_, answer, detail) => {
    expect(check(answer)).toMatchObject({ ok: false, detail })
  })

  it('given the exact size that nodes take, then the calldata is not too long', () => {
    expect(outcome(build(deposit({ data: `0x${'00'.repeat(131_072)}` })))).toBe('deposit')
  })

  it.each([
    ['the chain as a number', { chainId: 8453 }],
    ['the chain in digits', { chainId: '8453' }],
    ['the limit of gas by its other name', { gasLimit: '0x5208' }],
    ['both names of it', { gas: '0x5208', gasLimit: '0x5208' }],
    ['its kind as a number', { type: 2 }],
  ])('given %s, as libraries write it, then what is asked is the same', (_, more) => {
    expect(check(build(approve(amountIn), deposit(more)))).toEqual(
      check(build(approve(amountIn), deposit())),
    )
    const change = (chainId: unknown) =>
      outcome(build(request('wallet_switchEthereumChain', [{ chainId }]), deposit()))
    expect([change(8453), change('8453'), change(1)]).toEqual([
      'deposit',
      'deposit',
      'policy/wrong-chain',
    ])
  })

  it('given gas of 64 bits, then it can be read', () => {
    expect(outcome(build(deposit({ gas: '0xffffffffffffffff' })))).toBe('deposit')
  })

  it('given eight approvals, then the number alone is no reason', () => {
    expect(outcome(build(...Array(7).fill(switchChain('0x2105')), deposit()))).toBe('deposit')
  })

  it('given a deposit at the token to be received on the same chain, then it is refused', () => {
    const order = acceptedOrder()
    const to = { ...order.to, chainId: 8453, address: stranger }
    const same = acceptedOrder({ to })
    const elsewhere = acceptedOrder({ to: { ...to, chainId: 1 } })
    const facts = evmFacts({ hasCode: { [stranger]: true }, allowances: { [stranger]: '0' } })
    const answer = build(deposit({ to: stranger }))
    expect(outcome(answer, { accepted: same, facts })).toBe('policy/foreign-call')
    expect(outcome(answer, { accepted: elsewhere, facts })).toBe('deposit')
  })

  it('given an approval while the source is native, then it is a foreign token', () => {
    const value = `0x${amountIn.toString(16)}`
    for (const token of [usdc, native]) {
      const answer = build(approve(1n, { token }), deposit({ value }))
      expect(outcome(answer, { accepted: acceptedNative() })).toBe('policy/foreign-token')
    }
  })

  it.each([
    ['too little', amountIn - 1n],
    ['too much', amountIn + 1n],
    ['nothing', 0n],
  ])('given a native deposit of %s, then it is refused', (_, value) => {
    const answer = build(deposit({ value: `0x${value.toString(16)}` }))
    expect(outcome(answer, { accepted: acceptedNative() })).toBe('policy/wrong-value')
  })

  it.each([
    ['the target has no code', { [target]: false, [hub]: true }],
    ['nobody looked at the target', { [hub]: true }],
    ['the answer is only inherited', Object.create({ [target]: true }) as Record<string, boolean>],
  ])('given %s, then it is refused', (_, hasCode) => {
    const answer = build(approve(amountIn, { spender: hub }), deposit())
    expect(outcome(answer, { facts: evmFacts({ hasCode }) })).toBe('policy/target-has-no-code')
  })

  it.each([
    ['the price is gone', now + 60],
    ['exactly at its end', now + 60],
    ['long after', now + 1_000],
  ])('given %s, then nothing is asked', (_, late) => {
    expect(outcome(build(deposit()), { now: late })).toBe('policy/quote-expired')
    expect(outcome(build(deposit()), { now: now + 59 })).toBe('deposit')
  })

  it('given a deadline on the chain before the price ends, then that one counts', () => {
    const accepted = acceptedOrder({ validBefore: now + 10 })
    expect(outcome(build(deposit()), { accepted, now: now + 10 })).toBe('policy/quote-expired')
  })

  it.each(['0', '', '-1', '1.5', '0x10', '1e6', '9'.repeat(79)])(
    'given an accepted amount of %j, then nothing is asked',
    (amount) => {
      const accepted = acceptedOrder({ from: { ...acceptedOrder().from, amount } })
      expect(outcome(build(deposit()), { accepted })).toBe('policy/malformed')
    },
  )

  it('given facts of another family than the account, then nothing is asked', () => {
    const facts: BuildFacts = { family: 'solana', mints: {}, signed: [] }
    expect(outcome(build(deposit()), { facts })).toBe('policy/wrong-chain')
  })
})

describe('checkBuild, objects that are not what they seem', () => {
  it.each(['__proto__', 'constructor', 'prototype'])(
    'given a key %s anywhere, then it is refused',
    (key) => {
      const tainted = JSON.parse(`{"${key}":{"to":"${stranger}"}}`) as object
      const withKey = (object: object) =>
        Object.defineProperties({ ...object }, Object.getOwnPropertyDescriptors(tainted))
      expect(outcome(withKey(build(deposit())))).toBe('policy/malformed')
      expect(outcome(build(withKey(deposit())))).toBe('policy/malformed')
      const tx = withKey(deposit().request.params[0] as object)
      expect(outcome(build(request('eth_sendTransaction', [tx], { deposit: true })))).toBe(
        'policy/malformed',
      )
    },
  )

  it('given fields that are inherited, then they do not count', () => {
    const tx = Object.create({ from: author, to: target, data: sample.depositData }) as object
    expect(outcome(build(request('eth_sendTransaction', [tx], { deposit: true })))).toBe(
      'policy/malformed',
    )
  })

  it('given a getter that could answer twice, then it is refused', () => {
    const tx = {
      from: author,
      data: sample.depositData,
      get to() {
        return target
      },
    }
    expect(outcome(build(request('eth_sendTransaction', [tx], { deposit: true })))).toBe(
      'policy/malformed',
    )
  })

  it('given objects without a prototype, then they are read like any other', () => {
    const bare = Object.assign(Object.create(null) as object, build(deposit()))
    expect(outcome(bare)).toBe('deposit')
  })
})

describe('checkBuild, over all inputs', () => {
  const accepted = acceptedOrder()
  const good = () => build(approve(amountIn), deposit({ value: '0x0', gas: '0x5208' }))

  it('given anything at all, then it answers and never throws', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (answer) => {
        expect(check(answer).ok).toBe(false)
        expect(check({ kind: 'CONTRACT_CALL', approvals: [answer] }).ok).toBe(false)
        expect(check(build(request('eth_sendTransaction', [answer], { deposit: true }))).ok).toBe(
          false,
        )
      }),
      { numRuns: 300 },
    )
  })

  /** Paths of every leaf of a value, e.g. ['approvals', 0, 'request', 'method']. */
  function leaves(value: unknown, path: (string | number)[] = []): (string | number)[][] {
    if (typeof value !== 'object' || value === null) return [path]
    return Object.entries(value).flatMap(([key, item]) =>
      leaves(item, [...path, Array.isArray(value) ? Number(key) : key]),
    )
  }

  function replace(value: unknown, path: (string | number)[], leaf: unknown): unknown {
    const [key, ...rest] = path
    if (key === undefined) return leaf
    const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
      string,
      unknown
    >
    copy[key] = replace(copy[key], rest, leaf)
    return copy
  }

  it('given any single field changed, then it is refused, or exactly the same is asked', () => {
    // The deposit's own calldata is the service's; waiting and gas cost the person nothing.
    const free = (path: (string | number)[]) =>
      path[1] === 1 && ['data', 'gas', 'waitForReceipt'].includes(String(path.at(-1)))
    const paths = leaves(good()).filter((path) => !free(path))
    const wanted = check(good())
    const leaf = fc.oneof(
      fc.anything(),
      fc.constantFrom(stranger, hub, usdc, target, author, native, '0x0', '0x1', '0x', true, false),
      fc.constantFrom('eth_sign', 'personal_sign', 'eth_sendTransaction', 'CONTRACT_CALL'),
      fc.bigInt({ min: 0n, max: UNLIMITED }).map((amount) => encodeApprove(target, amount)),
      fc.bigInt({ min: 0n, max: UNLIMITED }).map((amount) => encodeApprove(stranger, amount)),
    )
    fc.assert(
      fc.property(fc.constantFrom(...paths), leaf, (path, value) => {
        const result = check(replace(good(), path, value))
        // What is more than the plainest deposit is asked only once its effects were judged.
        if (!result.ok || result.unless) return
        const [ask, ...rest] = result.steps
        const [wantedAsk, ...wantedRest] = wanted.ok ? wanted.steps : []
        // An approval may only ever become smaller.
        if (ask?.facts.kind === 'approve' && ask.facts.spender === target) {
          expect(BigInt(ask.facts.token.amount)).toBeLessThanOrEqual(amountIn)
          expect(rest).toEqual(wantedRest)
          return
        }
        expect([ask, ...rest]).toEqual([wantedAsk, ...wantedRest])
      }),
      { numRuns: 3_000 },
    )
  })

  it('given any amounts approved, then no step ever allows more than the order pays', () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: UNLIMITED }), { maxLength: 3 })
    const spender = fc.constantFrom(target, hub, stranger)
    fc.assert(
      fc.property(
        amounts,
        spender,
        fc.bigInt({ min: 0n, max: UNLIMITED }),
        (list, who, allowed) => {
          const old = `${allowed}`
          const facts = evmFacts({ allowances: { [target]: old, [hub]: old, [stranger]: old } })
          const answer = build(
            ...list.map((amount) => approve(amount, { spender: who })),
            deposit(),
          )
          const result = check(answer, { facts })
          for (const step of result.ok ? result.steps : []) {
            if (step.facts.kind !== 'approve') continue
            expect(BigInt(step.facts.token.amount)).toBeLessThanOrEqual(amountIn)
            // To whom it was asked for, or the target's own, which is cut.
            const spender = list.length > 0 ? who : target
            expect(step.action).toMatchObject({
              tx: {
                to: accepted.from.address,
                data: encodeApprove(spender, BigInt(step.facts.token.amount)),
              },
            })
          }
        },
      ),
    )
  })
})

describe('needsOfBuild', () => {
  const needs = (answer: unknown, at = now) =>
    needsOfBuild({ build: answer, accepted: acceptedOrder(), now: at })

  it('given approvals, then it names the code and the allowances to look up, with exact amounts', () => {
    const answer = build(approve(0n), approve(UNLIMITED), deposit())
    expect(needs(answer)).toEqual({
      ok: true,
      needs: {
        chainId: 8453,
        token: usdc,
        owner: author,
        codeOf: [target],
        allowanceOf: [{ spender: target, amount: amountIn.toString() }],
      },
    })
  })

  it('given a hub contract to approve, then its code is looked up too', () => {
    expect(needs(build(approve(3n, { spender: hub }), deposit()))).toMatchObject({
      needs: {
        codeOf: [target, hub],
        allowanceOf: [
          { spender: hub, amount: '3' },
          { spender: target, amount: '0' },
        ],
      },
    })
  })

  it('given only a deposit, then its code is of interest, and what it may take already', () => {
    expect(needs(build(deposit()))).toMatchObject({
      needs: { codeOf: [target], allowanceOf: [{ spender: target, amount: String(amountIn) }] },
    })
  })

  it('given a reset after the approval, then the amount to try is still the approval', () => {
    expect(needs(build(approve(4n), approve(0n), deposit()))).toMatchObject({
      needs: { allowanceOf: [{ spender: target, amount: '4' }] },
    })
  })

  it('given a build that is refused, then so are its needs', () => {
    expect(needs(build())).toMatchObject({ ok: false, code: 'policy/no-deposit' })
    expect(needs(build(deposit({ nonce: '0x0' })))).toMatchObject({ code: 'policy/unknown-field' })
    expect(needs(build(deposit()), now + 60)).toMatchObject({ code: 'policy/quote-expired' })
  })
})

describe('codeOfWallet', () => {
  const refused = { code: 'wallet/account-changed' } as const

  it('given it shows an account, then it is said what is wrong with that', () => {
    expect(codeOfWallet({ accounts: [stranger] }, refused)).toBe('wallet/account-changed')
  })

  it('given it shows none, then it is locked or shares none', () => {
    expect(codeOfWallet({ accounts: [] }, refused)).toBe('wallet/unauthorised')
  })
})

describe('checkJustBeforeAsk', () => {
  const wallet = { accounts: [author], chainId: '0x2105' }
  const ask = (patch: Partial<Parameters<typeof checkJustBeforeAsk>[0]> = {}) =>
    checkJustBeforeAsk({ accepted: acceptedOrder(), wallet, until: now + 60, now, ...patch })

  it('given everything as it was, then it may be asked', () => {
    expect(ask()).toEqual({ ok: true })
  })

  it('given the same account in another case, and the chain in upper case, then it may be asked', () => {
    const accounts = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']
    expect(ask({ wallet: { accounts, chainId: '0X2105'.replace('X', 'x') } })).toEqual({ ok: true })
  })

  it.each([
    ['another account', [stranger], stranger],
    ['the author only second', [stranger, author], stranger],
    ['no account', [], ''],
  ])('given %s, then the account has changed', (_, accounts, actual) => {
    expect(ask({ wallet: { accounts, chainId: '0x2105' } })).toEqual({
      ok: false,
      code: 'wallet/account-changed',
      expected: author,
      actual,
    })
  })

  it.each([
    ['another chain', '0x1'],
    ['a decimal number', '8453'],
    ['something that only starts like a number', '0x2105 '],
    ['something that only ends like one', 'a0x2105'],
    ['a number after a blank', ' 0x2105'],
    ['a number beyond all chains', `0x${'f'.repeat(15)}`],
  ])('given %s, then the chain has changed', (_, chainId) => {
    expect(ask({ wallet: { accounts: [author], chainId } })).toEqual({
      ok: false,
      code: 'wallet/chain-changed',
      expected: '0x2105',
      actual: chainId,
    })
  })

  it('given no chain, then the chain has changed', () => {
    expect(ask({ wallet: { accounts: [author] } })).toMatchObject({
      code: 'wallet/chain-changed',
      actual: '',
    })
  })

  it('given the end is within the margin, then the quote has expired', () => {
    const until = now + QUOTE_MARGIN_SECONDS
    expect(ask({ until })).toEqual({
      ok: false,
      code: 'policy/quote-expired',
      expected: String(until),
      actual: String(now),
    })
    expect(ask({ until: until + 1 })).toEqual({ ok: true })
    expect(ask({ until: now + 1, marginSeconds: 0 })).toEqual({ ok: true })
    expect(ask({ until: Number.NaN })).toMatchObject({ ok: false })
  })

  it('given a Solana wallet, then any of its accounts will do and there is no chain', () => {
    const solana = 'FbGeZS8LiPCZiFpFwdUUeF2yxXtSsdfJoHTsVMvM8STh'
    const accepted = acceptedOrder({ author: solana })
    expect(ask({ accepted, wallet: { accounts: ['x', solana] } })).toEqual({ ok: true })
    expect(ask({ accepted, wallet: { accounts: [author] } })).toMatchObject({
      code: 'wallet/account-changed',
    })
  })
})
