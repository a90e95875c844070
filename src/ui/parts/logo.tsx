import { resolveBelow } from '@/src/lib/resolve-below'
import { useApp } from './context'
import type { LogoProps, Pictured } from './drawn-logo'
import { lazy } from './lazy'

const Drawn = lazy(() => import('./drawn-logo').then(({ DrawnLogo }) => DrawnLogo))

/** A small picture in a place that is there from the first frame on: nothing moves when it comes. */
export function Logo(props: LogoProps) {
  const { chainId, size = 36 } = props
  const box = `${size}px`
  return (
    <span
      class={chainId === undefined ? 'logo' : 'logo logo-chain'}
      style={{ width: box, height: box }}
    >
      <Drawn {...props} />
    </span>
  )
}

/** The picture of a token with the one of its chain at the edge. */
export function TokenLogo(props: {
  token: Pictured & { logoURI?: string | undefined }
  size?: number
}) {
  const { token, size = 36 } = props
  return (
    <span class="token-logo">
      <Logo
        name={token.symbol}
        seed={token.address}
        url={token.logoURI}
        token={token}
        size={size}
      />
      <span class="token-logo-chain">
        <ChainLogo chainId={token.chainId} size={Math.max(14, Math.round(size * 0.45))} />
      </span>
    </span>
  )
}

/** The picture of a chain: our mark, else the service's. */
export function ChainLogo({ chainId, size = 20 }: { chainId: number; size?: number }) {
  const { catalog, preferences } = useApp()
  const base = preferences.settings.value?.serviceUrl
  const url = base === undefined ? undefined : resolveBelow(base, `/v1/chain/${chainId}/icon`)
  const name = catalog.nameOf(chainId)
  return <Logo name={name} seed={`chain ${chainId}`} url={url} chainId={chainId} size={size} />
}
