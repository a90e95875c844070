import { address, createKeyPairFromBytes } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyEd25519 } from '@/src/chains/ed25519'
import { createSolanaReader, type SolanaReader } from '@/src/chains/solana-reader'
import type { Accepted } from '@/src/domain/order/order'
import { judgeSolanaEffects } from '@/src/domain/policy/effects-solana'
import { checkBuild } from '@/src/domain/policy/policy'
import { compareSolana } from '@/src/domain/policy/verify-solana'
import { parseSolanaTransaction } from '@/src/domain/solana/solana-message'
import { decodeBase58, encodeBase58 } from '@/src/lib/base58'
import { decodeBase64, encodeBase64 } from '@/src/lib/bytes'
import type { Reference } from '@/test/sandbox/chains/port'
import { tokenAccountOf } from '@/test/sandbox/chains/solana/compose'
import { type SolanaChain, startSolana } from '@/test/sandbox/chains/solana/solana'

const chainId = 20_011_000_000
const SOL = '1'.repeat(32)

let chain: SolanaChain
let reader: SolanaReader
let author: string
let key: CryptoKey

beforeAll(async () => {
  chain = await startSolana({ port: 0, blockMs: 0 })
  reader = createSolanaReader({ urls: [chain.rpcUrl] })
  author = chain.account.address
  key = (await createKeyPairFromBytes(decodeBase58(chain.account.secretKey) ?? new Uint8Array()))
    .privateKey
})
afterAll(() => chain?.stop())

const usdc = () => {
  const token = chain.tokens.find((known) => known.symbol === 'USDC')
  if (token === undefined) throw new Error('no USDC')
  return token
}

let references = 0

/** What the service builds for a deposit, and what the person accepted. */
async function build(token: { address: string; decimals: number }, amount: bigint) {
  references += 1
  const reference: Reference = `0x${references.toString(16).padStart(64, '0')}`
  const approvals = await chain.port.buildDeposit({
    from: author,
    token: token.address,
    amount,
    reference,
    approval: 'exact',
    isSwitchingChain: false,
  })
  const [approval] = approvals
  if (approval?.type !== 'solana_sendTransaction') throw new Error('not a Solana deposit')
  const side = { chainId, address: token.address, symbol: 'X', decimals: token.decimals }
  const accepted: Accepted = {
    quoteId: 'q',
    routeId: 'r',
    routeType: 'native-filler',
    tradeType: 'EXACT_INPUT',
    from: { ...side, amount: amount.toString() },
    to: { ...side, chainId: 8453, amount: '1' },
    author,
    recipient: author,
    refundTo: author,
    expectedDurationSeconds: 1,
    quoteExpiresAt: 100,
    validBefore: 100,
  }
  return {
    answer: { kind: 'CONTRACT_CALL', approvals },
    accepted,
    reference,
    transaction: approval.transaction,
  }
}

/** Signs as a wallet does: one signature over the message, put before it. */
async function sign(transaction: string): Promise<string> {
  const message = new Uint8Array(parse(transaction).message)
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', key, message))
  return encodeBase64(Uint8Array.of(1, ...signature, ...message))
}

function bytesOf(transaction: string): Uint8Array {
  const bytes = decodeBase64(transaction)
  if (bytes === null) throw new Error('not base64')
  return bytes
}

function parse(transaction: string) {
  const parsed = parseSolanaTransaction(bytesOf(transaction))
  if (parsed === null) throw new Error('not a transaction')
  return parsed
}

