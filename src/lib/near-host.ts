import { isLoopbackUrl } from './web-url'

/**
 * This machine in any spelling, the names that private networks give (RFC 6762, 8375; one without a dot
 * is looked up there alone), and the ranges that are kept for them (RFC 1918, 4193, 6598) or for no host at
 * all (RFC 6890), behind a translator too (RFC 6052), or were (RFC 3879).
 */
const NEAR = new RegExp(
  [
    String.raw`(^|\.)(local\w*|internal|intranet|private|corp|lan|home(\.arpa)?)\.?$`,
    String.raw`^[^.:[]+\.?$`,
    String.raw`^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.`,
    String.raw`^(198\.1[89]|192\.0\.0|255)\.`,
    String.raw`^\[(::|64:ff9b:|f[cd]|fe[89a-f])`,
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
