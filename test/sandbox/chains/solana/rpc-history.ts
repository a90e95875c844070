import * as z from 'zod/mini'
import { BLOCKHASH_LIFETIME, FINALITY_DEPTH, isAtLeast } from './blocks'
import type { LandedTransaction } from './ledger'
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
  signatureText,
  withContext,
} from './rpc-method'
import { toMemoText, toStatus, toTransactionView } from './transaction-view'

/** What a node lists in one getSignaturesForAddress and in one getSignatureStatuses. */
const MAX_SIGNATURES = 1_000
const MAX_STATUSES = 256

const viewEncoding = z.enum(['json', 'jsonParsed', 'base64', 'base58'])

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
        .map((landed) => ({
          signature: landed.wire.signature,
          slot: landed.slot,
          err: landed.execution.err,
          memo: toMemoText(landed),
          blockTime: landed.blockTime,
          confirmationStatus: ledger.blocks.commitmentOf(landed.slot),
        }))
    },
  )

/** Methods that look transactions up. */
export const createHistoryMethods = (deps: RpcDeps): Readonly<Record<string, RpcMethod>> => ({
  getSignatureStatuses: createStatuses(deps),
  getTransaction: createGetTransaction(deps),
  getSignaturesForAddress: createHistory(deps),
})
