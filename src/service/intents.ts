import { type Intent, type IntentDeposit, intent, intentPage } from '@/src/contract/service/intent'
import type { Page } from '@/src/contract/service/page'
import { sameHash } from '@/src/domain/chain/hash'
import { InvalidResponseError } from '@/src/domain/service/service-error'
import { type CallOptions, type Http, segment } from './http'
import { type Paging, toPagingQuery, walkPages } from './paging'

/** The service's largest page of intents. */
const INTENTS_PER_REQUEST = 100

export type IntentFilter = Paging & {
  fromChainId?: number | undefined
  toChainId?: number | undefined
}

/** Intents of the main API. */
export function createIntents(http: Http) {
  const byAuthor = async (
    author: string,
    filter: IntentFilter = {},
    options?: CallOptions,
  ): Promise<Page<Intent>> => {
    const { fromChainId, toChainId } = filter
    const query = { ...toPagingQuery(filter), fromChainId, toChainId }
    return http.call(
      { path: `/v1/intents/${segment(author)}`, query },
      intentPage,
      'intent',
      options,
    )
  }

  return {
    /** Reads an intent by its id. @throws IntentNotFoundError */
    async get(intentId: string, options?: CallOptions): Promise<Intent> {
      const path = `/v1/intent/${segment(intentId)}`
      const found = await http.call({ path }, intent, 'intent', options)
      if (sameHash(found.intentId, intentId)) return found
      const details = { status: 200, body: found }
      throw new InvalidResponseError('The answer is another intent', 'intentId', details)
    },

    /** Reads the intent that a deposit transaction belongs to. @throws IntentNotFoundError */
    async byDeposit(
      deposit: { chainId: number; txHash: string },
      options?: CallOptions,
    ): Promise<Intent> {
      const query = { chainId: deposit.chainId, txHash: deposit.txHash }
      const found = await http.call(
        { path: '/v1/intent/deposit', query },
        intent,
        'intent',
        options,
      )
      const { deposits } = found
      const isIts = ({ chainId, txHash }: IntentDeposit) =>
        chainId === deposit.chainId && sameHash(txHash, deposit.txHash)
      if (deposits === undefined || deposits.some(isIts)) return found
      const details = { status: 200, body: found }
      throw new InvalidResponseError('The intent is of another deposit', 'deposits', details)
    },

    /** Reads one page of an author's intents: 25 unless `limit` (at most 100) says other. */
    byAuthor,

    /** Gives all intents of an author, page by page as they are used. */
    all(author: string, filter: IntentFilter = {}, options?: CallOptions): AsyncGenerator<Intent> {
      const first = { limit: INTENTS_PER_REQUEST, ...filter }
      return walkPages((paging, call) => byAuthor(author, paging, call), first, options)
    },
  }
}
