import { createRequire } from 'node:module'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  hashTypedData,
  keccak256,
  parseAbi,
  parseAbiParameters,
  size,
  type TransactionReceipt,
  testActions,
  toHex,
  zeroAddress,
} from 'viem'
import {
  entryPoint07Abi,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { type SandboxClient, waitUntilMined } from '../sandbox/test-client'

type Call = { to: string; data: string; value: string }

/** What an account's owners signed: its hash, and the call by which anybody carries it out. */
type Signed = { id: Hex; to: Hex; data: Hex }

/**
 * `isStarved`: with less gas than it takes, so that it comes to nothing and its carrier does not. Of a Safe,
 * only one that pays for gas can sign so.
 */
export type SignOptions = { isStarved?: boolean }

/** An account with code, and its wallet. */
export type PublishedAccount = {
  address: Hex
  sign(call: Call, options?: SignOptions): Promise<Signed>
}

/** `refundTo`: whom it pays in `token` for the gas; the zero address for whoever sends it. */
export type SafeTerms = {
  version: keyof typeof safes
  threshold: 1 | 2
  refund?: { token: Hex; to: Hex }
  /** What is asked for is signed as one of two calls. */
  isBatch?: boolean
}

const require = createRequire(import.meta.url)
const artifact = z.object({ bytecode: z.templateLiteral(['0x', z.string()]) })

const of141 = '@safe-global/safe-contracts/build/artifacts/contracts'
const of130 = '@gnosis.pm/safe-contracts/build/artifacts/contracts'
const of4337 = '@account-abstraction/contracts/artifacts'

const safes = {
  '1.4.1': {
    singleton: `${of141}/Safe.sol/Safe.json`,
    factory: `${of141}/proxies/SafeProxyFactory.sol/SafeProxyFactory.json`,
    multiSend: `${of141}/libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json`,
  },
  '1.3.0': {
    singleton: `${of130}/GnosisSafe.sol/GnosisSafe.json`,
    factory: `${of130}/proxies/GnosisSafeProxyFactory.sol/GnosisSafeProxyFactory.json`,
    multiSend: `${of130}/libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json`,
  },
} as const

const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function multiSend(bytes transactions) payable',
])
const simpleAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function execute(address dest, uint256 value, bytes func)',
])

/** EIP-712, the same from 1.3.0 on: `SAFE_TX_TYPEHASH` of `Safe.sol`. */
const safeTx = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'operation', type: 'uint8' },
  { name: 'safeTxGas', type: 'uint256' },
  { name: 'baseGas', type: 'uint256' },
  { name: 'gasPrice', type: 'uint256' },
  { name: 'gasToken', type: 'address' },
  { name: 'refundReceiver', type: 'address' },
  { name: 'nonce', type: 'uint256' },
] as const

/** Nobody's own; a Safe wants their signatures in the order of their addresses. */
const owners = ['first', 'second']
  .map((name) => privateKeyToAccount(keccak256(toHex(`owner of a Safe: ${name}`))))
  .sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1))

/** Enough for the largest of them to be created. */
const carrierGas = 8_000_000n
/** Less than a deposit or an approval of a token takes. */
const starved = 20_000n
/** More than either takes. */
const ample = 400_000n

/**
 * Safes and accounts of ERC-4337 on one chain, by the contracts that their authors published. `client`
 * deploys them, and carries out what their owners sign.
 */
