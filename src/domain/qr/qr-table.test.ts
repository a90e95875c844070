import { describe, expect, it } from 'vitest'
import { type Meaning, type MeantPayment, meaningOf } from './qr-meaning'
import { type TransferParams, toTransferPayload } from './qr-payload'

/**
 * Every payload of a QR picture, written by hand from the documents that are named beside each row and
 * never from the code: what is drawn here, and what is taken from a picture that was fetched.
 *
 * - INTERFACE: "Payload by chain family" and "Default rules of the transfer endpoint" of the interface
 * - EIP-681: https://eips.ethereum.org/EIPS/eip-681, EIP-55: https://eips.ethereum.org/EIPS/eip-55
 * - SOLANA PAY: https://docs.solanapay.com/spec
 * - BIP-21, BIP-173, BIP-350, BIP-321: https://github.com/bitcoin/bips
 * - TRON: an address is base58check with 0x41, https://developers.tron.network/docs/account; wallets
 *   agree on no link (https://help.tokenpocket.pro/developer-en/scan-protocol/tron signs, it pays not)
 */
type Source =
  | 'INTERFACE'
  | 'EIP-681'
  | 'EIP-55'
  | 'SOLANA PAY'
  | 'BIP-21'
  | 'BIP-173'
  | 'BIP-321'
  | 'TRON'

const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const other = '0x9999999999999999999999999999999999999999'
const zero = '0x0000000000000000000000000000000000000000'
const eeee = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const sol = 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ'
const otherSol = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
// BIP-173's own example of a pay-to-witness-public-key-hash, BIP-350's of a taproot output.
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const testnet = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
// The address of the first block, and a pay-to-script-hash of BIP-13.
const legacy = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const script = '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
// BIP-173's program under Litecoin's prefix; RFC 21's example of a CKB address.
const litecoin = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'
const otherLitecoin = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'
const nervos =
  'ckb1qzda0cr08m85hc8jlnfp3zer7xulejywt49kt2rr0vthywaa50xwsqdnnw7qkdnnclfkg59uzn8umtfd2kwxceqxwquc4'
const otherTron = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'

const bitcoinChain = 'bip122:000000000019d6689c085ae165831e93'
const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const tronChain = 'tron:0x2b6653dc'

