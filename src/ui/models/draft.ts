import type { Token } from '@/src/contract/service/token'

/** What was typed on the swap screen: kept while the browser runs, so that a closed popup loses nothing. */
export type Draft = {
  pay?: Token | undefined
  receive?: Token | undefined
  side: 'pay' | 'receive'
  text: string
  /** The text is US dollars, not an amount of the token. */
  isMoney?: boolean | undefined
  /** Fraction; absent = the default in the settings. */
  slippage?: number | undefined
  /** What stands in the field of the slippage and is not set, or is none: nothing is reviewed meanwhile. */
  slippageText?: string | undefined
  recipient: string
  /** The key of the route that the person picked, not the first by itself. */
  route?: string | undefined
  /** The name that the person typed as the recipient: itself until its address was confirmed. */
  name?: string | undefined
  /** The order that what is paid with was left of. */
  follows?: string | undefined
  /**
   * Orders that were planned of it as it stands: once one is confirmed, it is no longer the form's. Of a form
   * that another took the place of there may be none.
   */
  made?: string[] | undefined
  /** Unix ms: when the first of those was asked for, or the form made room. */
  began?: number | undefined
}

/** Orders of one form that are remembered: the last ones, each at another price. */
export const mostMade = 9

export const emptyDraft: Draft = { side: 'pay', text: '', recipient: '' }
