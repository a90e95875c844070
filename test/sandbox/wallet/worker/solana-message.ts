import {
  type Address,
  address,
  type CompiledTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from '@solana/web3.js'
import type { ModeRule } from '../modes'

type Instruction = CompiledTransactionMessage['instructions'][number]

const computeBudget = address('ComputeBudget111111111111111111111111111111')
/** The assertion program that real wallets add: https://github.com/Jac0xb/lighthouse */
const lighthouse = address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95')

/** SetComputeUnitLimit(200_000) and SetComputeUnitPrice(1_000 micro-lamports). */
const unitLimit = new Uint8Array([2, 0x40, 0x0d, 0x03, 0])
const unitPrice = new Uint8Array([3, 0xe8, 0x03, 0, 0, 0, 0, 0, 0])
/** Plain ASCII, so that a stand-in for the program that wants text accepts it. */
const assertion = new Uint8Array([5, 0, 0, 1])

/** A message as a wallet of this mode would sign it, in place of the one it was given. */
export function changeMessage(
  bytes: Uint8Array,
  kind: ModeRule['kind'],
  otherPayer: Address,
): Uint8Array {
  const message = getCompiledTransactionMessageDecoder().decode(bytes)
  const changed = changeCompiled(message, kind, otherPayer)
  if (changed === message) return bytes
  return new Uint8Array(getCompiledTransactionMessageEncoder().encode(changed))
}

function changeCompiled(
  message: CompiledTransactionMessage,
  kind: ModeRule['kind'],
  otherPayer: Address,
): CompiledTransactionMessage {
  if (kind === 'add-compute-budget') {
    const { message: known, index } = withProgram(message, computeBudget)
    const added = [unitLimit, unitPrice].map((data) => ({ programAddressIndex: index, data }))
    return { ...known, instructions: [...added, ...known.instructions] }
  }
  if (kind === 'add-lighthouse') {
    const { message: known, index } = withProgram(message, lighthouse)
    const added = { programAddressIndex: index, accountIndices: [0], data: assertion }
    return { ...known, instructions: [...known.instructions, added] }
  }
  if (kind === 'swap-fee-payer') {
    return { ...message, staticAccounts: [otherPayer, ...message.staticAccounts.slice(1)] }
  }
  return kind === 'change-instruction' ? changeInstruction(message) : message
}

/** Changes one byte of the first instruction that moves something (an amount, in a transfer). */
function changeInstruction(message: CompiledTransactionMessage): CompiledTransactionMessage {
  const target = message.instructions.findIndex(
    ({ programAddressIndex, data }) =>
      message.staticAccounts[programAddressIndex] !== computeBudget && (data?.length ?? 0) > 0,
  )
  const instructions = message.instructions.map((instruction, index) => {
    if (index !== target) return instruction
    const data = new Uint8Array(instruction.data ?? [])
    const place = Math.min(4, data.length - 1)
    data[place] = (data[place] ?? 0) ^ 1
    return { ...instruction, data }
  })
  return { ...message, instructions }
}

/**
 * The message with a program among its accounts. Programs are read-only and sign nothing, so a new
 * one goes last; what lies behind it in the index space (looked-up addresses) moves up by one.
 */
function withProgram(
  message: CompiledTransactionMessage,
  program: Address,
): { readonly message: CompiledTransactionMessage; readonly index: number } {
  const known = message.staticAccounts.indexOf(program)
  if (known >= 0) return { message, index: known }
  const index = message.staticAccounts.length
  const move = (at: number) => (at >= index ? at + 1 : at)
  const moved = message.instructions.map(
    (instruction): Instruction => ({
      ...instruction,
      programAddressIndex: move(instruction.programAddressIndex),
      ...(instruction.accountIndices === undefined
        ? {}
        : { accountIndices: instruction.accountIndices.map(move) }),
    }),
  )
  const numReadonlyNonSignerAccounts = message.header.numReadonlyNonSignerAccounts + 1
  return {
    index,
    message: {
      ...message,
      header: { ...message.header, numReadonlyNonSignerAccounts },
      staticAccounts: [...message.staticAccounts, program],
      instructions: moved,
    },
  }
}
