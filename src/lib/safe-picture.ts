import { decodeBase64, encodeBase64 } from './bytes'
import { toSafeSvg } from './safe-svg'
import { maxPictureBytes } from './web-url'

/** Pixels of a side: what a picture is unpacked to is bounded before it is. */
const maxSide = 2_048

type Kind = 'png' | 'jpeg' | 'gif' | 'webp'
type Raster = { kind: Kind; width: number; height: number }

const startsWith = (bytes: Uint8Array, at: number, letters: string) =>
  [...letters].every((letter, place) => bytes[at + place] === letter.charCodeAt(0))

/** The size that a GIF's first image has: where it is larger, it is the picture's. */
function sizeOfGif(bytes: Uint8Array, view: DataView): Raster {
  const tableAt = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  let at = 13 + tableAt(view.getUint8(10))
  while (bytes[at] === 0x21) {
    at += 2
    while (view.getUint8(at) !== 0) at += view.getUint8(at) + 1
    at += 1
  }
  if (bytes[at] !== 0x2c) throw new RangeError('no image')
  const [width, height] = [5, 7].map((place, side) =>
    Math.max(view.getUint16(at + place, true), view.getUint16(6 + 2 * side, true)),
  )
  return { kind: 'gif', width: width ?? 0, height: height ?? 0 }
}

/** Scans of a JPEG: a browser draws the whole picture for each. Those of cameras and editors have ten. */
const maxScans = 32

function countScans(bytes: Uint8Array): number {
  // Within what a scan holds, no marker stands.
  return bytes.reduce((sum, byte, at) => sum + Number(byte === 0xda && bytes[at - 1] === 0xff), 0)
}

/** The size in a JPEG's frame header, the first of them. */
function sizeOfJpeg(view: DataView): Raster {
  let at = 2
  while (true) {
    if (view.getUint8(at) !== 0xff) throw new RangeError('no marker')
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      return { kind: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    }
    // These have no length, and none stands before the frame: browsers read on in another place than here.
    if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9)) throw new RangeError('no header')
    // Fill bytes may stand before a marker.
    if (marker === 0xff) at += 1
    else at += 2 + view.getUint16(at + 2)
  }
}

function sizeOfWebp(bytes: Uint8Array, view: DataView): Raster {
  if (startsWith(bytes, 12, 'VP8X')) {
    const side = (at: number) => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
    return { kind: 'webp', width: side(24), height: side(27) }
  }
  if (startsWith(bytes, 12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return { kind: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
  }
  if (!startsWith(bytes, 12, 'VP8 ')) throw new RangeError('no frame')
  const side = (at: number) => view.getUint16(at, true) & 0x3fff
  return { kind: 'webp', width: side(26), height: side(28) }
}

/** What a picture of pixels says of itself; undefined where the bytes are none that is known. */
function rasterOf(bytes: Uint8Array): Raster | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n') && startsWith(bytes, 12, 'IHDR')) {
      return { kind: 'png', width: view.getUint32(16), height: view.getUint32(20) }
    }
    if (startsWith(bytes, 0, 'GIF8')) return sizeOfGif(bytes, view)
    if (startsWith(bytes, 0, '\xff\xd8\xff')) return sizeOfJpeg(view)
    if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return sizeOfWebp(bytes, view)
  } catch {
    // It ends before it has said its size: no picture that anybody draws.
  }
  return undefined
}

/**
 * The address (`data:`) of a stranger's picture that is drawn in a moment and loads nothing, from its
 * bytes: pixels of a known kind and a bounded size, or an SVG that was written anew. Null for all else.
 * What was said of its media type counts for nothing.
 */
export function toSafePicture(bytes: Uint8Array): string | null {
  if (bytes.byteLength > maxPictureBytes) return null
  const raster = rasterOf(bytes)
  if (raster !== undefined) {
    const { kind, width, height } = raster
    if (width < 1 || height < 1 || width > maxSide || height > maxSide) return null
    if (kind === 'jpeg' && countScans(bytes) > maxScans) return null
    return `data:image/${kind};base64,${encodeBase64(bytes)}`
  }
  const svg = toSafeSvg(new TextDecoder().decode(bytes))
  return svg === null ? null : `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}

/** As `toSafePicture`, from a picture that is its own address (`data:image/...`). */
export function toSafePictureOf(url: string): string | null {
  const [, flags = '', body = ''] = /^data:image\/[\w.+-]+([^,]*),([\s\S]*)$/.exec(url) ?? []
  // Of its bytes none takes more than four letters when written as base64 and then in percent signs.
  if (body === '' || body.length > 4 * maxPictureBytes) return null
  try {
    const text = decodeURIComponent(body.replace(/%(?![\da-f]{2})/gi, '%25'))
    if (!/;\s*base64\s*$/i.test(flags)) return toSafePicture(new TextEncoder().encode(text))
    const bare = text.replace(/\s+/g, '').replace(/={1,2}$/, '')
    const bytes = decodeBase64(bare.padEnd(Math.ceil(bare.length / 4) * 4, '='))
    return bytes === null ? null : toSafePicture(bytes)
  } catch {
    return null
  }
}
