import * as z from 'zod/mini'
import { type HubContract, type HubRecords, type HubToken, hubRecords } from '@/src/contract/hub'
import type { HubConfig, Vault } from '@/src/contract/service/hub'
import type { Token } from '@/src/contract/service/token'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { tokenKey } from '@/src/domain/token/token-id'
import { readCatalog, writeCatalog } from '@/src/store/catalog'
import type { Engine } from '../engine'

/** Records this young are not asked for again, ms: vaults are made in days. */
const freshFor = 3_600_000
/** A hub has a handful of each; what a hostile one lists beyond that is not kept. */
const mostTokens = 200
const mostContracts = 64
const mostStands = 4

/**
 * The hub's records, as the service in use tells them: asked for when a page needs them, kept for an
 * hour. Each part fails alone.
 *
 * @throws ServiceError where nothing could be read, now or before.
 */
export async function readHub(engine: Engine): Promise<HubRecords> {
  const key = `hub:${(await engine.settings()).serviceUrl}`
  const cached = await readCatalog(engine.db, key)
  const read = cached && z.safeParse(hubRecords, cached.value)
  const known = read?.success ? read.data : undefined
  if (known && cached && Math.abs(engine.now() - cached.at) < freshFor) return known
  const { hub } = await engine.service()
  const [config, vaults, shares] = await Promise.allSettled([
    hub.config(),
    hub.vaults(),
    hub.mTokens(),
  ])
  const all = [config, vaults, shares]
  const failures = all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  for (const failure of failures) engine.report(failure, 'hub')
  if (failures.length > 0 && known) return { ...known, stale: true }
  if (failures.length === all.length) throw failures[0]
  const value = toRecords({
    config: answerOf(config),
    vaults: answerOf(vaults) ?? [],
    shares: answerOf(shares) ?? [],
    stale: failures.length > 0,
  })
  if (!value.stale) await writeCatalog(engine.db, key, { at: engine.now(), value })
  return value
}

const answerOf = <T>(result: PromiseSettledResult<T>): T | undefined =>
  result.status === 'fulfilled' ? result.value : undefined

type Answers = { config: HubConfig | undefined; vaults: Vault[]; shares: Token[]; stale: boolean }

function toRecords({ config, vaults, shares, stale }: Answers): HubRecords {
  const chainId = config && familyOfChain(config.chainId) === 'eip155' ? config.chainId : undefined
  const tokens = new Map<string, HubToken>()
  for (const record of shares) {
    const { spokeToken, ...extensions } = record.extensions ?? {}
    const token = { ...record, extensions }
    const known = tokens.get(tokenKey(token))
    const stands = [...(known?.stands ?? []), ...(spokeToken ? [spokeToken.symbol] : [])]
    const unique = [...new Set(stands)].slice(0, mostStands)
    if (known || tokens.size < mostTokens) {
      tokens.set(tokenKey(token), { kind: 'share', token: known?.token ?? token, stands: unique })
    }
  }
  // A vault's own token lives on the hub's chain, which only the configuration names.
  for (const { vault, symbol, name, decimals, testnet } of chainId === undefined ? [] : vaults) {
    const token = { chainId: chainId ?? 0, address: vault, symbol, name, decimals }
    if (testnet === true || tokens.size >= mostTokens || tokens.has(tokenKey(token))) continue
    tokens.set(tokenKey(token), { kind: 'vault', token, stands: [] })
  }
  return {
    ...(chainId === undefined ? {} : { chainId }),
    contracts: config && chainId !== undefined ? contractsOf(config, chainId) : [],
    tokens: [...tokens.values()],
    stale,
  }
}

/** Contracts by name, on the hub's chain; a table of them is by chain, its number in hex. */
function contractsOf({ contract }: HubConfig, hub: number): HubContract[] {
  const all = Object.entries(contract).flatMap(([name, value]): HubContract[] => {
    if (typeof value === 'string') return [{ chainId: hub, name, address: value }]
    return Object.entries(value).flatMap(([chain, address]) => {
      const chainId = /^0x[0-9a-f]{1,13}$/i.test(chain) ? Number(chain) : 0
      const isOfChain = familyOfChain(chainId) === (address.startsWith('0x') ? 'eip155' : 'solana')
      return chainId > 0 && isOfChain ? [{ chainId, name, address }] : []
    })
  })
  return all.filter(({ name }) => name.length <= 64).slice(0, mostContracts)
}
