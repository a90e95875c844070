import { privateKeyToAddress } from 'viem/accounts'
import type { WalletConfig } from '../config'
import { FaultError, faults } from '../fault'
import { parseMode } from '../modes'
import type { ControlMessage, PromptStatus, SiteView, WalletStatus } from '../protocol'
import { chainsOf, findEvmChain, nameOf } from './chains'
import { announceChange } from './deliver'
import type { EvmWallet } from './evm'
import type { RequestLog } from './log'
import type { PromptStore } from './prompt'
import type { Requests } from './requests'
import type { SolanaWallet } from './solana'
import { familiesOf, type StateStore } from './state'

export type Control = {
  /** Answers the wallet's own pages. */
  handle(message: ControlMessage): Promise<unknown>
  view(origin: string): SiteView
}

export function createControl(deps: {
  readonly config: WalletConfig
  readonly store: StateStore
  readonly log: RequestLog
  readonly prompts: PromptStore
  readonly requests: Requests
  readonly evm: EvmWallet
  readonly solana: SolanaWallet
}): Control {
  const { config, store, log, prompts, requests, evm, solana } = deps

  function status(): WalletStatus {
    const { mode, ...state } = store.get()
    const count = Math.max(config.evmKeys.length, config.solanaKeys.length)
    const accounts = Array.from({ length: count }, (_, index) => {
      const key = config.evmKeys[index]
      const solanaAddress = solana.addressAt(index)
      return {
        ...(key === undefined ? {} : { evm: privateKeyToAddress(key as `0x${string}`) }),
        ...(solanaAddress === undefined ? {} : { solana: solanaAddress }),
      }
    })
    const { name, rdns, icon } = config
    const waiting = prompts.list().filter(({ phase }) => phase === 'open')
    const { online, unknownChain, account, chainId, sites } = state
    const own = {
      name,
      rdns,
      icon,
      ...mode,
      online,
      unknownChain,
      account,
      accounts,
      chainId,
      sites,
    }
    return {
      ...own,
      chains: chainsOf(config, store.get()).map((chain) => ({
        id: chain.id,
        name: nameOf(chain),
        type: chain.type,
      })),
      prompts: waiting.map(({ id, method, origin }) => ({ id, method, origin })),
    }
  }

  function prompt(id: string): PromptStatus | null {
    const found = prompts.find(id)
    if (found?.phase !== 'open') return null
    const { origin, family, method, params } = found
    const state = store.get()
    const chain =
      family === 'evm'
        ? findEvmChain(config, state, state.chainId)
        : config.chains.find(({ type }) => type === 'solana')
    const account = (family === 'evm' ? evm.account() : solana.account()) ?? ''
    const name = chain === undefined ? 'No network' : nameOf(chain)
    const symbol = family === 'evm' ? 'ETH' : 'SOL'
    return {
      id,
      origin,
      family,
      method,
      params,
      account,
      chain: { id: chain?.id ?? 0, name, symbol },
    }
  }

  async function set(message: Extract<ControlMessage, { type: 'set' }>): Promise<WalletStatus> {
    const { mode, times, afterwards, methods, account, chain } = message
    const { online, holdReads, unknownChain } = message
    for (const text of [mode, afterwards]) {
      if (text === undefined || parseMode(text) !== null) continue
      throw new FaultError(faults.params(`Unknown mode ${text}`))
    }
    const before = store.get()
    if (chain !== undefined && findEvmChain(config, before, chain) === undefined) {
      throw new FaultError(faults.params(`Unknown chain ${chain}`))
    }
    if (account !== undefined && status().accounts[account] === undefined) {
      throw new FaultError(faults.params(`Unknown account ${account}`))
    }
    // A mode for some prompts only gives way to what was in force before, unless told otherwise.
    const follows =
      afterwards ?? (times === undefined && methods === undefined ? undefined : before.mode.mode)
    const limits = {
      ...(times === undefined ? {} : { times }),
      ...(follows === undefined ? {} : { afterwards: follows }),
      ...(methods === undefined ? {} : { methods }),
    }
    await store.update({
      ...(mode === undefined ? {} : { mode: { mode, ...limits } }),
      ...(account === undefined ? {} : { account }),
      ...(chain === undefined ? {} : { chainId: chain }),
      ...(online === undefined ? {} : { online }),
      ...(holdReads === undefined ? {} : { holdReads }),
      ...(unknownChain === undefined ? {} : { unknownChain }),
    })
    await announceChange()
    return status()
  }

  async function disconnect(origin: string | undefined): Promise<null> {
    const kept = store.get().sites.filter((site) => origin !== undefined && site.origin !== origin)
    await store.update({ sites: kept })
    await announceChange()
    return null
  }

  return {
    async handle(message) {
      if (message.type === 'set') return set(message)
      if (message.type === 'status') return status()
      if (message.type === 'log') return log.entries()
      if (message.type === 'prompt') return prompt(message.id)
      if (message.type === 'disconnect') return disconnect(message.origin)
      if (message.type === 'clear-log') await log.clear()
      if (message.type === 'replace-now') evm.replaceNow()
      if (message.type === 'decide') await requests.decide(message.id, message.approve)
      return null
    },
    view(origin) {
      const state = store.get()
      const families = familiesOf(state, origin)
      return {
        online: state.online,
        chainId: `0x${state.chainId.toString(16)}`,
        evm: families.includes('evm') ? evm.accountsFor(origin) : [],
        solana: solana.accountsFor(origin),
      }
    },
  }
}
