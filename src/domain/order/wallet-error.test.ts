import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isErrorCode } from '../error-codes'
import { normaliseWalletError, type WalletErrorShape } from './wallet-error'

/** A shape as it was recorded, where, and what it means. */
type Recorded = {
  from: string
  error: WalletErrorShape
  code: string
  notSent: boolean
}

const json = (value: unknown) => JSON.stringify(value)

/** MetaMask/metamask-extension is "mm", RabbyHub/Rabby is "rabby", anza-xyz/wallet-adapter is "adapter". */
const declined: Recorded[] = [
  {
    from: 'mm: provider-api#errors; issue 16045',
    error: { code: 4001, message: 'MetaMask Tx Signature: User denied transaction signature.' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'mm issue 7160 (7.1.1): the code is lost, the words are in the data',
    error: {
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: json({ message: 'MetaMask Tx Signature: User denied transaction signature.' }),
    },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'mm issue 19025: -32603 around 4001',
    error: {
      code: -32603,
      message: 'MetaMask Personal Message Signature: User denied message signature.',
      data: json({ originalError: { code: 4001 } }),
    },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'mm issue 11613: the error as JSON inside the message',
    error: {
      message:
        '[ethjs-query] while formatting outputs from RPC \'{"value":{"code":4001,"message":"MetaMask Tx Signature: User denied transaction signature."}}\'',
    },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'Coinbase Wallet, as listed in mm issue 5562',
    error: { message: 'User denied transaction signature' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'rabby issue 2146',
    error: { code: 4001, message: 'User rejected the request.' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'words in use; no public record known',
    error: { code: -32000, message: 'user rejected transaction' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'WalletConnect v2 SDK_ERRORS USER_REJECTED; wevm/viem pull 1045',
    error: { code: 5000, message: 'User rejected.' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'WalletConnect v2 SDK_ERRORS USER_REJECTED_METHODS',
    error: { code: 5002, message: 'User rejected methods.' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'WalletConnect v2 SDK_ERRORS USER_REJECTED_CHAINS; WalletConnectUnity issue 106',
    error: { code: 5001, message: 'User disapproved requested chains' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'EIP-5792: the upgrade was rejected',
    error: { code: 5750, message: 'AtomicReadyWalletRejectedUpgrade' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'ethers 5.7 and later; Uniswap/interface pull 5996',
    error: {
      code: 'ACTION_REJECTED',
      message: 'user rejected transaction (action="sendTransaction")',
    },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'a string where a number belongs (mobile bridges)',
    error: { code: '4001', message: '' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'Solflare through the adapter; wormhole-connect issue 2305',
    error: { name: 'WalletSendTransactionError', message: 'Transaction cancelled' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'Coinbase Wallet on Solana; adapter issue 538',
    error: { name: 'WalletSignTransactionError', message: 'User canceled request' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'Phantom through Wallet Standard',
    error: {
      code: 4001,
      name: 'WalletSignTransactionError',
      message: 'User rejected the request.',
    },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'Backpack; coral-xyz/backpack pull 904',
    error: { message: 'user rejected signature request' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: '@wallet-standard/errors in a development build',
    error: { name: 'WalletStandardError', code: 4001000, message: 'The user rejected the request' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: '@wallet-standard/errors in a production build: only a number is left',
    error: {
      name: 'WalletStandardError',
      message:
        'Wallet Standard error #4001000; Decode this error by running `npx @wallet-standard/errors decode -- 4001000`',
    },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'Suiet; suiet/wallet-kit issue 316',
    error: { message: 'Rejected from user' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'adapter: WalletWindowClosedError has no words',
    error: { name: 'WalletWindowClosedError', message: '' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'words in use; no public record known',
    error: { code: -32000, message: 'Signature declined by the user' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'viaprotocol/web3-wallets pull 58: "Request rejected"',
    error: { message: 'Request rejected' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'words in use; no public record known',
    error: { code: -32603, message: 'cancelled' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'Frame: "User declined transaction"',
    error: { code: -1, message: 'User declined transaction' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'Safe App SDK: "Transaction was rejected"',
    error: { message: 'Transaction was rejected' },
    code: 'wallet/declined',
    notSent: true,
  },
  {
    from: 'words in use; no public record known',
    error: { code: -32603, message: 'Popup window was closed' },
    code: 'wallet/declined',
    notSent: true,
  },
]

const others: Recorded[] = [
  {
    from: 'mm issue 10584; m0-platform/ttg-frontend issue 345',
    error: {
      code: -32002,
      message:
        "Request of type 'wallet_requestPermissions' already pending for origin https://example.org. Please wait.",
    },
    code: 'wallet/pending-request',
    notSent: true,
  },
  {
    from: 'words in use; no public record known',
    error: { code: -32002, message: 'Already processing eth_requestAccounts. Please wait.' },
    code: 'wallet/pending-request',
    notSent: true,
  },
  {
    from: 'EIP-1474: -32002 without words',
    error: { code: -32002, message: 'Resource unavailable' },
    code: 'wallet/pending-request',
    notSent: false,
  },
  {
    from: 'jk-labs-inc/confetti issue 1593 (MetaMask)',
    error: {
      code: 4100,
      message: 'The requested account and/or method has not been authorized by the user.',
    },
    code: 'wallet/unauthorised',
    notSent: true,
  },
  {
    from: 'Coinbase Wallet before connecting',
    error: { code: -32000, message: "Must call 'eth_requestAccounts' before other methods" },
    code: 'wallet/unauthorised',
    notSent: true,
  },
  {
    from: 'adapter: WalletNotConnectedError has no words',
    error: { name: 'WalletNotConnectedError', message: '' },
    code: 'wallet/unauthorised',
    notSent: true,
  },
  {
    from: "@wallet-standard/errors: the account is not the wallet's",
    error: { name: 'WalletStandardError', code: 3834001, message: 'No underlying account' },
    code: 'wallet/unauthorised',
    notSent: true,
  },
  {
    from: 'EIP-1193',
    error: {
      code: 4200,
      message: 'The requested method is not supported by this Ethereum provider.',
    },
    code: 'wallet/unsupported-method',
    notSent: true,
  },
  {
    from: 'mm: a method it does not have',
    error: {
      code: -32601,
      message: 'The method "wallet_sendCalls" does not exist / is not available.',
    },
    code: 'wallet/unsupported-method',
    notSent: true,
  },
  {
    from: '@wallet-standard/errors: feature missing',
    error: { name: 'WalletStandardError', message: 'Wallet Standard error #6160002; Decode' },
    code: 'wallet/unsupported-method',
    notSent: true,
  },
  {
    from: 'mm pull 11030',
    error: {
      code: 4902,
      message:
        'Unrecognized chain ID "0x13881". Try adding the chain using wallet_addEthereumChain first.',
    },
    code: 'wallet/chain-not-added',
    notSent: true,
  },
  {
    from: 'MetaMask mobile; Uniswap/web3-react pull 770: no message inside',
    error: {
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: json({ originalError: { code: 4902 } }),
    },
    code: 'wallet/chain-not-added',
    notSent: true,
  },
  {
    from: 'MetaMask mobile; rooch issue 1049: the code is lost altogether',
    error: {
      code: -32603,
      message:
        'Unrecognized chain ID "0x134afd7". Try adding the chain using wallet_addEthereumChain first.',
    },
    code: 'wallet/chain-not-added',
    notSent: true,
  },
  {
    from: 'Zerion before pull 519',
    error: { message: 'Chain not configured' },
    code: 'wallet/chain-not-added',
    notSent: true,
  },
  {
    from: 'data cut in the middle by our own page script',
    error: { code: -32603, message: 'Internal', data: '{"originalError":{"code":4902,"mess' },
    code: 'wallet/chain-not-added',
    notSent: true,
  },
  {
    from: 'web3/web3.js issue 7021: geth through MetaMask',
    error: {
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: json({
        code: -32000,
        message: 'err: insufficient funds for gas * price + value: address 0xEd96 have 5 want 12',
      }),
    },
    code: 'wallet/insufficient-funds',
    notSent: true,
  },
  {
    from: 'ethers',
    error: {
      code: 'INSUFFICIENT_FUNDS',
      message: 'insufficient funds for intrinsic transaction cost',
    },
    code: 'wallet/insufficient-funds',
    notSent: true,
  },
  {
    from: 'hardhat and older parity nodes',
    error: { code: -32000, message: "sender doesn't have enough funds to send tx" },
    code: 'wallet/insufficient-funds',
    notSent: true,
  },
  {
    from: 'Solana runtime, through a wallet that simulates',
    error: {
      message:
        'Transaction simulation failed: Attempt to debit an account but found no record of a prior credit.',
    },
    code: 'wallet/insufficient-funds',
    notSent: true,
  },
  {
    from: 'geth: the nonce is taken, maybe by this very transaction',
    error: { code: -32000, message: 'nonce too low: next nonce 5, tx nonce 4' },
    code: 'wallet/nonce-too-low',
    notSent: false,
  },
  {
    from: 'ethers',
    error: { code: 'NONCE_EXPIRED', message: 'nonce has already been used' },
    code: 'wallet/nonce-too-low',
    notSent: false,
  },
  {
    from: 'geth: the node has this very transaction',
    error: { code: -32603, message: 'already known', data: json({ code: -32000 }) },
    code: 'wallet/nonce-too-low',
    notSent: false,
  },
  {
    from: 'ethers-io/ethers.js issue 1754',
    error: { code: -32000, message: 'replacement transaction underpriced' },
    code: 'wallet/replacement-underpriced',
    notSent: false,
  },
  {
    from: 'ethers-io/ethers.js issue 1754, wrapped',
    error: { code: 'REPLACEMENT_UNDERPRICED', message: 'replacement fee too low' },
    code: 'wallet/replacement-underpriced',
    notSent: false,
  },
  {
    from: 'words in use; no public record known',
    error: { code: -32603, message: 'Wallet is locked' },
    code: 'wallet/locked',
    notSent: true,
  },
  {
    from: 'mm: typed data that names another chain than the active one',
    error: {
      code: -32603,
      message: 'Provided chainId "8453" must match the active chainId "1"',
    },
    code: 'wallet/chain-changed',
    notSent: true,
  },
  {
    from: 'geth code 3 while the wallet estimates',
    error: { code: 3, message: 'execution reverted: ERC20: transfer amount exceeds allowance' },
    code: 'wallet/transaction-rejected',
    notSent: true,
  },
  {
    from: 'Phantom docs, error table',
    error: { code: -32003, message: 'Phantom does not recognize a valid transaction.' },
    code: 'wallet/transaction-rejected',
    notSent: true,
  },
  {
    from: 'EIP-1474: -32003 without words',
    error: { code: -32003, message: 'Transaction rejected by the node' },
    code: 'wallet/transaction-rejected',
    notSent: false,
  },
  {
    from: 'geth, a base fee that moved',
    error: { code: -32000, message: 'max fee per gas less than block base fee: address 0x1' },
    code: 'wallet/transaction-rejected',
    notSent: true,
  },
  {
    from: 'Phantom docs, error table',
    error: { code: -32000, message: 'Missing or invalid parameters.' },
    code: 'wallet/invalid-parameters',
    notSent: true,
  },
  {
    from: 'mm: parameters',
    error: { code: -32602, message: 'Invalid "from" address: not an address.' },
    code: 'wallet/invalid-parameters',
    notSent: true,
  },
  {
    from: 'MetaMask/extension-provider issue 22',
    error: {
      code: -32603,
      message: 'MetaMask: Disconnected from MetaMask background. Page reload required.',
    },
    code: 'wallet/disconnected',
    notSent: false,
  },
  {
    from: 'mm issue 11730',
    error: { message: 'Attempting to use a disconnected port object' },
    code: 'wallet/disconnected',
    notSent: false,
  },
  {
    from: 'mm issue 14987',
    error: { message: 'Could not establish connection. Receiving end does not exist.' },
    code: 'wallet/disconnected',
    notSent: false,
  },
  {
    from: 'EIP-1193 and the Phantom docs',
    error: { code: 4900, message: 'Phantom could not connect to the network.' },
    code: 'wallet/disconnected',
    notSent: false,
  },
  {
    from: 'adapter: WalletDisconnectedError',
    error: { name: 'WalletDisconnectedError', message: '' },
    code: 'wallet/disconnected',
    notSent: false,
  },
  {
    from: 'adapter: WalletNotReadyError',
    error: { name: 'WalletNotReadyError', message: '' },
    code: 'wallet/not-found',
    notSent: true,
  },
  {
    from: 'Phantom docs, error table: says nothing of what happened',
    error: { code: -32603, message: 'Something went wrong within Phantom.' },
    code: 'wallet/unknown',
    notSent: false,
  },
  {
    from: 'MetaMask/metamask-mobile issue 1314: an empty object',
    error: { message: '' },
    code: 'wallet/unknown',
    notSent: false,
  },
  {
    from: 'a name nobody knows',
    error: { name: 'WalletSignTransactionError', code: 'E_WHAT', message: 'Unexpected error' },
    code: 'wallet/unknown',
    notSent: false,
  },
]

describe('normaliseWalletError', () => {
  it.each([...declined, ...others])(
    'given $error.code "$error.message" ($from), then $code, not sent: $notSent',
    ({ error, code, notSent }) => {
      expect(normaliseWalletError(error)).toEqual({ code, provesNotSent: notSent })
    },
  )

  it.each([
    ['wallet/declined', true, [4001, '4001', 'ACTION_REJECTED', 5000, 5001, 5002, 5750, 4001000]],
    ['wallet/unauthorised', true, [4100, 3834001]],
    ['wallet/unsupported-method', true, [4200, -32004, -32601, 5700, 5760, 6160001, 6160002]],
    ['wallet/chain-not-added', true, [4902, 5710, 6160000]],
    ['wallet/not-found', true, [3834000]],
    ['wallet/insufficient-funds', true, ['INSUFFICIENT_FUNDS']],
    ['wallet/nonce-too-low', false, ['NONCE_EXPIRED']],
    ['wallet/replacement-underpriced', false, ['REPLACEMENT_UNDERPRICED']],
    ['wallet/pending-request', false, [-32002]],
    ['wallet/transaction-rejected', false, [-32003, 'CALL_EXCEPTION']],
    ['wallet/transaction-rejected', true, ['UNPREDICTABLE_GAS_LIMIT']],
    ['wallet/invalid-parameters', true, [-32602, -32600, 'INVALID_ARGUMENT']],
    ['wallet/disconnected', false, [4900, 4901]],
    ['wallet/unknown', false, [-32603, -32000, 0, '', 'code', 40010]],
  ] as const)(
    'given nothing but a code of %s (not sent: %s), bare or wrapped, then it is that',
    (code, provesNotSent, codes) => {
      const verdict = { code, provesNotSent }
      for (const each of codes) {
        expect(normaliseWalletError({ code: each, message: '' }), String(each)).toEqual(verdict)
        const wrapped = { code: -32603, message: '' }
        const inner = { originalError: { code: each } }
        const texts = [
          JSON.stringify(inner),
          JSON.stringify(inner, null, 1),
          JSON.stringify(JSON.stringify(inner)),
        ]
        for (const data of texts) {
          expect(normaliseWalletError({ ...wrapped, data }), data).toEqual(verdict)
        }
      }
    },
  )

  it.each([
    ['wallet/declined', true, ['WalletWindowClosedError']],
    [
      'wallet/unauthorised',
      true,
      ['WalletNotConnectedError', 'WalletAccountError', 'WalletPublicKeyError'],
    ],
    ['wallet/not-found', true, ['WalletNotReadyError']],
    ['wallet/transaction-rejected', true, ['WalletWindowBlockedError']],
    [
      'wallet/disconnected',
      false,
      ['WalletDisconnectedError', 'WalletDisconnectionError', 'WalletConnectionError'],
    ],
    ['wallet/unknown', false, ['Error', '']],
  ] as const)('given nothing but a name of %s, then it is that', (code, provesNotSent, names) => {
    for (const name of names) {
      expect(normaliseWalletError({ name, message: '' }), name).toEqual({ code, provesNotSent })
    }
  })

  it.each([
    [
      'wallet/declined',
      [
        'User cancelled',
        'User canceled',
        'Cancelled by user',
        'canceled by the user',
        'Denied',
        ' rejected. ',
        'The signature has been denied',
        'Plugin Closed',
        'window closed',
      ],
    ],
    [
      'wallet/pending-request',
      ['Request pending', 'request is pending', 'There is a pending request'],
    ],
    [
      'wallet/chain-not-added',
      ['Unrecognised chain', 'network not added', 'network is not been added', 'Unsupported chain'],
    ],
    [
      'wallet/nonce-too-low',
      [
        'nonce is too low',
        'oldnonce',
        'old nonce',
        'invalid nonce',
        'nonce too high',
        'known transaction: 0x1',
        'already imported',
      ],
    ],
    [
      'wallet/replacement-underpriced',
      [
        'replacement fee too low',
        'could not replace existing tx',
        'gas price underpriced to replace',
      ],
    ],
    [
      'wallet/insufficient-funds',
      [
        'insufficient balance',
        'Insufficient lamports',
        'not enough funds',
        'exceeds balance',
        'exceeds the transaction sender account balance',
      ],
    ],
    [
      'wallet/locked',
      ['Please unlock wallet', 'unlock your keyring', 'Keyring is locked', 'Locked device'],
    ],
    [
      'wallet/unauthorised',
      [
        'not been authorised',
        'Unauthorised',
        'unauthorized',
        'not authorised',
        'must call eth_requestAccounts',
        'Wallet not connected',
      ],
    ],
    [
      'wallet/unsupported-method',
      [
        'does not exist/is not available',
        'does not exist  /  is not available',
        'Method not found',
        'does not support method',
        'not supported this method',
        'not support this method',
      ],
    ],
    [
      'wallet/chain-changed',
      [
        'mismatched chain id',
        'mismatch chainId',
        'chainId should be 1',
        'chain id mismatch',
        'different chain id',
        'chain mismatch',
      ],
    ],
    [
      'wallet/transaction-rejected',
      [
        'gas required exceeds allowance',
        'intrinsic gas too low',
        'exceeds block gas limit',
        'transaction underpriced',
        'Transaction simulation failed',
      ],
    ],
    [
      'wallet/invalid-parameters',
      ['Invalid params', 'invalid method parameters', 'must provide an address', 'Invalid input'],
    ],
    [
      'wallet/disconnected',
      [
        'Lost connection to the wallet',
        'Extension context invalidated',
        'message port closed before a response',
        'provider not ready',
      ],
    ],
  ] as const)(
    'given words for %s in any spelling, bare or inside the data, then it is that',
    (code, messages) => {
      for (const message of messages) {
        expect(normaliseWalletError({ message }).code, message).toBe(code)
        const data = JSON.stringify({ originalError: { message } }, null, 1)
        expect(normaliseWalletError({ code: -32603, message: 'Internal', data }).code, data).toBe(
          code,
        )
      }
    },
  )

  it('given words that only look like a refusal by the person, then it is none', () => {
    for (const message of [
      'The network rejected the transaction',
      'Node rejected the transaction by the network',
      'rejected transaction by the network',
      'Transaction reverted by the user contract',
      'Access denied',
      'My transaction rejected',
      'not sent because the other transaction was denied',
    ]) {
      expect(normaliseWalletError({ message }).code, message).not.toBe('wallet/declined')
    }
  })

  it('given any error at all, then it is one of our codes, and only known ones prove anything', () => {
    const text = fc.string({ maxLength: 300 })
    const shape = fc.record(
      { name: text, code: fc.oneof(fc.integer(), text), message: text, data: text },
      { requiredKeys: ['message'] },
    )
    fc.assert(
      fc.property(shape, (error) => {
        const verdict = normaliseWalletError(error)
        expect(isErrorCode(verdict.code)).toBe(true)
        if (verdict.code === 'wallet/unknown') expect(verdict.provesNotSent).toBe(false)
      }),
    )
  })

  it('given the longest texts a page may send, then the answer comes within the time of a test', () => {
    for (const unit of ['user ', 'rejected ', '"code":', '\\"code\\":\\"', 'insufficient ', '\\']) {
      const message = unit.repeat(2_000 / unit.length)
      const data = unit.repeat(4_000 / unit.length)
      expect(isErrorCode(normaliseWalletError({ message, data }).code)).toBe(true)
    }
  })

  it.each([
    ['a code', '{"code" : 4001}', 'wallet/declined'],
    ['a message', '{"message" : "User rejected the request."}', 'wallet/declined'],
  ])('given %s in JSON with spaces, then it is read', (_, data, code) => {
    expect(normaliseWalletError({ code: -32603, message: 'Internal error', data }).code).toBe(code)
  })
})
