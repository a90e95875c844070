import { type Hex, isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import type { WalletConfig } from '../config'
import { FaultError, faults } from '../fault'
import type { ModeRule } from '../modes'
import { currentRpc, findEvmChain, unknownChainFault } from './chains'
import type { Opened, Run } from './kinds'
import { familiesOf, type StateStore, withoutSite, withSite } from './state'
import {
  broadcast,
  fillTransaction,
  type Replacement,
  readTransaction,
  tamper,
} from './transactions'
import { signTypedData } from './typed-data'

const chainSchema = z.tuple([z.object({ chainId: z.string() })], z.unknown())
const addSchema = z.tuple(
  [
    z.object({
      chainId: z.string(),
      chainName: z.optional(z.string()),
      rpcUrls: z.array(z.string()).check(z.minLength(1)),
    }),
  ],
  z.unknown(),
)
const held = ['eth_accounts', 'eth_chainId']
const connecting = ['eth_requestAccounts', 'wallet_requestPermissions']
const signing = ['eth_sendTransaction', 'eth_signTypedData_v4', 'personal_sign']
/** Never passed on: the node's own keys must not sign for a page. */
const withheld = /^(eth_sign|eth_signTransaction|eth_signTypedData.*)$/
const reading = /^(eth|net|web3)_/

export type EvmWallet = {
  account(): Hex
  accountsFor(origin: string): readonly Hex[]
  open(method: string, params: unknown, origin: string): Promise<Opened>
  run(run: Run): Promise<unknown>
  /** Speeds up or cancels what was sent and waits for that. */
  replaceNow(): void
}

export function createEvmWallet(config: WalletConfig, store: StateStore): EvmWallet {
  const accounts = config.evmKeys.map((key) => privateKeyToAccount(key as Hex))
  /** One transaction at a time, so that two never read the same nonce. */
  let lastSend: Promise<unknown> = Promise.resolve()
  /** Replacements whose time has not come. */
  const coming = new Set<() => void>()

  function current() {
    const account = accounts[store.get().account] ?? accounts[0]
    if (account === undefined) throw new FaultError(faults.unsupported('eth_requestAccounts'))
    return account
  }

  const accountsFor = (origin: string) =>
    familiesOf(store.get(), origin).includes('evm') ? [current().address] : []

  function permissions(origin: string) {
    return accountsFor(origin).map((address) => ({
      invoker: origin,
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: [address] }],
    }))
  }

  function openSwitch(method: string, params: unknown): Opened {
    const parsed = chainSchema.safeParse(params)
    const chainId = parsed.success ? parsed.data[0].chainId : ''
    if (!isHex(chainId)) throw new FaultError(faults.params('Expected 0x-prefixed chainId.'))
    const known = findEvmChain(config, store.get(), Number(chainId))
    if (known?.id === store.get().chainId) return { answer: null }
    if (method === 'wallet_addEthereumChain') {
      if (!addSchema.safeParse(params).success) {
        throw new FaultError(faults.params('Expected an array with at least one valid rpcUrl.'))
      }
      return { prompt: true }
    }
    if (known === undefined) throw new FaultError(unknownChainFault(store.get(), chainId))
    return { prompt: true }
  }

  async function open(method: string, params: unknown, origin: string): Promise<Opened> {
    if (held.includes(method)) await store.until(({ holdReads }) => !holdReads)
    const state = store.get()
    if (method === 'eth_accounts') return { answer: accountsFor(origin) }
    if (method === 'wallet_getPermissions') return { answer: permissions(origin) }
    if (method === 'eth_chainId') return { answer: `0x${state.chainId.toString(16)}` }
    if (method === 'net_version') return { answer: String(state.chainId) }
    if (!state.online) throw new FaultError(faults.disconnected())
    if (connecting.includes(method)) {
      const known = accountsFor(origin)
      if (known.length === 0) return { prompt: true }
      return { answer: method === 'eth_requestAccounts' ? known : permissions(origin) }
    }
    if (method === 'wallet_revokePermissions') {
      await store.update({ sites: withoutSite(state, origin, 'evm') })
      return { answer: null }
    }
    if (method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain') {
      return openSwitch(method, params)
    }
    if (signing.includes(method)) {
      checkSigner(method, params, origin)
      return { prompt: true }
    }
    if (withheld.test(method) || !reading.test(method)) {
      throw new FaultError(faults.unsupported(method))
    }
    return { answer: await currentRpc(config, state)(method, params ?? []) }
  }

  function checkSigner(method: string, params: unknown, origin: string): void {
    const { address } = current()
    if (!accountsFor(origin).includes(address)) throw new FaultError(faults.unauthorized())
    if (method === 'eth_sendTransaction') {
      readTransaction(params, address, store.get().chainId)
      return
    }
    const named = Array.isArray(params) ? params[method === 'personal_sign' ? 1 : 0] : undefined
    if (typeof named !== 'string' || named.toLowerCase() !== address.toLowerCase()) {
      throw new FaultError(faults.unauthorized())
    }
  }

  async function connect({ method, origin }: Run): Promise<unknown> {
    await store.update({ sites: withSite(store.get(), origin, 'evm') })
    return method === 'eth_requestAccounts' ? accountsFor(origin) : permissions(origin)
  }

  async function switchChain({ params }: Run): Promise<null> {
    const [{ chainId }] = chainSchema.parse(params)
    await store.update({ chainId: Number(chainId) })
    return null
  }

  async function addChain(run: Run): Promise<null> {
    const [{ chainId, chainName, rpcUrls }] = addSchema.parse(run.params)
    const id = Number(chainId)
    const rpcUrl = rpcUrls[0] ?? ''
    const name = chainName ?? `Chain ${id}`
    if (findEvmChain(config, store.get(), id) === undefined) {
      const added = [...store.get().added, { id, type: 'eip155' as const, rpcUrl, name }]
      await store.update({ added })
    }
    return switchChain(run)
  }

  async function send({ params, rule, onSent }: Run): Promise<Hex> {
    if (rule.kind === 'false-hash') return randomHash()
    const state = store.get()
    const { address } = current()
    const key = config.evmKeys[accounts.indexOf(current())] as Hex
    const rpc = currentRpc(config, state)
    const wanted = tamper(readTransaction(params, address, state.chainId), rule.kind)
    const filled = await fillTransaction(rpc, wanted, state.chainId)
    const { hash, replace } = await broadcast(rpc, key, filled, replacementIn(rule))
    await onSent(hash)
    if (replace !== null && 'ms' in rule) {
      // The answer goes out first: a person speeds up what the page already knows.
      const begin = () => {
        clearTimeout(timer)
        coming.delete(begin)
        void replace().then(onSent, onSent)
      }
      const timer = setTimeout(begin, rule.ms)
      coming.add(begin)
    }
    if (rule.kind === 'false-reject') throw new FaultError(faults.rejected())
    return hash
  }

  async function run(asked: Run): Promise<unknown> {
    if (connecting.includes(asked.method)) return connect(asked)
    if (asked.method === 'wallet_switchEthereumChain') return switchChain(asked)
    if (asked.method === 'wallet_addEthereumChain') return addChain(asked)
    if (asked.method === 'eth_sendTransaction') {
      const sending = lastSend.then(() => send(asked))
      lastSend = sending.catch(() => undefined)
      return sending
    }
    const [first, second] = z.tuple([z.string(), z.unknown()], z.unknown()).parse(asked.params)
    if (asked.method === 'eth_signTypedData_v4') return signTypedData(current(), second)
    return current().signMessage({ message: isHex(first) ? { raw: first } : first })
  }

  function replaceNow(): void {
    for (const begin of coming) begin()
  }

  return { account: () => current().address, accountsFor, open, run, replaceNow }
}

function replacementIn(rule: ModeRule): Replacement | null {
  if (rule.kind !== 'speed-up' && rule.kind !== 'cancel') return null
  return { kind: rule.kind, ms: rule.ms }
}

function randomHash(): Hex {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
