import { setTimeout as wait } from 'node:timers/promises'
import { type Address, createPublicClient, getAddress, type Hash, type Hex, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { patience } from '../../../support/patience'
import { ChainRefusal } from '../port'

export type EvmClient = ReturnType<typeof createEvmClient>

/** A reading client without retries: loopback either answers or is gone. */
export function createEvmClient(rpcUrl: string) {
  return createPublicClient({ transport: http(rpcUrl, { retryCount: 0, timeout: patience }) })
}

type OutgoingCall = { to?: Address; data?: Hex; value?: bigint }

export type Sender = {
  readonly address: Address
  /** Signs and broadcasts; the hash, not yet mined. Calls go out one after another. */
  send(call: OutgoingCall): Promise<Hash>
  /** Resolves when mined well; throws `ChainRefusal` when reverted. */
  confirm(hash: Hash): Promise<{ contractAddress: Address | undefined }>
}

const gasMargin = 2n
const confirmIntervalMs = 20

/** An account that sends with its own nonce count, so that many payments may be under way at once. */
export function createSender(options: {
  client: EvmClient
  account: PrivateKeyAccount
  chainId: number
  signal: AbortSignal
}): Sender {
  const { client, account, chainId, signal } = options
  let queue: Promise<unknown> = Promise.resolve()

  async function sendNow(call: OutgoingCall): Promise<Hash> {
    const from = account.address
    const [nonce, gas, fees] = await Promise.all([
      client.getTransactionCount({ address: from, blockTag: 'pending' }),
      client.estimateGas({ account: from, ...call }),
      client.estimateFeesPerGas({ chain: null, type: 'eip1559' }),
    ])
    const serialized = await account.signTransaction({
      ...call,
      ...fees,
      chainId,
      nonce,
      gas: gas * gasMargin,
      type: 'eip1559',
    })
    return client.sendRawTransaction({ serializedTransaction: serialized })
  }

  return {
    address: account.address,
    send(call) {
      const sent = queue.then(() => sendNow(call))
      // The next in line waits for this one, whatever became of it; its caller hears the error.
      queue = sent.catch(() => undefined)
      return sent
    },
    async confirm(hash) {
      for (;;) {
        signal.throwIfAborted()
        const receipt = await findReceipt(client, hash)
        if (receipt?.status === 'reverted') throw new ChainRefusal(`${hash} was reverted`)
        if (receipt !== undefined) {
          return receipt
        }
        await wait(confirmIntervalMs, undefined, { signal })
      }
    },
  }
}

/** The receipt, or undefined while the transaction is not mined. */
export async function findReceipt(client: EvmClient, hash: Hash) {
  const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  if (receipt === null) return undefined
  const { contractAddress, status } = receipt
  return {
    status: status === '0x0' ? ('reverted' as const) : ('success' as const),
    contractAddress: contractAddress ? getAddress(contractAddress) : undefined,
  }
}
