import { SOLANA_CHAIN_ID } from '@/src/domain/chain/known-chains'
import type { TransferOrder } from '@/src/domain/order/order'
import { unpaidOf } from '@/src/domain/order/transfer'
import { programs } from '@/src/domain/solana/solana-program'
import {
  little,
  memo,
  type SampleInstruction,
  type SampleMessage,
  transferSol,
} from '@/test/samples/solana'
import type { SimSigner } from './page'
import { blockhashIn, type SignedAs, signAs, signatureIn, signer } from './solana-handed'
import type { SolanaLedger } from './solana-ledger'
import type { TransferRun } from './transfer-model'
import { type SolanaWalletOnly, solanaWalletOnly } from './transfer-solana-operations'
import { stranger, toSimTransaction } from './transfer-solana-place'

/** Longer than a block hash is good for, ms. */
const expiresIn = 75_000
/** So many times nodes keep nothing of what they take. */
const swallowed = 12

/** A wallet whose account is rich, and what became of what it signed. */
export function createSolanaSigner(ledger: SolanaLedger) {
  const state = { addsFee: false, newest: undefined as string | undefined }
  const keep = (text: string) => {
    state.newest = text
    return text
  }
  const wallet: SimSigner = {
    author: signer,
    sign: (asked) => keep(signAs(asked, state.addsFee ? withFee : undefined)),
    landing(signed) {
      const signature = signatureIn(signed)
      const isIts = (each: { signature: string }) => each.signature === signature
      // What waits for longer than its block hash is good for waits in vain.
      const isWaited = ledger.isGood(blockhashIn(signed))
      const found =
        ledger.landed().find(isIts) ?? (isWaited ? ledger.waiting().find(isIts) : undefined)
      return found && toSimTransaction(found)
    },
    mayLand: (text) => ledger.isGood(blockhashIn(text)),
  }
  return {
    ...wallet,
    state,
    /** Signs something else. */
    forge: (change: SignedAs) => (asked: string) => keep(signAs(asked, change)),
  }
}

export type SolanaSigner = ReturnType<typeof createSolanaSigner>

type WalletRun = TransferRun & { ledger: SolanaLedger; signer: SolanaSigner }

/** Does what a wallet does on Solana alone; says whether it was that. */
export function actSolanaWallet(run: WalletRun, operation: string): boolean | Promise<boolean> {
  if (!solanaWalletOnly.some((each) => each === operation)) return false
  return actOwn(run, operation as SolanaWalletOnly).then(() => true)
}

async function actOwn(run: WalletRun, operation: SolanaWalletOnly): Promise<void> {
  const { world, ledger, signer: wallet } = run
  const { page, nodes } = world
  const [first = ''] = nodes.operatorsOf(SOLANA_CHAIN_ID)
  switch (operation) {
    case 'walletAddsFee':
      wallet.state.addsFee = true
      return
    case 'walletSignsMore':
      page.forge(wallet.forge((asked) => ofPayments(asked, more)))
      return
    case 'walletSignsToOther':
      page.forge(wallet.forge(toOther))
      return
    case 'walletSignsMoreCalls':
      page.forge(wallet.forge((asked) => withCall(asked, transferSol(7n), stranger)))
      return
    case 'walletSignsWithoutMemo':
      page.forge(wallet.forge(withoutMemo))
      return
    case 'walletSignsLater': {
      const blockhash = ledger.blockhashOf(ledger.slot())
      page.forge(wallet.forge((asked) => ({ ...asked, blockhash })))
      return
    }
    case 'walletHandsIn':
      handIn(run)
      return
    case 'nodesSwallow':
      return ledger.swallow(swallowed)
    case 'nodesForget':
      return ledger.forget()
    case 'blockhashExpires':
      return world.advance(expiresIn)
    case 'operatorHidesSignature':
      return nodes.lie(first, 'noSignature')
    case 'operatorSaysLanded':
      return nodes.lie(first, 'landed')
    case 'operatorSaysExpired':
      return nodes.lie(first, 'blockhashOver')
  }
}

/** What was signed last reaches a node, where it is still good. */
function handIn({ ledger, signer: wallet }: WalletRun): void {
  const { newest } = wallet.state
  if (newest === undefined || !ledger.isGood(blockhashIn(newest))) return
  const signature = signatureIn(newest)
  if (ledger.landed().some((each) => each.signature === signature)) return
  ledger.handIn(newest)
}

