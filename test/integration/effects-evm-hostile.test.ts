import solc from 'solc'
import { encodeDeployData, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEvmReader, type EvmReader } from '@/src/chains/evm-reader'
import { judgeEvmEffects } from '@/src/domain/effects-evm'
import type { Accepted } from '@/src/domain/order'
import { type Sandbox, startSandbox } from '@/test/sandbox/sandbox'
import { createSandboxClient, type SandboxClient, waitUntilMined } from '@/test/sandbox/test-client'

const base = 8453
const native = `0x${'0'.repeat(40)}`
const thief = '0x00000000000000000000000000000000badbad00' as const
const amount = 5_000_000n
const coins = 10n ** 16n

const source = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
interface T { function transferFrom(address a, address b, uint256 c) external returns (bool);
  function transfer(address a, uint256 c) external returns (bool);
  function balanceOf(address a) external view returns (uint256);
  function allowance(address a, address b) external view returns (uint256); }

// What is exactly right when nobody pays for gas, and takes all that it may when somebody does.
contract Chameleon {
  function deposit(T token, uint256 amount) external {
    uint256 most = token.allowance(msg.sender, address(this));
    uint256 held = token.balanceOf(msg.sender);
    uint256 all = most < held ? most : held;
    bool tried = block.basefee == 0 || tx.gasprice == 0;
    token.transferFrom(msg.sender, address(this), tried ? amount : all);
  }
}

// A wallet contract of one owner: Safe 1/1 (execTransaction is payable), DSProxy, Instadapp.
contract OwnWallet {
  address public owner;
  constructor(address owner_) { owner = owner_; }
  receive() external payable {}
  function execute(address[] calldata to, uint256[] calldata value, bytes[] calldata data) external payable {
    require(msg.sender == owner);
    for (uint256 i; i < to.length; i++) { (bool ok, ) = to[i].call{value: value[i]}(data[i]); require(ok); }
  }
}

// Emits from 70 children: more contracts than are read.
contract Leaf { event E(); constructor() { emit E(); } }
contract Crowd {
  function deposit(T token, uint256 amount, T other, uint256 more) external {
    token.transferFrom(msg.sender, address(this), amount);
    other.transferFrom(msg.sender, address(this), more);
    for (uint256 i; i < 70; i++) new Leaf();
  }
  function deposit2(T token, uint256 amount, T other, uint256 more) external {
    token.transferFrom(msg.sender, address(this), amount);
    other.transferFrom(msg.sender, address(this), more);
    new Leaf{salt: bytes32(gasleft())}();
  }
}

