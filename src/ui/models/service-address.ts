import { sitePattern } from '@/src/lib/site-pattern'
import { isLoopbackUrl, isWebUrl } from '@/src/lib/web-url'
import type { Backend } from './backend'

/** Why an address is not taken: no address at all, or one that is sent in the open. */
export type AddressProblem = 'invalid' | 'unsafe'

/** Judges what was typed as an address of a service; undefined when it can be used. */
export function addressProblem(text: string): AddressProblem | undefined {
  if (isWebUrl(text)) return undefined
  return URL.canParse(text) && new URL(text).protocol === 'http:' ? 'unsafe' : 'invalid'
}

/**
 * Asks the browser for access to the host of an address; must be called inside the person's own
 * gesture. This machine's own services answer every origin and need none. False when it was not given.
 */
export async function requestHost(
  backend: Pick<Backend, 'requestAccess'>,
  url: string,
): Promise<boolean> {
  if (isLoopbackUrl(url)) return true
  return backend.requestAccess([sitePattern(new URL(url).origin)])
}
