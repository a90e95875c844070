import { getAddressDecoder } from '@solana/web3.js'
import type { Vm } from './vm'
import type { WireTransaction } from './wire'

/** Bytes of a lookup table before its addresses (address-lookup-table-interface state.rs). */
const META_SIZE = 56
const ADDRESS_SIZE = 32

/** The accounts of a transaction in the runtime's order: its own, then looked-up ones, writable first. */
export const accountsOf = (vm: Vm, { message }: WireTransaction): readonly string[] => {
  const lookups =
    'addressTableLookups' in message && message.addressTableLookups
      ? message.addressTableLookups
      : []
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
