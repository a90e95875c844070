import { describe, expect, it } from 'vitest'
import { toSafePicture, toSafePictureOf } from './safe-picture'
import { maxPictureBytes } from './web-url'

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const big = (...numbers: number[]) => numbers.flatMap((n) => [n >> 8, n & 255])
const little = (...numbers: number[]) => numbers.flatMap((n) => [n & 255, n >> 8])
const bytes = (...parts: number[][]) => new Uint8Array(parts.flat())

const png = (width: number, height: number) =>
  bytes(letters('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), big(0, width, 0, height), [8, 6, 0, 0, 0])
const gif = (width: number, height: number, inner = [width, height]) =>
  bytes(
    letters('GIF89a'),
    little(width, height),
    [0x80, 0, 0],
    [0, 0, 0, 255, 255, 255],
    [0x21, 0xf9, 4, 0, 0, 0, 0, 0],
    [0x2c],
    little(0, 0, ...inner),
    [0],
  )
const jpeg = (width: number, height: number) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe0],
    big(4),
    [0, 0, 0xff, 0xff, 0xc2],
    big(17),
    [8],
    big(height, width),
  )
const webp = (name: string, rest: number[]) =>
  bytes(letters('RIFF\0\0\0\0WEBP'), letters(name), [0, 0, 0, 0], rest)
const lossy = (width: number, height: number) =>
  webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...little(width, height)])
const lossless = (width: number, height: number) => {
  const bits = (width - 1) | ((height - 1) << 14)
  return webp('VP8L', [0x2f, ...little(bits & 0xffff, bits >>> 16)])
}
const wide = (width: number, height: number) =>
  webp('VP8X', [0, 0, 0, 0, ...little(width - 1), 0, ...little(height - 1), 0])

describe('pictures of pixels', () => {
  it.each([
    ['png', png],
    ['gif', gif],
    ['jpeg', jpeg],
    ['webp', lossy],
    ['webp', lossless],
    ['webp', wide],
  ])('given a small %s, it is shown as what its bytes are', (kind, draw) => {
    const start = `data:image/${kind};base64,`
    expect(toSafePicture(draw(512, 512))?.slice(0, start.length)).toBe(start)
    expect(toSafePicture(draw(1, 2_048))).not.toBeNull()
  })

  it.each([
    ['png', png],
    ['gif', gif],
    ['jpeg', jpeg],
    ['webp', lossy],
    ['webp', lossless],
    ['webp', wide],
  ])('given a %s that unpacks to more than a screen, it is refused', (_, draw) => {
    expect(toSafePicture(draw(2_049, 512))).toBeNull()
    expect(toSafePicture(draw(512, 2_049))).toBeNull()
  })

  it.each<[string, Uint8Array]>([
    ['none', png(0, 1)],
    ['more than it says first', gif(1, 1, [60_000, 60_000])],
    ['more than fits', bytes([...png(8, 8)], Array(maxPictureBytes).fill(0))],
    ['an end before its size', jpeg(8, 8).subarray(0, 12)],
    ['an end inside of a block', gif(8, 8).subarray(0, 24)],
    ['no bytes', new Uint8Array()],
  ])('given %s, it is refused', (_, given) => {
    expect(toSafePicture(given)).toBeNull()
  })
})

const fox =
  '<svg xmlns="http://www.w3.org/2000/svg" fill="none" height="33" viewBox="0 0 35 33" width="35"><g stroke-linecap="round" stroke-width=".25"><path d="m32.9582 1-13.1341 9.7183 2.4424-5.72731z" fill="#e17726" stroke="#e17726"/></g></svg>'
const drawn = fox
  .replace(' xmlns="http://www.w3.org/2000/svg"', '')
  .replace(' width="35"', ' width="35" xmlns="http://www.w3.org/2000/svg"')
const safe = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`

describe('pictures that are their own address', () => {
  it.each([
    ['base64', `data:image/svg+xml;base64,${btoa(fox)}`],
    ['base64 without its end', `data:image/svg+xml;base64,${btoa(`${fox} `).replace(/=+$/, '')}`],
    ['percent signs', `data:image/svg+xml,${encodeURIComponent(fox)}`],
    ['bare', `data:image/svg+xml;utf8,${fox}`],
    ['bare but for the colours', `data:image/svg+xml;utf8,${fox.replaceAll('#', '%23')}`],
    ['another type', `data:image/png;base64,${btoa(fox)}`],
  ])('given %s, it is written anew', (_, url) => {
    expect(toSafePictureOf(url)).toBe(safe)
  })

  it('given pixels, they are shown', () => {
    const body = btoa(String.fromCharCode(...png(8, 8)))
    expect(toSafePictureOf(`data:image/png;base64,${body}`)).toBe(`data:image/png;base64,${body}`)
  })

  it.each([
    ['copies', `data:image/svg+xml,${fox.replace('<path', '<use href="#a"/><path')}`],
    [
      'copies that call themselves pixels',
      `data:image/png,${fox.replace('<path', '<use href="#a"/><path')}`,
    ],
    ['another alphabet', `data:image/svg+xml;charset=utf-16,${encodeURIComponent(`\0${fox}`)}`],
    ['no base64', 'data:image/png;base64,%%%'],
    ['no letters', 'data:image/svg+xml,%ff%ff'],
    ['a page', 'data:text/html,<p>'],
    ['an address', 'https://a.example/a.png'],
    ['nothing', 'data:image/png;base64,'],
  ])('given %s, it is refused', (_, url) => {
    expect(toSafePictureOf(url)).toBeNull()
  })
})

/** A JPEG whose frame header stands behind a marker without a length: no decoder reads one there. */
function jpegBehind(marker: number, width: number, height: number): Uint8Array {
  const given = new Uint8Array(70_000)
  given.set([0xff, 0xd8, 0xff, marker, 0xff, 0xc0, 0, 11, 8, ...big(height, width), 1, 1, 0x11, 0])
  // Where the header's own first bytes lead to, when they are taken for a length.
  given.set([0xff, 0xc0, 0, 11, 8, ...big(16, 16)], 4 + 0xff_c0)
  return given
}

/** A progressive JPEG of one component that draws nothing, in as many scans as there is room for. */
function jpegOfScans(side: number, length: number): Uint8Array {
  const [none, table] = [Array(15).fill(0), Array(64).fill(1)]
  const given = [0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...table]
  given.push(0xff, 0xc2, 0, 11, 8, ...big(side, side), 1, 1, 0x11, 0)
  given.push(0xff, 0xc4, 0, 20, 0x10, 1, ...none, 0xe0)
  // Three runs of 32,767 blocks without a coefficient, in six bytes.
  const runs = [0x7f, 0xff, 0, 0x7f, 0xff, 0, 0x7f, 0xff, 0]
  const scanOf = (bits: number) => [0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, bits, ...runs]
  given.push(...scanOf(1))
  while (given.length + 22 < length) given.push(...scanOf(0x10))
  return new Uint8Array([...given, 0xff, 0xd9])
}

describe('pictures that are larger, or dearer, than they say', () => {
  it.each([0x01, 0xd0, 0xd7])('given a marker without a length (%i), it is refused', (marker) => {
    expect(toSafePicture(jpegBehind(marker, 16_000, 16_000))).toBeNull()
  })

  it('given a JPEG of thousands of scans, it is refused', () => {
    expect(toSafePicture(jpegOfScans(2_048, 131_000))).toBeNull()
  })
})
