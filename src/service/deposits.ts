import { type BuildRequest, type BuildResult, buildResult } from '@/src/contract/service/build'
import { type SubmitRequest, type SubmitResult, submitResult } from '@/src/contract/service/submit'
import { ApiValidationError, InvalidResponseError } from '@/src/domain/service/service-error'
import type { CallOptions, Http } from './http'

/** Which kind of answer each deposit method asks for; a method that is not here may answer any. */
const KIND_OF: ReadonlyMap<string, BuildResult['kind']> = new Map([
  ['CONTRACT_CALL', 'CONTRACT_CALL'],
  ['PERMIT2', 'PERMIT2'],
  ['TRANSFER', 'TRANSFER'],
  ['TRANSFER_WITH_TX_HASH_SUBMIT', 'TRANSFER'],
])

/** Deposits: what the wallet is asked for, and notice of what it did. */
export function createDeposits(http: Http, buildPath: string) {
  return {
    /**
     * Turns a chosen route into ordered wallet actions, a permit, or a payment to make. What the
     * actions do is not judged here: the policy does.
     *
     * @throws QuoteExpiredError, QuoteNotFoundError (re-quote on both),
     * NotSupportedDepositMethodError, UnexpectedFromAddressError
     */
    async build(request: BuildRequest, options?: CallOptions): Promise<BuildResult> {
      const call = { method: 'POST', path: buildPath, body: request } as const
      const result = await http.call(call, buildResult, 'build', options)
      const asked = KIND_OF.get(request.depositMethod ?? '')
      if (asked !== undefined && result.kind !== asked) {
        const details = { status: 200, body: result }
        const message = `A ${asked} was asked for, ${result.kind} came`
        throw new InvalidResponseError(message, 'kind', details)
      }
      return result
    },

    /**
     * Tells the service of a deposit: exactly one of `txHash` (broadcast by the wallet, EVM) or
     * `signedTransaction` (base64, broadcast by the service, Solana). Repeating it with the same
     * hash gives the same order.
     *
     * @throws BroadcastError, DuplicateRecordError, BadRequestError; ApiValidationError without any
     * request when both or none are given
     */
    async submit(request: SubmitRequest, options?: CallOptions): Promise<SubmitResult> {
      const { quoteId, routeId, txHash, signedTransaction } = request
      if ((txHash === undefined) === (signedTransaction === undefined)) {
        const message = 'Exactly one of txHash and signedTransaction must be given'
        throw new ApiValidationError('SVC3001', message, { retryable: false })
      }
      const body = { quoteId, routeId, txHash, signedTransaction }
      const call = { method: 'PUT', path: '/v1/deposit/submit', body } as const
      return http.call(call, submitResult, 'submit', options)
    },
  }
}
