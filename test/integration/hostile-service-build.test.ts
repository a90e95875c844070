import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Accepted } from '@/src/domain/order/order'
import { type BuildFacts, checkBuild, needsOfBuild } from '@/src/domain/policy/policy'
import { encodeApprove } from '@/src/domain/policy/policy-abi'
import { ServiceError } from '@/src/domain/service/service-error'
import { programs } from '@/src/domain/solana/solana-program'
import * as evm from '@/test/samples/policy'
import * as sol from '@/test/samples/solana'
import { type LocalService, startLocalService } from '@/test/support/local-service'

/**
 * A hostile service answers the build call over HTTP; the client reads it and the policy judges it,
 * as they do in the product. Whatever gets through would be asked of a wallet.
 */
let service: LocalService

beforeAll(async () => {
  service = await startLocalService()
})
afterAll(() => service?.stop())

const { amountIn, approve, author, build, deposit, hub, native, request, send, stranger } = evm
const { switchChain, target, usdc } = evm

const UNLIMITED = 2n ** 256n - 1n
const allowed = evm.evmFacts({
  hasCode: { [target]: true, [hub]: true, [stranger]: true },
  allowances: { [target]: '0', [hub]: '0', [stranger]: '0' },
})
const solanaFacts: BuildFacts = { family: 'solana', mints: {}, signed: [] }

/** What comes of an answer: the steps that would be asked, or the code of the refusal. */
async function judge(accepted: Accepted, facts: BuildFacts): Promise<string> {
  const client = service.createClient()
  const { quoteId, routeId } = accepted
  try {
    const answer = await client.deposits.build({ from: accepted.author, quoteId, routeId })
    if (facts.family === 'eip155') {
      const needs = needsOfBuild({ build: answer, accepted, now: evm.now })
      if (!needs.ok) return needs.code
    }
    const checked = checkBuild({ build: answer, accepted, facts, now: evm.now })
    if (!checked.ok) return checked.code
    // Nobody tried it: what is more than the plainest deposit is refused then.
    if (checked.unless) return checked.unless.code
    return checked.steps.map((step) => step.facts.kind).join(',')
  } catch (error) {
    if (error instanceof ServiceError) return error.code
    throw error
  }
}

async function judgeJson(
  body: unknown,
  accepted = evm.acceptedOrder(),
  facts: BuildFacts = allowed,
) {
  service.answerJson(body)
  return judge(accepted, facts)
}

async function judgeText(text: string, accepted = evm.acceptedOrder()) {
  service.answer((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(text)
  })
  return judge(accepted, allowed)
}

const word = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0')
const call = (selector: string, ...words: string[]) => `${selector}${words.map(word).join('')}`

/** An honest deposit is preceded by a transaction that the person never wanted. */
const preceded = (tx: object) => build(send(tx), deposit())

/** The deposit itself is turned into something else. */
const instead = (tx: object) => build(approve(amountIn), deposit(tx))

