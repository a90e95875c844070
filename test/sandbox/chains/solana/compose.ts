import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type IInstruction,
  type KeyPairSigner,
  partiallySignTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from '@solana/web3.js'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { BLOCKHASH_LIFETIME, type Block } from './blocks'
import { MEMO_PROGRAM, NATIVE_TOKEN, TOKEN_PROGRAM } from './programs'
import { decodeTransaction, type WireTransaction } from './wire'

/** A token as instructions need it. */
export interface TokenRef {
  readonly address: Address
  readonly decimals: number
}

/** The token account in which `owner` holds `mint` by convention. */
export const tokenAccountOf = async (mint: Address, owner: Address): Promise<Address> => {
  const [account] = await findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_PROGRAM })
  return account
}

/** A memo of any text, not co-signed by anybody. */
export const memo = (text: string): IInstruction => ({
  programAddress: MEMO_PROGRAM,
  data: new TextEncoder().encode(text),
})

/** Creates the token account of `owner` at `payer`'s cost, and does nothing when it exists. */
export const ensureTokenAccount = async (
  mint: Address,
  owner: Address,
  payer: Address,
): Promise<IInstruction> =>
  getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(payer),
    ata: await tokenAccountOf(mint, owner),
    owner,
    mint,
  })

/** Moves `amount` smallest units from wallet to wallet: a system transfer or TransferChecked. */
export const transfer = async (
  token: TokenRef,
  from: Address,
  to: Address,
  amount: bigint,
): Promise<IInstruction> => {
  if (token.address === NATIVE_TOKEN) {
    return getTransferSolInstruction({ source: createNoopSigner(from), destination: to, amount })
  }
  return getTransferCheckedInstruction({
    source: await tokenAccountOf(token.address, from),
    mint: token.address,
    destination: await tokenAccountOf(token.address, to),
    authority: createNoopSigner(from),
    amount,
    decimals: token.decimals,
  })
}

/** A table of addresses and what it lists. */
interface AddressTable {
  readonly address: Address
  readonly listed: readonly Address[]
}

/**
 * The same call made by a program that passes on what it is given (`forwarder-program.ts`). `signer`
 * signs with it.
 */
export const forward = (program: Address, call: IInstruction, signer?: Address): IInstruction => ({
  programAddress: program,
  accounts: [
    { address: call.programAddress, role: AccountRole.READONLY },
    ...(call.accounts ?? []),
    ...(signer === undefined ? [] : [{ address: signer, role: AccountRole.READONLY_SIGNER }]),
  ],
  ...(call.data === undefined ? {} : { data: call.data }),
})

const compile = (
  feePayer: Address,
  block: Block,
  instructions: readonly IInstruction[],
  table?: AddressTable,
) =>
  compileTransaction(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(feePayer, message),
      (message) =>
        setTransactionMessageLifetimeUsingBlockhash(
          {
            blockhash: block.blockhash as Blockhash,
            lastValidBlockHeight: BigInt(block.slot + BLOCKHASH_LIFETIME),
          },
          message,
        ),
      (message) => appendTransactionMessageInstructions(instructions, message),
      (message) =>
        table === undefined
          ? message
          : compressTransactionMessageUsingAddressLookupTables(message, {
              [table.address]: [...table.listed],
            }),
    ),
  )

/** Puts instructions into an unsigned version 0 transaction. */
export const composeUnsigned = (
  feePayer: Address,
  block: Block,
  instructions: readonly IInstruction[],
): Uint8Array =>
  Uint8Array.from(getTransactionEncoder().encode(compile(feePayer, block, instructions)))

/**
 * Puts instructions into a version 0 transaction that `signer` has signed, and all others have yet to sign;
 * what `table` lists is looked up there.
 */
export const composeCosigned = async (
  feePayer: Address,
  block: Block,
  instructions: readonly IInstruction[],
  { signer, table }: { signer: KeyPairSigner; table?: AddressTable },
): Promise<Uint8Array> => {
  const compiled = compile(feePayer, block, instructions, table)
  const signed = await partiallySignTransaction([signer.keyPair], compiled)
  return Uint8Array.from(getTransactionEncoder().encode(signed))
}

/** Puts instructions into a version 0 transaction that `signer` pays for and signs. */
export const composeSigned = async (
  signer: KeyPairSigner,
  block: Block,
  instructions: readonly IInstruction[],
): Promise<WireTransaction> => {
  const signed = await signTransaction(
    [signer.keyPair],
    compile(signer.address, block, instructions),
  )
  return decodeTransaction(Uint8Array.from(getTransactionEncoder().encode(signed)))
}
