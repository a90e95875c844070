import { decodeBase64 } from '@/src/lib/bytes'
import { toSafePicture, toSafePictureOf } from '@/src/lib/safe-picture'
import { isWebUrl } from '@/src/lib/web-url'
import type { Backend } from '../models/backend'

/**
 * The address (`data:`) of a stranger's picture as it may be shown, or null where it is none that is
 * drawn in a moment. The browser is given no other: once it draws a picture, nothing can stop it. Rejects
 * where the picture cannot be had.
 */
export async function readSafely(
  backend: Pick<Backend, 'call'>,
  url: string,
): Promise<string | null> {
  if (url.startsWith('data:')) return toSafePictureOf(url)
  const { bytes } = await backend.call('readPicture', { url })
  const read = decodeBase64(bytes)
  return read === null ? null : toSafePicture(read)
}

/** Keeps so many pictures in mind. */
const maxKnown = 300

/**
 * Looks into the picture of a logo, once its place is on the screen or about to be, and keeps in `known`
 * what may be shown. Settles never where the signal fired first. Rejects as `readSafely`.
 */
export async function learn(
  known: Map<string, string | null>,
  backend: Pick<Backend, 'call'>,
  url: string,
  place: Element,
  signal: AbortSignal,
): Promise<void> {
  // What was refused is not asked for again each time it comes into view.
  if (known.has(url) || (!url.startsWith('data:') && !isWebUrl(url))) return
  await seen(place, signal)
  const picture = await readSafely(backend, url)
  if (known.size >= maxKnown) known.clear()
  known.set(url, picture)
}

function seen(place: Element, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watch.disconnect()
        resolve()
      },
      { rootMargin: '200px' },
    )
    if (!signal.aborted) watch.observe(place)
    signal.addEventListener('abort', () => watch.disconnect())
  })
}
