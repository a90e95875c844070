import { decodeFunctionData, encodeFunctionData, erc20Abi, keccak256, toHex } from 'viem'

/** A transaction of the simulated chain. */
export type SimTransaction = {
  hash: string
  from: string
  to: string
  value: bigint
  data: string
  nonce: number
  block?: number
  reverted?: boolean
}

export const author = '0x1111111111111111111111111111111111111111'
export const target = '0x2222222222222222222222222222222222222222'
export const erc20 = '0x3333333333333333333333333333333333333333'
export const chainId = 8453
export const depositData = '0xd0e30db0'

/** An EVM chain in memory, spoken to over JSON-RPC: one account, one token, one deposit contract. */
export function createSimChain() {
  const mempool: SimTransaction[] = []
  const mined: SimTransaction[] = []
  let height = 100
  let salt = 0
  /** What a trial run of transactions comes to: `passes`, words of a revert, or no such method. */
  const trial: { together: string | undefined } = { together: 'passes' }
  let allowance = 0n

  const minedCount = () => mined.length
  const nextNonce = () => minedCount() + mempool.length

  function send(tx: { to: string; data: string; value: string }, nonce = nextNonce()) {
    salt += 1
    const hash = keccak256(toHex(`${salt}:${nonce}:${tx.to}:${tx.data}:${tx.value}`))
    const sent = { hash, from: author, to: tx.to, data: tx.data, value: BigInt(tx.value), nonce }
    mempool.push(sent)
    return sent
  }

  /** Mines the first waiting transaction of each nonce, in order. */
  function mine(): void {
    height += 1
    for (;;) {
      const next = mempool.findIndex((tx) => tx.nonce === minedCount())
      if (next < 0) break
      const [tx] = mempool.splice(next, 1)
      if (!tx) break
      for (const rival of [...mempool].filter((each) => each.nonce === tx.nonce)) {
        mempool.splice(mempool.indexOf(rival), 1)
      }
      mined.push({ ...tx, block: height, reverted: !execute(tx) })
    }
  }

  function execute(tx: SimTransaction): boolean {
    if (tx.to === erc20) {
      const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: hex(tx.data) })
      if (functionName === 'approve') allowance = BigInt(args[1])
      return true
    }
    if (tx.to === target && tx.data.startsWith(depositData) && tx.value === 0n) {
      const amount = BigInt(`0x${tx.data.slice(10, 74)}`)
      if (allowance < amount) return false
      allowance -= amount
    }
    return true
  }

  /** Replaces a waiting transaction by one with the same nonce that goes first. */
  function replace(hash: string, change: { to?: string; data?: string; value?: string }) {
    const old = mempool.find((tx) => tx.hash === hash)
    if (!old) return undefined
    const payload = { to: old.to, data: old.data, value: toHex(old.value), ...change }
    const fresh = send(payload, old.nonce)
    mempool.splice(mempool.indexOf(fresh), 1)
    mempool.splice(mempool.indexOf(old), 1, fresh)
    return fresh
  }

  /** Takes the last block back; its transactions wait again. */
  function reorg(): void {
    const last = mined.at(-1)?.block
    if (last === undefined) return
    const undone = mined.splice(mined.findIndex((tx) => tx.block === last))
    mempool.unshift(...undone.map(({ block: _, reverted: __, ...tx }) => tx))
  }

  function find(hash: string): SimTransaction | undefined {
    return [...mined, ...mempool].find((tx) => tx.hash === hash)
  }

  function rpc(method: string, params: unknown[]): unknown {
    const [first, second] = params
    switch (method) {
      case 'eth_chainId':
        return toHex(chainId)
      case 'eth_blockNumber':
        return toHex(height)
      case 'eth_getCode':
        return '0x6001'
      case 'eth_getTransactionCount':
        return toHex(countAt(String(second)))
      case 'eth_getTransactionByHash': {
        const tx = find(String(first))
        return tx ? toRpc(tx) : null
      }
      case 'eth_getTransactionReceipt': {
        const tx = mined.find((each) => each.hash === first)
        if (!tx) return null
        return {
          transactionHash: tx.hash,
          blockNumber: toHex(tx.block ?? 0),
          blockHash: keccak256(toHex(tx.block ?? 0)),
          status: tx.reverted ? '0x0' : '0x1',
        }
      }
      case 'eth_getBlockByNumber': {
        const number = first === 'latest' ? height : Number(first)
        return {
          number: toHex(number),
          hash: keccak256(toHex(number)),
          timestamp: '0x1',
          transactions: mined.filter((tx) => tx.block === number).map(toRpc),
        }
      }
      case 'eth_call':
        return call(String((first as { data: string }).data))
      case 'eth_simulateV1': {
        if (trial.together === undefined) throw new Error('no such method')
        const { blockStateCalls } = first as { blockStateCalls: { calls: unknown[] }[] }
        const calls = blockStateCalls.flatMap((each) => each.calls)
        const [status, message] = trial.together === 'passes' ? ['0x1'] : ['0x0', trial.together]
        return [{ calls: calls.map(() => ({ status, returnData: '0x', error: { message } })) }]
      }
      default:
        throw new Error(`the simulated chain does not know ${method}`)
    }
  }

  function countAt(tag: string): number {
    if (tag === 'pending') return nextNonce()
    if (tag === 'latest') return minedCount()
    return mined.filter((tx) => (tx.block ?? 0) <= Number(tag)).length
  }

  function call(data: string): string {
    const selector = data.slice(0, 10)
    if (selector === encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })) {
      return toHex(6, { size: 32 })
    }
    // approve is tried before it is asked for; allowance is read.
    if (selector === '0x095ea7b3') return toHex(1, { size: 32 })
    return toHex(allowance, { size: 32 })
  }

  return { send, mine, replace, reorg, rpc, find, mempool, mined, trial }
}

export type SimChain = ReturnType<typeof createSimChain>

function toRpc(tx: SimTransaction) {
  return {
    hash: tx.hash,
    from: tx.from,
    to: tx.to,
    input: tx.data,
    value: toHex(tx.value),
    nonce: toHex(tx.nonce),
    chainId: toHex(chainId),
    blockNumber: tx.block === undefined ? null : toHex(tx.block),
  }
}

function hex(text: string): `0x${string}` {
  return `0x${text.replace(/^0x/, '')}`
}
