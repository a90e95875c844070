import * as z from 'zod/mini'
import type { ReadableChain } from '@/src/chains/chains'
import { type Chain, chainList } from '@/src/contract/service/chain'
import { AppError } from '@/src/domain/error'
import { KNOWN_CHAINS } from '@/src/domain/known-chains'
import { readCatalog, readCatalogs, writeCatalog } from '@/src/store/catalog'
import type { Engine } from './engine'

const prefix = 'chains:'
/** Kept by the service that told it: another one may know other chains. */
const keyOf = async (engine: Engine) => `${prefix}${(await engine.settings()).serviceUrl}`
/** A list this young is not asked for again, ms. */
const freshFor = 300_000

/** The chains to go by; `stale` when the service did not answer now. */
export async function readChains(engine: Engine): Promise<{ chains: Chain[]; stale: boolean }> {
  const key = await keyOf(engine)
  const cached = await cachedChains(engine, key)
  if (cached && Math.abs(engine.now() - cached.at) < freshFor)
    return { chains: cached.chains, stale: false }
  try {
    const chains = await (await engine.service()).chains.list()
    await writeCatalog(engine.db, key, { at: engine.now(), value: chains })
    return { chains, stale: false }
  } catch (error) {
    engine.report(error, 'chains')
    return { chains: cached?.chains ?? z.parse(chainList, KNOWN_CHAINS), stale: true }
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
  key: string,
): Promise<{ at: number; chains: Chain[] } | undefined> {
  const cached = await readCatalog(engine.db, key)
  const read = cached && z.safeParse(chainList, cached.value)
  return cached && read?.success ? { at: cached.at, chains: read.data } : undefined
}
