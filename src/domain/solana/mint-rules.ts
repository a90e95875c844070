/**
 * What somebody who pays with a token, or is paid with it, should know of its mint.
 *
 * - `fee`: a transfer brings less than it takes, or may one day.
 * - `hook`: a program of the issuer runs in each transfer, or may one day.
 * - `delegate`: somebody may take it out of every account.
 * - `frozen`: a new account of it is frozen.
 * - `freezable`, `pausable`: somebody may freeze an account, or stop all transfers.
 * - `scaled`: wallets show other amounts than the chain counts.
 * - `unissued`: none of it exists.
 * - `unknown`: it has a rule that is not known here.
 */
export const mintRules = [
  'fee',
  'hook',
  'delegate',
  'frozen',
  'freezable',
  'pausable',
  'scaled',
  'unissued',
  'unknown',
] as const
export type MintRule = (typeof mintRules)[number]
