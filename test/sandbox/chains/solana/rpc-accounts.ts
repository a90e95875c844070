import * as z from 'zod/mini'
import { toAccountView, toTokenAmount, viewShape } from './account-view'
import { readDecimals, readHolding } from './balances'
import { TOKEN_PROGRAM } from './programs'
import { invalidParams } from './rpc-error'
import {
  addressText,
  config,
  level,
  method,
  type RpcDeps,
  type RpcMethod,
  withContext,
} from './rpc-method'

/** What a node reads in one getMultipleAccounts. */
const MAX_ACCOUNTS = 100

const readConfig = config({ commitment: level, ...viewShape })
const tokenFilter = z.union([z.object({ mint: addressText }), z.object({ programId: addressText })])

/** Methods that read accounts. They answer from the latest state, whatever the commitment. */
export const createAccountMethods = ({ ledger }: RpcDeps): Readonly<Record<string, RpcMethod>> => {
  const { vm } = ledger
  const answer = (value: unknown) => withContext(ledger, value)

  const holdingsOf = (owner: string, filter: z.output<typeof tokenFilter>) => {
    if ('programId' in filter && filter.programId !== TOKEN_PROGRAM) return []
    if ('mint' in filter && readDecimals(vm.getAccount(filter.mint)) === null) {
      throw invalidParams('Invalid param: could not find mint')
    }
    return vm.getProgramAccounts(TOKEN_PROGRAM).filter((account) => {
      const holding = readHolding(account)
      if (holding?.owner !== owner) return false
      return 'programId' in filter || holding.mint === filter.mint
    })
  }

  return {
    getBalance: method(z.tuple([addressText, readConfig]), ([address]) =>
      answer(vm.getAccount(address)?.lamports ?? 0n),
    ),
    getAccountInfo: method(z.tuple([addressText, readConfig]), ([address, view]) =>
      answer(toAccountView(vm, vm.getAccount(address), view ?? {})),
    ),
    getMultipleAccounts: method(
      z.tuple([z.array(addressText).check(z.maxLength(MAX_ACCOUNTS)), readConfig]),
      ([addresses, view]) =>
        answer(
          addresses.map((address) =>
            toAccountView(vm, vm.getAccount(address), {
              ...view,
              encoding: view?.encoding ?? 'base64',
            }),
          ),
        ),
    ),
    getTokenAccountsByOwner: method(
      z.tuple([addressText, tokenFilter, readConfig]),
      ([owner, filter, view]) =>
        answer(
          holdingsOf(owner, filter).map((account) => ({
            pubkey: account.address,
            account: toAccountView(vm, account, view ?? {}),
          })),
        ),
    ),
    getTokenAccountBalance: method(z.tuple([addressText, readConfig]), ([address]) => {
      const account = vm.getAccount(address)
      if (account === null) throw invalidParams('Invalid param: could not find account')
      const holding = readHolding(account)
      if (holding === null) throw invalidParams('Invalid param: not a Token account')
      return answer(toTokenAmount(holding.amount, readDecimals(vm.getAccount(holding.mint)) ?? 0))
    }),
    getMinimumBalanceForRentExemption: method(
      z.tuple([z.int().check(z.nonnegative()), readConfig]),
      ([size]) => vm.rentExemption(size),
    ),
  }
}