describe('Solana, read', () => {
  it('given accounts, then balances of SOL and of tokens in smallest units', async () => {
    expect(await reader.tokenBalance(SOL, author)).toBe(await chain.port.balanceOf(SOL, author))
    const held = await chain.port.balanceOf(usdc().address, author)
    expect(held).toBeGreaterThan(0n)
    expect(await reader.tokenBalance(usdc().address, author)).toBe(held)
    const nobody = encodeBase58(new Uint8Array(32).fill(9))
    expect(await reader.tokenBalance(usdc().address, nobody)).toBe(0n)
    expect(await reader.balance(nobody)).toBe(0n)
  })

  it('given a token account, then its mint; given anything else, then none', async () => {
    const account = await tokenAccountOf(address(usdc().address), address(author))
    expect(await reader.mintOf(account)).toBe(usdc().address)
    expect(await reader.mintOf(usdc().address)).toBeNull()
    expect(await reader.mintOf(author)).toBeNull()
    expect(await reader.mintOf(encodeBase58(new Uint8Array(32).fill(9)))).toBeNull()
  })

  it('given the rent of this chain, then a reserve above it', async () => {
    expect(await reader.reserve()).toBeGreaterThan(2_000_000n)
    expect(await reader.reserve()).toBeLessThan(10_000_000n)
  })

  it('given a node of another cluster, then it is not believed', async () => {
    const other = createSolanaReader({ urls: [chain.rpcUrl], reference: 'x'.repeat(32) })
    await expect(other.blockHeight()).rejects.toMatchObject({ code: 'chain/bad-answer' })
    const genesis = await fetch(chain.rpcUrl, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getGenesisHash' }),
    })
    const { result } = (await genesis.json()) as { result: string }
    const same = createSolanaReader({ urls: [chain.rpcUrl], reference: result.slice(0, 32) })
    expect(await same.blockHeight()).toBeGreaterThanOrEqual(0)
  })
})

describe("a deposit on Solana, from the service's build to the chain", () => {
  it.each(['SOL', 'USDC'])(
    'given %s, then it passes the policy, is signed, compared, sent, and found',
    async (symbol) => {
      const token = symbol === 'SOL' ? { address: SOL, decimals: 9 } : usdc()
      const { answer, accepted, reference, transaction } = await build(token, 1_234_567n)
      const facts = { family: 'solana' as const, mints: {}, signed: [] }
      const checked = checkBuild({ build: answer, accepted, facts, now: 0 })
      expect(checked).toMatchObject({ ok: true, steps: [{ action: { transaction } }] })
      const short = { ...accepted, from: { ...accepted.from, amount: '1234566' } }
      const wrong = { ok: false, code: 'policy/wrong-value' }
      // A lamport beside the payment is a fee, which a trial alone lets pass.
      expect(checkBuild({ build: answer, accepted: short, facts, now: 0 })).toMatchObject(
        symbol === 'SOL' ? { ok: true, unless: wrong } : wrong,
      )

      const tried = await reader.trial(transaction, author)
      const judged = tried.outcome === 'passes' && judgeSolanaEffects(short, tried.effects)
      expect(judged).toMatchObject(
        symbol === 'SOL' ? { ok: true, extra: 1n } : { ok: false, code: 'policy/takes-more' },
      )
      expect(await reader.fee(parse(transaction).message)).toBe(5_000n)
      expect(await reader.isBlockhashValid(parse(transaction).blockhash)).toBe(true)

      const signed = await sign(transaction)
      const verdict = await compareSolana({
        asked: bytesOf(transaction),
        signed: bytesOf(signed),
        author,
        verify: verifyEd25519,
      })
      if (!verdict.ok) throw new Error(verdict.detail)
      expect(await reader.signatureStatuses([verdict.signature])).toEqual([null])
      expect(await reader.transaction(verdict.signature)).toBeNull()

      const hash = await chain.port.broadcast({ signedTransaction: signed, reference })
      expect(hash).toBe(verdict.signature)
      expect(await reader.signatureStatuses([hash])).toEqual([
        { slot: expect.any(Number), failed: false, level: expect.stringMatching(/ed$/) },
      ])
      const found = await reader.transaction(hash)
      expect(found).toMatchObject({ failed: false })
      expect(found?.bytes).toEqual(bytesOf(signed))
    },
  )

  it('given more than the account holds, then the trial says so', async () => {
    const { transaction } = await build(usdc(), 10n ** 18n)
    expect(await reader.trial(transaction, author)).toMatchObject({ outcome: 'reverts' })
  })

  it('given 151 blocks, then the block hash has expired', async () => {
    const { transaction } = await build(usdc(), 1n)
    const { blockhash } = parse(transaction)
    const { lastValidBlockHeight } = await reader.latestBlockhash()
    expect(await reader.isBlockhashValid(blockhash)).toBe(true)
    chain.advance(151)
    expect(await reader.isBlockhashValid(blockhash)).toBe(false)
    expect(await reader.blockHeight()).toBeGreaterThan(lastValidBlockHeight)
    expect(await reader.fee(parse(transaction).message)).toBeNull()
  })
})
