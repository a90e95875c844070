import jsQR from 'jsqr'

const SCALE = 4

/**
 * Reads what a QR picture says that is drawn of squares, ours or the sandbox's: rasterises them and
 * decodes the pixels with a library that had no part in drawing them. Null when there is nothing to read.
 */
export function readQrSvg(svg: string): string | null {
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1] ?? 0)
  const width = side * SCALE
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, unit] of svg.matchAll(/M(\d+)[ ,](\d+)[hl](\d+)/g)) {
    const size = Number(unit) * SCALE
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const pixel = ((Number(y) * SCALE + row) * width + Number(x) * SCALE + column) * 4
        pixels.fill(0, pixel, pixel + 3)
      }
    }
  }
  // The published types describe a default export that Node sees as a module object.
  const decode = typeof jsQR === 'function' ? jsQR : (jsQR as { default: typeof jsQR }).default
  const found = decode(pixels, width, width, { inversionAttempts: 'dontInvert' })
  return found ? Buffer.from(found.binaryData).toString() : null
}
