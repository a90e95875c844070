import { keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** The first account of the mnemonic every development node starts with: public, worthless. */
export const testAccountKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** An account named by a phrase, so that addresses are the same at every start. */
export function deriveAccount(phrase: string): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toHex(`causeway sandbox ${phrase}`)))
}
