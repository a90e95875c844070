import { encodeBase64 } from '@/src/lib/bytes'
import { isNativeAddress } from '../address/address'
import type { Accepted, TokenAmount, Transfer } from '../order/order'
import type { StepDraft } from '../policy/policy-draft'
import { type Refusal, refuse } from '../policy/policy-read'
import { referencesOf } from '../qr/qr-meaning'
import { plainExtensions, readMint } from './solana-mint'
import { programs } from './solana-program'
import { readTokenAccount } from './solana-token-account'
import {
  writeCreateAccount,
  writeMemo,
  writeSolanaTransaction,
  writeTokenTransfer,
  writeTransfer,
} from './solana-write'
import { toTokenAccount } from './token-account'

/** How an address on Solana is paid: the program of the token, and whether it is a token account itself. */
export type SolanaWay = { program: string; isAccount: boolean }

type Account = { owner: string; data: Uint8Array | null } | null

const isTokenProgram = (program: string) =>
  program === programs.token || program === programs.token2022

const TRANSFER_FEE = 1
const TRANSFER_HOOK = 14
/**
 * What changes nothing of a transfer: how new accounts begin and a delegate of the mint are no part of it
 * either. A trial shows what comes of them.
 */
const plainRules: readonly number[] = [...plainExtensions, 6, 12]

/** A fee of now and of the next epoch: 2 bytes of basis points each, in a record of 108. */
const FEES_AT = [88, 106]

/** Whether a rule of a mint takes nothing from a transfer and calls nobody. */
function isPlainRule(type: number, value: Uint8Array): boolean {
  if (type === TRANSFER_FEE) {
    return value.length === 108 && FEES_AT.every((at) => value[at] === 0 && value[at + 1] === 0)
  }
  // An authority, and the program that is called: none where it is empty.
  if (type === TRANSFER_HOOK)
    return value.length === 64 && value.slice(32).every((byte) => byte === 0)
  return plainRules.includes(type)
}

/** The token program of a mint whose transfers bring what they take. */
function programOf(account: Account, decimals: number): { ok: true; program: string } | Refusal {
  const mint = readMint(account)
  if (mint === null) return refuse('policy/malformed', 'The token is no mint')
  if (mint.decimals !== decimals) {
    return refuse('policy/wrong-decimals', `The chain says ${mint.decimals}`)
  }
  const { program, extensions } = mint
  if (!extensions) return refuse('policy/token-rules', 'Extensions that cannot be read')
  const odd = [...extensions].find(([type, value]) => !isPlainRule(type, value))
  if (odd) return refuse('policy/token-rules', `Extension ${odd[0]}`)
  return { ok: true, program }
}

/**
 * How an address is paid in a token, by what the chain says of the address and of the token's mint. An
 * address that no token can be sent to by its owner's name (a mint, an account of another token) is
 * refused: what is sent there is lost.
 */
export function solanaWayOf(
  token: Pick<TokenAmount, 'address' | 'decimals'>,
  { address, mint }: { address: Account; mint: Account },
): ({ ok: true } & SolanaWay) | Refusal {
  const held = readTokenAccount(address)
  const isOfTokens = address !== null && isTokenProgram(address.owner)
  const lost = refuse('policy/unsupported-kind', 'The address is a token account or a mint')
  if (isNativeAddress(token.address)) {
    return isOfTokens ? lost : { ok: true, program: programs.system, isAccount: false }
  }
  const told = programOf(mint, token.decimals)
  if (!told.ok || !isOfTokens) return told.ok ? { ...told, isAccount: false } : told
  const isAccount = held?.mint === token.address && !held.frozen
  return isAccount ? { ...told, isAccount } : lost
}

/**
 * The transaction that pays a Solana address: coins to it, or tokens to its token account, which is opened
 * where it is not there. With the order's memo just before the transfer, and the references of its link.
 * Every byte of it is written here. `accepted` says who pays how much of what.
 */
export async function toSolanaPayDraft(
  accepted: Accepted,
  transfer: Transfer,
  { way, blockhash }: { way: SolanaWay; blockhash: string },
): Promise<{ ok: true; draft: StepDraft } | Refusal> {
  const { author: payer, from: token } = accepted
  const { depositAddress, memo } = transfer
  const { program, isAccount } = way
  const { address: mint, decimals, chainId } = token
  const [units, references] = [BigInt(token.amount), referencesOf(transfer)]
  const before = memo === undefined ? [] : [writeMemo(memo)]
  const accountOf = (owner: string) => toTokenAccount(owner, mint, program)
  const native = isNativeAddress(mint)
  const account = native || isAccount ? depositAddress : await accountOf(depositAddress)
  const instructions = native
    ? [...before, writeTransfer({ from: payer, to: account, units, references })]
    : [
        ...(isAccount
          ? []
          : [writeCreateAccount({ payer, account, owner: depositAddress, mint, program })]),
        ...before,
        writeTokenTransfer({
          ...{ program, mint, decimals, owner: payer, units, references },
          ...{ from: await accountOf(payer), to: account },
        }),
      ]
  const wire = writeSolanaTransaction({ payer, blockhash, instructions })
  if (wire === null) return refuse('policy/malformed', 'The payment cannot be written')
  const told = account === depositAddress ? {} : { account }
  return {
    ok: true,
    draft: {
      deposit: true,
      action: { kind: 'solanaSign', chainId, transaction: encodeBase64(wire) },
      facts: {
        kind: 'transfer',
        token,
        to: depositAddress,
        ...told,
        ...(memo === undefined ? {} : { memo }),
      },
    },
  }
}
