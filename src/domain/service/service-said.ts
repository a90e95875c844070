import type { WireError } from '../error'

/** What the service itself said of an error, as part of the context of an `AppError`. */
export function toSaid(message: string | undefined): { serviceMessage?: string } {
  return message === undefined || message.trim() === '' ? {} : { serviceMessage: message }
}

/** The service's own words about an error, if it said any: text of a stranger, shown as such. */
export function readSaid({ context }: Partial<Pick<WireError, 'context'>>): string | undefined {
  const said = context?.serviceMessage
  return typeof said === 'string' && said !== '' ? said : undefined
}
