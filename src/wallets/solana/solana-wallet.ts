import type { AskRequest } from '@/src/contract/bridge'
import { listOf, read, stringsOf } from '../own'
import type { PageEnv } from '../page-env'
import { type AskValue, PageError, type PageWallet, readTimeout, within } from '../wallet'

/** More bytes than a transaction packet (1,232) can hold with every signature: refused as no answer. */
const maxSignedBytes = 4_096

/** Drives one Wallet Standard wallet; its features are read at each call, as wallets replace them. */
export function createSolanaWallet(
  env: PageEnv,
  source: unknown,
  facts: { id: string; name: string; icon: string | undefined },
): PageWallet {
  const connect = (silent: boolean): Promise<unknown> =>
    callFeature(env, source, 'standard:connect', 'connect', silent ? [{ silent: true }] : [])
  let watched = false
  return {
    family: 'solana',
    ...facts,
    ambiguous: false,
    async inspect(quiet) {
      if (solanaAccounts(read(source, 'accounts')).length === 0 && quiet) {
        await within(env, connect(true), readTimeout)
      }
      return { accounts: addressesOf(read(source, 'accounts')) }
    },
    async ask(request) {
      if (request.kind === 'connect') {
        const answer = await connect(false)
        const granted = addressesOf(read(answer, 'accounts'))
        return {
          kind: 'accounts',
          accounts: granted.length > 0 ? granted : addressesOf(read(source, 'accounts')),
        }
      }
      if (request.kind !== 'solanaSign') {
        throw new PageError(
          'invalidParams',
          'invalid params: a Solana wallet is asked for Solana signatures only',
        )
      }
      return await signSolana(env, source, request, connect)
    },
    watch(changed) {
      if (watched) return
      watched = true
      const subscribed = callFeature(env, source, 'standard:events', 'on', ['change', changed])
      // Without events the drift guard still sees the change when it inspects.
      env.settle(subscribed, ignore, ignore)
    },
  }
}

const ignore = (): void => undefined

async function signSolana(
  env: PageEnv,
  source: unknown,
  request: Extract<AskRequest, { kind: 'solanaSign' }>,
  connect: (silent: boolean) => Promise<unknown>,
): Promise<AskValue> {
  let account = findAccount(source, request.account)
  if (account === undefined) {
    await within(env, connect(true), readTimeout)
    account = findAccount(source, request.account)
  }
  if (account === undefined) {
    throw new PageError('unauthorised', 'the wallet does not show this account')
  }
  const transaction = toBytes(env, request.transaction)
  const chain = chainOf(account)
  const input = { account, transaction, ...(chain === undefined ? {} : { chain }) }
  const answer = await callFeature(env, source, 'solana:signTransaction', 'signTransaction', [
    input,
  ])
  const signed = read(listOf(answer, 1)[0], 'signedTransaction')
  return { kind: 'signed', transaction: fromBytes(env, signed) }
}

function callFeature(
  env: PageEnv,
  source: unknown,
  feature: string,
  method: string,
  args: readonly unknown[],
): Promise<unknown> {
  return env.promise((resolve, reject) => {
    const target = read(read(source, 'features'), feature)
    const run = read(target, method)
    if (typeof run !== 'function') {
      throw new PageError('unsupported', `the wallet has no ${feature}`)
    }
    env.settle(env.call(run, target, args), resolve, reject)
  })
}

function solanaAccounts(accounts: unknown): unknown[] {
  return listOf(accounts, 64).filter((account) => {
    const chains = stringsOf(read(account, 'chains'), 64)
    return chains.length === 0 || chains.some((chain) => chain.startsWith('solana:'))
  })
}

function addressesOf(accounts: unknown): string[] {
  return stringsOf(
    solanaAccounts(accounts).map((account) => read(account, 'address')),
    64,
  )
}

function findAccount(source: unknown, address: string): unknown {
  return solanaAccounts(read(source, 'accounts')).find(
    (account) => read(account, 'address') === address,
  )
}

/** Mainnet where the account has it, else the account's first Solana chain. */
function chainOf(account: unknown): string | undefined {
  const chains = stringsOf(read(account, 'chains'), 64).filter((chain) =>
    chain.startsWith('solana:'),
  )
  return chains.find((chain) => chain === 'solana:mainnet') ?? chains[0]
}

function toBytes(env: PageEnv, base64: string): Uint8Array {
  const binary = env.fromBase64(base64)
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Base64 of bytes that may come from another realm or be a plain array. */
function fromBytes(env: PageEnv, bytes: unknown): string {
  const length = read(bytes, 'length')
  if (typeof length !== 'number' || length < 1 || length > maxSignedBytes) {
    throw new PageError('badAnswer', 'the wallet answered with something else than bytes')
  }
  let binary = ''
  for (let at = 0; at < length; at += 1) {
    const byte = read(bytes, `${at}`)
    if (typeof byte !== 'number' || byte < 0 || byte > 255 || byte % 1 !== 0) {
      throw new PageError('badAnswer', 'the wallet answered with something else than bytes')
    }
    binary += String.fromCharCode(byte)
  }
  return env.toBase64(binary)
}
