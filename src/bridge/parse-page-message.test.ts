import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  askResult,
  foundWallet,
  ledgerReply,
  siteRequestMessage,
  siteResumeMessage,
  walletChangedMessage,
} from '@/src/contract/bridge'
import { maxMessageChars, maxReplyChars, maxSiteRequestChars } from '@/src/contract/page-wire'
import { parsePageMessage } from './parse-page-message'

const attemptId = '0123456789abcdef0123456789abcdef'
const parse = (value: unknown, awaited = false) => parsePageMessage(JSON.stringify(value), awaited)
const wallet = {
  family: 'eip155',
  id: 'com.example',
  name: 'Example',
  ambiguous: false,
  accounts: ['0xabc'],
  chainId: '0x1',
  icon: 'data:image/png;base64,AAAA',
}

describe('what a page says', () => {
  it.each([
    { type: 'wallets', replyTo: 1, wallets: [wallet] },
    { type: 'wallet', replyTo: 1, wallet: null },
    { type: 'wallet', replyTo: 1, wallet },
    { type: 'ledger', replyTo: 2, entries: [{ attemptId, state: 'open' }] },
    { type: 'prepared', attemptId },
    { type: 'prepared', attemptId, refusal: 'ambiguous' },
    { type: 'outcome', attemptId, result: { ok: true, value: { kind: 'done' } } },
    { type: 'outcome', attemptId, result: { ok: true, value: { kind: 'hash', hash: '0x1' } } },
    { type: 'outcome', attemptId, result: { ok: false, error: { message: 'no', code: 4001 } } },
    { type: 'walletChanged', walletId: 'com.example', family: 'solana' },
    {
      type: 'siteRequest',
      requestId: attemptId,
      fromToken: 'eip155:1:0xabc',
      toToken: { chainId: 8453, address: '0xabc' },
      amount: '1000',
      tradeType: 'EXACT_INPUT',
    },
    { type: 'siteResume', requestId: attemptId },
  ])('is understood: %j', (message) => {
    expect(parse(message)).toEqual(message)
  })

  it.each([
    ['not a text', { type: 'prepared', attemptId }],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['null', 'null'],
    ['nothing', ''],
    ['an unknown type', '{"type":"evil"}'],
    ['a type of the prototype', '{"type":"constructor"}'],
    ['an attempt id that is none', '{"type":"prepared","attemptId":"1"}'],
    ['an outcome without a result', JSON.stringify({ type: 'outcome', attemptId })],
    ['a refusal nobody knows', JSON.stringify({ type: 'prepared', attemptId, refusal: 'x' })],
    ['a request to take up that is none', '{"type":"siteResume","requestId":"../x"}'],
    ['a request to take up without an id', '{"type":"siteResume"}'],
    ['deep nesting', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ])('is ignored: %s', (_name, text) => {
    expect(parsePageMessage(text, false)).toBeUndefined()
  })

  it('given an icon elsewhere than in the text, when a wallet is shown, then it is not taken', () => {
    for (const icon of ['https://example.com/a.png', 'javascript:alert(1)', 'data:text/html,x']) {
      const message = { type: 'wallet', replyTo: 1, wallet: { ...wallet, icon } }
      expect(parse(message)).toBeUndefined()
    }
  })

  it('given a long text, when nobody waits for a reply, then it is not even read', () => {
    const message = { type: 'wallets', replyTo: 1, wallets: [], pad: 'x'.repeat(maxMessageChars) }
    expect(parse(message)).toBeUndefined()
    expect(parse(message, true)).toBeDefined()
    const longer = { ...message, pad: 'x'.repeat(maxReplyChars) }
    expect(parse(longer, true)).toBeUndefined()
  })

  it('given a site request beyond 16 kB, when it arrives, then it is not taken', () => {
    const request = { type: 'siteRequest', requestId: attemptId, amount: '1' }
    expect(parse({ ...request, pad: 'x'.repeat(maxSiteRequestChars) })).toBeUndefined()
  })

  it('given a site request with one field wrong, when it arrives, then it is one to be refused, by its id alone', () => {
    const request = { type: 'siteRequest', requestId: attemptId, amount: '1' }
    for (const wrong of [
      { amount: '1.5' },
      { amount: '-1' },
      { amount: '' },
      { amount: 1 },
      { tradeType: 'OTHER' },
      { toToken: 5 },
      { fromToken: { chainId: '1', address: '0x' } },
      { recipient: 'x'.repeat(129) },
    ]) {
      const refused = { type: 'siteInvalid', requestId: attemptId }
      expect(parse({ ...request, ...wrong })).toEqual(refused)
      expect(parse({ ...request, ...wrong, requestId: '../x' })).toBeUndefined()
    }
  })

  it('given prototype keys in the text, when it is read, then they are plain data or left out', () => {
    const text = `{"type":"prepared","attemptId":"${attemptId}","__proto__":{"refusal":"seen"}}`
    expect(parsePageMessage(text, false)).toEqual({ type: 'prepared', attemptId })
    expect(({} as Record<string, unknown>).refusal).toBeUndefined()
  })
})

/** Values near to the shapes, so that the two parsers meet at their edges. */
const near = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('eip155', 'solana', 'done', 'hash', 'signed', 'accounts', 'open', 'settled'),
    fc.constantFrom(attemptId, 'never-seen', 'data:image/png;base64,AA', '12', true, false, null),
    fc.string({ maxLength: 300 }),
    fc.double(),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(
    fc.constantFrom(
      ...['family', 'id', 'name', 'icon', 'ambiguous', 'accounts', 'chainId', 'ok', 'value'],
      ...['kind', 'hash', 'transaction', 'error', 'message', 'code', 'data', 'attemptId'],
      ...['state', 'result', 'requestId', 'fromToken', 'amount', 'tradeType', 'walletId'],
    ),
    tie('value'),
    { maxKeys: 8 },
  ),
})).object

