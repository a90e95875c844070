import { bendEvm } from '../lies'
import { type NodeMood, reachOf } from '../node-mood'

/** Asks the chain itself; throws `NodeRefusal` for an error of JSON-RPC. */
export type Ask = (method: string, params: unknown[]) => Promise<unknown>

/** An error of JSON-RPC, as it goes back over the wire. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal'
  readonly error: unknown
  constructor(error: unknown) {
    super('the node refuses')
    this.error = error
  }
}

const refuse = (message: string) => new NodeRefusal({ code: -32_000, message })

/** Where a method names the block whose state it reads. */
const blockAt: Readonly<Record<string, number>> = {
  eth_getTransactionCount: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_call: 1,
  eth_getStorageAt: 2,
}

/** What runs contracts. */
const calls = ['eth_call', 'eth_simulateV1']

type Place = { blockNumber?: string | null } | null

/** What an EVM node in some mood answers to one call. */
export async function askEvmNode(
  ask: Ask,
  mood: NodeMood,
  method: string,
  params: unknown[],
): Promise<unknown> {
  if (mood.lacks?.includes(method)) {
    // geth's own words: https://github.com/ethereum/go-ethereum/blob/master/rpc/errors.go
    const message = `the method ${method} does not exist/is not available`
    throw new NodeRefusal({ code: -32_601, message })
  }
  const head = Number(await ask('eth_blockNumber', []))
  const { upTo, since, isBehind } = reachOf(mood, head)
  const hex = (block: number) => `0x${block.toString(16)}`
  const numberOf = (tag: unknown) =>
    typeof tag === 'string' && tag.startsWith('0x') ? Number(tag) : upTo
  const told = new Set(mood.lies)
  const answer = async () => {
    if (method === 'eth_blockNumber') return hex(upTo)
    if (method === 'eth_getBlockByNumber') {
      const number = numberOf(params[0])
      return number > upTo ? null : ask(method, [hex(number), ...params.slice(1)])
    }
    if (method === 'eth_getLogs') return askLogs(ask, params, { upTo, since, numberOf, hex })
    if (method === 'eth_getTransactionByHash' || method === 'eth_getTransactionReceipt') {
      const found = (await ask(method, params)) as Place
      const block = found?.blockNumber == null ? undefined : Number(found.blockNumber)
      // One that is behind hears of nothing that waits either.
      return (block ?? (isBehind ? head : upTo)) > upTo || (block ?? upTo) < since ? null : found
    }
    if (mood.stateLag !== undefined && calls.includes(method)) {
      const newest = upTo - mood.stateLag
      const isNamed = String(params[1]).startsWith('0x')
      if (isNamed && numberOf(params[1]) > newest) throw refuse('header not found')
      return ask(method, isNamed ? params : params.with(1, hex(newest)))
    }
    const place = blockAt[method]
    if (place === undefined || (!isBehind && since === 0)) return ask(method, params)
    const block = numberOf(params[place])
    if (block > upTo) throw refuse('header not found')
    if (block < since) throw refuse('missing trie node')
    const tag = params[place] === 'pending' && !isBehind ? 'pending' : hex(block)
    return ask(method, params.with(place, tag))
  }
  return bendEvm(told, method, await answer(), params)
}

type Reach = {
  upTo: number
  since: number
  numberOf: (tag: unknown) => number
  hex: (block: number) => string
}

async function askLogs(ask: Ask, params: unknown[], { upTo, since, numberOf, hex }: Reach) {
  const filter = params[0] as { fromBlock?: unknown; toBlock?: unknown }
  const [from, to] = [numberOf(filter.fromBlock), Math.min(numberOf(filter.toBlock), upTo)]
  if (from < since) throw refuse('history has been pruned')
  if (from > to) return []
  return ask('eth_getLogs', [{ ...filter, fromBlock: hex(from), toBlock: hex(to) }])
}
