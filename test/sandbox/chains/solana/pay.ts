import type { Address, IInstruction } from '@solana/web3.js'
import { ChainRefusal } from '../port'
import { composeSigned, ensureTokenAccount, memo, type TokenRef, transfer } from './compose'
import type { SandboxKey } from './keys'
import type { Ledger } from './ledger'
import { NATIVE_TOKEN } from './programs'
import { RpcError } from './rpc-error'
import { describeTransactionError } from './transaction-error'
import type { WireTransaction } from './wire'

/** Moves tokens for the sandbox's own accounts. Amounts are smallest units. */
export interface Payer {
  /** Really transfers; resolves with the signature when it has landed. */
  pay(from: SandboxKey, token: TokenRef, to: Address, amount: bigint): Promise<string>
}

/** Sends to the chain and raises what it refuses as a `ChainRefusal`. */
export const sendOrRefuse = (ledger: Ledger, wire: WireTransaction): string => {
  try {
    return ledger.send(wire, { skipPreflight: false, preflightCommitment: 'processed' })
  } catch (cause) {
    if (cause instanceof RpcError) throw new ChainRefusal(cause.message, { cause })
    throw cause
  }
}

/** Creates the hand that pays out, refunds and funds. */
export const createPayer = (ledger: Ledger): Payer => {
  let paid = 0

  const settle = async (from: SandboxKey, instructions: readonly IInstruction[]) => {
    // Two equal payments in one block would be one transaction; the number keeps them apart.
    paid += 1
    const numbered = [...instructions, memo(`payment ${paid}`)]
    const wire = await composeSigned(from.signer, ledger.blocks.latest(), numbered)
    const signature = sendOrRefuse(ledger, wire)
    const landed = await ledger.whenSettled(signature)
    if (landed === null) throw new ChainRefusal('the payment was dropped before it landed')
    const { err } = landed.execution
    if (err !== null) throw new ChainRefusal(`the payment failed: ${describeTransactionError(err)}`)
    return signature
  }

  return {
    pay: async (from, token, to, amount) => {
      const instructions = [await transfer(token, from.address, to, amount)]
      if (token.address !== NATIVE_TOKEN) {
        instructions.unshift(await ensureTokenAccount(token.address, to, from.address))
      }
      return settle(from, instructions)
    },
  }
}
