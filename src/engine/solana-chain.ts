/** What the engine needs of Solana: the chain's answers and the comparison of what was signed. */
export type SolanaChain = {
  /** Whether a transaction with this block hash can still land. */
  isBlockhashValid(blockhash: string): Promise<boolean>
  /** What became of a signature; null while the chain does not know it. */
  signatureStatus(
    signature: string,
  ): Promise<{ confirmed: boolean; error?: string | undefined } | null>
  /** Balance in smallest units, of SOL or of all token accounts of a mint. */
  balance(token: string, owner: string): Promise<bigint>
  /** The block hash of a transaction that is asked for, base58. */
  blockhashOf(transaction: string): string
  /** Holds what the wallet signed against what it was asked to sign; both base64. */
  compare(
    asked: string,
    signed: string,
    author: string,
  ): Promise<
    | { ok: true; signature: string; bytes: string }
    | {
        ok: false
        code:
          | 'policy/solana-changed'
          | 'policy/solana-signature'
          | 'policy/solana-instruction'
          | 'policy/solana-fee-payer'
          | 'wallet/bad-answer'
        detail: string
      }
  >
  /** Mints of the token accounts that a build's old `Transfer` instructions take from. */
  mintsOf(transaction: string): Promise<Record<string, string>>
}
