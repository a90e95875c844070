import type { ErrorCode } from '../error'

/** A wallet's error as the page hands it over: the wallet's own words, cut to size. */
export type WalletErrorShape = {
  name?: string | undefined
  code?: number | string | undefined
  message: string
  /** JSON of `error.data`; may be cut in the middle. */
  data?: string | undefined
}

/**
 * What a wallet's error means. `provesNotSent` is true only where the error cannot come from a
 * wallet that has already signed or broadcast; anything else leaves the step unsure.
 */
export type WalletVerdict = { code: ErrorCode; provesNotSent: boolean }

const notSent = (code: ErrorCode): WalletVerdict => ({ code, provesNotSent: true })
const maybeSent = (code: ErrorCode): WalletVerdict => ({ code, provesNotSent: false })

/**
 * Codes with one meaning whoever uses them.
 * EIP-1193, EIP-1474 https://eips.ethereum.org/EIPS/eip-1474, EIP-3085/3326, EIP-5792, CAIP-25 as
 * WalletConnect uses it, ethers' error names, `@wallet-standard/errors`.
 */
const firmCodes: ReadonlyMap<string, WalletVerdict> = new Map([
  ['4001', notSent('wallet/declined')],
  ['ACTION_REJECTED', notSent('wallet/declined')],
  ['5000', notSent('wallet/declined')],
  ['5001', notSent('wallet/declined')],
  ['5002', notSent('wallet/declined')],
  ['5750', notSent('wallet/declined')],
  ['4001000', notSent('wallet/declined')],
  ['4100', notSent('wallet/unauthorised')],
  ['3834001', notSent('wallet/unauthorised')],
  ['4200', notSent('wallet/unsupported-method')],
  ['-32004', notSent('wallet/unsupported-method')],
  ['-32601', notSent('wallet/unsupported-method')],
  ['5700', notSent('wallet/unsupported-method')],
  ['5760', notSent('wallet/unsupported-method')],
  ['6160001', notSent('wallet/unsupported-method')],
  ['6160002', notSent('wallet/unsupported-method')],
  ['4902', notSent('wallet/chain-not-added')],
  ['5710', notSent('wallet/chain-not-added')],
  ['6160000', notSent('wallet/chain-not-added')],
  ['3834000', notSent('wallet/not-found')],
  ['INSUFFICIENT_FUNDS', notSent('wallet/insufficient-funds')],
  // A wallet that broadcasts twice is told so of its own first copy: not a proof.
  ['NONCE_EXPIRED', maybeSent('wallet/nonce-too-low')],
  ['REPLACEMENT_UNDERPRICED', maybeSent('wallet/replacement-underpriced')],
])