const drawn: [Source, string, TransferParams, string | 'refused'][] = [
  ...['native', 'eth', zero, eeee].map((token): [Source, string, TransferParams, string] => [
    'INTERFACE',
    `eip155, native token as ${token}`,
    { amount: '1.5', recipient: account, caip2: 'eip155:8453', token, decimals: '18' },
    `ethereum:${account}@8453?value=1500000000000000000`,
  ]),
  [
    'INTERFACE',
    'eip155, ERC20 token',
    { amount: '25', recipient: account, caip2: 'eip155:1', token: usdc, decimals: '6' },
    `ethereum:${usdc}@1/transfer?address=${account}&uint256=25000000`,
  ],
  [
    'INTERFACE',
    'eip155, the smallest unit',
    { amount: '0.000001', recipient: account, caip2: 'eip155:1', token: usdc, decimals: '6' },
    `ethereum:${usdc}@1/transfer?address=${account}&uint256=1`,
  ],
  [
    'INTERFACE',
    'eip155, a number beyond exact floating point',
    {
      amount: '90071992547409.931234',
      recipient: account,
      caip2: 'eip155:1',
      token: usdc,
      decimals: '6',
    },
    `ethereum:${usdc}@1/transfer?address=${account}&uint256=90071992547409931234`,
  ],
  [
    'INTERFACE',
    'eip155, decimals of 36',
    { amount: '1', recipient: account, caip2: 'eip155:1', token: 'native', decimals: '36' },
    `ethereum:${account}@1?value=1000000000000000000000000000000000000`,
  ],
  [
    'INTERFACE',
    'eip155, a recipient that is none',
    { amount: '1', recipient: sol, caip2: 'eip155:1', token: usdc, decimals: '6' },
    sol,
  ],
  [
    'INTERFACE',
    'eip155, a token that is no address',
    { amount: '1', recipient: account, caip2: 'eip155:1', token: 'usdc', decimals: '6' },
    account,
  ],
  [
    'INTERFACE',
    'eip155, a native form in capitals',
    {
      amount: '1',
      recipient: account,
      caip2: 'eip155:1',
      token: eeee.replace('0xe', '0xE'),
      decimals: '18',
    },
    account,
  ],
  [
    'INTERFACE',
    'eip155, a memo is not embedded',
    {
      amount: '1',
      recipient: account,
      caip2: 'eip155:1',
      token: 'native',
      decimals: '0',
      memo: '7',
    },
    `ethereum:${account}@1?value=1`,
  ],
  [
    'INTERFACE',
    'bip122, bech32',
    { amount: '0.5', recipient: segwit, caip2: bitcoinChain, token: 'native', decimals: '8' },
    `bitcoin:${segwit}?amount=0.5`,
  ],
  [
    'INTERFACE',
    'bip122, bech32m',
    { amount: '20.3', recipient: taproot, caip2: bitcoinChain, token: 'native', decimals: '8' },
    `bitcoin:${taproot}?amount=20.3`,
  ],
  [
    'INTERFACE',
    'bip122, pay to public key hash',
    {
      amount: '0.00000001',
      recipient: legacy,
      caip2: bitcoinChain,
      token: 'native',
      decimals: '8',
    },
    `bitcoin:${legacy}?amount=0.00000001`,
  ],
  [
    'INTERFACE',
    'bip122, pay to script hash',
    { amount: '50.00', recipient: script, caip2: bitcoinChain, token: 'native', decimals: '8' },
    `bitcoin:${script}?amount=50.00`,
  ],
  [
    'INTERFACE',
    'bip122, a recipient that would add parameters',
    {
      amount: '1',
      recipient: `${legacy}?amount=9&x=`,
      caip2: bitcoinChain,
      token: 'native',
      decimals: '8',
    },
    `${legacy}?amount=9&x=`,
  ],
  [
    'INTERFACE',
    'Tron',
    { amount: '5', recipient: tron, caip2: tronChain, token: 'native', decimals: '6' },
    tron,
  ],
  [
    'INTERFACE',
    'CKB',
    { amount: '5', recipient: 'ckb1qyq', caip2: 'ckb:mainnet', token: 'native', decimals: '8' },
    'ckb1qyq',
  ],
  [
    'INTERFACE',
    'Solana, native token',
    { amount: '5', recipient: sol, caip2: solanaChain, token: '1'.repeat(32), decimals: '9' },
    sol,
  ],
  [
    'INTERFACE',
    'Solana, a mint',
    { amount: '5', recipient: sol, caip2: solanaChain, token: mint, decimals: '6', memo: 'x' },
    sol,
  ],
  [
    'INTERFACE',
    'an unknown chain',
    { amount: '5', recipient: 'abc', caip2: 'cosmos:hub', token: 'uatom', decimals: '6' },
    'abc',
  ],
  [
    'INTERFACE',
    'an amount with an exponent',
    { amount: '1e3', recipient: account, caip2: 'eip155:1', token: 'native', decimals: '18' },
    'refused',
  ],
  [
    'INTERFACE',
    'an amount with a sign',
    { amount: '-1', recipient: account, caip2: 'eip155:1', token: 'native', decimals: '18' },
    'refused',
  ],
  [
    'INTERFACE',
    'an amount in groups',
    { amount: '1,000', recipient: account, caip2: 'eip155:1', token: 'native', decimals: '18' },
    'refused',
  ],
  [
    'INTERFACE',
    'an amount with more places than the token',
    {
      amount: '0.123456789',
      recipient: segwit,
      caip2: bitcoinChain,
      token: 'native',
      decimals: '8',
    },
    'refused',
  ],
  [
    'INTERFACE',
    'decimals of 37',
    { amount: '1', recipient: account, caip2: 'eip155:1', token: 'native', decimals: '37' },
    'refused',
  ],
  [
    'INTERFACE',
    'a payload of more than 2,048 characters',
    { amount: '1', recipient: 'a'.repeat(2_049), caip2: 'x:y', token: 'z', decimals: '0' },
    'refused',
  ],
]

describe('a payload that is drawn', () => {
  it.each(drawn)('%s: %s', (_, __, params, payload) => {
    const made = toTransferPayload(params)
    expect(made.ok ? made.payload : 'refused').toBe(payload)
  })
})