describe('a hostile service, whose answers reach for tokens', () => {
  it.each<[string, unknown, string]>([
    [
      'an approval for a stranger',
      build(approve(amountIn, { spender: stranger }), deposit()),
      'policy/foreign-spender',
    ],
    [
      'an unlimited approval for a stranger',
      build(approve(UNLIMITED, { spender: stranger }), deposit()),
      'policy/foreign-spender',
    ],
    [
      'an approval for the author',
      build(approve(amountIn, { spender: author }), deposit()),
      'policy/foreign-spender',
    ],
    [
      'an approval for the token itself',
      build(approve(amountIn, { spender: usdc }), deposit()),
      'policy/foreign-spender',
    ],
    [
      'an approval of another token',
      build(approve(amountIn, { token: stranger }), deposit()),
      'policy/foreign-token',
    ],
    [
      'an approval whose data is longer than it should be',
      preceded({ to: usdc, data: `${encodeApprove(target, 1n)}${'00'.repeat(32)}` }),
      'policy/malformed',
    ],
    [
      'a token transfer before the deposit',
      preceded({ to: usdc, data: call('0xa9059cbb', stranger, '1') }),
      'policy/foreign-call',
    ],
    [
      'transferFrom before the deposit',
      preceded({ to: usdc, data: call('0x23b872dd', author, stranger, '1') }),
      'policy/foreign-call',
    ],
    [
      'a plain payment to a stranger',
      preceded({ to: stranger, value: '0x1' }),
      'policy/foreign-call',
    ],
    [
      'a call of any other contract',
      preceded({ to: stranger, data: '0x12345678' }),
      'policy/foreign-call',
    ],
    [
      'a call of the deposit contract before the deposit',
      preceded({ to: target, data: evm.depositData }),
      'policy/foreign-call',
    ],
    [
      'a swap that nobody asked for',
      preceded({ to: stranger, data: call('0x38ed1739', '1', '1') }),
      'policy/foreign-call',
    ],
    [
      'a transfer of another token as the deposit',
      instead({ to: stranger, data: call('0xa9059cbb', stranger, '1') }),
      'policy/foreign-call',
    ],
    [
      'an approval that is called the deposit',
      instead({ to: usdc, data: encodeApprove(stranger, UNLIMITED) }),
      'policy/foreign-call',
    ],
    ['a deposit at the token', instead({ to: usdc }), 'policy/foreign-call'],
    ['a deposit at the zero address', instead({ to: native }), 'policy/foreign-call'],
    ['a deposit that calls nothing', instead({ data: '0x' }), 'policy/foreign-call'],
    [
      'a reset after the approval, so that the deposit must fail',
      build(approve(amountIn), approve(0n), deposit()),
      'policy/needless-reset',
    ],
  ])('given %s, then it is refused', async (_, body, code) => {
    expect(await judgeJson(body)).toBe(code)
  })

  it('given an unlimited approval for the deposit, then it is asked for exactly the amount', async () => {
    service.answerJson(build(approve(UNLIMITED), deposit()))
    const accepted = evm.acceptedOrder()
    const answer = await service
      .createClient()
      .deposits.build({ from: author, quoteId: 'q', routeId: 'r' })
    const checked = checkBuild({ build: answer, accepted, facts: allowed, now: evm.now })
    expect(checked).toMatchObject({
      ok: true,
      steps: [
        {
          action: { tx: { data: encodeApprove(target, amountIn) } },
          facts: { requested: 'unlimited', token: { amount: `${amountIn}` } },
        },
        { deposit: true },
      ],
    })
  })

  it('given a deposit target without code, or an approved spender without it, then it is refused', async () => {
    const empty = { ...allowed, hasCode: { [hub]: true } }
    expect(await judgeJson(build(deposit()), evm.acceptedOrder(), empty)).toBe(
      'policy/target-has-no-code',
    )
    const noHub = { ...allowed, hasCode: { [target]: true } }
    const body = build(approve(amountIn, { spender: hub }), deposit())
    expect(await judgeJson(body, evm.acceptedOrder(), noHub)).toBe('policy/foreign-spender')
  })
})

describe('a hostile service, whose answers reach for the native coin', () => {
  const value = (amount: bigint) => `0x${amount.toString(16)}`

  it.each<[string, string | undefined, string]>([
    ['a wei more than the amount', value(amountIn + 1n), 'policy/wrong-value'],
    ['ten coins more', value(amountIn + 10n ** 19n), 'policy/wrong-value'],
    ['less than the amount', value(amountIn - 1n), 'policy/wrong-value'],
    ['no value', undefined, 'policy/wrong-value'],
    ['a value in decimals', `${amountIn}`, 'policy/malformed'],
    ['a negative value', '-0x1', 'policy/malformed'],
    ['a value beyond 256 bits', `0x${'f'.repeat(65)}`, 'policy/malformed'],
  ])('given a native deposit with %s, then it is refused', async (_, amount, code) => {
    const tx = amount === undefined ? {} : { value: amount }
    expect(await judgeJson(build(deposit(tx)), evm.acceptedNative())).toBe(code)
  })

  it('given a token deposit that carries coins, then it is refused', async () => {
    expect(await judgeJson(instead({ value: '0xde0b6b3a7640000' }))).toBe('policy/wrong-value')
  })

  it('given an approval beside a native deposit, then it is refused', async () => {
    const body = build(approve(1n), deposit({ value: value(amountIn) }))
    expect(await judgeJson(body, evm.acceptedNative())).toBe('policy/foreign-token')
  })
})

