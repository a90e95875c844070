const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Tells whether an absolute address names this machine. */
export function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && LOOPBACK.test(new URL(text).hostname)
}

/** Longer than any address met; what browsers accept differs, this stays below all of them. */
const MAX_LENGTH = 4096

/** A picture inside its own address may be long: 64 kB of text. */
const MAX_PICTURE = 65_536

/** Bytes of a picture that is fetched. */
export const maxPictureBytes = 131_072

/** Tells whether text is a picture's address: of the web, `http:` too, or the picture itself (`data:`). */
export function isPictureUrl(text: string): boolean {
  if (text.startsWith('data:image/')) return text.length <= MAX_PICTURE
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

/**
 * The address of something that is absolute, or lies below a base address whose own path is kept: `/a`
 * and `a` below `https://host/api` are both `https://host/api/a`.
 */
export function resolveBelow(base: string, path: string): string {
  if (URL.canParse(path)) return path
  return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
}

/**
 * Tells whether text is an absolute address that may be opened or fetched: `https:`, or `http:` on
 * this machine. Anything else (`javascript:`, `data:`, credentials in the address) is refused.
 */
export function isWebUrl(text: string): boolean {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
}

/**
 * This machine in any spelling, the names that private networks give (RFC 6762, 8375; one without a dot
 * is looked up there alone), and the ranges that are kept for them (RFC 1918, 4193, 6598) or for no host at
 * all (RFC 6890), behind a translator too (RFC 6052).
 */
const NEAR = new RegExp(
  [
    String.raw`(^|\.)(localhost|local|internal|lan|home\.arpa)\.?$`,
    String.raw`^[^.:[]+\.?$`,
    String.raw`^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.`,
    String.raw`^(198\.1[89]|192\.0\.0|255)\.`,
    String.raw`^\[(::|64:ff9b:|f[cd]|fe[89ab])`,
  ].join('|'),
)

/**
 * Tells whether a service may name an address: one on this machine or in a private network only where the
 * service itself is on this machine, or at that very host. It would have a person's own programs asked, or
 * opened, from afar.
 */
export function mayName(service: string, url: string): boolean {
  const isNear = URL.canParse(url) && NEAR.test(new URL(url).hostname)
  return !isNear || isLoopbackUrl(service) || URL.parse(service)?.host === new URL(url).host
}
