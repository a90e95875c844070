import { type Address, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { wrappedCoinOf } from '@/src/domain/token/wrapped-coins'
import type { ChainToken } from '../port'
import {
  depositAbi,
  diamondAbi,
  fixedFeeAbi,
  multicallAbi,
  namesAbi,
  routerAbi,
  tokenAbi,
  vaultAbi,
  wrappedAbi,
} from './abi'
import { deriveAccount, testAccountKey } from './account'
import { nativeAddress } from './address'
import type { Bytecodes } from './compile'
import { describeEvmChain } from './known-chains'
import { gatewayResolver, nameCalls, nameRegistry, nameResolver } from './names'
import { createSender, type EvmClient, type Sender } from './sender'
import { type TokenDefinition, tokenDefinitions, unlistedDefinition } from './tokens'

/** Everything the filler holds, in whole tokens: no test runs it dry. */
const fillerGrant = 1_000_000_000n

export type Deployment = {
  deposit: Address
  /** Takes a flat fee in the chain's coin beside each deposit. */
  fixedFee: Address
  /** Takes tokens by its proxy, which is who is approved. */
  diamond: Address
  tokenProxy: Address
  /** Pulls tokens and deposits them by several calls in one. */
  multicall: Address
  /** Swaps tokens before a deposit. */
  router: Address
  /** The chain's coin as a token, at the address that the chain has it at. */
  wrapped: Address
  tokens: ChainToken[]
  /** Swapped as they are, and in no list. */
  unlisted: ChainToken[]
  vault: Address
  /** The vault's wrapped share, listed by the hub. */
  share: Address
  /** Owner of every contract, and the one who pays out. */
  filler: Sender
}

/** Deploys contracts and tokens on a fresh chain and hands out the starting balances. */
export async function deployContracts(options: {
  client: EvmClient
  chainId: number
  bytecodes: Bytecodes
  signal: AbortSignal
}): Promise<Deployment> {
  const { client, chainId, bytecodes, signal } = options
  // One owner a chain: with a common one, addresses would be the same on every chain and hide mix-ups.
  const account = deriveAccount(`filler ${chainId}`)
  await setNativeBalance(client, account.address, fillerGrant * 10n ** 18n)
  const filler = createSender({ client, account, chainId, signal })
  const create = async (data: Hex): Promise<Address> => {
    const { contractAddress } = await filler.confirm(await filler.send({ data }))
    if (contractAddress === undefined) throw new Error('a creation gave no contract')
    return contractAddress
  }
  const deposit = await create(encodeDeployData({ abi: depositAbi, bytecode: bytecodes.Deposit }))
  const tokens: ChainToken[] = [describeNative(chainId)]
  const deploy = async (definition: TokenDefinition): Promise<ChainToken> => {
    const address = await create(tokenCreation(definition, bytecodes))
    await mintGrants(filler, definition, address)
    return describeToken(chainId, definition, address)
  }
  for (const definition of tokenDefinitions) tokens.push(await deploy(definition))
  const asset = tokens.find(({ symbol }) => symbol === 'USDC')?.address as Address
  const args = [asset, 'Causeway USD Vault', 'cvUSD'] as const
  const vault = await create(encodeDeployData({ abi: vaultAbi, bytecode: bytecodes.Vault, args }))
  const shareArgs = ['Hub USD Coin', 'mUSDC', 6] as const
  const shareCode = { abi: tokenAbi, bytecode: bytecodes.Token, args: shareArgs }
  const share = await create(encodeDeployData(shareCode))
  const [fixedFee, diamond, multicall] = [
    await create(
      encodeDeployData({ abi: fixedFeeAbi, bytecode: bytecodes.FixedFee, args: [deposit] }),
    ),
    await create(
      encodeDeployData({ abi: diamondAbi, bytecode: bytecodes.Diamond, args: [deposit] }),
    ),
    await create(
      encodeDeployData({ abi: multicallAbi, bytecode: bytecodes.MulticallRouter, args: [deposit] }),
    ),
  ]
  const read = { address: diamond, abi: diamondAbi, functionName: 'proxy' } as const
  const tokenProxy = await client.readContract(read)
  const router = await create(encodeDeployData({ abi: routerAbi, bytecode: bytecodes.SwapRouter }))
  for (const { address, decimals, isNative } of tokens) {
    if (!isNative)
      await mint(filler, address as Address, router, 1_000_000n * 10n ** BigInt(decimals))
  }
  const code = encodeDeployData({ abi: wrappedAbi, bytecode: bytecodes.WrappedCoin })
  const wrapped = await placeWrapped(client, chainId, await create(code))
  for (const [contract, place] of [
    ['NameRegistry', nameRegistry],
    ['NameResolver', nameResolver],
    ['GatewayResolver', gatewayResolver],
  ] as const) {
    const made = await create(encodeDeployData({ abi: namesAbi, bytecode: bytecodes[contract] }))
    await putCode(client, made, place)
  }
  const alice = { name: 'alice.eth', address: deriveAccount('alice').address, back: 'alice.eth' }
  for (const call of nameCalls(alice)) await filler.confirm(await filler.send(call))
  await mint(filler, share, filler.address, fillerGrant * 10n ** 6n)
  const unlisted = [await deploy(unlistedDefinition)]
  const contracts = { deposit, fixedFee, diamond, tokenProxy, multicall, router, wrapped }
  return { ...contracts, tokens, unlisted, vault, share, filler }
}

/** The hub's share of dollars; one to one with them here. */
export function describeShare(chainId: number, address: string): ChainToken {
  const record = { name: 'Hub USD Coin', symbol: 'mUSDC', decimals: 6, priceUsd: '1' }
  return { ...record, chainId, address, isNative: false, isTop: false }
}

export async function setNativeBalance(client: EvmClient, address: Address, amount: bigint) {
  const hex: Hex = `0x${amount.toString(16)}`
  await client.request<{
    Method: 'anvil_setBalance'
    Parameters: [Address, Hex]
    ReturnType: null
  }>({ method: 'anvil_setBalance', params: [address, hex] })
}

/** Puts the wrapped coin where the chain has it; a chain that nobody knows keeps it where it is. */
async function placeWrapped(client: EvmClient, chainId: number, made: Address): Promise<Address> {
  const place = wrappedCoinOf(chainId)
  if (place === undefined) return made
  await putCode(client, made, place as Address)
  return place as Address
}

/** Puts the code of one contract at another address as well. */
async function putCode(client: EvmClient, made: Address, place: Address): Promise<void> {
  const code = await client.getCode({ address: made })
  if (code === undefined) throw new Error(`there is no code at ${made}`)
  type Method = { Method: 'anvil_setCode'; Parameters: [Address, Hex]; ReturnType: null }
  await client.request<Method>({ method: 'anvil_setCode', params: [place, code] })
}

async function mint(filler: Sender, token: Address, to: Address, amount: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [to, amount] })
  await filler.confirm(await filler.send({ to: token, data }))
}

