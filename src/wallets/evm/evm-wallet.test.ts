import { beforeEach, describe, expect, it } from 'vitest'
import {
  createManualTimers,
  createPageHost,
  type ManualTimers,
  settle,
} from '@/test/support/page-host'
import { createPageEnv } from '../page-env'
import { createEvmRequest } from './evm-request'
import { createEvmWallet } from './evm-wallet'

type Call = { method: string; params?: unknown }
const account = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const facts = { id: 'com.example', name: 'Example', icon: undefined }
const tx = { from: account, to: `0x${'1'.repeat(40)}`, data: '0xab', value: '0x0', gas: '0x5208' }

let timers: ManualTimers
let calls: Call[]
let answers: Record<string, (params: unknown) => unknown>

beforeEach(() => {
  timers = createManualTimers()
  calls = []
  answers = {
    eth_accounts: async () => [account],
    eth_requestAccounts: async () => [account],
    eth_chainId: async () => '0x2105',
    eth_sendTransaction: async () => '0xfeed',
  }
})

function createWallet(extra: object = {}) {
  const provider = {
    async request(call: Call) {
      calls.push(call)
      return answers[call.method]?.(call.params) ?? null
    },
    ...extra,
  }
  const wallet = createEvmWallet(createPageEnv(createPageHost(timers)), provider, facts)
  if (wallet === undefined) throw new Error('no wallet')
  return { wallet, provider }
}

