import {
  type Hex,
  keccak256,
  type TransactionSerializable,
  type TransactionSerializableEIP1559,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { FaultError, faults } from '../fault'
import type { ModeRule } from '../modes'
import type { Rpc } from './rpc'

const isText = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value)
const hexSchema = z.custom<Hex>((value) => isText(value, /^0x[0-9a-fA-F]*$/))
const addressSchema = z.custom<Hex>((value) => isText(value, /^0x[0-9a-fA-F]{40}$/))

export const transactionSchema = z.object({
  from: addressSchema,
  to: z.optional(z.nullable(addressSchema)),
  value: z.optional(hexSchema),
  data: z.optional(hexSchema),
  input: z.optional(hexSchema),
  gas: z.optional(hexSchema),
  nonce: z.optional(hexSchema),
  maxFeePerGas: z.optional(hexSchema),
  maxPriorityFeePerGas: z.optional(hexSchema),
  chainId: z.optional(z.union([hexSchema, z.number()])),
})
export type TransactionParams = z.infer<typeof transactionSchema>

/** Enough for any call of the sandbox's contracts; used where the node's estimate fails. */
const fallbackGas = 500_000n
const burnAddress = '0x000000000000000000000000000000000000dEaD'

const quantitySchema = z.pipe(
  hexSchema,
  z.transform((text: Hex) => BigInt(text)),
)

async function quantity(rpc: Rpc, method: string, params: readonly unknown[]): Promise<bigint> {
  return quantitySchema.parse(await rpc(method, params))
}

/**
 * Fills nonce, gas and fees as wallets do: twice the base fee and one tip. A call whose estimate
 * reverts gets a fixed gas limit, because a person may send it anyway; a lack of funds is an error.
 */
export async function fillTransaction(
  rpc: Rpc,
  params: TransactionParams,
  chainId: number,
): Promise<TransactionSerializableEIP1559> {
  const data = params.data ?? params.input
  const block = z
    .object({ baseFeePerGas: quantitySchema })
    .parse(await rpc('eth_getBlockByNumber', ['latest', false]))
  const tip =
    params.maxPriorityFeePerGas === undefined
      ? await quantity(rpc, 'eth_maxPriorityFeePerGas', [])
      : BigInt(params.maxPriorityFeePerGas)
  const nonce = params.nonce ?? (await rpc('eth_getTransactionCount', [params.from, 'pending']))
  return {
    type: 'eip1559',
    chainId,
    nonce: Number(quantitySchema.parse(nonce)),
    ...(params.to ? { to: params.to } : {}),
    value: BigInt(params.value ?? '0x0'),
    ...(data === undefined ? {} : { data }),
    gas: params.gas === undefined ? await estimateGas(rpc, params) : BigInt(params.gas),
    maxPriorityFeePerGas: tip,
    maxFeePerGas:
      params.maxFeePerGas === undefined
        ? block.baseFeePerGas * 2n + tip
        : BigInt(params.maxFeePerGas),
  }
}

async function estimateGas(rpc: Rpc, params: TransactionParams): Promise<bigint> {
  const { from, to, value } = params
  const data = params.data ?? params.input
  const call = {
    from,
    ...(to ? { to } : {}),
    ...(value ? { value } : {}),
    ...(data ? { data } : {}),
  }
  try {
    return ((await quantity(rpc, 'eth_estimateGas', [call])) * 12n) / 10n
  } catch (thrown) {
    if (thrown instanceof FaultError && /insufficient funds/i.test(thrown.fault.message))
      throw thrown
    return fallbackGas
  }
}

/** What a dishonest wallet would send instead; other modes leave the transaction as it is. */
export function tamper(params: TransactionParams, kind: ModeRule['kind']): TransactionParams {
  if (kind === 'tamper-to') return { ...params, to: burnAddress }
  if (kind === 'tamper-value') {
    return { ...params, value: `0x${(BigInt(params.value ?? '0x0') + 1n).toString(16)}` }
  }
  if (kind !== 'tamper-data') return params
  const data = params.data ?? params.input ?? '0x'
  const last = data.length > 2 ? Number.parseInt(data.slice(-2), 16) : 0
  const changed = (last ^ 1).toString(16).padStart(2, '0')
  const { input: _, ...rest } = params
  return { ...rest, data: `${data.length > 2 ? (data.slice(0, -2) as Hex) : '0x'}${changed}` }
}

export type Replacement = { readonly kind: 'speed-up' | 'cancel'; readonly ms: number }

export type Broadcast = {
  readonly hash: Hex
  /** Broadcasts what replaces it, and gives the new hash. */
  readonly replace: (() => Promise<Hex>) | null
}

/**
 * Signs and broadcasts. With a replacement, a chain that mines at once never sees the first one:
 * it would be mined before it could be replaced.
 */
export async function broadcast(
  rpc: Rpc,
  privateKey: Hex,
  transaction: TransactionSerializableEIP1559,
  replacement: Replacement | null,
): Promise<Broadcast> {
  const account = privateKeyToAccount(privateKey)
  const send = async (filled: TransactionSerializable): Promise<Hex> => {
    const raw = await account.signTransaction(filled)
    return hexSchema.parse(await rpc('eth_sendRawTransaction', [raw]))
  }
  if (replacement === null) return { hash: await send(transaction), replace: null }
  const withheld = (await rpc('anvil_getAutomine', []).catch(() => false)) === true
  const hash = withheld
    ? keccak256(await account.signTransaction(transaction))
    : await send(transaction)
  return { hash, replace: () => send(replacementOf(transaction, replacement, account.address)) }
}

/** Same nonce and higher fees; a cancellation sends nothing to oneself. */
function replacementOf(
  transaction: TransactionSerializableEIP1559,
  { kind }: Replacement,
  self: Hex,
): TransactionSerializableEIP1559 {
  const fees = {
    maxFeePerGas: (transaction.maxFeePerGas ?? 0n) * 2n + 1n,
    maxPriorityFeePerGas: (transaction.maxPriorityFeePerGas ?? 0n) * 2n + 1n,
  }
  if (kind === 'speed-up') return { ...transaction, ...fees }
  const { data: _, ...rest } = transaction
  return { ...rest, ...fees, to: self, value: 0n, gas: 21_000n }
}

/** The transaction of an `eth_sendTransaction`, held against the account and chain that would send it. */
export function readTransaction(
  params: unknown,
  account: string,
  chainId: number,
): TransactionParams {
  const parsed = z.tuple([transactionSchema], z.unknown()).safeParse(params)
  if (!parsed.success) throw new FaultError(faults.params('Invalid transaction params.'))
  const [transaction] = parsed.data
  if (transaction.from.toLowerCase() !== account.toLowerCase()) {
    throw new FaultError(faults.unauthorized())
  }
  if (transaction.chainId !== undefined && Number(transaction.chainId) !== chainId) {
    throw new FaultError(faults.params(`Invalid transaction params: expected chain ${chainId}.`))
  }
  return transaction
}
