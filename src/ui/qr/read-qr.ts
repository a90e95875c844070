import jsQR from 'jsqr'

/** A picture that takes longer is drawn by us; people look at the empty square meanwhile, ms. */
const patience = 4_000
/** Pixels of the copy that is read. */
const size = 512

/**
 * Loads a picture and reads what its code says. Gives the text, or null where there is none.
 * Rejects where it cannot be loaded in time, or may not be looked into.
 */
export async function readPicture(url: string, signal: AbortSignal): Promise<string | null> {
  const image = await load(url, AbortSignal.any([signal, AbortSignal.timeout(patience)]))
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

function load(url: string, signal: AbortSignal): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    // Without it the pixels could be shown and never be read.
    image.crossOrigin = 'anonymous'
    image.referrerPolicy = 'no-referrer'
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('no picture'))
    signal.addEventListener('abort', () => {
      image.src = ''
      reject(signal.reason)
    })
    image.src = url
  })
}
