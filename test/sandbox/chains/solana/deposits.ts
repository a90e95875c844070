import type { ChainDeposit, Reference } from '../port'
import { SOLANA_CHAIN_ID } from './genesis'
import {
  instructionsOf,
  type KnownInstruction,
  readInstruction,
  resolveInstruction,
} from './instructions'
import type { LandedTransaction } from './ledger'
import { NATIVE_TOKEN } from './programs'
import type { Execution } from './vm'
import type { WireTransaction } from './wire'

/** A token account's mint and wallet, or null when it is unknown. */
export type LookUpHolding = (
  tokenAccount: string,
) => { readonly mint: string; readonly owner: string } | null

/** What a transaction moves to a place that is watched. */
export interface DepositClaim {
  /** The position of the transfer among the instructions, those that programs called last. */
  readonly index: number
  readonly reference: Reference
  readonly via: ChainDeposit['via']
  readonly sender: string
  readonly token: string
  readonly amount: bigint
}

export interface DepositPlaces {
  readonly vault: string
  /** Deposit addresses, and what each one stands for. */
  readonly addresses: ReadonlyMap<string, Reference>
}

const REFERENCE = /^0x[0-9a-f]{64}$/

const isReference = (text: string): text is Reference => REFERENCE.test(text)

const findReference = (instructions: readonly (KnownInstruction | null)[]): Reference | null => {
  for (const instruction of instructions) {
    if (instruction?.kind === 'memo' && isReference(instruction.text)) return instruction.text
  }
  return null
}

/** Who gave which token to whom, with wallets in place of token accounts. */
const toMovement = (instruction: KnownInstruction | null, lookUp: LookUpHolding) => {
  if (instruction?.kind === 'transfer') {
    const { source, destination, lamports } = instruction
    return { sender: source, to: destination, token: NATIVE_TOKEN, amount: lamports }
  }
  if (instruction?.kind !== 'tokenTransfer') return null
  const holding = lookUp(instruction.destination)
  if (holding === null) return null
  const { authority, amount } = instruction
  return { sender: authority, to: holding.owner, token: holding.mint, amount }
}

/** A transaction as it was carried out, or would be. */
type Carried = {
  readonly wire: WireTransaction
  /** Its accounts in the runtime's order, those of address tables last. */
  readonly names: readonly string[]
  readonly execution: Pick<Execution, 'innerInstructions'>
}

/** The instructions of the message, then those that its programs called. */
const allInstructions = ({ wire, names, execution }: Carried) => [
  ...instructionsOf(wire, names),
  ...execution.innerInstructions
    .flat()
    .map(({ programIdIndex, accounts, data }) =>
      resolveInstruction(names, programIdIndex, accounts, data),
    ),
]

/**
 * Finds the deposits in a transaction: transfers to the vault beside a memo that names a reference,
 * and transfers to a deposit address, whether the message or a program of it makes them.
 */
export const findDepositClaims = (
  carried: Carried,
  places: DepositPlaces,
  lookUp: LookUpHolding,
): readonly DepositClaim[] => {
  const instructions = allInstructions(carried).map(readInstruction)
  const named = findReference(instructions)
  return instructions.flatMap((instruction, index): DepositClaim[] => {
    const movement = toMovement(instruction, lookUp)
    if (movement === null || movement.amount === 0n) return []
    const { sender, to, token, amount } = movement
    if (to === places.vault) {
      if (named === null) return []
      return [{ index, reference: named, via: 'contract', sender, token, amount }]
    }
    const reference = places.addresses.get(to)
    if (reference === undefined) return []
    return [{ index, reference, via: 'address', sender, token, amount }]
  })
}

/** The deposits that a landed transaction really made: none when it failed. */
export const toDeposits = (
  landed: LandedTransaction,
  places: DepositPlaces,
  lookUp: LookUpHolding,
): readonly ChainDeposit[] => {
  if (landed.execution.err !== null) return []
  return findDepositClaims(landed, places, lookUp).map(({ index, ...claim }) => ({
    ...claim,
    id: `${SOLANA_CHAIN_ID}:${landed.wire.signature}:${index}`,
    chainId: SOLANA_CHAIN_ID,
    txHash: landed.wire.signature,
    timestamp: landed.blockTime,
  }))
}