// A proxy that is approved exactly, and a router that the account approved long ago.
contract Router {
  function go(T token, address to, uint256 a) external { token.transferFrom(msg.sender, to, a); }
}
contract Proxy { function later(T token, address from, address to, uint256 a) external { token.transferFrom(from, to, a); } }
`

let sandbox: Sandbox
let client: SandboxClient
let reader: EvmReader
let author: Hex
let usdc: Hex
let dai: Hex
let codes: Record<string, { evm: { bytecode: { object: string } } }>

beforeAll(async () => {
  const settings = {
    evmVersion: 'cancun',
    outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
  }
  const input = { language: 'Solidity', sources: { 'a.sol': { content: source } }, settings }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  if (!output.contracts) throw new Error(JSON.stringify(output.errors))
  codes = output.contracts['a.sol']
  sandbox = await startSandbox()
  client = createSandboxClient(sandbox.info)
  const url = sandbox.info.chains.find((chain) => chain.id === base)?.rpcUrl ?? ''
  reader = createEvmReader({ chainId: base, urls: [url] })
  author = client.account.address
  usdc = client.token(base, 'USDC').address as Hex
  dai = client.token(base, 'DAI').address as Hex
})
afterAll(() => sandbox?.stop())

type Request = { from: string; to: string; data: string; value: string }
const send = (to: Hex, signature: string, args: unknown[], value = 0n): Request => ({
  from: author,
  to,
  data: encodeFunctionData({
    abi: parseAbi([signature] as readonly string[]) as never,
    args,
  } as never),
  value: `0x${value.toString(16)}`,
})
const approve = (token: Hex, spender: Hex, much = amount): Request => ({
  from: author,
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, much] }),
  value: '0x0',
})
const balance = (token: Hex) => reader.tokenBalance(token, author)

async function judge(requests: Request[], token: string, spender?: Hex) {
  const due = token === native ? coins : amount
  const accepted = {
    from: { chainId: base, address: token, symbol: 'X', decimals: 6, amount: String(due) },
    author,
  } as unknown as Accepted
  const spenders = [...(spender ? [spender] : []), requests.at(-1)?.to ?? '']
  const trial = await reader.trial({ account: author, requests, token, spenders })
  if (trial.outcome !== 'passes') return `${trial.outcome} ${trial.detail}`
  const value = requests.reduce((sum, each) => sum + BigInt(each.value), 0n)
  const approval = spender ? { approval: { spender: spender.toLowerCase(), amount } } : {}
  const verdict = judgeEvmEffects(accepted, trial.effects, { value, ...approval })
  return verdict.ok ? 'passes' : verdict.code
}

async function carryOut({ to, data, value }: Request): Promise<void> {
  const wallet = client.wallet(base)
  const call = {
    chain: null,
    to: to as Hex,
    data: data as Hex,
    value: BigInt(value),
    gas: 500_000n,
  }
  const receipt = await waitUntilMined(wallet, await wallet.sendTransaction(call))
  expect(receipt.status).toBe('success')
}

async function deploy(name: string, ...args: Hex[]): Promise<Hex> {
  const bytecode = `0x${codes[name]?.evm.bytecode.object}` as Hex
  const inputs = args.map((_, index) => `address a${index}`).join(', ')
  const abi = parseAbi([`constructor(${inputs})`] as readonly string[]) as never
  const wallet = client.wallet(base)
  const data = encodeDeployData({ abi, bytecode, args } as never)
  const receipt = await waitUntilMined(wallet, await wallet.sendTransaction({ chain: null, data }))
  return receipt.contractAddress as Hex
}

/** Contracts that a review of this judge was broken with; each cost more than was accepted. */
describe('contracts made against the judge', () => {
  it('a contract that notices the trial takes a standing allowance where no approval is asked', async () => {
    const to = await deploy('Chameleon')
    await carryOut(approve(usdc, to, 3n * amount))
    const deposit = send(to, 'function deposit(address,uint256)', [usdc, amount])
    const verdict = await judge([deposit], usdc)
    const before = await balance(usdc)
    await carryOut(deposit)
    const taken = before - (await balance(usdc))
    expect({ verdict, taken: verdict === 'passes' ? taken : amount }).toMatchObject({
      taken: amount,
    })
  })

  it('a wallet contract of the person (Safe, DSProxy) pays out what it holds beside the coins', async () => {
    const to = await deploy('OwnWallet', author)
    const transfer = (sum: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, sum] })
    await carryOut({
      ...approve(usdc, to),
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
    })
    const execute = 'function execute(address[],uint256[],bytes[]) payable'
    const args = [
      [usdc, thief],
      [0n, coins],
      [transfer(amount), '0x'],
    ]
    expect(await judge([send(to, execute, args, coins)], native)).not.toBe('passes')
  })

  it.each(['deposit', 'deposit2'])(
    'a theft of another token among a crowd of events (%s) is seen',
    async (name) => {
      const to = await deploy('Crowd')
      await carryOut(approve(dai, to, 10n ** 18n))
      const call = send(to, `function ${name}(address,uint256,address,uint256)`, [
        usdc,
        amount,
        dai,
        5n,
      ])
      // Seen, or never judged at all: neither is ever asked.
      expect(await judge([approve(usdc, to), call], usdc, to)).toMatch(
        name === 'deposit' ? /^unjudged/ : /^(unjudged|policy\/takes-other)/,
      )
    },
  )

  it('the amount leaves through a router of before, and the exact approval of a proxy takes it again', async () => {
    const router = await deploy('Router')
    const proxy = await deploy('Proxy')
    await carryOut(approve(usdc, router, 10n * amount))
    const requests = [
      approve(usdc, proxy),
      send(router, 'function go(address,address,uint256)', [usdc, thief, amount]),
    ]
    const verdict = await judge(requests, usdc, proxy)
    const before = await balance(usdc)
    for (const each of requests) await carryOut(each)
    await carryOut(
      send(proxy, 'function later(address,address,address,uint256)', [usdc, author, thief, amount]),
    )
    const taken = before - (await balance(usdc))
    expect({ verdict, taken: verdict === 'passes' ? taken : amount }).toMatchObject({
      taken: amount,
    })
  })
})
