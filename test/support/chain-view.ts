/** Reads a sandbox chain past the sandbox, over its own JSON-RPC. */
import { encodeFunctionData, erc20Abi, getAddress } from 'viem'

type Transaction = { hash: string; from: string; to: string | null; nonce: string }

/** Asks one question of a node. */
export async function call<T>(rpcUrl: string, method: string, params: unknown[]): Promise<T> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as { result?: T; error?: { message: string } }
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result as T
}

/** Number of the newest block of an EVM chain. */
export async function readBlockNumber(rpcUrl: string): Promise<number> {
  return Number(await call<string>(rpcUrl, 'eth_blockNumber', []))
}

/** Nonces of an account: transactions that are mined, and with those that wait. */
export async function readNonces(
  rpcUrl: string,
  account: string,
): Promise<{ mined: number; known: number }> {
  const [mined, known] = await Promise.all([
    call<string>(rpcUrl, 'eth_getTransactionCount', [account, 'latest']),
    call<string>(rpcUrl, 'eth_getTransactionCount', [account, 'pending']),
  ])
  return { mined: Number(mined), known: Number(known) }
}

/** Every mined transaction of an account in the blocks after `block`, oldest first. */
export async function listTransactions(
  rpcUrl: string,
  account: string,
  block: number,
): Promise<Transaction[]> {
  const last = await readBlockNumber(rpcUrl)
  const found: Transaction[] = []
  for (let number = block + 1; number <= last; number += 1) {
    const params = [`0x${number.toString(16)}`, true]
    const read = await call<{ transactions: Transaction[] }>(rpcUrl, 'eth_getBlockByNumber', params)
    found.push(...read.transactions.filter((each) => sameText(each.from, account)))
  }
  return found
}

/** How much of a token a spender may take of an account, smallest unit. */
export async function readAllowance(
  rpcUrl: string,
  token: string,
  owner: string,
  spender: string,
): Promise<bigint> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'allowance',
    args: [getAddress(owner), getAddress(spender)],
  })
  return BigInt(await call<string>(rpcUrl, 'eth_call', [{ to: token, data }, 'latest']))
}

/** Whether a mined transaction went wrong: then nothing moved but its fee. */
export async function isReverted(rpcUrl: string, hash: string): Promise<boolean> {
  const receipt = await call<{ status: string }>(rpcUrl, 'eth_getTransactionReceipt', [hash])
  return receipt.status !== '0x1'
}

function sameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
