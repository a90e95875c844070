/**
 * Page side: MetaMask's own page code. What lies behind it (its content script and worker) is a stream
 * whose other end the test holds as `window.behind`.
 */

import { Duplex } from 'node:stream'
import { initializeProvider } from '@metamask/providers'

type Call = { id?: number; method: string; params?: unknown }

const behind = {
  calls: [] as Call[],
  unlocked: !('startsLocked' in window),
  accounts: ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8'],
  answers: {} as Record<string, { result?: unknown; error?: unknown }>,
  stream: new Duplex({
    objectMode: true,
    read: () => undefined,
    write(call: Call, _encoding: string, done: () => void) {
      hear(call)
      done()
    },
  }),
  tell: (data: object) => behind.stream.push({ jsonrpc: '2.0', ...data }),
  answer(method: string, answer: { result?: unknown; error?: unknown }) {
    const call = behind.calls.find((each) => each.method === method)
    behind.tell({ id: call?.id, ...answer })
  },
  die: () => behind.stream.destroy(),
}

function hear(call: Call): void {
  behind.calls.push(call)
  const { id, method } = call
  const accounts = behind.unlocked ? behind.accounts : []
  const known: Record<string, { result?: unknown; error?: unknown }> = {
    metamask_getProviderState: {
      result: { accounts, chainId: '0x1', isUnlocked: behind.unlocked, networkVersion: '1' },
    },
    eth_accounts: { result: accounts },
    eth_chainId: { result: '0x1' },
    ...behind.answers,
  }
  const answer = known[method]
  // Not in the same turn: a worker is a process away.
  if (answer !== undefined) setTimeout(() => behind.tell({ id, ...answer }), 0)
}

Object.assign(window, { behind })
initializeProvider({
  connectionStream: behind.stream,
  shouldSendMetadata: false,
  providerInfo: {
    uuid: crypto.randomUUID(),
    name: 'MetaMask',
    rdns: 'io.metamask',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  },
})
