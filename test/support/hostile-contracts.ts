import {
  type Abi,
  type AbiParameter,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
} from 'viem'
import { type Bytecodes, compileContracts } from '../sandbox/chains/evm/compile'
import { type SandboxClient, type TestApproval, waitUntilMined } from '../sandbox/test-client'

/** Where stolen things go. */
export const thief = '0x00000000000000000000000000000000badbad00'

export const hex = (value: bigint) => `0x${value.toString(16)}` as Hex

/** Calldata of a method written as Solidity has it. */
function encode(signature: string, args: readonly unknown[]): Hex {
  const abi = parseAbi([`function ${signature} payable`] as readonly string[]) as Abi
  return encodeFunctionData({ abi, args: [...args] } as never)
}

/**
 * What a hostile service needs on an EVM chain of the sandbox: its contracts, what the test account holds
 * and once allowed there, and the requests that it builds. `placed`: contracts by name.
 */
export async function createHostileTools(client: SandboxClient, chainId: number) {
  const author = client.account.address
  const wallet = client.wallet(chainId)
  const bytecodes = await compileContracts()
  const placed: Record<string, Hex> = {}

  async function carryOut(to: string, data: string, value = 0n): Promise<Hex> {
    const call = { chain: null, to: to as Hex, data: data as Hex, value, gas: 3_000_000n }
    const hash = await wallet.sendTransaction(call)
    const receipt = await waitUntilMined(wallet, hash)
    if (receipt.status !== 'success') throw new Error(`reverted: ${to} ${data.slice(0, 10)}`)
    return hash
  }

  async function deploy(name: keyof Bytecodes, ...args: string[]): Promise<Hex> {
    const inputs: AbiParameter[] = args.map((each) => ({
      type: each.startsWith('0x') ? 'address' : 'string',
    }))
    const abi: Abi = [{ type: 'constructor', stateMutability: 'nonpayable', inputs }]
    const data = encodeDeployData({ abi, bytecode: bytecodes[name] as Hex, args })
    const hash = await wallet.sendTransaction({ chain: null, data, gas: 6_000_000n })
    const { contractAddress } = await waitUntilMined(wallet, hash)
    if (!contractAddress) throw new Error(`${name} was not created`)
    return contractAddress
  }

  /** A token of the sandbox, one of the placed contracts, or the address itself. */
  function addressOf(name: string): Hex {
    if (name.startsWith('0x')) return name as Hex
    return placed[name] ?? (client.token(chainId, name).address as Hex)
  }

  function raw(fields: object, method = 'eth_sendTransaction'): TestApproval {
    const request = { method, params: [{ from: author, ...fields }] }
    return { type: 'eip1193_request', request, waitForReceipt: true }
  }

  const setUp = async (to: string, signature: string, args: readonly unknown[], value = 0n) =>
    carryOut(addressOf(to), encode(signature, args), value)

  return {
    author,
    wallet,
    placed,
    encode,
    carryOut,
    deploy,
    addressOf,
    raw,
    setUp,
    /** The code of one contract at another address as well. */
    async copyCode(from: Hex, to: Hex): Promise<void> {
      type Method = { Method: 'anvil_setCode'; Parameters: [Hex, Hex]; ReturnType: null }
      const code = await wallet.getCode({ address: from })
      await wallet.request<Method>({ method: 'anvil_setCode', params: [to, code ?? '0x'] })
    },
    /** Mined: what a contract may take of the account from now on. */
    allow: (token: string, spender: string, much: bigint) =>
      setUp(token, 'approve(address, uint256)', [addressOf(spender), much]),
    /** A request of the account to a contract. */
    call: (to: string, signature: string, args: readonly unknown[], value = 0n): TestApproval =>
      raw({
        to: addressOf(to),
        data: encode(signature, args),
        ...(value && { value: hex(value) }),
      }),
    approve: (token: string, spender: string, much: bigint): TestApproval =>
      raw({
        to: addressOf(token),
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'approve',
          args: [addressOf(spender), much],
        }),
      }),
  }
}

/** `depositV3` of Across' `SpokePool`: `src/domain/policy/deposit-contracts.ts`. */
export const depositV3 =
  'depositV3(address, address, address, address, uint256, uint256, uint256, address, uint32, uint32, uint32, bytes)'
/** Where that stands on Base. */
export const spokePoolOnBase = '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'