function tokenCreation(definition: TokenDefinition, bytecodes: Bytecodes): Hex {
  const args = [definition.name, definition.symbol, definition.decimals] as const
  return encodeDeployData({ abi: tokenAbi, bytecode: bytecodes[definition.contract], args })
}

async function mintGrants(filler: Sender, definition: TokenDefinition, token: Address) {
  const unit = 10n ** BigInt(definition.decimals)
  const grants: [Address, bigint][] = [
    [privateKeyToAccount(testAccountKey).address, definition.grant],
    [filler.address, fillerGrant],
  ]
  for (const [to, whole] of grants) await mint(filler, token, to, whole * unit)
}

function describeNative(chainId: number): ChainToken {
  const { name, symbol, priceUsd } = describeEvmChain(chainId).native
  const address = nativeAddress
  const flags = { isNative: true, isTop: true }
  return { chainId, address, name, symbol, decimals: 18, priceUsd, ...flags }
}

function describeToken(chainId: number, definition: TokenDefinition, address: Address): ChainToken {
  const { name, symbol, decimals, isTop, priceUsd, isRiskToken } = definition
  return {
    chainId,
    address,
    name,
    symbol,
    decimals,
    isNative: false,
    isTop,
    ...(priceUsd === undefined ? {} : { priceUsd }),
    ...(isRiskToken === undefined ? {} : { isRiskToken }),
  }
}
