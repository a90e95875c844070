import type { ErrorCode } from '@/src/domain/error'
import { catalogue } from './catalogue'

/** What a person is told of an error: what happened, where the money is, what to do next. */
export type ErrorCopy = { title: string; what: string; money: string; next: string }

/** Codes of what was typed; their words are there from the first paint. */
export type FormErrorCode = Extract<ErrorCode, `form/${string}`>

/** Where the money is while nothing has happened to it. */
export const safeText = catalogue('safe', {
  /** True wherever an error comes up before anything was asked. */
  nothingAsked: 'Nothing was asked of your wallet and nothing has moved.',
})
/** What is said beside a field; `errorCopy` has the rest. */
export const formErrorCopy: Record<FormErrorCode, Pick<ErrorCopy, 'title' | 'next'>> = catalogue(
  'form-errors',
  {
    'form/amount-missing': {
      title: 'Enter an amount',
      next: 'Type how much you want to pay or receive.',
    },
    'form/amount-invalid': {
      title: 'This is not an amount',
      next: 'Use digits and one decimal point.',
    },
    'form/too-many-decimals': {
      title: 'Too many decimals',
      next: 'Remove some digits after the decimal point.',
    },
    'form/same-token': {
      title: 'Same token on both sides',
      next: 'Choose another token or another chain on one side.',
    },
    'form/insufficient-balance': {
      title: 'Not enough balance',
      next: 'Enter a smaller amount, or choose another account or token.',
    },
    'form/recipient-invalid': {
      title: 'This is not an address',
      next: 'Paste the whole address again and compare it.',
    },
    'form/recipient-name': {
      title: 'Confirm the address of the name',
      next: 'Compare the address that the name stands for, and use it.',
    },
    'form/recipient-wrong-family': {
      title: 'Address of another kind of chain',
      next: 'Use an address that belongs to the receiving chain.',
    },
    'form/recipient-is-token': {
      title: 'This is a token, not a wallet',
      next: 'Tokens sent there would be lost. Use the address of a wallet.',
    },
  },
)
