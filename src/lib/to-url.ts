export type QueryValue = string | number | readonly (string | number)[] | undefined

/** Puts a path and a query below a base address. Lists travel as one comma-joined value. */
export function toUrl(
  baseUrl: string,
  { path, query = {} }: { path: string; query?: Record<string, QueryValue> },
): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : value
    if (text !== undefined && text !== '') params.set(name, String(text))
  }
  // A comma is allowed in a query; written out it keeps lists readable for people and logs. A space as "+"
  // is a form's way, which a plain decoder of addresses reads as a plus.
  const search = params.toString().replaceAll('%2C', ',').replaceAll('+', '%20')
  return `${baseUrl.replace(/\/+$/, '')}${path}${search === '' ? '' : `?${search}`}`
}
