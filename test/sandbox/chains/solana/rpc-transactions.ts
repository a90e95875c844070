import type { Address } from '@solana/web3.js'
import * as z from 'zod/mini'
import { toAccountView } from './account-view'
import { BLOCKHASH_LIFETIME, FINALITY_DEPTH, isAtLeast } from './blocks'
import { type LandedTransaction, toReturnData } from './ledger'
import { NATIVE_TOKEN } from './programs'
import { invalidParams, RPC_CODES, RpcError } from './rpc-error'
import {
  addressText,
  commitment,
  config,
  DEFAULT_COMMITMENT,
  method,
  type RpcDeps,
  type RpcMethod,
  signatureText,
  withContext,
} from './rpc-method'
import { toInnerInstructions, toMemoText, toStatus, toTransactionView } from './transaction-view'
import { decodeTransaction, fromBase58, fromBase64, type WireTransaction } from './wire'

/** What a node lists in one getSignaturesForAddress and in one getSignatureStatuses. */
const MAX_SIGNATURES = 1_000
const MAX_STATUSES = 256

const level = z.optional(z.nullable(commitment))
const flag = z.optional(z.nullable(z.boolean()))
const wireEncoding = z.optional(z.nullable(z.enum(['base58', 'base64'])))
const viewEncoding = z.enum(['json', 'jsonParsed', 'base64', 'base58'])

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

const createSimulate = ({ ledger }: RpcDeps): RpcMethod =>
  method(
    z.tuple([
      z.string(),
      config({
        encoding: wireEncoding,
        sigVerify: flag,
        replaceRecentBlockhash: flag,
        innerInstructions: flag,
        accounts: config({
          encoding: z.optional(z.nullable(z.enum(['base64', 'jsonParsed']))),
          addresses: z.array(addressText),
        }),
      }),
    ]),
    ([text, options]) => {
      const { sigVerify, replaceRecentBlockhash, innerInstructions, accounts } = options ?? {}
      if (sigVerify && replaceRecentBlockhash) {
        throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
      }
      const wire = decodeWire(text, options?.encoding)
      const outcome = ledger.simulate(wire, {
        verifySignatures: sigVerify ?? false,
        checkBlockhash: !replaceRecentBlockhash,
      })
      if (outcome.err === 'SignatureFailure') {
        throw new RpcError(
          RPC_CODES.signatureVerification,
          'Transaction signature verification failure',
        )
      }
      const block = ledger.blocks.latest()
      const lastValidBlockHeight = block.slot + BLOCKHASH_LIFETIME
      const accountAt = (address: string) =>
        outcome.accounts.get(address) ?? ledger.vm.getAccount(address)
      const view = { encoding: accounts?.encoding ?? 'base64' }
      return withContext(ledger, {
        err: outcome.err,
        logs: outcome.logs,
        accounts:
          accounts?.addresses.map((address) =>
            outcome.err === null ? toAccountView(ledger.vm, accountAt(address), view) : null,
          ) ?? null,
        unitsConsumed: outcome.unitsConsumed,
        returnData: outcome.returnData === null ? null : toReturnData(outcome.returnData),
        innerInstructions: innerInstructions ? toInnerInstructions(wire, outcome, true) : null,
        replacementBlockhash: replaceRecentBlockhash
          ? { blockhash: block.blockhash, lastValidBlockHeight }
          : null,
      })
    },
  )

const createStatuses = ({ ledger }: RpcDeps): RpcMethod => {
  const toStatusView = (landed: LandedTransaction | null, isSearching: boolean) => {
    if (landed === null) return null
    const depth = ledger.blocks.latest().slot - landed.slot
    // The status cache of a node reaches as far back as blockhashes live.
    if (depth > BLOCKHASH_LIFETIME && !isSearching) return null
    const { err } = landed.execution
    return {
      slot: landed.slot,
      confirmations: depth >= FINALITY_DEPTH ? null : depth,
      err,
      status: toStatus(err),
      confirmationStatus: ledger.blocks.commitmentOf(landed.slot),
    }
  }
  return method(
    z.tuple([
      z.array(signatureText).check(z.maxLength(MAX_STATUSES)),
      config({ searchTransactionHistory: flag }),
    ]),
    ([signatures, options]) =>
      withContext(
        ledger,
        signatures.map((signature) =>
          toStatusView(ledger.find(signature), options?.searchTransactionHistory ?? false),
        ),
      ),
  )
}

