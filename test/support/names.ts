import { type NameRecords, nameCalls } from '../sandbox/chains/evm/names'
import { call } from './chain-view'

/** Nobody's account: what it sends is in nobody's history. */
const writer = '0x0000000000000000000000000000000000e11501'

/** Puts a name on record at a sandbox chain's own node, in place of what it stood for: mined when it returns. */
export async function recordName(rpcUrl: string, records: NameRecords): Promise<void> {
  await call(rpcUrl, 'anvil_setBalance', [writer, '0xde0b6b3a7640000'])
  await call(rpcUrl, 'anvil_impersonateAccount', [writer])
  for (const each of nameCalls(records)) {
    await call(rpcUrl, 'eth_sendTransactionSync', [{ from: writer, ...each }])
  }
}
