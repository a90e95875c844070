import * as z from 'zod/mini'
import { InvalidResponseError, type ServiceErrorDetails } from '@/src/domain/service/service-error'
import { withoutPrototypeKeys } from '@/src/lib/prototype-keys'

type Issue = z.core.$ZodIssue

/** The deepest issue of a union is the useful one: the branch that fitted best. */
function mostSpecific(issue: Issue): { path: PropertyKey[]; message: string } {
  if (issue.code !== 'invalid_union') return issue
  let best: { path: PropertyKey[]; message: string } = issue
  for (const branch of issue.errors) {
    for (const inner of branch) {
      const found = mostSpecific(inner)
      const path = [...issue.path, ...found.path]
      if (path.length > best.path.length) best = { path, message: found.message }
    }
  }
  return best
}

/**
 * Reads an answer of the service by its schema. Keys that reach a prototype are removed first.
 *
 * @param what names the answer in the error: "quote", "order".
 * @throws InvalidResponseError (SVC3003) with the path of the field that failed.
 */
export function decode<T extends z.core.$ZodType>(
  schema: T,
  value: unknown,
  what: string,
  details?: ServiceErrorDetails,
): z.output<T> {
  let clean: unknown
  try {
    clean = withoutPrototypeKeys(value)
  } catch (cause) {
    throw new InvalidResponseError(`The ${what} answer is nested too deeply`, '', details, cause)
  }
  const read = z.safeParse(schema, clean)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const { path, message } = issue ? mostSpecific(issue) : { path: [], message: 'Invalid' }
  const field = path.map(String).join('.')
  const where = field === '' ? '' : ` at ${field}`
  throw new InvalidResponseError(
    `The ${what} answer is not valid${where}: ${message}`,
    field,
    details,
  )
}