describe('what an EVM wallet is asked', () => {
  it('to connect: accounts by consent, then the chain', async () => {
    const { wallet } = createWallet()
    expect(await wallet.ask({ kind: 'connect', family: 'eip155' })).toEqual({
      kind: 'accounts',
      accounts: [account],
      chainId: '0x2105',
    })
    expect(calls.map((call) => call.method)).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  it('to connect: accounts count even where the chain cannot be read', async () => {
    answers.eth_chainId = async () => {
      throw new Error('no')
    }
    const { wallet } = createWallet()
    expect(await wallet.ask({ kind: 'connect', family: 'eip155' })).toEqual({
      kind: 'accounts',
      accounts: [account],
    })
  })

  it('to switch and to add a chain, in hex', async () => {
    const { wallet } = createWallet()
    await wallet.ask({ kind: 'switchChain', chainId: 8453 })
    await wallet.ask({
      kind: 'addChain',
      chainId: 8453,
      name: 'Base',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['https://rpc.example'],
      blockExplorerUrls: [],
    })
    expect(calls).toEqual([
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2105' }] },
      {
        method: 'wallet_addEthereumChain',
        params: [
          {
            chainId: '0x2105',
            chainName: 'Base',
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: ['https://rpc.example'],
          },
        ],
      },
    ])
  })

  it('to send: known keys only, and the chain named', async () => {
    const { wallet } = createWallet()
    const request = { kind: 'transaction' as const, chainId: 1, tx: { ...tx, evil: '0x1' } }
    expect(await wallet.ask(request)).toEqual({ kind: 'hash', hash: '0xfeed' })
    expect(calls).toEqual([{ method: 'eth_sendTransaction', params: [{ ...tx, chainId: '0x1' }] }])
  })

  it('to send: no key comes from a polluted prototype', async () => {
    Object.defineProperty(Object.prototype, 'maxFeePerGas', { value: '0x1', configurable: true })
    try {
      const { wallet } = createWallet()
      await wallet.ask({ kind: 'transaction', chainId: 1, tx })
      expect(Object.keys(Object(calls[0]?.params)[0])).toEqual([...Object.keys(tx), 'chainId'])
    } finally {
      Reflect.deleteProperty(Object.prototype, 'maxFeePerGas')
    }
  })

  it.each([undefined, null, {}, 5, ['0x1'], 'x'.repeat(300)])(
    'to send: an answer that is no hash proves nothing (%j)',
    async (answer) => {
      answers.eth_sendTransaction = async () => answer
      const { wallet } = createWallet()
      await expect(wallet.ask({ kind: 'transaction', chainId: 1, tx })).rejects.toMatchObject({
        name: 'CausewayPageError',
        code: 'bad-answer',
      })
    },
  )

  it('never to sign a message, and nothing on a chain that is no number', async () => {
    const { wallet } = createWallet()
    await expect(
      wallet.ask({ kind: 'solanaSign', account: 'a', transaction: 'AA==' }),
    ).rejects.toMatchObject({ code: -32602 })
    await expect(wallet.ask({ kind: 'switchChain', chainId: 1.5 })).rejects.toMatchObject({
      code: -32602,
    })
    expect(calls).toEqual([])
  })

  it.each(['personal_sign', 'eth_sign', 'eth_signTypedData_v4', 'wallet_sendCalls', 'constructor'])(
    'never by the method %s',
    async (method) => {
      const env = createPageEnv(createPageHost(timers))
      const request = createEvmRequest(env, {}, (call: Call) => calls.push(call))
      await expect(request(method as 'eth_accounts')).rejects.toMatchObject({ code: 4200 })
      expect(calls).toEqual([])
    },
  )

  it('by the request function it had when it was found', async () => {
    const { wallet, provider } = createWallet()
    provider.request = async () => 'swapped'
    expect(await wallet.ask({ kind: 'transaction', chainId: 1, tx })).toEqual({
      kind: 'hash',
      hash: '0xfeed',
    })
  })

  it('given a wallet that throws at once, then its error is the outcome', async () => {
    const { wallet } = createWallet({
      request() {
        throw Object.assign(new Error('denied'), { code: 4001 })
      },
    })
    await expect(wallet.ask({ kind: 'switchChain', chainId: 1 })).rejects.toMatchObject({
      code: 4001,
    })
  })
})

describe('what an EVM wallet shows unasked', () => {
  it('is its accounts and chain', async () => {
    const { wallet } = createWallet()
    expect(await wallet.inspect(true)).toEqual({ accounts: [account], chainId: '0x2105' })
    expect(calls.map((call) => call.method)).toEqual(['eth_accounts', 'eth_chainId'])
  })

  it.each([
    ['a look at the page', false, 800],
    ['the look before an ask', true, 3_000],
  ])('is unanswered where it hangs, told after the time of %s', async (_name, quiet, ms) => {
    answers.eth_accounts = () => new Promise(() => undefined)
    answers.eth_chainId = () => new Promise(() => undefined)
    const { wallet } = createWallet()
    let shown: unknown
    const inspected = wallet.inspect(quiet).then((value) => {
      shown = value
    })
    await settle()
    timers.advance(ms - 1)
    await settle()
    expect(shown).toBeUndefined()
    timers.advance(1)
    await inspected
    expect(shown).toEqual({ accounts: [], unanswered: true })
  })

  it('is no account where it refuses to say, which is an answer', async () => {
    answers.eth_accounts = () => Promise.reject({ code: 4100, message: 'locked' })
    const { wallet } = createWallet()
    expect(await wallet.inspect(true)).toEqual({ accounts: [], chainId: '0x2105' })
  })

  it.each([
    [8453, '0x2105'],
    ['0x2105', '0x2105'],
    ['8453', undefined],
    [{}, undefined],
    ['0x<b>', undefined],
  ])('reads the chain %j as %j', async (answer, expected) => {
    answers.eth_chainId = async () => answer
    const { wallet } = createWallet()
    expect((await wallet.inspect(true)).chainId).toBe(expected)
  })

  it('leaves out what is no account', async () => {
    answers.eth_accounts = async () => [account, 5, '', 'x'.repeat(300), null]
    const { wallet } = createWallet()
    expect((await wallet.inspect(true)).accounts).toEqual([account])
  })
})

describe('changes of an EVM wallet', () => {
  it('are heard once it is watched, which happens once', () => {
    const listeners: [string, () => void][] = []
    const { wallet } = createWallet({
      on: (event: string, listener: () => void) => listeners.push([event, listener]),
    })
    let changes = 0
    wallet.watch(() => {
      changes += 1
    })
    wallet.watch(() => {
      changes += 100
    })
    for (const [, listener] of listeners) listener()
    expect(listeners.map(([event]) => event)).toEqual([
      'accountsChanged',
      'chainChanged',
      'disconnect',
    ])
    expect(changes).toBe(3)
  })

  it('are missed where the wallet has no events or throws at them', () => {
    const { wallet } = createWallet({
      on: () => {
        throw new Error('no')
      },
    })
    expect(() => wallet.watch(() => undefined)).not.toThrow()
    expect(() => createWallet().wallet.watch(() => undefined)).not.toThrow()
  })
})
