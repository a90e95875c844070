import { encode } from 'uqr'

/** Light modules around the picture, ISO/IEC 18004 section 6.3.8. */
const QUIET_ZONE = 4

function encodeText(text: string) {
  // Half a surrogate pair has no bytes; the encoder would refuse the whole text for it.
  const wellFormed = new TextDecoder().decode(new TextEncoder().encode(text))
  // Medium survives a smudge; only long texts need the room that low leaves.
  for (const ecc of ['M', 'L'] as const) {
    try {
      return encode(wellFormed, { ecc, border: QUIET_ZONE })
    } catch (error) {
      // The encoder's only way to say that the text does not fit; anything else is a bug.
      if (!(error instanceof RangeError) || error.message !== 'Data too long') throw error
    }
  }
  return null
}

/**
 * Draws text as a QR picture: an SVG document, or null when no QR code can hold the text. Dark on light
 * whatever the theme: some cameras do not read the other way round.
 *
 * @param size width and height in pixels
 */
export function drawQr(text: string, size: number): string | null {
  const code = encodeText(text)
  if (!code) return null
  const path = code.data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
    `viewBox="0 0 ${code.size} ${code.size}" shape-rendering="crispEdges">` +
    `<rect width="${code.size}" height="${code.size}" fill="#fff"/>` +
    `<path fill="#000" d="${path}"/></svg>`
  )
}
