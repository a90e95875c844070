/** Match pattern that covers every page of an origin, whatever its port. */
export function sitePattern(origin: string): string {
  const url = new URL(origin)
  return `${url.protocol}//${url.hostname}/*`
}
