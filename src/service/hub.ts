import {
  type HubConfig,
  hubConfig,
  mTokenList,
  type Vault,
  vaultList,
} from '@/src/contract/service/hub'
import type { Token } from '@/src/contract/service/token'
import type { CallOptions, Http } from './http'

/** Where the hub's records are; the interface does not name them, these are as seen in use. */
export type HubPaths = { config: string; vaults: string; mTokens: string }

export const DEFAULT_HUB_PATHS: HubPaths = {
  config: '/v1/config/arcadia',
  vaults: '/v1/vaults',
  mTokens: '/v1/mtokens',
}

/** The hub: contract addresses, yield vaults and vault share tokens. */
export function createHub(http: Http, paths: HubPaths) {
  return {
    /** Reads the hub's chain and contract addresses. */
    config(options?: CallOptions): Promise<HubConfig> {
      return http.call({ path: paths.config }, hubConfig, 'hub configuration', options)
    },
    /** Reads the yield vaults. */
    vaults(options?: CallOptions): Promise<Vault[]> {
      return http.call({ path: paths.vaults }, vaultList, 'vault', options)
    },
    /** Reads the vault share tokens. */
    mTokens(options?: CallOptions): Promise<Token[]> {
      return http.call({ path: paths.mTokens }, mTokenList, 'vault share token', options)
    },
  }
}