describe('a hostile service, whose answers have another shape', () => {
  it.each<[string, unknown, string]>([
    ['no deposit', build(approve(amountIn)), 'policy/no-deposit'],
    ['nothing at all', build(), 'policy/no-deposit'],
    ['two deposits', build(deposit(), deposit()), 'policy/many-deposits'],
    [
      'every approval a deposit',
      build({ ...approve(amountIn), deposit: true }, deposit()),
      'policy/many-deposits',
    ],
    [
      'a deposit and then something',
      build(deposit(), approve(amountIn)),
      'policy/deposit-not-last',
    ],
    [
      'a deposit and then a switch',
      build(deposit(), switchChain('0x2105')),
      'policy/deposit-not-last',
    ],
    ['a hundred approvals', build(...Array(100).fill(approve(1n)), deposit()), 'policy/malformed'],
    ['a deposit flag in words', build({ ...deposit(), deposit: 'yes' }), 'SVC3003'],
    ['no sender', instead({ from: '' }), 'policy/wrong-sender'],
    [
      'a switch to another chain',
      build(switchChain('0x1'), approve(amountIn), deposit()),
      'policy/wrong-chain',
    ],
    [
      'a switch back and forth',
      build(switchChain('0x2105'), switchChain('0x1'), deposit()),
      'policy/wrong-chain',
    ],
    ['an access list', instead({ accessList: [] }), 'policy/unknown-field'],
    ['input beside data', instead({ input: '0xa9059cbb' }), 'policy/unknown-field'],
    ['blobs', instead({ blobVersionedHashes: [] }), 'policy/unknown-field'],
    ['a field in another case', instead({ To: stranger }), 'policy/unknown-field'],
    [
      'a second parameter',
      build(
        request('eth_sendTransaction', [{ from: author, to: target }, { to: stranger }], {
          deposit: true,
        }),
      ),
      'policy/malformed',
    ],
    [
      'no parameter',
      build(request('eth_sendTransaction', [], { deposit: true })),
      'policy/malformed',
    ],
    [
      'a list for a parameter',
      build(request('eth_sendTransaction', [[{ to: stranger }]], { deposit: true })),
      'policy/malformed',
    ],
    [
      'a contract to be created',
      build(request('eth_sendTransaction', [{ from: author, data: '0x60' }], { deposit: true })),
      'policy/malformed',
    ],
    ['a name for a target', instead({ to: 'vault.eth' }), 'policy/malformed'],
    ['half a byte of data', instead({ data: '0x123' }), 'policy/malformed'],
    ['data of 200 kB', instead({ data: `0x${'00'.repeat(200_000)}` }), 'policy/malformed'],
    ['a kind nobody knows', { kind: 'DELEGATE', approvals: [deposit()] }, 'SVC3003'],
    [
      'a payment to an address',
      { kind: 'TRANSFER', depositAddress: stranger, amount: '1', token: usdc, chainId: 8453 },
      'policy/unsupported-kind',
    ],
    [
      'a permit to sign',
      {
        kind: 'PERMIT2',
        permit: { domain: {}, types: {}, primaryType: 'PermitTransferFrom', message: {} },
        transferDetails: { to: stranger, requestedAmount: '1' },
      },
      'policy/unsupported-kind',
    ],
    ['an approval of a type nobody knows', build({ type: 'bitcoin_send' }, deposit()), 'SVC3003'],
    [
      'a Solana transaction for an EVM account',
      build({ type: 'solana_sendTransaction', transaction: 'AAAA', deposit: true }),
      'policy/wrong-chain',
    ],
    ['a text for an answer', 'CONTRACT_CALL', 'SVC3003'],
    ['null for an answer', null, 'SVC3003'],
    ['a list for an answer', [deposit()], 'SVC3003'],
  ])('given %s, then it is refused', async (_, body, code) => {
    expect(await judgeJson(body)).toBe(code)
  })

  it.each([
    'eth_sign',
    'personal_sign',
    'eth_signTypedData',
    'eth_signTypedData_v4',
    'eth_signTransaction',
    'eth_sendRawTransaction',
    'wallet_sendCalls',
    'wallet_addEthereumChain',
    'wallet_requestPermissions',
    'wallet_grantPermissions',
    'wallet_invokeSnap',
    'eth_requestAccounts',
    'ETH_SENDTRANSACTION',
    '',
  ])(
    'given the method %j, before the deposit or in its place, then it is refused',
    async (method) => {
      const params = [{ from: author, to: target }]
      expect(await judgeJson(build(request(method, params), deposit()))).toBe(
        'policy/method-forbidden',
      )
      expect(await judgeJson(build(request(method, params, { deposit: true })))).toBe(
        'policy/method-forbidden',
      )
    },
  )

  it.each([
    [
      '__proto__',
      `{"kind":"CONTRACT_CALL","approvals":[],"__proto__":{"approvals":${JSON.stringify([deposit()])}}}`,
    ],
    [
      'constructor',
      `{"kind":"CONTRACT_CALL","approvals":[],"constructor":{"prototype":{"kind":"x"}}}`,
    ],
  ])('given the key %s, then it adds nothing to what is read', async (_, text) => {
    expect(await judgeText(text)).toBe('policy/no-deposit')
    expect(({} as { kind?: string }).kind).toBeUndefined()
  })

  it('given __proto__ inside the transaction, then the hidden target does not count', async () => {
    const tx = `{"from":"${author}","data":"${evm.depositData}","__proto__":{"to":"${stranger}"}}`
    const text = `{"kind":"CONTRACT_CALL","approvals":[{"type":"eip1193_request","deposit":true,"request":{"method":"eth_sendTransaction","params":[${tx}]}}]}`
    expect(await judgeText(text)).toBe('policy/malformed')
  })

  it('given the same key twice, then what is judged is what would be asked', async () => {
    const tx = `{"from":"${author}","to":"${target}","to":"${usdc}","data":"${evm.depositData}"}`
    const text = `{"kind":"CONTRACT_CALL","approvals":[{"type":"eip1193_request","deposit":true,"request":{"method":"eth_sendTransaction","params":[${tx}]}}]}`
    expect(await judgeText(text)).toBe('policy/foreign-call')
  })

  it('given nesting without end, then it is refused', async () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    expect(await judgeText(`{"kind":"CONTRACT_CALL","approvals":${deep}}`)).toBe('SVC3003')
  })

  it('given a body of 10 MB, then it is refused before it is read', async () => {
    const body = JSON.stringify(
      build(approve(amountIn), deposit({ data: `0x${'00'.repeat(5_000_000)}` })),
    )
    expect(body.length).toBeGreaterThan(10_000_000)
    expect(await judgeText(body)).toBe('SVC3003')
  })
})

