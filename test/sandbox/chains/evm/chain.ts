import { type Address, encodeFunctionData, type Hash, type Hex } from 'viem'
import { type ChainPort, ChainRefusal, type Payment, type RealChain } from '../port'
import { depositAbi, tokenAbi, tokenCallAbi } from './abi'
import { deriveAccount } from './account'
import { nativeAddress, parseEvmAddress } from './address'
import { type Anvil, startAnvil } from './anvil'
import { buildEvmDeposit, type DepositContext, readAllowance } from './build-deposit'
import type { Bytecodes } from './compile'
import { type Deployment, deployContracts, describeShare, setNativeBalance } from './deploy'
import { describeEvmChain } from './known-chains'
import { createEvmClient, type EvmClient, findReceipt } from './sender'
import { tokenDefinitions } from './tokens'
import { type DepositWatch, watchDeposits } from './watch'

/** An EVM chain of the sandbox, with what the hub lists on it. */
export type EvmChain = RealChain & {
  readonly vault: string
  readonly share: string
  /** Replaces the newest blocks by empty ones. */
  reorganise(depth: number): Promise<void>
}

export type EvmChainOptions = {
  binary: string
  bytecodes: Bytecodes
  chainId: number
  port: number
  secondRpcUrl: string
  /** Seconds between blocks, beside those of transactions; no block without one where it is absent. */
  blockSeconds?: number | undefined
  log: (line: string) => void
}

/** Starts an anvil, deploys contracts and tokens, and watches deposits. */
export async function startEvmChain(options: EvmChainOptions): Promise<EvmChain> {
  const { chainId, bytecodes, secondRpcUrl, blockSeconds, log } = options
  const anvil = await startAnvil(options)
  const ending = new AbortController()
  const { signal } = ending
  try {
    const client = createEvmClient(anvil.rpcUrl)
    const deployment = await deployContracts({ client, chainId, bytecodes, signal })
    const target = deployment.deposit
    const watch = watchDeposits({ client, chainId, target, signal, log })
    const controls = createControls(client)
    if (blockSeconds !== undefined) controls.keepPace({ blockSeconds, signal, log })
    return assembleChain({
      chainId,
      anvil,
      secondRpcUrl,
      client,
      deployment,
      watch,
      controls,
      ending,
    })
  } catch (error) {
    ending.abort()
    await anvil.stop()
    throw error
  }
}

type Parts = {
  chainId: number
  anvil: Anvil
  secondRpcUrl: string
  client: EvmClient
  deployment: Deployment
  watch: DepositWatch
  controls: Controls
  ending: AbortController
}

function assembleChain(parts: Parts): EvmChain {
  const { chainId, anvil, secondRpcUrl, client, deployment, watch, ending } = parts
  const { keepPace: _, ...controls } = parts.controls
  const { native, name } = describeEvmChain(chainId)
  const context = createContext(parts)
  return {
    id: chainId,
    type: 'eip155',
    name,
    nativeCurrency: { name: native.name, symbol: native.symbol, decimals: 18 },
    rpcUrl: anvil.rpcUrl,
    secondRpcUrl,
    caip2: `eip155:${chainId}`,
    depositTarget: deployment.deposit,
    fillerAddress: deployment.filler.address,
    tokens: deployment.tokens,
    vault: deployment.vault,
    share: deployment.share,
    hubTokens: [describeShare(chainId, deployment.share)],
    unlistedTokens: deployment.unlisted,
    parseAddress: parseEvmAddress,
    balanceOf: (token, owner) => readBalance(client, token, owner),
    buildDeposit: (request) => buildEvmDeposit(context, request),
    async isReadyToDeposit({ from, token, amount }) {
      return token === nativeAddress || (await readAllowance(context, token, from)) >= amount
    },
    async createDepositAddress(reference) {
      const { address } = deriveAccount(`deposit ${reference}`)
      watch.watchAddress(address, reference)
      return address
    },
    async broadcast() {
      throw new ChainRefusal('EVM wallets broadcast by themselves: submit the transaction hash')
    },
    time: async () => Number((await client.getBlock()).timestamp),
    transactionState: (txHash) => readTransactionState(client, txHash),
    onDeposit: watch.onDeposit,
    depositsRead: watch.depositsRead,
    ...createPayments(parts),
    ...controls,
    async stop() {
      ending.abort()
      await anvil.stop()
    },
  }
}

