import { setTimeout as wait } from 'node:timers/promises'
import { type Address, getAbiItem, getAddress, type Hash } from 'viem'
import type { ChainDeposit, Reference } from '../port'
import { depositAbi, tokenAbi } from './abi'
import { nativeAddress } from './address'
import type { EvmClient } from './sender'

/** Two chains are looked at all the time: at ten times a second that took 4 % of a core a sandbox. */
const pollIntervalMs = 250
/** How far a poll looks back over known blocks: a reorganised chain tells its new ones again. */
const lookBack = 8n

export type DepositWatch = {
  watchAddress(address: Address, reference: Reference): void
  onDeposit(callback: (deposit: ChainDeposit) => void): () => void
  /** Resolves when every deposit that was mined before this call has been called back. */
  depositsRead(): Promise<void>
}

/** Reads every block of a chain for deposits until the signal fires. */
export function watchDeposits(options: {
  client: EvmClient
  chainId: number
  target: Address
  signal: AbortSignal
  log: (line: string) => void
}): DepositWatch {
  const { client, chainId, signal, log } = options
  const listeners = new Set<(deposit: ChainDeposit) => void>()
  const references = new Map<Address, Reference>()
  const seen = new Map<string, ChainDeposit>()
  const waiting = new Set<() => void>()
  let looksBegun = 0
  let lastGoodLook = 0
  let nextBlock = 0n
  let lastHash: Hash | undefined

  async function poll() {
    const head = await client.getBlock()
    if (head.hash === lastHash) return
    const fromBlock = nextBlock > lookBack ? nextBlock - lookBack : 0n
    const range = { fromBlock: fromBlock > head.number ? 0n : fromBlock, toBlock: head.number }
    const found = [
      ...(await readContractDeposits({ client, chainId, target: options.target, ...range })),
      ...(await readTransfers({ client, chainId, references, ...range })),
    ]
    nextBlock = head.number + 1n
    lastHash = head.hash
    for (const deposit of found) {
      if (seen.has(deposit.id)) continue
      seen.set(deposit.id, deposit)
      for (const listener of listeners) listener(deposit)
    }
  }

  async function run() {
    while (!signal.aborted) {
      looksBegun += 1
      try {
        await poll()
        lastGoodLook = looksBegun
        for (const tell of waiting) tell()
        await wait(pollIntervalMs, undefined, { signal })
      } catch (error) {
        if (signal.aborted) return
        log(`chain ${chainId}: reading deposits failed: ${String(error)}`)
        await wait(pollIntervalMs, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  void run()
  return {
    watchAddress: (address, reference) => void references.set(getAddress(address), reference),
    onDeposit(callback) {
      for (const deposit of seen.values()) callback(deposit)
      listeners.add(callback)
      return () => listeners.delete(callback)
    },
    depositsRead() {
      // A look that is under way may have read its blocks before.
      const wanted = looksBegun + 1
      return new Promise((resolve) => {
        const tell = () => {
          if (lastGoodLook < wanted && !signal.aborted) return
          waiting.delete(tell)
          signal.removeEventListener('abort', tell)
          resolve()
        }
        waiting.add(tell)
        signal.addEventListener('abort', tell, { once: true })
      })
    },
  }
}

type Range = { client: EvmClient; chainId: number; fromBlock: bigint; toBlock: bigint }

async function readContractDeposits(range: Range & { target: Address }): Promise<ChainDeposit[]> {
  const { client, chainId, target, fromBlock, toBlock } = range
  const event = getAbiItem({ abi: depositAbi, name: 'Deposited' })
  const logs = await client.getLogs({ address: target, event, fromBlock, toBlock, strict: true })
  return Promise.all(
    logs.map(async ({ args, transactionHash, blockNumber, logIndex }) => ({
      id: `${chainId}:${transactionHash}:${logIndex}`,
      chainId,
      txHash: transactionHash,
      reference: args.id,
      via: 'contract' as const,
      sender: args.author,
      token: args.token,
      amount: args.amount,
      timestamp: await readTimestamp(client, blockNumber),
    })),
  )
}

async function readTransfers(
  range: Range & { references: Map<Address, Reference> },
): Promise<ChainDeposit[]> {
  const { references } = range
  if (references.size === 0) return []
  return [...(await readTokenTransfers(range)), ...(await readNativeTransfers(range))]
}

async function readTokenTransfers(
  range: Range & { references: Map<Address, Reference> },
): Promise<ChainDeposit[]> {
  const { client, chainId, references, fromBlock, toBlock } = range
  const event = getAbiItem({ abi: tokenAbi, name: 'Transfer' })
  const args = { to: [...references.keys()] }
  const logs = await client.getLogs({ event, args, fromBlock, toBlock, strict: true })
  const deposits = logs.map(async (log) => {
    const reference = references.get(getAddress(log.args.to))
    if (reference === undefined) return []
    return [
      {
        id: `${chainId}:${log.transactionHash}:${log.logIndex}`,
        chainId,
        txHash: log.transactionHash,
        reference,
        via: 'address' as const,
        sender: log.args.from,
        token: getAddress(log.address),
        amount: log.args.value,
        timestamp: await readTimestamp(client, log.blockNumber),
      },
    ]
  })
  return (await Promise.all(deposits)).flat()
}

/** Plain native transfers leave no log: the blocks themselves are read. */
async function readNativeTransfers(
  range: Range & { references: Map<Address, Reference> },
): Promise<ChainDeposit[]> {
  const { client, chainId, references, fromBlock, toBlock } = range
  const deposits: ChainDeposit[] = []
  for (let blockNumber = fromBlock; blockNumber <= toBlock; blockNumber += 1n) {
    const block = await client.getBlock({ blockNumber, includeTransactions: true })
    for (const { hash, from, to, value } of block.transactions) {
      const reference = to === null ? undefined : references.get(getAddress(to))
      if (reference === undefined || value === 0n) continue
      deposits.push({
        id: nativeDepositId(chainId, hash),
        chainId,
        txHash: hash,
        reference,
        via: 'address',
        sender: getAddress(from),
        token: nativeAddress,
        amount: value,
        timestamp: Number(block.timestamp),
      })
    }
  }
  return deposits
}

function nativeDepositId(chainId: number, hash: Hash): string {
  return `${chainId}:${hash}:native`
}

async function readTimestamp(client: EvmClient, blockNumber: bigint): Promise<number> {
  return Number((await client.getBlock({ blockNumber })).timestamp)
}