/** Texts, looked at in this order; the first that fits decides. */
const texts: readonly (readonly [RegExp, WalletVerdict])[] = [
  // "User rejected the request.", "User denied transaction signature", "user canceled"
  [
    /\buser (?:has )?(?:rejected|denied|cancel+ed|declined|disapproved|closed|refused|aborted)\b/,
    notSent('wallet/declined'),
  ],
  [
    /\b(?:rejected|denied|cancel+ed|declined|refused|disapproved|closed) by (?:the )?user\b/,
    notSent('wallet/declined'),
  ],
  [
    /^(?:the )?(?:transaction|request|signing|approval|signature)(?: was| has been)? (?:rejected|denied|cancel+ed|declined)\.?$/,
    notSent('wallet/declined'),
  ],
  [
    /^(?:cancel+ed|rejected|denied|declined|user rejection|user cancel)\.?$/,
    notSent('wallet/declined'),
  ],
  [
    /\brejected from user\b|\b(?:popup|window) (?:was )?closed\b|\bplugin closed\b/,
    notSent('wallet/declined'),
  ],
  [
    /already pending|already processing|request (?:is )?pending|pending request/,
    notSent('wallet/pending-request'),
  ],
  [
    /unrecogni[sz]ed chain|unrecognized chain|chain not configured|network (?:is )?not (?:been )?added|unsupported chain|wallet_addethereumchain/,
    notSent('wallet/chain-not-added'),
  ],
  [
    /already known|already imported|known transaction|alreadyknown/,
    maybeSent('wallet/nonce-too-low'),
  ],
  [
    /nonce (?:is )?too low|nonce has already been used|old ?nonce|invalid nonce|nonce too high/,
    maybeSent('wallet/nonce-too-low'),
  ],
  [
    /replacement (?:transaction|fee)|underpriced to replace|could not replace existing/,
    maybeSent('wallet/replacement-underpriced'),
  ],
  [
    /insufficient funds|insufficient (?:balance|lamports|eth)|doesn't have enough funds|not enough (?:funds|balance)|exceeds (?:the )?(?:transaction sender account )?balance|found no record of a prior credit/,
    notSent('wallet/insufficient-funds'),
  ],
  [
    /wallet is locked|unlock (?:your |the )?(?:wallet|keyring)|keyring is locked|vault is locked|locked device/,
    notSent('wallet/locked'),
  ],
  [
    /not been authori[sz]ed|unauthori[sz]ed|not authori[sz]ed|must call (?:'|")?eth_requestaccounts|wallet not connected/,
    notSent('wallet/unauthorised'),
  ],
  [
    /does not exist\s*\/\s*is not available|method not (?:supported|found)|unsupported method|not support(?:ed)? (?:this )?method/,
    notSent('wallet/unsupported-method'),
  ],
  [
    /(?:provided|different|mismatch\w*) chain ?id|chain ?id (?:mismatch|does not match|should be)|chain mismatch/,
    notSent('wallet/chain-changed'),
  ],
  [
    /execution reverted|gas required exceeds|intrinsic gas too low|cannot estimate gas|unpredictable_gas_limit|exceeds block gas limit|max fee per gas less than block base fee|feecap|transaction underpriced|does not recognize a valid transaction|simulation failed/,
    notSent('wallet/transaction-rejected'),
  ],
  [
    /missing or invalid param|invalid (?:method )?param|must provide|invalid input/,
    notSent('wallet/invalid-parameters'),
  ],
  [
    /disconnected|lost connection|receiving end does not exist|message (?:port|channel) closed|disconnected port|context invalidated|provider not (?:connected|ready)/,
    maybeSent('wallet/disconnected'),
  ],
]

/** Names of Solana's wallet adapters whose message may be empty; source: wallet-adapter `errors.ts`. */
const names: ReadonlyMap<string, WalletVerdict> = new Map([
  ['WalletWindowClosedError', notSent('wallet/declined')],
  ['WalletNotConnectedError', notSent('wallet/unauthorised')],
  ['WalletAccountError', notSent('wallet/unauthorised')],
  ['WalletPublicKeyError', notSent('wallet/unauthorised')],
  ['WalletNotReadyError', notSent('wallet/not-found')],
  ['WalletWindowBlockedError', notSent('wallet/transaction-rejected')],
  ['WalletDisconnectedError', maybeSent('wallet/disconnected')],
  ['WalletDisconnectionError', maybeSent('wallet/disconnected')],
  ['WalletConnectionError', maybeSent('wallet/disconnected')],
])

/** Codes that say little: used when nothing above fits. */
const looseCodes: ReadonlyMap<string, WalletVerdict> = new Map([
  ['-32002', maybeSent('wallet/pending-request')],
  ['-32003', maybeSent('wallet/transaction-rejected')],
  ['-32602', notSent('wallet/invalid-parameters')],
  ['-32600', notSent('wallet/invalid-parameters')],
  ['INVALID_ARGUMENT', notSent('wallet/invalid-parameters')],
  ['UNPREDICTABLE_GAS_LIMIT', notSent('wallet/transaction-rejected')],
  ['CALL_EXCEPTION', maybeSent('wallet/transaction-rejected')],
  ['4900', maybeSent('wallet/disconnected')],
  ['4901', maybeSent('wallet/disconnected')],
])

/** Codes written inside JSON text, escaped or not, whole or cut: `{"originalError":{"code":4902`. */
const INNER_CODE = /\\*"code\\*"\s*:\s*\\*"?(-?\d{1,8}|[A-Z_]{3,40})(?![\w-])/g

/** How `@wallet-standard/errors` names its code in a production build. */
const STANDARD_CODE = /wallet standard error #(\d{1,8})\b/gi

function codesOf(error: WalletErrorShape): string[] {
  const text = `${error.message}\n${error.data ?? ''}`
  const inner = [...text.matchAll(INNER_CODE), ...text.matchAll(STANDARD_CODE)]
  const outer = error.code === undefined ? [] : [String(error.code)]
  return [...outer, ...inner.flatMap((match) => match.slice(1))]
}

/** Texts to judge: the message, and every message inside the data, lower case. */
function textsOf(error: WalletErrorShape): string[] {
  const inner = [...(error.data ?? '').matchAll(/\\*"message\\*"\s*:\s*\\*"([^"\\]{1,1000})/g)]
  return [error.message, ...inner.flatMap((match) => match.slice(1))].map((text) =>
    text.trim().toLowerCase(),
  )
}

function firstKnown(
  table: ReadonlyMap<string, WalletVerdict>,
  keys: readonly string[],
): WalletVerdict | undefined {
  for (const key of keys) {
    const verdict = table.get(key)
    if (verdict !== undefined) return verdict
  }
  return undefined
}

/**
 * Turns what a wallet threw into one of our codes, and says whether it proves that nothing was sent.
 *
 * Looks at firm codes first (also those wrapped in `data` or in the text), then at the words, then at
 * the name, then at vague codes. What is not known is `wallet/unknown` and proves nothing.
 */
export function normaliseWalletError(error: WalletErrorShape): WalletVerdict {
  const codes = codesOf(error)
  const firm = firstKnown(firmCodes, codes)
  if (firm !== undefined) return firm

  for (const text of textsOf(error)) {
    const rule = texts.find(([pattern]) => pattern.test(text))
    if (rule !== undefined) return rule[1]
  }
  return (
    firstKnown(names, error.name === undefined ? [] : [error.name]) ??
    firstKnown(looseCodes, codes) ??
    maybeSent('wallet/unknown')
  )
}
