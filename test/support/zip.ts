import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** Bytes of a header before the file's name (APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16). */
const localLength = 30
const centralLength = 46
const endLength = 22
/** 1980-01-01, the first day that the format knows. */
const firstDay = 0x21

/** Every file below a folder as one zip archive, stored as it is. */
export function zipFolder(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const bytes = readFileSync(file)
    const name = Buffer.from(file.slice(folder.length + 1))
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(firstDay, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    locals.push(Buffer.from('PK\x03\x04'), facts, name, bytes)
    const central = Buffer.alloc(centralLength)
    central.write('PK\x01\x02')
    central.writeUInt16LE(20, 4)
    facts.copy(central, 6)
    central.writeUInt32LE(offset, 42)
    centrals.push(central, name)
    offset += localLength + name.length + bytes.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(endLength)
  end.write('PK\x05\x06')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}