const token: MeantPayment = {
  recipient: account,
  chainId: 8453,
  token: usdc,
  units: '25000000',
  decimals: 6,
}
const coin: MeantPayment = { ...token, token: zero, units: '500000000000000000', decimals: 18 }
const mainnet: MeantPayment = { ...coin, chainId: 1 }
const spl: MeantPayment = {
  recipient: sol,
  chainId: 20_011_000_000,
  token: mint,
  units: '25000000',
  decimals: 6,
}
const lamports: MeantPayment = { ...spl, token: '1'.repeat(32), units: '1500000000', decimals: 9 }
const tagged: MeantPayment = { ...spl, memo: 'order 7' }
const btc: MeantPayment = {
  recipient: segwit,
  chainId: 20_000,
  family: 'bip122',
  token: 'native',
  units: '50000000',
  decimals: 8,
}
const old: MeantPayment = { ...btc, recipient: legacy }
const ltc: MeantPayment = { ...btc, recipient: litecoin, family: 'litecoin' }
const ckb: MeantPayment = { ...btc, recipient: nervos, family: 'ckb', units: '7000000000' }
const trx: MeantPayment = {
  recipient: tron,
  chainId: 30_000,
  family: 'tron',
  token: 'native',
  units: '5000000',
  decimals: 6,
}

const erc20 = (query: string, at = `${usdc}@8453/transfer`) => `ethereum:${at}?${query}`
const whole = `address=${account}&uint256=25000000`

