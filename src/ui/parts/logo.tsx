import { useState } from 'preact/hooks'
import { isWebUrl, resolveBelow } from '@/src/lib/web-url'
import { useApp } from './context'

/** Whether a stranger's picture may be shown: https, this machine, or the picture itself. */
function isPicture(url: string | undefined): url is string {
  return url !== undefined && (url.startsWith('data:image/') || isWebUrl(url))
}

/** A hue that is always the same for the same text. */
function hueOf(seed: string): number {
  let hash = 0
  for (const letter of seed) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 3600
  return hash % 360
}

/** A round picture, or the first letters on a colour of their own where there is none. */
export function Logo(props: {
  name: string
  seed: string
  url?: string | undefined
  size?: number
}) {
  const [broken, setBroken] = useState<string | undefined>(undefined)
  const size = props.size ?? 36
  const box = { width: `${size}px`, height: `${size}px` }
  if (isPicture(props.url) && props.url !== broken) {
    return (
      <img
        class="logo"
        style={box}
        src={props.url}
        alt=""
        loading="lazy"
        referrerpolicy="no-referrer"
        onError={() => setBroken(props.url)}
      />
    )
  }
  const letters = [...props.name.replace(/[^\p{L}\p{N}]/gu, '')]
    .slice(0, size < 24 ? 1 : 2)
    .join('')
  return (
    <span
      class="logo logo-drawn"
      aria-hidden="true"
      style={{
        ...box,
        '--hue': `${hueOf(props.seed)}`,
        fontSize: `${Math.round(size * (size < 24 ? 0.55 : 0.38))}px`,
      }}
    >
      {letters.toUpperCase() || '?'}
    </span>
  )
}

/** The picture of a token with the one of its chain in the corner. */
export function TokenLogo(props: {
  token: { chainId: number; address: string; symbol: string; logoURI?: string | undefined }
  size?: number
}) {
  const { token, size = 36 } = props
  return (
    <span class="token-logo">
      <Logo name={token.symbol} seed={token.address} url={token.logoURI} size={size} />
      <span class="token-logo-chain">
        <ChainLogo chainId={token.chainId} size={Math.round(size * 0.45)} />
      </span>
    </span>
  )
}

/** The picture of a chain, from the service. */
export function ChainLogo({ chainId, size = 20 }: { chainId: number; size?: number }) {
  const { catalog, preferences } = useApp()
  const base = preferences.settings.value?.serviceUrl
  const url = base === undefined ? undefined : resolveBelow(base, `/v1/chain/${chainId}/icon`)
  return <Logo name={catalog.nameOf(chainId)} seed={`chain ${chainId}`} url={url} size={size} />
}
