import type { Address } from '@solana/web3.js'
import * as z from 'zod/mini'
import { toAccountView } from './account-view'
import { BLOCKHASH_LIFETIME } from './blocks'
import { toReturnData } from './ledger'
import { accountsOf } from './lookup-tables'
import { NATIVE_TOKEN } from './programs'
import { invalidParams, RPC_CODES, RpcError } from './rpc-error'
import {
  addressText,
  config,
  DEFAULT_COMMITMENT,
  flag,
  level,
  method,
  type RpcDeps,
  type RpcMethod,
  withContext,
} from './rpc-method'
import { toInnerInstructions } from './transaction-view'
import type { Simulation } from './vm'
import { decodeTransaction, fromBase58, fromBase64, type WireTransaction } from './wire'

const wireEncoding = z.optional(z.nullable(z.enum(['base58', 'base64'])))

const simulateOptions = z.object({
  encoding: wireEncoding,
  sigVerify: flag,
  replaceRecentBlockhash: flag,
  innerInstructions: flag,
  minContextSlot: z.optional(z.nullable(z.int())),
  accounts: config({
    encoding: z.optional(z.nullable(z.enum(['base64', 'jsonParsed']))),
    addresses: z.array(addressText),
  }),
})

const decodeWire = (
  text: string,
  encoding: 'base58' | 'base64' | null | undefined,
): WireTransaction => {
  // base58 is the default of both methods, from before base64 was offered.
  const decode = encoding === 'base64' ? fromBase64 : fromBase58
  try {
    return decodeTransaction(decode(text))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw invalidParams(`failed to deserialize solana_transaction: ${reason}`)
  }
}

const createSend = ({ ledger }: RpcDeps): RpcMethod =>
  method(
    z.tuple([
      z.string(),
      config({ encoding: wireEncoding, skipPreflight: flag, preflightCommitment: level }),
    ]),
    ([text, options]) =>
      ledger.send(decodeWire(text, options?.encoding), {
        skipPreflight: options?.skipPreflight ?? false,
        preflightCommitment: options?.preflightCommitment ?? DEFAULT_COMMITMENT,
      }),
  )

const toSimulationView = (
  { ledger }: RpcDeps,
  wire: WireTransaction,
  outcome: Simulation,
  options: z.output<typeof simulateOptions>,
) => {
  const block = ledger.blocks.latest()
  const accountAt = (address: string) =>
    outcome.accounts.get(address) ?? ledger.vm.getAccount(address)
  const view = { encoding: options.accounts?.encoding ?? 'base64' }
  const accounts = options.accounts?.addresses.map((address) =>
    outcome.err === null ? toAccountView(ledger.vm, accountAt(address), view) : null,
  )
  return {
    err: outcome.err,
    logs: outcome.logs,
    accounts: accounts ?? null,
    unitsConsumed: outcome.unitsConsumed,
    returnData: outcome.returnData === null ? null : toReturnData(outcome.returnData),
    innerInstructions: options.innerInstructions
      ? toInnerInstructions(accountsOf(ledger.vm, wire), outcome, true)
      : null,
    replacementBlockhash: options.replaceRecentBlockhash
      ? {
          blockhash: block.blockhash,
          lastValidBlockHeight: block.slot + BLOCKHASH_LIFETIME,
        }
      : null,
  }
}

/** A node answers from no older state than the caller has seen already. */
const checkContextSlot = ({ ledger }: RpcDeps, least: number) => {
  const contextSlot = ledger.blocks.latest().slot
  if (contextSlot >= least) return
  const message = 'Minimum context slot has not been reached'
  throw new RpcError(RPC_CODES.minContextSlotNotReached, message, { contextSlot })
}

const createSimulate = (deps: RpcDeps): RpcMethod =>
  method(z.tuple([z.string(), z.optional(z.nullable(simulateOptions))]), ([text, given]) => {
    const options = given ?? {}
    if (options.sigVerify && options.replaceRecentBlockhash) {
      throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
    }
    checkContextSlot(deps, options.minContextSlot ?? 0)
    const wire = decodeWire(text, options.encoding)
    const most = accountsOf(deps.ledger.vm, wire).length
    if ((options.accounts?.addresses.length ?? 0) > most) {
      throw invalidParams(`Too many accounts provided; max ${most}`)
    }
    const outcome = deps.ledger.simulate(wire, {
      verifySignatures: options.sigVerify ?? false,
      checkBlockhash: !options.replaceRecentBlockhash,
    })
    if (outcome.err === 'SignatureFailure') {
      throw new RpcError(
        RPC_CODES.signatureVerification,
        'Transaction signature verification failure',
      )
    }
    return withContext(deps.ledger, toSimulationView(deps, wire, outcome, options))
  })

/** Methods that put transactions in. */
export const createSendMethods = (deps: RpcDeps): Readonly<Record<string, RpcMethod>> => ({
  sendTransaction: createSend(deps),
  simulateTransaction: createSimulate(deps),
  requestAirdrop: method(
    z.tuple([addressText, z.int().check(z.positive()), config({ commitment: level })]),
    ([address, lamports]) =>
      deps.payer.pay(
        deps.faucet,
        { address: NATIVE_TOKEN, decimals: 9 },
        address as Address,
        BigInt(lamports),
      ),
  ),
})