export function createPublishedAccounts(client: ReturnType<SandboxClient['wallet']>) {
  const deployed = new Map<string, Hex>()
  let salt = 0n

  /** Sends, and waits until it is mined; throws where it reverts. */
  async function send(to: Hex | undefined, data: Hex): Promise<TransactionReceipt> {
    const call = { chain: null, gas: carrierGas, data, ...(to ? { to } : {}) }
    const hash = await client.sendTransaction(call)
    const receipt = await waitUntilMined(client, hash)
    if (receipt.status !== 'success') throw new Error(`${hash} reverted`)
    return receipt
  }

  /** Where a published contract stands, which is created the first time that it is asked for. */
  async function placeOf(path: string, args: Hex = '0x'): Promise<Hex> {
    const known = deployed.get(path + args)
    if (known) return known
    const { bytecode } = artifact.parse(require(path))
    const { contractAddress } = await send(undefined, concat([bytecode, args]))
    if (!contractAddress) throw new Error(`${path} was not created`)
    deployed.set(path + args, contractAddress)
    return contractAddress
  }

  /** A Safe of two owners, of whom one or both must sign. */
  async function createSafe(terms: SafeTerms): Promise<PublishedAccount> {
    const { singleton, factory, multiSend } = safes[terms.version]
    const { threshold, refund, isBatch } = terms
    const people = owners.map(({ address }) => address)
    const setup = [people, BigInt(threshold), zeroAddress, '0x', zeroAddress] as const
    const initializer = encodeFunctionData({
      abi: safeAbi,
      functionName: 'setup',
      args: [...setup, zeroAddress, 0n, zeroAddress],
    })
    const functionName = 'createProxyWithNonce'
    const args = [await placeOf(singleton), initializer, salt++] as const
    const at = { address: await placeOf(factory), abi: safeAbi, functionName, args } as const
    const { result: address } = await client.simulateContract(at)
    await send(at.address, encodeFunctionData(at))
    const chainId = await client.getChainId()
    let nonce = 0n

    return {
      address,
      async sign({ to, data, value }, { isStarved } = {}) {
        const call = { to: to as Hex, value: BigInt(value), data: data as Hex, operation: 0 }
        const message = {
          ...(isBatch ? batched(await placeOf(multiSend), call) : call),
          // A Safe that pays for gas gives its call no more than this; any other gives it all.
          safeTxGas: isStarved ? starved : refund ? ample : 0n,
          baseGas: 0n,
          // One of the token's smallest units for each unit of gas.
          gasPrice: refund ? 1n : 0n,
          gasToken: refund?.token ?? zeroAddress,
          refundReceiver: refund?.to ?? zeroAddress,
        }
        const id = hashTypedData({
          domain: { chainId, verifyingContract: address },
          types: { SafeTx: safeTx },
          primaryType: 'SafeTx',
          message: { ...message, nonce: nonce++ },
        })
        const signing = owners.slice(0, threshold).map((owner) => owner.sign({ hash: id }))
        const m = message
        const execution = encodeFunctionData({
          abi: safeAbi,
          functionName: 'execTransaction',
          args: [
            ...([m.to, m.value, m.data, m.operation, m.safeTxGas, m.baseGas] as const),
            ...([m.gasPrice, m.gasToken, m.refundReceiver] as const),
            concat(await Promise.all(signing)),
          ],
        })
        return { id, to: address, data: execution }
      },
    }
  }

  /** Puts the EntryPoint to where it stands on every chain. */
  async function placeEntryPoint(address: Hex): Promise<void> {
    const bytecode = await client.getCode({ address: await placeOf(`${of4337}/EntryPoint.json`) })
    if (!bytecode) throw new Error('no EntryPoint')
    await client.extend(testActions({ mode: 'anvil' })).setCode({ address, bytecode })
  }

  /** A `SimpleAccount` of one owner, whose gas an EntryPoint takes from what was left there for it. */
  async function createSimpleAccount(entryPoint: Hex): Promise<PublishedAccount> {
    const [owner] = owners
    if (!owner) throw new Error('no owner')
    const factory = encodeAbiParameters(parseAbiParameters('address'), [entryPoint])
    const at = {
      address: await placeOf(`${of4337}/SimpleAccountFactory.json`, factory),
      abi: simpleAbi,
      functionName: 'createAccount',
      args: [owner.address, salt++],
    } as const
    const { result: address } = await client.simulateContract(at)
    await send(at.address, encodeFunctionData(at))
    const left = { abi: entryPoint07Abi, functionName: 'depositTo', args: [address] } as const
    const value = 10n ** 16n
    const hash = await client.writeContract({ ...left, address: entryPoint, value, chain: null })
    await waitUntilMined(client, hash)
    const chainId = await client.getChainId()
    let nonce = 0n

    return {
      address,
      async sign({ to, data, value }, { isStarved } = {}) {
        const args = [to as Hex, BigInt(value), data as Hex] as const
        const callData = encodeFunctionData({ abi: simpleAbi, functionName: 'execute', args })
        const operation: UserOperation<'0.7'> = {
          sender: address,
          nonce: nonce++,
          callData,
          callGasLimit: isStarved ? starved : ample,
          verificationGasLimit: 200_000n,
          preVerificationGas: 50_000n,
          maxFeePerGas: 10n ** 9n,
          maxPriorityFeePerGas: 10n ** 9n,
          signature: '0x',
        }
        const entryPointVersion = '0.7'
        const about = { chainId, entryPointAddress: entryPoint, entryPointVersion } as const
        const id = getUserOperationHash({ ...about, userOperation: operation })
        const signature = await owner.signMessage({ message: { raw: id } })
        const packed = toPackedUserOperation({ ...operation, signature })
        const handed = encodeFunctionData({
          abi: entryPoint07Abi,
          functionName: 'handleOps',
          args: [[packed], client.account.address],
        })
        return { id, to: entryPoint, data: handed }
      },
    }
  }

  return { send, createSafe, placeEntryPoint, createSimpleAccount }
}

type SafeCall = { to: Hex; value: bigint; data: Hex; operation: number }

/** A call behind another that does nothing, by a library that the Safe runs as itself. */
function batched(multiSend: Hex, call: SafeCall): SafeCall {
  const calls = [{ to: owners[0]?.address ?? zeroAddress, value: 0n, data: '0x' as Hex }, call]
  const packed = calls.map(({ to, value, data }) => {
    const types = ['uint8', 'address', 'uint256', 'uint256', 'bytes'] as const
    return encodePacked(types, [0, to, value, BigInt(size(data)), data])
  })
  const args = [concat(packed)] as const
  const data = encodeFunctionData({ abi: safeAbi, functionName: 'multiSend', args })
  return { to: multiSend, value: 0n, data, operation: 1 }
}
