import jsQR from 'jsqr'
import type { Backend } from '../models/backend'
import { readSafely } from '../parts/pictures'

/** A picture that takes longer is drawn by us; people look at the empty square meanwhile, ms. */
const patience = 4_000
/** Pixels of the copy that is read. */
const size = 512

/**
 * Loads a picture and reads what its code says. Gives the text, or null where there is none. Rejects
 * where it cannot be had in time, or could keep the page from answering while it is drawn.
 */
export async function readPicture(
  backend: Pick<Backend, 'call'>,
  url: string,
  signal: AbortSignal,
): Promise<string | null> {
  const image = await load(backend, url, AbortSignal.any([signal, AbortSignal.timeout(patience)]))
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.drawImage(image, 0, 0, size, size)
  const { data } = context.getImageData(0, 0, size, size)
  return jsQR(data, size, size)?.data ?? null
}

async function load(
  backend: Pick<Backend, 'call'>,
  url: string,
  signal: AbortSignal,
): Promise<HTMLImageElement> {
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  const picture = await Promise.race([readSafely(backend, url), ended])
  if (picture === null) throw new Error('no picture that may be drawn')
  const image = new Image()
  image.src = picture
  await Promise.race([image.decode(), ended])
  return image
}