function createContext({ client, chainId, deployment }: Parts): DepositContext {
  const strict = new Set(
    tokenDefinitions.filter((t) => t.contract === 'StrictToken').map((t) => t.symbol),
  )
  const strictTokens = deployment.tokens.filter((t) => strict.has(t.symbol)).map((t) => t.address)
  const { deposit: target, filler: _filler, ...contracts } = deployment
  return { client, chainId, target, ...contracts, strictTokens: new Set(strictTokens) }
}

function createPayments(parts: Parts): Pick<ChainPort, 'payOut' | 'refund' | 'fund'> {
  const { client, deployment } = parts
  const { filler } = deployment
  const complete = async (call: { to: Address; data?: Hex; value?: bigint }): Promise<Hash> => {
    const hash = await filler.send(call)
    await filler.confirm(hash)
    return hash
  }
  const payOut = ({ token, to, amount }: Payment) => {
    if (token === nativeAddress) return complete({ to: to as Address, value: amount })
    const args = [to as Address, amount] as const
    const data = encodeFunctionData({ abi: tokenCallAbi, functionName: 'transfer', args })
    return complete({ to: token as Address, data })
  }
  return {
    payOut,
    refund({ deposit, to }) {
      const { token, amount, reference } = deposit
      // What came to a deposit address stays there; the filler pays it back from its own.
      if (deposit.via === 'address') return payOut({ token, to, amount })
      const args = [token as Address, to as Address, amount, reference] as const
      const data = encodeFunctionData({ abi: depositAbi, functionName: 'refund', args })
      return complete({ to: deployment.deposit, data })
    },
    async fund({ token, to, amount }) {
      if (token === nativeAddress) {
        const held = await readBalance(client, token, to)
        return setNativeBalance(client, to as Address, held + amount)
      }
      const args = [to as Address, amount] as const
      const data = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args })
      await complete({ to: token as Address, data })
    },
  }
}

type Pace = { blockSeconds: number; signal: AbortSignal; log: (line: string) => void }
type Controls = Pick<EvmChain, 'mine' | 'advance' | 'setAutomine' | 'reorganise'> & {
  /** Makes a block every so many seconds too, but for while no transaction is mined by itself. */
  keepPace(pace: Pace): void
}

function createControls(client: EvmClient): Controls {
  type Method = { Method: string; Parameters: unknown[]; ReturnType: unknown }
  let isHeld = false
  const call = async (method: string, params: unknown[]) => {
    await client.request<Method>({ method, params })
  }
  return {
    mine: (blocks) => call('anvil_mine', [`0x${blocks.toString(16)}`]),
    async advance(seconds) {
      await call('evm_increaseTime', [seconds])
      await call('evm_mine', [])
    },
    async setAutomine(on) {
      isHeld = !on
      await call('evm_setAutomine', [on])
    },
    reorganise: (depth) => call('anvil_reorg', [depth, []]),
    keepPace({ blockSeconds, signal, log }) {
      const makeBlock = () => {
        if (isHeld) return
        call('evm_mine', []).catch((error) => signal.aborted || log(`no block: ${String(error)}`))
      }
      const timer = setInterval(makeBlock, blockSeconds * 1_000)
      signal.addEventListener('abort', () => clearInterval(timer), { once: true })
    },
  }
}

function readBalance(client: EvmClient, token: string, owner: string): Promise<bigint> {
  const address = owner as Address
  if (token === nativeAddress) return client.getBalance({ address })
  const query = { abi: tokenAbi, functionName: 'balanceOf', args: [address] } as const
  return client.readContract({ ...query, address: token as Address })
}

async function readTransactionState(client: EvmClient, txHash: string) {
  if (!/^0x[0-9a-fA-F]{64}$/.test(txHash)) return 'unknown'
  const hash = txHash as Hash
  const receipt = await findReceipt(client, hash)
  if (receipt !== undefined) return receipt.status === 'reverted' ? 'reverted' : 'mined'
  const known = await client.request({ method: 'eth_getTransactionByHash', params: [hash] })
  return known === null ? 'unknown' : 'pending'
}