describe('the hand-written parser and the schemas of the contract', () => {
  it('whatever the parser lets through, the schemas accept', () => {
    const mutated = fc
      .record({
        base: fc.constantFrom<Record<string, unknown>>(
          { type: 'outcome', attemptId, result: { ok: true, value: { kind: 'done' } } },
          { type: 'wallet', replyTo: 1, wallet },
          { type: 'ledger', replyTo: 1, entries: [{ attemptId, state: 'open' }] },
          { type: 'walletChanged', walletId: 'a', family: 'eip155' },
          { type: 'siteRequest', requestId: attemptId, amount: '1' },
          { type: 'siteResume', requestId: attemptId },
        ),
        extra: near,
        inner: near,
      })
      .map(({ base, extra, inner }) => {
        const deep = Object.fromEntries(
          Object.entries(base).map(([key, value]) => [
            key,
            typeof value === 'object' && value !== null && !Array.isArray(value)
              ? { ...value, ...inner }
              : value,
          ]),
        )
        return { ...deep, ...extra, type: base.type }
      })
    fc.assert(
      fc.property(mutated, (message) => {
        const parsed = parse(message, true)
        if (parsed === undefined) return
        if (parsed.type === 'outcome') expect(askResult.safeParse(parsed.result).success).toBe(true)
        if (parsed.type === 'wallet' && parsed.wallet !== null) {
          expect(foundWallet.safeParse(parsed.wallet).success).toBe(true)
        }
        if (parsed.type === 'ledger') expect(ledgerReply.safeParse(parsed).success).toBe(true)
        const versioned = { v: 1, ...parsed }
        if (parsed.type === 'walletChanged') {
          expect(walletChangedMessage.safeParse(versioned).success).toBe(true)
        }
        if (parsed.type === 'siteRequest') {
          expect(siteRequestMessage.safeParse(versioned).success).toBe(true)
        }
        if (parsed.type === 'siteResume') {
          expect(siteResumeMessage.safeParse(versioned).success).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('no text crashes the parser', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        parsePageMessage(text, true)
      }),
      { numRuns: 1_000 },
    )
  })
})