describe('a hostile service, on Solana', () => {
  const { solDeposit, solanaBuild, tokenDeposit, transferSol, transferTokens } = sol
  const { associatedToken, computeBudget, system, token, token2022 } = programs
  const coin = sol.acceptedSolana(sol.SOL)
  const mint = sol.acceptedSolana()

  const inSol = (instructions: sol.SampleInstruction[], program: string = programs.memo) =>
    solanaBuild(solDeposit({ keys: [sol.author, sol.vault, system, program], instructions }))
  const inToken = (instructions: sol.SampleInstruction[]) =>
    solanaBuild(tokenDeposit({ instructions }))

  it.each<[string, unknown, Accepted, string]>([
    [
      'more SOL than was accepted',
      inSol([transferSol(sol.amountIn * 2n)]),
      coin,
      'policy/wrong-value',
    ],
    [
      'a second transfer',
      inSol([transferSol(sol.amountIn), transferSol(1n)]),
      coin,
      'policy/wrong-value',
    ],
    [
      'another fee payer',
      solanaBuild(solDeposit({ keys: [sol.other, sol.vault, system, programs.memo] })),
      coin,
      'policy/solana-fee-payer',
    ],
    ['a second signer', solanaBuild(solDeposit({ signers: 2 })), coin, 'policy/solana-fee-payer'],
    [
      'a program nobody knows',
      inSol([transferSol(sol.amountIn), { program: sol.other, accounts: [0] }], sol.other),
      coin,
      'policy/solana-instruction',
    ],
    [
      'an account assigned to a stranger',
      inSol([{ program: system, accounts: [0], data: [1, 0, 0, 0, ...Array<number>(32).fill(7)] }]),
      coin,
      'policy/solana-instruction',
    ],
    [
      'a durable nonce advanced',
      inSol([{ program: system, accounts: [1, 1, 0], data: [4, 0, 0, 0] }, transferSol(1n)]),
      coin,
      'policy/solana-instruction',
    ],
    [
      'a priority fee of a whole SOL',
      inSol(
        [{ program: computeBudget, data: [3, ...sol.little(10n ** 9n, 8)] }, transferSol(1n)],
        computeBudget,
      ),
      coin,
      'policy/wrong-value',
    ],
    ['only a memo', inSol([sol.memo('hello')]), coin, 'policy/no-deposit'],
    [
      'more tokens than were accepted',
      inToken([transferTokens(sol.amountIn + 1n)]),
      mint,
      'policy/wrong-value',
    ],
    [
      'another mint',
      inToken([transferTokens(sol.amountIn, 6, [1, 4, 2, 0])]),
      mint,
      'policy/foreign-token',
    ],
    [
      'decimals that make more of the amount',
      inToken([transferTokens(sol.amountIn, 2)]),
      mint,
      'policy/foreign-token',
    ],
    [
      'a delegate approved',
      inToken([
        { program: token, accounts: [1, 4, 0], data: [4, ...sol.little(1n, 8)] },
        transferTokens(1n),
      ]),
      mint,
      'policy/solana-instruction',
    ],
    [
      'a new owner of the token account',
      inToken([
        { program: token, accounts: [1, 0], data: [6, 2, 1, ...Array<number>(32).fill(7)] },
      ]),
      mint,
      'policy/solana-instruction',
    ],
    [
      'tokens burned',
      inToken([{ program: token, accounts: [1, 3, 0], data: [8, ...sol.little(1n, 8)] }]),
      mint,
      'policy/solana-instruction',
    ],
    [
      'the token account closed',
      inToken([{ program: token, accounts: [1, 4, 0], data: [9] }]),
      mint,
      'policy/solana-instruction',
    ],
    [
      'SOL beside the tokens',
      inToken([transferTokens(1n), transferSol(10n ** 9n, 0, 4)]),
      mint,
      'policy/wrong-value',
    ],
    [
      'accounts opened without end',
      inToken([
        ...Array(3).fill({ program: associatedToken, accounts: [0, 2, 4, 3, 5, 6], data: [1] }),
        transferTokens(1n),
      ]),
      mint,
      'policy/solana-instruction',
    ],
    [
      'an old transfer that names no mint',
      inToken([{ program: token, accounts: [1, 2, 0], data: [3, ...sol.little(1n, 8)] }]),
      mint,
      'policy/foreign-token',
    ],
    [
      'a transfer with a hook of the new token program',
      solanaBuild(
        tokenDeposit({
          keys: [
            sol.author,
            sol.ownTokens,
            sol.vaultTokens,
            sol.mint,
            sol.vault,
            system,
            token2022,
          ],
          instructions: [{ ...transferTokens(1n, 6, [1, 3, 2, 0, 4]), program: token2022 }],
        }),
      ),
      mint,
      'policy/solana-instruction',
    ],
    [
      'two transactions',
      {
        kind: 'CONTRACT_CALL',
        approvals: [
          { ...solanaBuild(solDeposit()).approvals[0], deposit: false },
          ...solanaBuild(solDeposit()).approvals,
        ],
      },
      coin,
      'policy/method-forbidden',
    ],
    [
      'bytes that are no transaction',
      {
        kind: 'CONTRACT_CALL',
        approvals: [{ type: 'solana_sendTransaction', transaction: 'AAECAwQF', deposit: true }],
      },
      coin,
      'policy/malformed',
    ],
    [
      'a transaction larger than a packet',
      {
        kind: 'CONTRACT_CALL',
        approvals: [
          { type: 'solana_sendTransaction', transaction: 'A'.repeat(8_000), deposit: true },
        ],
      },
      coin,
      'policy/malformed',
    ],
    [
      'a text that is no base64',
      {
        kind: 'CONTRACT_CALL',
        approvals: [
          { type: 'solana_sendTransaction', transaction: 'javascript:alert(1)', deposit: true },
        ],
      },
      coin,
      'SVC3003',
    ],
    ['a request for an EVM wallet', build(deposit()), coin, 'policy/method-forbidden'],
  ])('given %s, then it is refused', async (_, body, accepted, code) => {
    expect(await judgeJson(body, accepted, solanaFacts)).toBe(code)
  })

  it('given what a good service builds, then it is asked', async () => {
    expect(await judgeJson(solanaBuild(solDeposit()), coin, solanaFacts)).toBe('solanaDeposit')
    expect(await judgeJson(solanaBuild(tokenDeposit()), mint, solanaFacts)).toBe('solanaDeposit')
    expect(await judgeJson(build(approve(amountIn), deposit()))).toBe('approve,deposit')
  })
})
