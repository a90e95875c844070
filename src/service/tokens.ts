import { type ForeignToken, foreignTokenPage } from '@/src/contract/service/foreign'
import {
  type Autocompletion,
  autocompletion,
  suggestions,
  type Token,
  type TokenPage,
  tokenData,
  tokenPage,
} from '@/src/contract/service/token'
import { type CallOptions, type Http, segment } from './http'
import { type Paging, toPagingQuery, walkPages } from './paging'

/** The service's largest page of the catalog. */
const TOKENS_PER_REQUEST = 2000
/** Few of a chain that is only paid from can be paid with, and the service lists the known ones first. */
const FOREIGN_TOKENS = 200

/** Scopes an answer to some chains; absent or empty means all of them. */
export type ChainScope = { chainIds?: readonly number[] | undefined }
export type TokenQuery = ChainScope & Paging & { q?: string | undefined }

/** The token catalog. Tokens of families or with decimals nobody can use are left out of every list. */
export function createTokens(http: Http) {
  const list = async (query: TokenQuery = {}, options?: CallOptions): Promise<TokenPage> => {
    const { q, chainIds } = query
    const search = { q, chainIds, ...toPagingQuery(query) }
    return http.call({ path: '/v1/tokens', query: search }, tokenPage, 'token', options)
  }

  return {
    /** Reads one page of the catalog: 50 tokens unless `limit` (at most 2,000) says other. */
    list,

    /** Gives the whole catalog, page by page as it is used. */
    all(query: TokenQuery = {}, options?: CallOptions): AsyncGenerator<Token> {
      return walkPages(list, { limit: TOKENS_PER_REQUEST, ...query }, options)
    },

    /** Reads tokens of chains that are only paid from; which of them can be paid with is not said here. */
    async foreign(chainIds: readonly number[], options?: CallOptions): Promise<ForeignToken[]> {
      const query = { chainIds, limit: FOREIGN_TOKENS }
      const page = await http.call(
        { path: '/v1/tokens', query },
        foreignTokenPage,
        'token',
        options,
      )
      return Array.isArray(page) ? page : page.data
    },

    /** Searches by name, symbol or address, approximately. */
    async search(q: string, scope: ChainScope = {}, options?: CallOptions): Promise<Token[]> {
      const query = { q, chainIds: scope.chainIds }
      return http.call({ path: '/v1/tokens/search', query }, tokenData, 'token search', options)
    },

    /** Reads the curated tokens. */
    async top(scope: ChainScope = {}, options?: CallOptions): Promise<Token[]> {
      const query = { chainIds: scope.chainIds }
      return http.call({ path: '/v1/tokens/top', query }, tokenData, 'top token', options)
    },

    /** Reads what an address holds: `extensions.balance` in smallest units, zero balances left out. */
    async balances(
      address: string,
      scope: ChainScope = {},
      options?: CallOptions,
    ): Promise<Token[]> {
      const path = `/v1/tokens/balances/${segment(address)}`
      const query = { chainIds: scope.chainIds }
      return http.call({ path, query }, tokenData, 'balance', options)
    },

    /** Reads what a person may mean by some words: "swap 50 usdc to eth on base". */
    async autocomplete(
      keyword: string,
      query: ChainScope & { limit?: number | undefined } = {},
      options?: CallOptions,
    ): Promise<Autocompletion> {
      const path = `/v1/tokens/autocomplete/${segment(keyword)}`
      const search = { chainIds: query.chainIds, limit: query.limit || undefined }
      return http.call({ path, query: search }, autocompletion, 'autocomplete', options)
    },

    /** Reads prompts to begin with. */
    async suggestions(options?: CallOptions): Promise<string[]> {
      const path = '/v1/tokens/autocomplete/suggestions'
      return (await http.call({ path }, suggestions, 'suggestion', options)).data
    },
  }
}
