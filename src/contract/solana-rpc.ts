/** Answers of a Solana node, as far as they are read: https://solana.com/docs/rpc */
import * as z from 'zod/mini'
import { parser } from './parser'

const count = z.int().check(z.gte(0))
const lamports = z.pipe(
  z.int().check(z.gte(0)),
  z.transform((number: number) => BigInt(number)),
)
const amount = z.string().check(z.regex(/^\d{1,20}$/))
/** Unix seconds. It only dates what all else in the answer shows: what is no time is left out alone. */
const blockTime = z.catch(z.nullish(count), undefined)

/** Most answers come with the slot they are true of. */
const inContext = <S extends z.core.$ZodType>(value: S) =>
  z.object({ context: z.object({ slot: count }), value })

/** `err` is null for success; what else it may be is the runtime's affair. */
const signatureStatus = z.object({
  slot: count,
  err: z.unknown(),
  confirmationStatus: z.nullish(z.string()),
})

const base64Pair = z.tuple([z.string(), z.literal('base64')])

const solanaTransaction = z.object({
  slot: count,
  blockTime,
  transaction: base64Pair,
  meta: z.nullish(z.object({ err: z.unknown(), fee: lamports })),
})

const tokenBalance = z.object({
  accountIndex: count,
  mint: z.string(),
  owner: z.nullish(z.string()),
  uiTokenAmount: z.object({ amount, decimals: z.optional(count) }),
})

/**
 * Calls as they stand, their program and accounts by their places among the transaction's. A program hands
 * on 10 kB at most: https://github.com/anza-xyz/agave/blob/master/program-runtime/src/cpi.rs
 */
const calls = z.array(
  z.object({
    programIdIndex: count,
    accounts: z.array(count),
    data: z.string().check(z.maxLength(14_400)),
  }),
)

/**
 * What a transaction did to accounts. What cannot be read of its calls is left out alone: balances tell of
 * a payment without them. https://solana.com/docs/rpc/http/gettransaction */
const transactionBalances = z.object({
  slot: count,
  blockTime,
  transaction: z.object({
    message: z.object({
      accountKeys: z.array(z.string()),
      header: z.catch(z.optional(z.object({ numRequiredSignatures: count })), undefined),
      instructions: z.catch(z.optional(calls), undefined),
    }),
  }),
  meta: z.object({
    err: z.unknown(),
    fee: lamports,
    preBalances: z.array(lamports),
    postBalances: z.array(lamports),
    preTokenBalances: z.nullish(z.array(tokenBalance)),
    postTokenBalances: z.nullish(z.array(tokenBalance)),
    innerInstructions: z.catch(
      z.nullish(z.array(z.object({ index: count, instructions: calls }))),
      undefined,
    ),
    loadedAddresses: z.nullish(
      z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }),
    ),
  }),
})

/** One entry of an account's history: https://solana.com/docs/rpc/http/getsignaturesforaddress */
const historyEntry = z.object({
  signature: z.string(),
  slot: count,
  err: z.unknown(),
  memo: z.nullish(z.string()),
})

const epochInfo = z.object({ absoluteSlot: count, blockHeight: count })

const account = z.object({
  owner: z.string(),
  lamports,
  executable: z.boolean(),
  data: base64Pair,
})

const tokenAccount = z.object({
  pubkey: z.string(),
  account: z.object({
    data: z.object({
      parsed: z.object({
        info: z.object({ mint: z.string(), owner: z.string(), tokenAmount: z.object({ amount }) }),
      }),
    }),
  }),
})

/** What a trial shows beside its outcome; each part is null where it was not asked for, or not given. */
const trial = z.object({
  err: z.unknown(),
  logs: z.nullish(z.array(z.string())),
  accounts: z.nullish(z.array(z.nullable(account))),
  innerInstructions: z.optional(z.unknown()),
})

/** A call that a program made: in words where the node knows its program, else as it stands. */
const innerInstructions = z.array(
  z.object({
    instructions: z.array(
      z.union([
        z.object({ programId: z.string(), accounts: z.array(z.string()), data: z.string() }),
        z.object({ programId: z.string(), parsed: z.unknown() }),
      ]),
    ),
  }),
)

/** `CloseAccount` of a token program, in words. */
const closeInWords = z.object({
  type: z.literal('closeAccount'),
  info: z.object({ account: z.string(), destination: z.string() }),
})

const batchInWords = z.object({ type: z.literal('batch') })

export const parseCount = parser(count)
export const parseText = parser(z.string())
export const parseLamports = parser(lamports)
export const parseLatestBlockhash = parser(
  inContext(z.object({ blockhash: z.string(), lastValidBlockHeight: count })),
)
export const parseContextFlag = parser(inContext(z.boolean()))
export const parseContextLamports = parser(inContext(lamports))
export const parseFee = parser(inContext(z.nullable(lamports)))
export const parseStatuses = parser(inContext(z.array(z.nullable(signatureStatus))))
export const parseSolanaTransactionAnswer = parser(z.nullable(solanaTransaction))
export const parseTransactionBalances = parser(z.nullable(transactionBalances))
export const parseHistory = parser(z.array(historyEntry))
export const parseEpochInfo = parser(epochInfo)
export const parseAccount = parser(inContext(z.nullable(account)))
export const parseAccounts = parser(inContext(z.array(z.nullable(account))))
export const parseTokenAccounts = parser(inContext(z.array(tokenAccount)))
export const parseTrial = parser(inContext(trial))
export const parseInnerInstructions = parser(innerInstructions)
export const parseCloseInWords = parser(closeInWords)
export const parseBatchInWords = parser(batchInWords)