const taken: [Source, string, MeantPayment, string, Meaning][] = [
  // ERC-20
  ['EIP-681', 'a transfer of the token', token, erc20(whole), 'same'],
  ['EIP-681', 'with an exponent', token, erc20(`address=${account}&uint256=2.5e7`), 'same'],
  [
    'EIP-681',
    'with the prefix of a payment',
    token,
    erc20(whole, `pay-${usdc}@8453/transfer`),
    'same',
  ],
  ['EIP-55', 'all in lower case', token, erc20(whole).toLowerCase(), 'same'],
  [
    'EIP-681',
    'the scheme in capitals',
    token,
    erc20(whole).replace('ethereum', 'ETHEREUM'),
    'same',
  ],
  ['EIP-681', 'without an amount', token, erc20(`address=${account}`), 'recipient'],
  [
    'EIP-681',
    'an exponent that is another amount',
    token,
    erc20(`address=${account}&uint256=2.5e8`),
    'other',
  ],
  [
    'EIP-681',
    'an exponent that leaves a fraction',
    token,
    erc20(`address=${account}&uint256=2.50000001e7`),
    'other',
  ],
  [
    'EIP-681',
    'an exponent below zero',
    token,
    erc20(`address=${account}&uint256=25000000e-1`),
    'other',
  ],
  ['EIP-681', 'one unit more', token, erc20(`address=${account}&uint256=25000001`), 'other'],
  ['EIP-681', 'in hexadecimal', token, erc20(`address=${account}&uint256=0x17d7840`), 'other'],
  ['EIP-681', 'with a sign', token, erc20(`address=${account}&uint256=-25000000`), 'other'],
  ['EIP-681', 'another recipient', token, erc20(`address=${other}&uint256=25000000`), 'other'],
  ['EIP-681', 'another token', token, erc20(whole, `${other}@8453/transfer`), 'other'],
  ['EIP-681', 'another chain', token, erc20(whole, `${usdc}@1/transfer`), 'other'],
  ['EIP-681', 'a chain in hexadecimal', token, erc20(whole, `${usdc}@0x2105/transfer`), 'other'],
  ['EIP-681', 'the wallet\u2019s own chain', token, erc20(whole, `${usdc}/transfer`), 'other'],
  ['EIP-681', 'another call', token, erc20(whole, `${usdc}@8453/approve`), 'other'],
  ['EIP-681', 'the call in capitals', token, erc20(whole, `${usdc}@8453/TRANSFER`), 'other'],
  [
    'EIP-681',
    'a call of another order',
    token,
    erc20(`uint256=25000000&address=${account}`),
    'other',
  ],
  ['EIP-681', 'a call of another shape', token, erc20(`${whole}&bytes=0x`), 'other'],
  ['EIP-681', 'coins on top', token, erc20(`${whole}&value=1e18`), 'other'],
  ['EIP-681', 'a gas price', token, erc20(`${whole}&gasPrice=1e15`), 'other'],
  ['EIP-681', 'a gas limit', token, erc20(`${whole}&gas=30000000`), 'other'],
  [
    'EIP-681',
    'two recipients',
    token,
    erc20(`address=${account}&address=${other}&uint256=25000000`),
    'other',
  ],
  ['EIP-681', 'two amounts', token, erc20(`${whole}&uint256=1`), 'other'],
  [
    'EIP-681',
    'an encoded recipient',
    token,
    erc20(`address=%30${account.slice(1)}&uint256=25000000`),
    'other',
  ],
  [
    'EIP-681',
    'an encoded name beside the plain one',
    token,
    erc20(`%61ddress=${other}&${whole}`),
    'other',
  ],
  [
    'EIP-681',
    'an encoded separator',
    token,
    erc20(`address=${account}%26uint256=1&uint256=25000000`),
    'other',
  ],
  ['EIP-681', 'a fragment', token, `${erc20(whole)}#1`, 'other'],
  ['EIP-681', 'the coin instead', token, `ethereum:${account}@8453?value=25000000`, 'other'],
  ['EIP-55', 'a wrong checksum', token, erc20(whole).replace('d8dA', 'D8dA'), 'other'],
  ['EIP-681', 'a name', token, erc20('address=vitalik.eth&uint256=25000000'), 'other'],
  ['INTERFACE', 'the address alone', token, account, 'recipient'],
  ['EIP-55', 'the address in lower case', token, account.toLowerCase(), 'recipient'],
  ['INTERFACE', 'another address alone', token, other, 'other'],
  ['INTERFACE', 'a string of fields', token, `${account}|8453|${usdc}|25`, 'other'],
  ['INTERFACE', 'a page that names the address', token, `https://pay.example/${account}`, 'other'],
  ['INTERFACE', 'nothing', token, '', 'other'],
  // EVM native
  [
    'EIP-681',
    'a payment in coins',
    coin,
    `ethereum:${account}@8453?value=500000000000000000`,
    'same',
  ],
  ['EIP-681', 'coins with an exponent', coin, `ethereum:${account}@8453?value=5e17`, 'same'],
  ['EIP-681', 'coins without an amount', coin, `ethereum:${account}@8453`, 'recipient'],
  ['EIP-681', 'coins in decimals', coin, `ethereum:${account}@8453?value=0.5`, 'other'],
  [
    'EIP-681',
    'an amount that no node counts',
    coin,
    `ethereum:${account}@8453?value=5e99`,
    'other',
  ],
  ['EIP-681', 'coins, another recipient', coin, `ethereum:${other}@8453?value=5e17`, 'other'],
  ['EIP-681', 'coins, another chain', coin, `ethereum:${account}@1?value=5e17`, 'other'],
  ['EIP-681', 'coins, the chain twice', coin, `ethereum:${account}@8453@1?value=5e17`, 'other'],
  [
    'EIP-681',
    'coins, a gas price',
    coin,
    `ethereum:${account}@8453?value=5e17&gasPrice=1e15`,
    'other',
  ],
  ['EIP-681', 'coins, an encoded amount', coin, `ethereum:${account}@8453?value=5%6517`, 'other'],
  ['EIP-681', 'coins, a name in capitals', coin, `ethereum:${account}@8453?VALUE=5e17`, 'other'],
  [
    'EIP-681',
    'coins on the chain of the wallet',
    mainnet,
    `ethereum:${account}?value=5e17`,
    'recipient',
  ],
  ['EIP-681', 'another amount there', mainnet, `ethereum:${account}?value=5e18`, 'other'],
  // Solana
  ['SOLANA PAY', 'a payment in SOL', lamports, `solana:${sol}?amount=1.5`, 'same'],
  ['SOLANA PAY', 'zeros at the end', lamports, `solana:${sol}?amount=1.50`, 'same'],
  ['SOLANA PAY', 'the recipient alone', lamports, `solana:${sol}`, 'recipient'],
  ['INTERFACE', 'the address alone', lamports, sol, 'recipient'],
  [
    'SOLANA PAY',
    'a token instead',
    lamports,
    `solana:${sol}?amount=1.5&spl-token=${mint}`,
    'other',
  ],
  ['SOLANA PAY', 'with an exponent', lamports, `solana:${sol}?amount=15e-1`, 'other'],
  [
    'SOLANA PAY',
    'without the leading zero',
    { ...lamports, units: '500000000' },
    `solana:${sol}?amount=.5`,
    'other',
  ],
  [
    'SOLANA PAY',
    'in lower case, another account',
    lamports,
    `solana:${sol.toLowerCase()}?amount=1.5`,
    'other',
  ],
  ['SOLANA PAY', 'a token', spl, `solana:${sol}?amount=25&spl-token=${mint}`, 'same'],
  [
    'SOLANA PAY',
    'words for the wallet',
    spl,
    `solana:${sol}?amount=25&spl-token=${mint}&label=Shop&message=Thanks%20you`,
    'same',
  ],
  ['SOLANA PAY', 'another mint', spl, `solana:${sol}?amount=25&spl-token=${otherSol}`, 'other'],
  ['SOLANA PAY', 'SOL instead', spl, `solana:${sol}?amount=25`, 'other'],
  [
    'SOLANA PAY',
    'another recipient',
    spl,
    `solana:${otherSol}?amount=25&spl-token=${mint}`,
    'other',
  ],
  [
    'SOLANA PAY',
    'more places than the mint has',
    spl,
    `solana:${sol}?amount=25.0000001&spl-token=${mint}`,
    'other',
  ],
  [
    'SOLANA PAY',
    'an encoded amount',
    spl,
    `solana:${sol}?amount=%32%35&spl-token=${mint}`,
    'other',
  ],
  [
    'SOLANA PAY',
    'two amounts',
    spl,
    `solana:${sol}?amount=25&amount=250&spl-token=${mint}`,
    'other',
  ],
  [
    'SOLANA PAY',
    'somebody else\u2019s memo',
    spl,
    `solana:${sol}?amount=25&spl-token=${mint}&memo=8`,
    'other',
  ],
  [
    'SOLANA PAY',
    'its memo',
    tagged,
    `solana:${sol}?amount=25&spl-token=${mint}&memo=order%207`,
    'same',
  ],
  [
    'SOLANA PAY',
    'another memo',
    tagged,
    `solana:${sol}?amount=25&spl-token=${mint}&memo=order%208`,
    'other',
  ],
  [
    'SOLANA PAY',
    'what only a site can make',
    spl,
    'solana:https%3A%2F%2Fshop.example%2Fpay',
    'other',
  ],
  // Bitcoin
  ['BIP-21', 'an amount', btc, `bitcoin:${segwit}?amount=0.5`, 'same'],
  ['BIP-21', 'zeros at the end', btc, `bitcoin:${segwit}?amount=0.50000000`, 'same'],
  [
    'BIP-21',
    'words for the wallet',
    btc,
    `bitcoin:${segwit}?amount=0.5&label=Luke-Jr&message=Thank%20you`,
    'same',
  ],
  ['BIP-173', 'all in capitals', btc, `BITCOIN:${segwit.toUpperCase()}?AMOUNT=0.5`, 'same'],
  ['BIP-21', 'base58', old, `bitcoin:${legacy}?amount=0.5`, 'same'],
  ['BIP-21', 'no amount', btc, `bitcoin:${segwit}`, 'recipient'],
  ['INTERFACE', 'the address alone', btc, segwit, 'recipient'],
  ['BIP-173', 'the address alone in capitals', btc, segwit.toUpperCase(), 'recipient'],
  ['BIP-173', 'the address in both cases', btc, segwit.replace('qw', 'qW'), 'other'],
  ['BIP-21', 'another amount', btc, `bitcoin:${segwit}?amount=5`, 'other'],
  ['BIP-21', 'the smallest units', btc, `bitcoin:${segwit}?amount=50000000`, 'other'],
  ['BIP-21', 'with an exponent', btc, `bitcoin:${segwit}?amount=5e-1`, 'other'],
  ['BIP-21', 'with a comma', btc, `bitcoin:${segwit}?amount=0,5`, 'other'],
  ['BIP-21', 'without the whole', btc, `bitcoin:${segwit}?amount=.5`, 'other'],
  ['BIP-21', 'an encoded amount', btc, `bitcoin:${segwit}?amount=%30.5`, 'other'],
  ['BIP-21', 'two amounts', btc, `bitcoin:${segwit}?amount=0.5&AMOUNT=5`, 'other'],
  ['BIP-21', 'another recipient', btc, `bitcoin:${taproot}?amount=0.5`, 'other'],
  ['BIP-21', 'base58 in lower case', old, `bitcoin:${legacy.toLowerCase()}?amount=0.5`, 'other'],
  ['BIP-173', 'a test network', btc, `bitcoin:${testnet}?amount=0.5`, 'other'],
  ['BIP-21', 'what a wallet must know', btc, `bitcoin:${segwit}?amount=0.5&req-pay=1`, 'other'],
  ['BIP-321', 'another way to pay', btc, `bitcoin:${segwit}?amount=0.5&lightning=lnbc1`, 'other'],
  [
    'BIP-321',
    'another address to pay to',
    btc,
    `bitcoin:${segwit}?amount=0.5&bc=${taproot}`,
    'other',
  ],
  [
    'BIP-321',
    'a server that changes the payment',
    btc,
    `bitcoin:${segwit}?amount=0.5&pj=https://x.example`,
    'other',
  ],
  ['BIP-321', 'no address', btc, `bitcoin:?bc=${segwit}`, 'other'],
  ['BIP-21', 'another scheme', btc, `litecoin:${segwit}?amount=0.5`, 'other'],
  ['EIP-681', 'another family', btc, account, 'other'],
  // Tron
  ['TRON', 'the address alone', trx, tron, 'recipient'],
  ['TRON', 'the address with its scheme', trx, `tron:${tron}`, 'recipient'],
  ['TRON', 'another address', trx, otherTron, 'other'],
  ['TRON', 'the address in lower case', trx, tron.toLowerCase(), 'other'],
  ['TRON', 'an amount, which some read as units', trx, `tron:${tron}?amount=5`, 'other'],
  [
    'TRON',
    'a transaction to sign',
    trx,
    `tron:signTransaction-version=1.0&address=${tron}`,
    'other',
  ],
  ['TRON', 'another family', trx, legacy, 'other'],
  // Litecoin and CKB
  ['BIP-21', 'a payment in litecoin', ltc, `litecoin:${litecoin}?amount=0.5`, 'same'],
  ['BIP-21', 'litecoin, without an amount', ltc, `litecoin:${litecoin}`, 'recipient'],
  ['BIP-21', 'litecoin, another amount', ltc, `litecoin:${litecoin}?amount=5`, 'other'],
  ['BIP-21', 'litecoin, another address', ltc, `litecoin:${otherLitecoin}?amount=0.5`, 'other'],
  ['BIP-21', 'litecoin, another way to pay', ltc, `litecoin:${litecoin}?amount=0.5&pj=x`, 'other'],
  ['BIP-173', 'litecoin, the address alone', ltc, litecoin, 'recipient'],
  ['BIP-173', 'litecoin, the address in capitals', ltc, litecoin.toUpperCase(), 'recipient'],
  // The rule of bip122: no wallet of Bitcoin's pays to it, and the address is the right one.
  ['INTERFACE', 'litecoin, as bip122', ltc, `bitcoin:${litecoin}?amount=0.5`, 'recipient'],
  ['INTERFACE', 'litecoin, as bip122, more', ltc, `bitcoin:${litecoin}?amount=5`, 'other'],
  ['INTERFACE', 'litecoin, an address of Bitcoin', ltc, `bitcoin:${segwit}?amount=0.5`, 'other'],
  ['BIP-21', 'bitcoin, as a litecoin link', btc, `litecoin:${segwit}?amount=0.5`, 'other'],
  ['INTERFACE', 'CKB, the address alone', ckb, nervos, 'recipient'],
  ['INTERFACE', 'CKB, the address in capitals', ckb, nervos.toUpperCase(), 'recipient'],
  ['INTERFACE', 'CKB, an amount that nobody agrees on', ckb, `ckb:${nervos}?amount=70`, 'other'],
  ['INTERFACE', 'CKB, another link', ckb, `bitcoin:${nervos}?amount=70`, 'other'],
  ['INTERFACE', 'CKB, another address', ckb, `${nervos.slice(0, -1)}x`, 'other'],
]

describe('a payload that was fetched', () => {
  it.each(taken)('%s: %s', (_, __, meant, text, meaning) => {
    expect(meaningOf(text, meant)).toBe(meaning)
  })
})
