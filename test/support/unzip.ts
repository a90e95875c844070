import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

const central = 0x02014b50
const end = 0x06054b50
const deflated = 8

/** The files of a zip archive without comment, by name (APPNOTE.TXT 4.3.12). */
export async function readZip(path: string): Promise<Map<string, Buffer>> {
  const bytes = await readFile(path)
  const tail = bytes.length - 22
  if (bytes.readUInt32LE(tail) !== end) throw new Error(`${path} is no zip archive`)
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(tail + 16)
  while (bytes.readUInt32LE(at) === central) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const extras = bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20))
    const isDeflated = bytes.readUInt16LE(at + 10) === deflated
    files.set(name, isDeflated ? inflateRawSync(packed) : Buffer.from(packed))
    at += 46 + nameLength + extras
  }
  return files
}

/** Writes the files of an archive below `folder`. */
export async function unzip(path: string, folder: string): Promise<void> {
  for (const [name, bytes] of await readZip(path)) {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
}
