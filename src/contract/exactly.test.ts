/** `tsc` is what fails here: each expected error is one that must arise, and is an error where it does not. */
import { expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { Attempt, PageRef, SwapOrder, WalletRef, WholeOrder } from '@/src/domain/order/order'
import type { Covered, Exactly } from './exactly'
import type { pageRef, walletRef } from './refs'
import type { storedOrder } from './stored'
import type { storedAttempt } from './stored-step'

type ReadOrder = z.output<typeof storedOrder>
type WholeSwap = Extract<WholeOrder, { kind: 'swap' }>
type ReadSwap = Extract<ReadOrder, { kind: 'swap' }>

/** Takes what a schema reads, as the type that it is held against. */
const held = <T, Read>(read: Read & Exactly<T, Read>): Read => read

type More<T> = T extends unknown ? T & { forgotten?: string } : never

it('given a field that may be absent in the type alone, does not compile', () => {
  const read = { tabId: 1, frameId: 0, origin: 'o' } as z.output<typeof pageRef>
  // @ts-expect-error the schema would drop it at every read
  held<More<PageRef>, typeof read>(read)
  expect(held<PageRef, typeof read>(read)).toBe(read)
})

it('given a member that is written and not read, does not compile; members may be read together', () => {
  type Read = { kind: 'a' | 'b'; id: string } | { kind: 'c' }
  const covers = <T>(read: Covered<T, Read>) => read
  const read = { kind: 'a' as const, id: '1' }
  type Written = { kind: 'a'; id: string } | { kind: 'b'; id: string }
  expect(covers<Written>(read)).toBe(read)
  // @ts-expect-error no such kind is read
  covers<Written | { kind: 'd' }>(read)
})

it('given one deep in a record, does not compile either', () => {
  type Deep = Omit<SwapOrder, 'attempts' | 'unread'> & { attempts: More<Attempt>[] }
  const swap = {} as ReadSwap
  // @ts-expect-error the schema of an attempt knows no such field
  held<Deep, ReadSwap>(swap)
  const attempt = {} as z.output<typeof storedAttempt>
  // @ts-expect-error the same by itself
  held<More<Attempt>, typeof attempt>(attempt)
  const order = {} as ReadOrder
  // @ts-expect-error one kind among three
  held<Exclude<WholeOrder, WholeSwap> | More<WholeSwap>, ReadOrder>(order)
  expect(held<WholeOrder, ReadOrder>(order)).toBe(order)
})

it('given a field that the schema alone knows, or reads as more, does not compile', () => {
  const read = {} as z.output<typeof walletRef>
  // @ts-expect-error a schema must not read what the type does not have
  held<Omit<WalletRef, 'icon'>, typeof read>(read)
  // @ts-expect-error absent is not undefined
  held<Omit<WalletRef, 'icon'> & { icon?: string | undefined }, typeof read>(read)
  // @ts-expect-error nor is it required
  held<Required<WalletRef>, typeof read>(read)
  expect(held<WalletRef, typeof read>(read)).toBe(read)
})
