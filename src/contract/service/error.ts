import * as z from 'zod/mini'
import { lenient, open } from './common'

/** The main API's error body; `name` selects the typed error. */
export const backendError = open({
  name: z.string(),
  message: z.catch(z.string(), ''),
  details: lenient(z.unknown()),
})

/** The fiat API's error body. */
export const fiatErrorBody = open({
  error: open({
    code: z.string(),
    message: z.catch(z.string(), ''),
    retryable: z.catch(z.boolean(), false),
    details: lenient(z.unknown()),
  }),
})
