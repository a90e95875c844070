import * as z from 'zod/mini'
import type { Route } from '@/src/contract/service/quote'
import { familyOfChain } from '@/src/domain/chain/known-chains'
import { toLocalTimes } from '@/src/domain/order/quote-time'
import { readCatalog, writeCatalog } from '@/src/store/catalog'
import type { Engine } from '../engine'

/** A clock that was read is trusted to run evenly for this long, ms. */
const readFor = 120_000

const ahead = z.number()

/**
 * Judges the times of arriving offers by the service's clock and the source chain's. Neither is waited
 * for: what is not known when an offer arrives is judged without.
 */
export function createQuoteClock(engine: Engine, chainId: number) {
  let service: number | undefined
  let chain: number | undefined
  readAhead(engine, chainId).then(
    (seconds) => {
      chain = seconds
    },
    (error: unknown) => engine.report(error, 'clock'),
  )
  const seconds = () => Math.floor(engine.now() / 1_000)
  const at = (skew: number | undefined) => (skew === undefined ? undefined : seconds() + skew)

  return {
    onDate(time: number): void {
      service = Math.floor(time / 1_000) - seconds()
    },
    /** The offer with its times by this computer's clock, both of them named. */
    localise<T extends Pick<Route, 'quote'>>(offered: T): T {
      const clocks = { now: seconds(), service: at(service), chain: at(chain) }
      return { ...offered, quote: { ...offered.quote, ...toLocalTimes(offered.quote, clocks) } }
    },
  }
}

/** Seconds by which the chain's latest block is ahead of this computer's clock, mostly a few behind. */
async function readAhead(engine: Engine, chainId: number): Promise<number | undefined> {
  if (familyOfChain(chainId) !== 'eip155') return undefined
  const key = `clock:${chainId}`
  const cached = await readCatalog(engine.db, key)
  const known = z.safeParse(ahead, cached?.value)
  if (cached && known.success && Math.abs(engine.now() - cached.at) < readFor) return known.data
  const { time } = await (await engine.evm(chainId)).head()
  const now = engine.now()
  const value = time - Math.floor(now / 1_000)
  await writeCatalog(engine.db, key, { at: now, value })
  return value
}
