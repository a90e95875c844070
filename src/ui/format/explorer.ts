import { isWebUrl } from '@/src/lib/web-url'

type Explored = {
  blockExplorers?: { default: { name: string; url: string } } | undefined
}

/** Link to a transaction in the explorer of its chain, or null where none is known. */
export function transactionLink(chain: Explored | undefined, hash: string): string | null {
  return linkTo(chain, 'tx', hash)
}

/** Link to an account in the explorer of its chain, or null where none is known. */
export function addressLink(chain: Explored | undefined, address: string): string | null {
  return linkTo(chain, 'address', address)
}

function linkTo(chain: Explored | undefined, kind: 'tx' | 'address', name: string): string | null {
  const base = chain?.blockExplorers?.default.url
  if (base === undefined || !isWebUrl(base)) return null
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${kind}/${encodeURIComponent(name)}`
  return url.href
}