/** What the wallet's account paid there is among what was paid, marked as this order's or not. */
export function noteSigned(run: WalletRun & { others: string[] }): void {
  const { ledger, service, paid, others } = run
  const { token, depositAddress, memo: mark } = service.payable
  for (const { draft, signature } of [...ledger.landed(), ...ledger.waiting()]) {
    const isThere = draft.moves.some((each) => each.to === depositAddress && each.token === token)
    if (draft.payer !== signer || !isThere) continue
    const isMarked = mark === undefined || draft.memos?.includes(mark)
    if (paid.some(({ hash }) => hash === signature) || others.includes(signature)) continue
    if (isMarked) paid.push({ hash: signature })
    else others.push(signature)
  }
}

/** Watches what this computer hands to nodes: nothing but what was reviewed, and while it is due. */
export function createHandedHistory({ world, ledger }: WalletRun) {
  let wasOver = false
  let count = 0
  return (order: TransferOrder): string[] => {
    const handed = ledger.handed().slice(count)
    count += handed.length
    const asked = [...world.page.signed.values()]
    const isDone = unpaidOf(order, world.clock.now) === 0n
    const isOver = wasOver && isDone
    wasOver = isDone
    return handed.flatMap((text) => [
      ...(asked.includes(text) ? [] : [`W9: ${signatureIn(text)} is not what was asked for`]),
      ...(isOver ? [`W10: ${signatureIn(text)} is handed in, and nothing is due`] : []),
    ])
  }
}

const withFee: SignedAs = (asked) =>
  withCall(asked, { program: programs.computeBudget, data: [3, ...little(1_000n, 8)] })

/** With one more call, and the account that it names second. */
function withCall(asked: SampleMessage, call: SampleInstruction, named?: string): SampleMessage {
  const fresh = [named ?? '', call.program].filter((key) => key !== '' && !asked.keys.includes(key))
  const [own = '', ...others] = asked.keys
  const isWritten = named !== undefined && fresh.includes(named)
  // Who signs and is written to comes first, then what is written to, then what is read.
  const keys = [own, ...(isWritten ? [named] : []), ...others]
  if (fresh.includes(call.program)) keys.push(call.program)
  const at = (index: number) => keys.indexOf(asked.keys[index] ?? '')
  const instructions = asked.instructions.map((each) => ({
    ...each,
    accounts: each.accounts?.map(at) ?? [],
  }))
  const accounts = named === undefined ? [] : [0, keys.indexOf(named)]
  return {
    ...asked,
    keys,
    readonlyOthers: (asked.readonlyOthers ?? 0) + (fresh.includes(call.program) ? 1 : 0),
    instructions: [...instructions, { ...call, accounts }],
  }
}

const isPayment = ({ program, data = [] }: SampleInstruction) =>
  (program === programs.system && data[0] === 2) || (program === programs.token && data[0] === 12)

function ofPayments(
  asked: SampleMessage,
  change: (each: SampleInstruction) => SampleInstruction,
): SampleMessage {
  const instructions = asked.instructions.map((each) => (isPayment(each) ? change(each) : each))
  return { ...asked, instructions }
}

/** Some units more: the lowest byte of the amount. */
function more({ data = [], ...call }: SampleInstruction): SampleInstruction {
  const changed = Uint8Array.from(data)
  const at = call.program === programs.system ? 4 : 1
  changed[at + 1] = (changed[at + 1] ?? 0) ^ 1
  return { ...call, data: changed }
}

/** Coins go to a stranger, tokens back to where they are taken from. */
function toOther(asked: SampleMessage): SampleMessage {
  const payment = asked.instructions.find(isPayment)
  const [from = 0, second = 0] = payment?.accounts ?? []
  if (payment?.program === programs.system) {
    return { ...asked, keys: asked.keys.map((key, at) => (at === second ? stranger : key)) }
  }
  return ofPayments(asked, (each) => ({ ...each, accounts: [from, second, from, 0] }))
}

/** Or with another one, where none was asked for. */
function withoutMemo(asked: SampleMessage): SampleMessage {
  const instructions = asked.instructions.filter(({ program }) => program !== programs.memo)
  const isMarked = instructions.length < asked.instructions.length
  return isMarked ? { ...asked, instructions } : withCall(asked, memo('thanks'))
}
