import { type Address, address, getAddressDecoder, getAddressEncoder } from '@solana/web3.js'
import type { Vm } from './vm'
import type { WireTransaction } from './wire'

/** Bytes of a lookup table before its addresses (address-lookup-table-interface state.rs). */
const META_SIZE = 56
const ADDRESS_SIZE = 32
const TABLE_PROGRAM = address('AddressLookupTab1e1111111111111111111111111')

/** Puts an address table there that nobody rules: kind 1, never deactivated, whole since slot 1. */
export const putTable = (vm: Vm, table: Address, listed: readonly Address[]): void => {
  const data = new Uint8Array(META_SIZE + listed.length * ADDRESS_SIZE)
  const view = new DataView(data.buffer)
  view.setUint32(0, 1, true)
  view.setBigUint64(4, 2n ** 64n - 1n, true)
  view.setBigUint64(12, 1n, true)
  for (const [index, each] of listed.entries()) {
    data.set(getAddressEncoder().encode(each), META_SIZE + index * ADDRESS_SIZE)
  }
  const lamports = vm.rentExemption(data.length)
  vm.setAccount(table, { lamports, data, owner: TABLE_PROGRAM, executable: false })
}

type Message = WireTransaction['message']
/** Which accounts of a table a message uses. */
export type Lookup = ReturnType<typeof lookupsOf>[number]

export const lookupsOf = (message: Message) =>
  'addressTableLookups' in message && message.addressTableLookups ? message.addressTableLookups : []

/** The accounts of a transaction in the runtime's order: its own, then looked-up ones, writable first. */
export const accountsOf = (vm: Vm, { message }: WireTransaction): readonly string[] => {
  const lookups = lookupsOf(message)
  const at = (table: string, index: number) => {
    const start = META_SIZE + index * ADDRESS_SIZE
    const found = vm.getAccount(table)?.data.slice(start, start + ADDRESS_SIZE)
    return found?.length === ADDRESS_SIZE ? getAddressDecoder().decode(found) : ''
  }
  return [
    ...message.staticAccounts,
    ...lookups.flatMap((each) =>
      each.writableIndices.map((index) => at(each.lookupTableAddress, index)),
    ),
    ...lookups.flatMap((each) =>
      each.readableIndices.map((index) => at(each.lookupTableAddress, index)),
    ),
  ]
}
