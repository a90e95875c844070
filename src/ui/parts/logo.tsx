import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { resolveBelow } from '@/src/lib/web-url'
import { useApp } from './context'

/** A hue that is always the same for the same text. */
function hueOf(seed: string): number {
  let hash = 0
  for (const letter of seed) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 3600
  return hash % 360
}

/**
 * Pictures that were looked into, by their address, as they may be shown; null where there is none. Kept
 * while the page lives, so that a list that is drawn anew does not flicker.
 */
const known = new Map<string, string | null>()

/** What may be shown of a picture, once it is known; `place` is where it would be. */
function usePicture(url: string | undefined, place: RefObject<Element | null>): string | undefined {
  const { backend } = useApp()
  const [, redraw] = useState(0)
  useEffect(() => {
    const element = place.current
    if (url === undefined || element === null) return
    const gone = new AbortController()
    import('./pictures')
      .then(({ learn }) => learn(known, backend, url, element, gone.signal))
      // Where it cannot be had the letters stay. Drawn again, it is asked for again.
      .then(
        () => gone.signal.aborted || redraw((times) => times + 1),
        () => undefined,
      )
    return () => gone.abort()
  }, [url])
  return known.get(url ?? '') ?? undefined
}

/**
 * A round picture, or the first letters on a colour of their own where there is none. A stranger's
 * picture is only shown once it was found to be drawn in a moment; the letters stand there until then.
 */
export function Logo(props: {
  name: string
  seed: string
  url?: string | undefined
  size?: number
}) {
  const place = useRef<HTMLSpanElement>(null)
  const [broken, setBroken] = useState<string | undefined>(undefined)
  const picture = usePicture(props.url, place)
  const size = props.size ?? 36
  const box = { width: `${size}px`, height: `${size}px` }
  if (picture !== undefined && props.url !== broken) {
    return (
      <img class="logo" style={box} src={picture} alt="" onError={() => setBroken(props.url)} />
    )
  }
  const letters = [...props.name.replace(/[^\p{L}\p{N}]/gu, '')]
    .slice(0, size < 24 ? 1 : 2)
    .join('')
  return (
    <span
      ref={place}
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
