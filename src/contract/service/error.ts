import * as z from 'zod/mini'
import { identifier, lenient, open } from './common'

/** What a person may read of an error: text, or several as validators write them. */
const message = lenient(
  z.union([
    z.string(),
    z.pipe(
      z.array(z.string()),
      z.transform((all): string => all.join('; ')),
    ),
  ]),
)

/**
 * The main API's error body; `name` selects the typed error. Gateways before it write other bodies:
 * without a name, or with the message inside `error`.
 */
export const backendError = open({
  name: lenient(z.string()),
  message,
  error: lenient(z.union([z.string(), open({ message })])),
})

const named = open({ details: open({ orderId: identifier }) })

/**
 * An order that the fiat API names in the details of a refusal, in either envelope: the one that the quote
 * became.
 */
export const namedFiatOrder = z.pipe(
  z.union([
    z.pipe(
      open({ error: named }),
      z.transform(({ error }) => error),
    ),
    named,
  ]),
  z.transform(({ details }): string => details.orderId),
)

const fiatSaid = {
  code: z.string(),
  message: z.catch(z.string(), ''),
  /** Absent where the status says it. */
  retryable: lenient(z.boolean()),
  details: lenient(z.unknown()),
}

/** The fiat API's error body: in an envelope as seen, or alone; with a name it is the main API's. */
export const fiatErrorBody = z.union([
  open({ error: open(fiatSaid) }),
  z.pipe(
    open({ ...fiatSaid, name: z.optional(z.undefined()) }),
    z.transform((error) => ({ error })),
  ),
])
