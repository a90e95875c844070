import { isSome, unwrapOption } from '@solana/web3.js'
import { AccountState, getMintDecoder, getTokenDecoder } from '@solana-program/token'
import * as z from 'zod/mini'
import { MINT_SIZE, readDecimals, TOKEN_ACCOUNT_SIZE } from './balances'
import { TOKEN_PROGRAM } from './programs'
import { invalidParams } from './rpc-error'
import type { Vm, VmAccount } from './vm'
import { toBase58, toBase64 } from './wire'

/** The fields of a configuration that say how accounts are written. */
export const viewShape = {
  encoding: z.optional(z.nullable(z.enum(['base58', 'base64', 'base64+zstd', 'jsonParsed']))),
  dataSlice: z.optional(z.nullable(z.object({ offset: z.number(), length: z.number() }))),
}

export type AccountView = {
  encoding?: 'base58' | 'base64' | 'base64+zstd' | 'jsonParsed' | null | undefined
  dataSlice?: { offset: number; length: number } | null | undefined
}

/** An account that pays no rent has this epoch: u64::MAX. */
const NEVER = 18_446_744_073_709_551_615n
/** The largest account that a node writes in base58, in bytes. */
const MAX_BASE58 = 128

/** Writes an amount of smallest units as every node does: exact text beside a lossy number. */
export const toTokenAmount = (amount: bigint, decimals: number) => {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

const STATES: Readonly<Record<AccountState, string>> = {
  [AccountState.Uninitialized]: 'uninitialized',
  [AccountState.Initialized]: 'initialized',
  [AccountState.Frozen]: 'frozen',
}

const parseTokenAccount = (vm: Vm, data: Uint8Array) => {
  const token = getTokenDecoder().decode(data)
  const decimals = readDecimals(vm.getAccount(token.mint)) ?? 0
  const delegate = unwrapOption(token.delegate)
  const closeAuthority = unwrapOption(token.closeAuthority)
  return {
    type: 'account',
    info: {
      isNative: isSome(token.isNative),
      mint: token.mint,
      owner: token.owner,
      state: STATES[token.state],
      tokenAmount: toTokenAmount(token.amount, decimals),
      ...(delegate === null
        ? {}
        : { delegate, delegatedAmount: toTokenAmount(token.delegatedAmount, decimals) }),
      ...(closeAuthority === null ? {} : { closeAuthority }),
    },
  }
}

const parseMint = (data: Uint8Array) => {
  const mint = getMintDecoder().decode(data)
  return {
    type: 'mint',
    info: {
      decimals: mint.decimals,
      freezeAuthority: unwrapOption(mint.freezeAuthority),
      isInitialized: mint.isInitialized,
      mintAuthority: unwrapOption(mint.mintAuthority),
      supply: mint.supply.toString(),
    },
  }
}

/** The meaning of an account's data, or null when only bytes are known. */
const parseData = (vm: Vm, { owner, data }: VmAccount) => {
  if (owner !== TOKEN_PROGRAM) return null
  const space = data.length
  if (space === TOKEN_ACCOUNT_SIZE) {
    return { program: 'spl-token', parsed: parseTokenAccount(vm, data), space }
  }
  if (space === MINT_SIZE) return { program: 'spl-token', parsed: parseMint(data), space }
  return null
}

const encodeData = (vm: Vm, account: VmAccount, { encoding, dataSlice }: AccountView) => {
  const { data } = account
  const part = dataSlice ? data.slice(dataSlice.offset, dataSlice.offset + dataSlice.length) : data
  switch (encoding) {
    case 'base64':
      return [toBase64(part), 'base64']
    case 'jsonParsed':
      return parseData(vm, account) ?? [toBase64(part), 'base64']
    case 'base64+zstd':
      throw invalidParams('Invalid params: base64+zstd is not offered by this node')
    default: {
      if (part.length > MAX_BASE58) {
        throw invalidParams(
          'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
        )
      }
      const text = toBase58(part)
      return encoding === 'base58' ? [text, 'base58'] : text
    }
  }
}

/** Writes an account as JSON-RPC does; null for one that does not exist. */
export const toAccountView = (vm: Vm, account: VmAccount | null, view: AccountView) => {
  if (account === null) return null
  return {
    data: encodeData(vm, account, view),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.owner,
    rentEpoch: NEVER,
    space: account.data.length,
  }
}
