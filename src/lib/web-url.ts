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
 * Tells whether text is an absolute address that may be opened or fetched: `https:`, or `http:` on
 * this machine. Anything else (`javascript:`, `data:`, credentials in the address) is refused.
 */
export function isWebUrl(text: string): boolean {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
}
