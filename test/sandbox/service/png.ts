import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]

/** One part of the file: its length, its name, what is in it, and a sum over the last two. */
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Looks so many times in each direction within a pixel, so that edges are smooth. */
const looks = 4

/**
 * Draws a square picture of so many pixels a side, by the colour at each point. https://www.w3.org/TR/png/
 */
export function drawPng(side: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8)
  const rows = Buffer.alloc(side * (1 + 3 * side))
  const points = Array.from({ length: looks }, (_, index) => (index + 0.5) / looks)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const seen = points.flatMap((down) => points.map((right) => colourAt(x + right, y + down)))
      for (const part of [0, 1, 2] as const) {
        const mean = seen.reduce((sum, colour) => sum + colour[part], 0) / seen.length
        rows[y * (1 + 3 * side) + 1 + 3 * x + part] = Math.round(mean)
      }
    }
  }
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows))]
  return Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))])
}
