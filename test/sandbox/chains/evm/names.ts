import { type Address, encodeFunctionData, type Hex, namehash } from 'viem'
import { namesAbi } from './abi'

/** ENS's registry, where every chain of its own has it: https://docs.ens.domains/learn/deployments */
export const nameRegistry: Address = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
/** Where the sandbox has its resolvers: one that keeps records, and one that sends to a gateway. */
export const nameResolver: Address = '0x000000000000000000000000000000000000e115'
export const gatewayResolver: Address = '0x000000000000000000000000000000000000e668'

export type NameRecords = {
  name: string
  /** Without one the name has a resolver, and that has nothing. */
  address?: Address
  /** What the address is to call itself. */
  back?: string
  resolver?: Address
}

/** The calls that put a name on record, and its address's own name. */
export function nameCalls(records: NameRecords): { to: Address; data: Hex }[] {
  const { name, address, back, resolver = nameResolver } = records
  const setResolver = (node: Hex, to: Address) => ({
    to: nameRegistry,
    data: encodeFunctionData({ abi: namesAbi, functionName: 'setResolver', args: [node, to] }),
  })
  const node = namehash(name)
  const calls = [setResolver(node, resolver)]
  if (address === undefined) return calls
  const args = [node, address] as const
  const data = encodeFunctionData({ abi: namesAbi, functionName: 'setAddr', args })
  calls.push({ to: nameResolver, data })
  if (back === undefined) return calls
  const reverse = namehash(`${address.slice(2).toLowerCase()}.addr.reverse`)
  const named = [reverse, back] as const
  calls.push(setResolver(reverse, nameResolver), {
    to: nameResolver,
    data: encodeFunctionData({ abi: namesAbi, functionName: 'setName', args: named }),
  })
  return calls
}
