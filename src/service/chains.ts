import type { Chain } from '@/src/contract/service/chain'
import { type ApartChains, allChains } from '@/src/contract/service/foreign'
import { InvalidResponseError } from '@/src/domain/service/service-error'
import { mayName } from '@/src/lib/near-host'
import { type CallOptions, type FileAnswer, type Http, segment } from './http'

/** Chains that wallets are driven on, and what stands apart from them. */
export type AllChains = { chains: Chain[] } & ApartChains

/** The chains the service supports. */
export function createChains(http: Http) {
  /** A chain without the nodes and the explorer on a person's own machine that a service elsewhere names. */
  const checked = (chain: Chain): Chain => {
    const may = (url: string) => mayName(http.url({ path: '' }), url)
    const { rpcUrls, blockExplorers } = chain
    return {
      ...chain,
      ...(rpcUrls && { rpcUrls: { default: { http: rpcUrls.default.http.filter(may) } } }),
      ...(blockExplorers && !may(blockExplorers.default.url) && { blockExplorers: undefined }),
    }
  }

  const all = async (options?: CallOptions): Promise<AllChains> => {
    const read = await http.call({ path: '/v1/chains' }, allChains, 'chain', options)
    return { ...read, chains: read.chains.map(checked) }
  }

  const list = async (options?: CallOptions): Promise<Chain[]> => (await all(options)).chains

  return {
    /** Reads the live list, apart what is only paid from, and the names of what cannot be checked. */
    all,

    /** Reads the live list; chains of families Causeway cannot act on are left out. */
    list,

    /** The address of a chain's icon: SVG or PNG, a placeholder for a chain without one. */
    iconUrl(chainId: number): string {
      return http.url({ path: `/v1/chain/${segment(chainId)}/icon` })
    },

    /** Fetches a chain's icon through the client; most callers give `iconUrl` to an image instead. */
    async icon(chainId: number, options?: CallOptions): Promise<FileAnswer> {
      const path = `/v1/chain/${segment(chainId)}/icon`
      const file = await http.file({ path }, options)
      if (file.type.startsWith('image/')) return file
      const details = { status: 200, body: null }
      throw new InvalidResponseError('The icon answer is not a picture', '', details)
    },
  }
}
