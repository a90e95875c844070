import {
  type ChainPair,
  type FillerRecord,
  fillerKey,
  reliabilities,
  sumUp,
} from '@/src/domain/service/filler-record'
import type { Backend } from './backend'
import type { RouteView } from './routes'

/** What is known here of the fillers of a list of routes. */
export type FillerRecords = {
  /** The record of a route's filler; undefined where there is none. */
  of(route: RouteView['route']): FillerRecord | undefined
  /** How reliable its filler is beside the others of the list, 0 to 1. */
  reliability(route: RouteView['route']): number
  /** The key of the route that is called the most reliable; undefined where too few orders say so. */
  top: string | undefined
}

/** Fewer orders than this make no filler the most reliable one. */
const enough = 3

/** Names the fillers of these routes, each once. */
function fillersOf(views: readonly RouteView[], serviceUrl: string): string[] {
  return [...new Set(views.map(({ route }) => fillerKey(serviceUrl, route.type, route.icon)))]
}

/** Reads what orders on this computer say of the fillers of these routes. */
export async function readRecords(
  backend: Pick<Backend, 'readDeeds'>,
  views: readonly RouteView[],
  serviceUrl: string,
  pair: ChainPair,
): Promise<FillerRecords> {
  const fillers = fillersOf(views, serviceUrl)
  const records = (await backend.readDeeds(fillers)).map((deeds) => sumUp(deeds, pair))
  const scores = reliabilities(records)
  const [unknown] = reliabilities([undefined, ...records])
  const placeOf = ({ type, icon }: RouteView['route']) =>
    fillers.indexOf(fillerKey(serviceUrl, type, icon))
  const reliability = (route: RouteView['route']) => scores[placeOf(route)] ?? unknown ?? 0
  const [top] = views
    .filter(({ route }) => {
      const record = records[placeOf(route)]
      return record && record.orders >= enough && record.came > 0
    })
    .sort((a, b) => reliability(b.route) - reliability(a.route))
  // One that is not known may be better than the worst that is.
  const isTop = top && views.every(({ route }) => reliability(route) <= reliability(top.route))
  return {
    of: (route) => records[placeOf(route)],
    reliability,
    top: isTop ? top.key : undefined,
  }
}
