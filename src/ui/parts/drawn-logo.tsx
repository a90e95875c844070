import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { chainMark, type Mark, tokenMark } from '../format/marks'
import { useApp } from './context'

/** A token as its picture is chosen; a symbol is the word of who lists it. */
export type Pictured = {
  chainId: number
  address: string
  symbol: string
  extensions?: { isRiskToken?: boolean | undefined } | undefined
}

/** What a picture is of: a token and a chain may have a mark of ours, `url` is a stranger's picture. */
export type LogoProps = {
  name: string
  /** Decides the colour behind a letter. */
  seed: string
  url?: string | undefined
  token?: Pictured
  chainId?: number
  size?: number
}

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

/** Tokens that were found to imitate none, as `keyOf` writes them: they may be shown by a picture. */
const genuine = new Set<string>()

const keyOf = ({ chainId, address, symbol }: Pictured) => `${chainId}:${address} ${symbol}`

/**
 * What may be shown of a stranger's picture, once it is known; `place` is where it would be. A token that
 * looks like another one by its symbol is shown by none: its picture would be the other one's.
 */
function usePicture(
  { url, token }: Pick<LogoProps, 'url' | 'token'>,
  place: RefObject<Element | null>,
): string | undefined {
  const { backend, catalog } = useApp()
  const [, redraw] = useState(0)
  const key = token && keyOf(token)
  useEffect(() => {
    const element = place.current
    if (url === undefined || element === null) return
    const gone = new AbortController()
    const find = async () => {
      if (token !== undefined && !genuine.has(keyOf(token))) {
        const { imitated } = await import('../format/look-alike')
        if (imitated(token, catalog.top.value) !== undefined) return
        genuine.add(keyOf(token))
      }
      const { learn } = await import('./pictures')
      await learn(known, backend, url, element, gone.signal)
      if (!gone.signal.aborted) redraw((times) => times + 1)
    }
    // Where it cannot be had the letter stays. Drawn again, it is asked for again.
    find().catch(() => undefined)
    return () => gone.abort()
  }, [url, key])
  if (key !== undefined && !genuine.has(key)) return undefined
  return known.get(url ?? '') ?? undefined
}

/** The mark of ours where there is one: of a token by its address, of a chain by its number. */
function useMark({ token, chainId }: LogoProps): Mark | undefined {
  const { catalog } = useApp()
  if (token !== undefined) return tokenMark(token, catalog.foreign.value)
  return chainId === undefined ? undefined : chainMark(chainId, catalog.foreign.value)
}

/**
 * Our mark; else a stranger's picture, which is only shown once it was found to be drawn in a moment;
 * else, and until then, the first letter on a colour of its own.
 */
export function DrawnLogo(props: LogoProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [broken, setBroken] = useState<string | undefined>(undefined)
  const mark = useMark(props)
  const isRisky = props.token?.extensions?.isRiskToken === true
  const url = mark !== undefined || isRisky ? undefined : props.url
  const picture = usePicture({ url, ...(props.token && { token: props.token }) }, place)
  const src = mark?.src ?? picture
  if (src !== undefined && src !== broken) {
    const kind = mark === undefined ? 'picture' : mark.isForm ? 'mark mark-form' : 'mark'
    // An element of its own for each picture, decoded before it is drawn: the last one never stays.
    return (
      <img key={src} class={kind} src={src} alt="" decoding="sync" onError={() => setBroken(src)} />
    )
  }
  const [letter = '?'] = props.name.replace(/[^\p{L}\p{N}]/gu, '')
  return (
    <span
      ref={place}
      class="logo-drawn"
      aria-hidden="true"
      style={{ '--hue': `${hueOf(props.seed)}`, fontSize: `${(props.size ?? 36) * 0.5}px` }}
    >
      {letter.toUpperCase()}
    </span>
  )
}
