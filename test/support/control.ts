import type { NodeMood, NodeName } from '../sandbox/chains/node-mood'
import type { DepositShape } from '../sandbox/chains/port'

/** What the sandbox's control endpoint can be told; see `test/sandbox/control`. */
export type Fault =
  | { kind: 'delay'; ms: number }
  | { kind: 'status'; status: number; body: unknown; headers?: Record<string, string> }
  | { kind: 'hold' | 'drop' }
  | { kind: 'truncate' | 'malformed' | 'stall'; bytes?: number }
  | { kind: 'answer'; body: unknown }

export type RecordedCall = {
  server: string
  method: string
  path: string
  body: unknown
  time: number
  status?: number
}

/** Client of the sandbox's control endpoint, for tests and for `npm start`. */
export function createControl(controlUrl: string) {
  async function request(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${controlUrl}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`control ${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return {
    reset: () => request('POST', '/reset'),
    setFault: (route: string, fault: Fault, times?: number) =>
      request('POST', '/faults', { route, fault, ...(times === undefined ? {} : { times }) }),
    clearFaults: () => request('DELETE', '/faults'),
    setQuoteExpiry: (seconds: number) => request('POST', '/quotes-expiry', { seconds }),
    setNextOrder: (outcome: 'fill' | 'refund' | 'fail' | 'held') =>
      request('POST', '/next-order', { outcome }),
    /** Lets go of the orders and the answers that are held. */
    release: () => request('POST', '/release'),
    /** How deposits are built, as real fillers do; until the reset. */
    setShape: (shape: DepositShape) => request('POST', '/shape', { shape }),
    setSecondNode: (chainId: number, fault: 'silent' | 'down' | 'lying') =>
      request('POST', '/second-node', { chainId, fault }),
    /** What is wrong with one node of a chain; an empty mood makes it honest again. */
    setNode: (
      chainId: number,
      node: NodeName,
      mood: Omit<NodeMood, 'frozenAt'> & { frozen?: boolean },
    ) => request('POST', '/node', { chainId, node, ...mood }),
    healNodes: () => request('DELETE', '/node'),
    /** Lists so many tokens more on each EVM chain, and behind them those that no list has; until the reset. */
    lengthenLists: (count: number) => request('POST', '/listed', { count }),
    tamperBuild: (tamper: Record<string, unknown>) => request('POST', '/build-tamper', tamper),
    chain: (chainId: number, action: Record<string, unknown>) =>
      request('POST', '/chain', { chainId, ...action }),
    fund: (chainId: number, token: string, address: string, amount: string) =>
      request('POST', '/fund', { chainId, token, address, amount }),
    /** Balance on the chain itself, smallest unit. */
    readBalance: async (chainId: number, token: string, address: string): Promise<bigint> => {
      const query = new URLSearchParams({ chainId: String(chainId), token, address })
      const answer = (await request('GET', `/balance?${query}`)) as { balance: string }
      return BigInt(answer.balance)
    },
    readCalls: async () => (await request('GET', '/calls')) as { calls: RecordedCall[] },
  }
}

export type Control = ReturnType<typeof createControl>