const refuseProcessed = (wanted: z.output<typeof level>) => {
  if (wanted === 'processed') {
    throw invalidParams('Method does not support commitment below `confirmed`')
  }
}

const createGetTransaction = ({ ledger }: RpcDeps): RpcMethod =>
  method(
    z.tuple([
      signatureText,
      z.optional(
        z.nullable(
          z.union([
            viewEncoding,
            z.object({
              encoding: z.optional(z.nullable(viewEncoding)),
              commitment: level,
              maxSupportedTransactionVersion: z.optional(z.nullable(z.number())),
            }),
          ]),
        ),
      ),
    ]),
    ([signature, given]) => {
      const options = typeof given === 'string' ? { encoding: given } : (given ?? {})
      refuseProcessed(options.commitment)
      const landed = ledger.find(signature)
      if (landed === null) return null
      const settled = ledger.blocks.commitmentOf(landed.slot)
      if (!isAtLeast(settled, options.commitment ?? DEFAULT_COMMITMENT)) return null
      const { version } = landed.wire.message
      const supported = options.maxSupportedTransactionVersion ?? 'none'
      if (version !== 'legacy' && (supported === 'none' || version > supported)) {
        throw new RpcError(
          RPC_CODES.unsupportedTransactionVersion,
          `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
        )
      }
      return toTransactionView(landed, options.encoding ?? 'json')
    },
  )

const createHistory = ({ ledger }: RpcDeps): RpcMethod =>
  method(
    z.tuple([
      addressText,
      config({
        limit: z.optional(z.nullable(z.int().check(z.minimum(1)).check(z.maximum(MAX_SIGNATURES)))),
        before: z.optional(z.nullable(signatureText)),
        until: z.optional(z.nullable(signatureText)),
        commitment: level,
      }),
    ]),
    ([address, options]) => {
      refuseProcessed(options?.commitment)
      const wanted = options?.commitment ?? DEFAULT_COMMITMENT
      const all = ledger
        .history(address)
        .filter(({ slot }) => isAtLeast(ledger.blocks.commitmentOf(slot), wanted))
      const indexOf = (signature: string) =>
        all.findIndex(({ wire }) => wire.signature === signature)
      const start = options?.before ? indexOf(options.before) + 1 : 0
      const end = options?.until ? indexOf(options.until) : -1
      return all
        .slice(start, end === -1 ? undefined : end)
        .slice(0, options?.limit ?? MAX_SIGNATURES)
        .map(({ wire, slot, blockTime, execution }) => ({
          signature: wire.signature,
          slot,
          err: execution.err,
          memo: toMemoText(wire),
          blockTime,
          confirmationStatus: ledger.blocks.commitmentOf(slot),
        }))
    },
  )

/** Methods that send, simulate and look up transactions. */
export const createTransactionMethods = (deps: RpcDeps): Readonly<Record<string, RpcMethod>> => ({
  sendTransaction: createSend(deps),
  simulateTransaction: createSimulate(deps),
  getSignatureStatuses: createStatuses(deps),
  getTransaction: createGetTransaction(deps),
  getSignaturesForAddress: createHistory(deps),
  requestAirdrop: method(
    z.tuple([addressText, z.int().check(z.positive()), config({ commitment: level })]),
    ([address, lamports]) =>
      deps.payer.give(
        deps.faucet,
        { address: NATIVE_TOKEN, decimals: 9 },
        address as Address,
        BigInt(lamports),
      ),
  ),
})
