import type { NodeMood, NodeName } from '../sandbox/chains/node-mood'
import { call } from '../support/chain-view'
import type { Product } from '../support/product'
import { expect } from './expect'
import type { Chain } from './stage'

type ChainRecord = { id: number; rpcUrls?: unknown }

/** Has the service name, of every chain, the one node that a test may have lie as it likes. */
export async function nameOneNode({ info, control }: Product): Promise<void> {
  const answer = await fetch(`${info.serviceUrl}/v1/chains`)
  const records = (await answer.json()) as ChainRecord[]
  const [node] = info.nodes
  if (node === undefined) throw new Error('The sandbox has no node')
  const { origin } = new URL(node.url)
  const one = (chain: ChainRecord) =>
    chain.rpcUrls === undefined
      ? chain
      : { ...chain, rpcUrls: { default: { http: [`${origin}/listed/${chain.id}`] } } }
  await control.setFault('chains', { kind: 'answer', body: records.map(one) })
}

/** What is wrong with these nodes of a chain from now on. */
export async function spoil(
  { control }: Product,
  chainId: number,
  names: readonly NodeName[],
  mood: Omit<NodeMood, 'frozenAt'> & { frozen?: boolean },
): Promise<void> {
  for (const name of names) await control.setNode(chainId, name, mood)
}

/** How often a node of a chain was asked this so far. */
async function countHeard(
  { control }: Product,
  chainId: number,
  name: NodeName,
  method: string,
): Promise<number> {
  const { calls } = await control.readCalls()
  const own = calls.filter(
    ({ server, path }) => server === 'operator' && path === `/${name}/${chainId}`,
  )
  return own.filter(({ body }) => String(body).includes(`"${method}"`)).length
}

/** Waits until a node of a chain was asked this once more than it was before `act`. */
export async function waitForAsked(
  product: Product,
  chainId: number,
  name: NodeName,
  method: string,
  act: () => Promise<void> = async () => undefined,
): Promise<void> {
  const before = await countHeard(product, chainId, name, method)
  await act()
  await expect.poll(() => countHeard(product, chainId, name, method)).toBeGreaterThan(before)
}

/**
 * Sends what the wallet sends next by a private relay: no node shows it while the chain goes on without it.
 * Called before the payment is confirmed; `send` is what confirms it. Gives what shows it at last.
 */
export async function hide(stage: Chain, send: () => Promise<void>): Promise<() => Promise<void>> {
  const { product, from } = stage
  const rpcUrl = product.info.chains.find(({ id }) => id === from.chainId)?.rpcUrl ?? ''
  const nodes = ['listed', 'alpha', 'beta'] as const
  await spoil(product, from.chainId, nodes, { lies: ['noTransaction', 'noReceipt'] })
  await stage.mine(false)
  await send()
  const sent = async () => (await product.wallet.prompts('eth_sendTransaction')).at(-1)?.sent[0]
  await expect.poll(async () => (await sent())?.length ?? 0).toBe(66)
  const hash = await sent()
  const raw = await call<string>(rpcUrl, 'eth_getRawTransactionByHash', [hash])
  await call(rpcUrl, 'anvil_dropTransaction', [hash])
  await product.control.healNodes()
  await stage.mine(true)
  await product.control.chain(from.chainId, { action: 'mine', blocks: 5 })
  return async () => void (await call(rpcUrl, 'eth_sendRawTransaction', [raw]))
}
