import type { Chains } from '@/src/chains/chains'
import type { EvmReader } from '@/src/chains/evm-reader'
import type { WorkerCommand } from '@/src/contract/bridge'
import type { Change, Settings } from '@/src/contract/rpc'
import type { OrderId } from '@/src/domain/names'
import type { Order, PageRef } from '@/src/domain/order/order'
import type { Resources } from '@/src/service/resources'
import type { Mirror } from '@/src/store/mirror'
import type { Database } from '@/src/store/open'
import type { NodeBudget } from './chain/node-budget'
import type { SolanaChain } from './chain/solana-chain'

/** Reaches the document that was pinned. */
export type PageLink = {
  /**
   * Sends one command to one document. Fails with `page/gone` where it certainly never arrived, and
   * with `page/not-responding` where that is not known.
   */
  send(page: PageRef, command: WorkerCommand): Promise<unknown>
}

export type Notice = { id: string; title: string; message: string }

/** What the engine reads of an EVM chain. */
export type EvmChain = Pick<
  EvmReader,
  | 'transaction'
  | 'receipt'
  | 'nonce'
  | 'blockNumber'
  | 'head'
  | 'block'
  | 'blockTransactions'
  | 'allowance'
  | 'canApprove'
  | 'accountKind'
  | 'code'
  | 'logs'
>

/** Everything the worker's brain needs of the world; faked in tests, never reached for. */
export type Engine = {
  db: Database
  /** Names this start of the worker: what another start had claimed is an orphan. */
  boot: string
  /** Unix ms. */
  now(): number
  /** 128 random bits in hex. */
  newId(): string
  /** The service of the settings: for quotes and the catalog, never for an order. */
  service(): Promise<Resources>
  /** The service that an order was made with, whatever the settings say now. */
  serviceOf(order: Pick<Order, 'serviceUrl'> & Partial<Pick<Order, 'kind'>>): Promise<Resources>
  settings(): Promise<Settings>
  /** The readers of all chains, by the list and the settings of now. */
  readers(): Promise<Chains>
  evm(chainId: number): Promise<EvmChain>
  /** A second node of another host, where one is known: what the first says is held against it. */
  witness(chainId: number): Promise<Pick<EvmChain, 'transaction'> | undefined>
  solana(): Promise<SolanaChain>
  /** What an order that only waits may ask of nodes; in memory, as the worker's life is short. */
  nodeBudget: NodeBudget
  /** What all orders together that a service told of may ask: it may tell of thousands. */
  foundBudget: NodeBudget
  /** Reviews that opened while another node was still asked, by order: done once its word is stored. */
  seconds: Map<OrderId, Promise<void>>
  pages: PageLink
  /** Whether the person gives a site access now. */
  isGranted(origin: string): Promise<boolean>
  mirror: Mirror
  notify(notice: Notice): Promise<void>
  /** Runs alone under a name, across everything of the extension that is alive. */
  lock<T>(name: string, run: () => Promise<T>): Promise<T>
  announce(change: Change): void
  /** For people who look into the worker; never shown. */
  report(error: unknown, where: string): void
  /** Runs a write; the browser wakes the worker soon, should it die in the middle of it. */
  guard<T>(write: () => Promise<T>): Promise<T>
  /** Something may be due: look at the outbox. */
  wake(): void
}
