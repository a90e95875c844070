import {
  type Address,
  createKeyPairFromBytes,
  getAddressFromPublicKey,
  getBase58Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type SignatureBytes,
  signBytes,
  type TransactionMessageBytes,
} from '@solana/web3.js'
import * as z from 'zod/mini'
import { fromBase64, toBase64 } from '../base64'
import type { WalletConfig } from '../config'
import { FaultError, faults } from '../fault'
import type { Opened, Run } from './kinds'
import { createRpc } from './rpc'
import { changeMessage } from './solana-message'
import { familiesOf, type StateStore, withoutSite, withSite } from './state'

const signSchema = z.object({ account: z.string(), transactions: z.array(z.string()) })
const silentSchema = z.object({ silent: z.optional(z.boolean()) })

type Account = { readonly address: Address; readonly key: CryptoKey }

export type SolanaWallet = {
  load(): Promise<void>
  /** The selected account; undefined when the wallet was built without Solana. */
  account(): Address | undefined
  addressAt(index: number): Address | undefined
  accountsFor(origin: string): readonly { readonly address: Address }[]
  open(method: string, params: unknown, origin: string): Promise<Opened>
  run(run: Run): Promise<unknown>
}

export function createSolanaWallet(config: WalletConfig, store: StateStore): SolanaWallet {
  let accounts: readonly Account[] = []

  const current = () => accounts[store.get().account] ?? accounts[0]

  function accountsFor(origin: string) {
    const account = current()
    const connected = familiesOf(store.get(), origin).includes('solana')
    return account !== undefined && connected ? [{ address: account.address }] : []
  }

  async function open(method: string, params: unknown, origin: string): Promise<Opened> {
    if (method === 'standard:connect') {
      const known = accountsFor(origin)
      const silent = silentSchema.safeParse(params).data?.silent === true
      return known.length > 0 || silent ? { answer: known } : { prompt: true }
    }
    if (method === 'standard:disconnect') {
      await store.update({ sites: withoutSite(store.get(), origin, 'solana') })
      return { answer: null }
    }
    if (!isSigning(method)) throw new FaultError(faults.unsupported(method))
    const parsed = signSchema.safeParse(params)
    if (!parsed.success) throw new FaultError(faults.params('Expected transactions to sign.'))
    const allowed = accountsFor(origin).some(({ address }) => address === parsed.data.account)
    if (!allowed) throw new FaultError(faults.unauthorized())
    return { prompt: true }
  }

  const isSigning = (method: string) =>
    method === 'solana:signTransaction' ||
    (method === 'solana:signAndSendTransaction' && config.signAndSend)

  async function sign(base64: string, { rule }: Run): Promise<Uint8Array> {
    const account = current()
    const other = accounts.find((known) => known !== account)
    if (account === undefined || other === undefined) throw new FaultError(faults.unauthorized())
    const given = getTransactionDecoder().decode(fromBase64(base64))
    if (!(account.address in given.signatures)) {
      throw new FaultError(faults.params('The account is not a signer of this transaction.'))
    }
    const changed = changeMessage(new Uint8Array(given.messageBytes), rule.kind, other.address)
    const messageBytes = changed as unknown as TransactionMessageBytes
    const signer = rule.kind === 'swap-fee-payer' ? other : account
    const signature =
      rule.kind === 'bad-signature'
        ? (crypto.getRandomValues(new Uint8Array(64)) as SignatureBytes)
        : await signBytes(signer.key, messageBytes)
    const signatures = Object.fromEntries(
      Object.entries(given.signatures).map(([address, known]) =>
        address === account.address ? [signer.address, signature] : [address, known],
      ),
    ) as typeof given.signatures
    return new Uint8Array(getTransactionEncoder().encode({ messageBytes, signatures }))
  }

  async function send(signed: Uint8Array, onSent: Run['onSent']): Promise<string> {
    const chain = config.chains.find(({ type }) => type === 'solana')
    if (chain === undefined) throw new FaultError(faults.disconnected())
    const rpc = createRpc(chain.rpcUrl)
    const answer = await rpc('sendTransaction', [toBase64(signed), { encoding: 'base64' }])
    await onSent(answer)
    return toBase64(new Uint8Array(getBase58Encoder().encode(z.string().parse(answer))))
  }

  async function run(asked: Run): Promise<unknown> {
    if (asked.method === 'standard:connect') {
      await store.update({ sites: withSite(store.get(), asked.origin, 'solana') })
      return accountsFor(asked.origin)
    }
    const { transactions } = signSchema.parse(asked.params)
    const outputs: string[] = []
    for (const transaction of transactions) {
      const signed = await sign(transaction, asked)
      const sends = asked.method === 'solana:signAndSendTransaction'
      outputs.push(sends ? await send(signed, asked.onSent) : toBase64(signed))
    }
    if (asked.rule.kind === 'false-reject') throw new FaultError(faults.rejected())
    return outputs
  }

  return {
    async load() {
      accounts = await Promise.all(config.solanaKeys.map(readKey))
    },
    account: () => current()?.address,
    addressAt: (index) => accounts[index]?.address,
    accountsFor,
    open,
    run,
  }
}

/** `text`: base58 of 64 bytes. */
async function readKey(text: string): Promise<Account> {
  const bytes = new Uint8Array(getBase58Encoder().encode(text))
  const pair = await createKeyPairFromBytes(bytes)
  return { key: pair.privateKey, address: await getAddressFromPublicKey(pair.publicKey) }
}
