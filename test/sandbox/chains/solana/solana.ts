import { randomUUID } from 'node:crypto'
import type { ChainToken, RealChain } from '../port'
import { createSolanaPort } from './chain'
import { writeGenesis } from './genesis'
import { startHttpServer } from './http'
import { createLedger } from './ledger'
import { createPayer } from './pay'
import { createRpc } from './rpc'

/** The time between blocks on a real cluster, in ms. */
const CLUSTER_BLOCK_MS = 400

export interface SolanaOptions {
  /** Loopback port of the JSON-RPC server; 0 takes a free one. */
  readonly port: number
  /** Time between blocks in ms, 400 by default; 0 makes blocks only with transactions. */
  readonly blockMs?: number
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** Decides the blockhashes; a random one by default. */
  readonly seed?: string
}

export interface SolanaAccount {
  readonly address: string
  /** Base58 over 64 bytes: the seed, then the public key. */
  readonly secretKey: string
}

export interface SolanaChain {
  readonly rpcUrl: string
  /** The chain as the service sees it. */
  readonly port: RealChain
  /** The funded test account. */
  readonly account: SolanaAccount
  /** SOL first. */
  readonly tokens: readonly ChainToken[]
  /** Makes `blocks` blocks at once; 151 of them expire every blockhash handed out before. */
  advance(blocks: number): void
  stop(): Promise<void>
}

/**
 * Starts a Solana chain of one process on loopback: LiteSVM behind Solana's JSON-RPC.
 *
 * Rejects when the port is taken.
 */
export const startSolana = async (options: SolanaOptions): Promise<SolanaChain> => {
  const { blockMs = CLUSTER_BLOCK_MS, now = Date.now, seed = randomUUID() } = options
  let clockOffsetMs = 0
  const ledger = createLedger(() => now() + clockOffsetMs, seed)
  const genesis = await writeGenesis(ledger.vm)
  const server = await startHttpServer(
    createRpc({ ledger, faucet: genesis.keys.faucet, payer: createPayer(ledger) }),
    options.port,
  )

  let isPaused = false
  const timer =
    blockMs > 0
      ? setInterval(() => {
          if (!isPaused) ledger.advance(1)
        }, blockMs)
      : undefined

  const stop = async () => {
    clearInterval(timer)
    await server.stop()
  }
  const port = await createSolanaPort({
    ledger,
    genesis,
    rpcUrl: server.url,
    advanceClock: (seconds) => {
      clockOffsetMs += seconds * 1000
      ledger.advance(Math.ceil((seconds * 1000) / CLUSTER_BLOCK_MS))
    },
    setPaused: (paused) => {
      isPaused = paused
      ledger.setPaused(paused)
      if (!paused) ledger.advance(1)
    },
    stop,
  })
  const { address, secretKey } = genesis.keys.traveller
  return {
    rpcUrl: server.url,
    port,
    account: { address, secretKey },
    tokens: genesis.tokens,
    advance: ledger.advance,
    stop,
  }
}
