import { keccak256, toHex } from 'viem'

/** `Transfer(address,address,uint256)`, EIP-20. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const filler = `0x${'f'.repeat(40)}`

type Payment = {
  hash: string
  block: number
  to: string
  value: bigint
  reverted: boolean
  /** From the filler, where nobody else is named. */
  transfers: { token: string; from?: string; to: string; amount: bigint }[]
  /** Who sent it, where that is not the filler. */
  by?: string
}

/** Blocks that there are before anybody is paid; one a second. */
const blocksBefore = 1_000

/** The chain that is paid on, in memory: it only knows what came to whom. `now` in unix ms. */
export function createSimPayouts(chainId: number, now: () => number) {
  const payments: Payment[] = []
  /** Coins by account, as they were after each block in which they changed. */
  const coins = new Map<string, { block: number; balance: bigint; nonce: number }[]>()
  /** Accounts with code, in lower case: others act for them. */
  const coded = new Set<string>()
  const seconds = () => Math.floor(now() / 1_000)
  const born = seconds() - blocksBefore
  /** When each block was made that came after those, unix seconds. */
  const times: number[] = []
  const timeOf = (block: number) => times[block - blocksBefore - 1] ?? born + block
  let height = blocksBefore

  function grow(): void {
    height += 1
    times.push(seconds())
  }

  function holding(account: string, block: number) {
    const states = coins.get(account.toLowerCase()) ?? []
    return states.findLast((each) => each.block <= block) ?? { balance: 0n, nonce: 0 }
  }

  function change(account: string, by: bigint, sent = 0): void {
    const { balance, nonce } = holding(account, height)
    const key = account.toLowerCase()
    const next = { block: height, balance: balance + by, nonce: nonce + sent }
    coins.set(key, [...(coins.get(key) ?? []), next])
  }

  function add(payment: Omit<Payment, 'hash' | 'block' | 'reverted'>, reverted = false): string {
    grow()
    const hash = keccak256(toHex(`payment ${height}`))
    payments.push({ ...payment, hash, block: height, reverted })
    return hash
  }

  /** Pays a token, as many times as there are amounts, in one transaction. */
  function pay(token: string, to: string, ...amounts: (string | bigint)[]): string {
    const transfers = amounts.map((amount) => ({ token, to, amount: BigInt(amount) }))
    return add({ to: filler, value: 0n, transfers })
  }

  /** The account itself gets a token: by a swap of its own, say. */
  function swapTo(token: string, by: string, amount: string): string {
    const transfers = [{ token, to: by, amount: BigInt(amount) }]
    return add({ to: filler, value: 0n, transfers, by })
  }

  /** A filler makes such a swap for the account, and takes what the account allowed it to. */
  function swapFor(account: string, [gives, amount]: [string, bigint], gets: [string, string]) {
    const given = { token: gives, from: account, to: filler, amount }
    const got = { token: gets[0], to: account, amount: BigInt(gets[1]) }
    return add({ to: filler, value: 0n, transfers: [given, got] })
  }

  /** Pays coins: by a transaction of its own, or out of a contract, which leaves no log. */
  function payCoins(to: string, amount: string | bigint, how: 'direct' | 'inside' = 'direct') {
    const direct = how === 'direct'
    const value = direct ? BigInt(amount) : 0n
    const hash = add({ to: direct ? to : filler, value, transfers: [] })
    change(to, BigInt(amount))
    return hash
  }

  function rpc(method: string, params: unknown[]): unknown {
    const [first, second] = params
    const payment = payments.find(({ hash }) => hash === first)
    switch (method) {
      case 'eth_chainId':
        return toHex(chainId)
      case 'eth_blockNumber':
        return toHex(height)
      case 'eth_getBlockByNumber': {
        const number = first === 'latest' ? height : Number(first)
        const timestamp = toHex(timeOf(number))
        const inBlock = payments.filter(({ block }) => block === number)
        const transactions = second === true && inBlock.map((each) => toTransaction(each, chainId))
        return {
          number: toHex(number),
          hash: keccak256(toHex(number)),
          timestamp,
          ...(transactions && { transactions }),
        }
      }
      case 'eth_getTransactionReceipt':
        return payment ? toReceipt(payment) : null
      case 'eth_getTransactionByHash':
        return payment ? toTransaction(payment, chainId) : null
      case 'eth_getLogs':
        return logsOf(params[0] as Filter)
      case 'eth_getCode':
        return coded.has(String(first).toLowerCase()) ? '0x6080' : '0x'
      case 'eth_getBalance':
        return toHex(holding(String(first), blockOf(second)).balance)
      case 'eth_getTransactionCount':
        return toHex(holding(String(first), blockOf(second)).nonce)
      default:
        throw new Error(`the chain that is paid on does not know ${method}`)
    }
  }

  const blockOf = (tag: unknown) => (tag === 'latest' ? height : Number(tag))

  function logsOf({ address, topics, fromBlock, toBlock }: Filter): unknown[] {
    return payments
      .filter(({ block }) => block >= Number(fromBlock) && block <= Number(toBlock))
      .flatMap((payment) => toReceipt(payment).logs)
      .filter((log) => [address].flat().includes(log.address) && log.topics[2] === topics[2])
  }

  return {
    coded,
    pay,
    payCoins,
    swapTo,
    swapFor,
    rpc,
    payments,
    /** A block in which nothing happens that anybody looks for. */
    pass: grow,
    /** The account spends or moves its own coins. */
    spend(account: string, amount: string | bigint): void {
      grow()
      change(account, -BigInt(amount), 1)
    },
    /** A transaction that was taken back by its contract. */
    revert: (to: string) => add({ to, value: 1n, transfers: [] }, true),
  }
}

export type SimPayouts = ReturnType<typeof createSimPayouts>

type Filter = { address: string | string[]; topics: string[]; fromBlock: string; toBlock: string }

const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

function toReceipt({ hash, block, reverted, transfers, by = filler }: Payment) {
  return {
    from: by,
    type: '0x2',
    transactionHash: hash,
    blockNumber: toHex(block),
    blockHash: keccak256(toHex(block)),
    status: reverted ? '0x0' : '0x1',
    logs: transfers.map(({ token, from = filler, to, amount }, index) => ({
      address: token,
      topics: [transfer, word(from), word(to)],
      data: toHex(amount, { size: 32 }),
      logIndex: toHex(index),
      transactionHash: hash,
      blockNumber: toHex(block),
    })),
  }
}

function toTransaction({ hash, block, to, value, by = filler }: Payment, chainId: number) {
  return {
    hash,
    from: by,
    to,
    input: '0x',
    value: toHex(value),
    nonce: '0x1',
    chainId: toHex(chainId),
    blockNumber: toHex(block),
  }
}
