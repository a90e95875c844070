import * as z from 'zod/mini'
import type { ReadableChain } from '@/src/chains/chains'
import { type Chain, chainList } from '@/src/contract/service/chain'
import { type ApartChains, apartChains } from '@/src/contract/service/foreign'
import { KNOWN_CHAINS } from '@/src/domain/chain/known-chains'
import { AppError } from '@/src/domain/error'
import { readCatalog, readCatalogs, writeCatalog } from '@/src/store/catalog'
import type { Engine } from '../engine'

const prefix = 'chains:'
/** Apart from the others: nothing that reads or asks on a chain knows of them. */
const apartPrefix = 'apart:'
/** Kept by the service that told it: another one may know other chains. */
const serviceOf = async (engine: Engine) => (await engine.settings()).serviceUrl
/** A list this young is not asked for again, ms. */
const freshFor = 300_000

/** The chains to go by, and what stands apart from them. */
type Chains = { chains: Chain[] } & ApartChains

const none: ApartChains = { foreign: [], unchecked: [] }

/** The chains to go by; `stale` when the service did not answer now. */
export async function readChains(engine: Engine): Promise<Chains & { stale: boolean }> {
  const url = await serviceOf(engine)
  const cached = await cachedChains(engine, url)
  if (cached && Math.abs(engine.now() - cached.at) < freshFor) return { ...cached, stale: false }
  try {
    const all = await (await engine.service()).chains.all()
    const at = engine.now()
    await writeCatalog(engine.db, `${prefix}${url}`, { at, value: all.chains })
    const { foreign, unchecked } = all
    await writeCatalog(engine.db, `${apartPrefix}${url}`, { at, value: { foreign, unchecked } })
    return { ...all, stale: false }
  } catch (error) {
    engine.report(error, 'chains')
    const known = { chains: z.parse(chainList, KNOWN_CHAINS), ...none }
    return { ...(cached ?? known), stale: true }
  }
}

/**
 * The chains that can be read: those of the service in use, then those it does not list and another
 * one did, as orders that were made there go on. Records of one chain stand in that order.
 */
export async function readableChains(engine: Engine): Promise<readonly ReadableChain[]> {
  const { chains } = await readChains(engine)
  const kept = (await readCatalogs(engine.db, prefix)).flatMap((value) => {
    const read = z.safeParse(chainList, value)
    return read.success ? read.data : []
  })
  return [...chains, ...kept, ...KNOWN_CHAINS]
}

/** One chain of the list; fails with `service/chain-not-supported`. */
export async function chainOf(engine: Engine, chainId: number): Promise<Chain> {
  const { chains } = await readChains(engine)
  const chain = chains.find((each) => each.id === chainId)
  if (!chain) throw new AppError('service/chain-not-supported', { chainId })
  return chain
}

async function cachedChains(
  engine: Engine,
  url: string,
): Promise<(Chains & { at: number }) | undefined> {
  const cached = await readCatalog(engine.db, `${prefix}${url}`)
  const read = cached && z.safeParse(chainList, cached.value)
  if (!cached || !read?.success) return undefined
  const apart = z.safeParse(
    apartChains,
    (await readCatalog(engine.db, `${apartPrefix}${url}`))?.value,
  )
  return { at: cached.at, chains: read.data, ...(apart.success ? apart.data : none) }
}
