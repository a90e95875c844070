import { signal } from '@preact/signals'
import type { Token } from '@/src/contract/service/token'
import { tokenKey } from '@/src/domain/token/token-id'
import type { Backend } from './backend'

export type Balances = {
  /** What an account holds, smallest unit; undefined while it is not known. */
  of(token: { chainId: number; address: string }, account: string): bigint | undefined
  /** Reads one token from its chain; undefined when neither chain nor service answers. */
  read(token: Token, account: string): Promise<bigint | undefined>
  /** Tokens an account holds, as the service lists them. */
  held(account: string): Token[]
  load(account: string): Promise<void>
}

/** Balances as last read: the service's list for browsing, the chain's own word for the token paid. */
export function createBalances({ backend }: { backend: Backend }): Balances {
  const amounts = signal<ReadonlyMap<string, bigint>>(new Map())
  const lists = signal<ReadonlyMap<string, Token[]>>(new Map())
  /** What a chain itself has told. */
  const told = new Set<string>()
  const underWay = new Map<string, Promise<void>>()
  const keyOf = (token: { chainId: number; address: string }, account: string) =>
    `${tokenKey(token)}@${account}`

  function remember(entries: [string, bigint][]): void {
    amounts.value = new Map([...amounts.value, ...entries])
  }

  async function load(account: string): Promise<void> {
    const { tokens } = await backend.call('readBalances', { address: account })
    lists.value = new Map([...lists.value, [account, tokens]])
    // What the chain said about a single token is newer than the service's list.
    remember(
      tokens.flatMap((token): [string, bigint][] => {
        const key = keyOf(token, account)
        const balance = token.extensions?.balance
        return balance === undefined || told.has(key) ? [] : [[key, BigInt(balance)]]
      }),
    )
  }

  return {
    of: (token, account) => amounts.value.get(keyOf(token, account)),
    held: (account) => lists.value.get(account) ?? [],
    async read(token, account) {
      const key = keyOf(token, account)
      try {
        const { amount } = await backend.call('readBalance', {
          chainId: token.chainId,
          token: token.address,
          address: account,
        })
        told.add(key)
        remember([[key, BigInt(amount)]])
        return BigInt(amount)
      } catch {
        // A chain that does not answer is no obstacle: the service's figure stands in for it.
        return amounts.value.get(key)
      }
    },
    load(account) {
      const running = underWay.get(account)
      if (running !== undefined) return running
      const started = load(account)
        // Without the list the picker simply shows no holdings; the picker says nothing wrong.
        .catch(() => undefined)
        .finally(() => underWay.delete(account))
      underWay.set(account, started)
      return started
    },
  }
}
