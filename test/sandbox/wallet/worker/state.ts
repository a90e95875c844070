import browser from 'webextension-polyfill'
import * as z from 'zod/mini'
import type { WalletChain, WalletConfig } from '../config'
import type { ModeState } from '../modes'
import { type Family, families, type UnknownChainShape, unknownChainShapes } from '../protocol'

const key = 'state'

const stateSchema = z.object({
  mode: z.object({
    mode: z.string(),
    times: z.optional(z.number()),
    afterwards: z.optional(z.string()),
    methods: z.optional(z.array(z.string())),
  }),
  online: z.boolean(),
  holdReads: z.boolean(),
  unknownChain: z.enum(unknownChainShapes),
  account: z.number(),
  chainId: z.number(),
  added: z.array(
    z.object({ id: z.number(), type: z.literal('eip155'), rpcUrl: z.string(), name: z.string() }),
  ),
  sites: z.array(z.object({ origin: z.string(), families: z.array(z.enum(families)) })),
})

export type Site = { readonly origin: string; readonly families: readonly Family[] }

export type WalletState = {
  readonly mode: ModeState
  readonly online: boolean
  readonly holdReads: boolean
  readonly unknownChain: UnknownChainShape
  readonly account: number
  readonly chainId: number
  readonly added: readonly (WalletChain & { readonly name: string })[]
  readonly sites: readonly Site[]
}

export type StateStore = {
  /** Reads what an earlier worker left. */
  load(): Promise<void>
  get(): WalletState
  update(patch: Partial<WalletState>): Promise<void>
  /** Resolves once the state passes the test. */
  until(test: (state: WalletState) => boolean): Promise<void>
}

/** What the wallet remembers over a restart of its worker and of the browser. */
export function createStateStore(config: WalletConfig): StateStore {
  const firstChain = config.chains.find((chain) => chain.type === 'eip155')
  let state: WalletState = {
    mode: { mode: config.mode },
    online: true,
    holdReads: false,
    unknownChain: 'plain',
    account: 0,
    chainId: firstChain?.id ?? 0,
    added: [],
    sites: [],
  }
  const waiting = new Set<() => void>()
  return {
    async load() {
      const stored = stateSchema.safeParse((await browser.storage.local.get(key))[key])
      // Absent at the first start: the configuration's own values stand.
      if (stored.success) state = toState(stored.data)
    },
    get: () => state,
    async update(patch) {
      state = { ...state, ...patch }
      await browser.storage.local.set({ [key]: state })
      for (const look of waiting) look()
    },
    until: (test) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!test(state)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

/** Optional keys that are absent stay absent (`exactOptionalPropertyTypes`). */
function toState(stored: z.infer<typeof stateSchema>): WalletState {
  const { mode, times, afterwards, methods } = stored.mode
  return {
    ...stored,
    mode: {
      mode,
      ...(times === undefined ? {} : { times }),
      ...(afterwards === undefined ? {} : { afterwards }),
      ...(methods === undefined ? {} : { methods }),
    },
  }
}

/** The families a site was shown accounts of. */
export function familiesOf(state: WalletState, origin: string): readonly Family[] {
  return state.sites.find((site) => site.origin === origin)?.families ?? []
}

export function withSite(state: WalletState, origin: string, family: Family): readonly Site[] {
  const known = familiesOf(state, origin)
  const others = state.sites.filter((site) => site.origin !== origin)
  const kept = known.includes(family) ? known : [...known, family]
  return [...others, { origin, families: kept }]
}

export function withoutSite(state: WalletState, origin: string, family: Family): readonly Site[] {
  const kept = familiesOf(state, origin).filter((known) => known !== family)
  const others = state.sites.filter((site) => site.origin !== origin)
  return kept.length === 0 ? others : [...others, { origin, families: kept }]
}
