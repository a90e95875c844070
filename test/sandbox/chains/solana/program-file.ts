/**
 * Writes on-chain programs without a compiler: an assembled body becomes the ELF file that the loader
 * takes (SBPF version 0). A tool of the tests. The format: https://github.com/anza-xyz/sbpf (elf.rs).
 */

const ENTRY = 64
const SECTION_SIZE = 64
/** ELF constants (elf.h): types, machine and section flags. */
const ET_DYN = 3
const EM_BPF = 247
const [SHT_PROGBITS, SHT_STRTAB, SHT_DYNAMIC, SHT_REL, SHT_DYNSYM] = [1, 3, 6, 9, 11]
const [SHF_ALLOC, SHF_EXECINSTR] = [2n, 4n]
const [DT_NULL, DT_SYMTAB, DT_REL, DT_RELSZ, DT_RELENT] = [0, 6, 17, 18, 19]
/** Puts a symbol's number into the call it stands at. */
const R_BPF_64_32 = 10
const SYMBOL_SIZE = 24
const RELOCATION_SIZE = 16

/** A call of the runtime, by name, and the byte of the code at which it stands. */
export interface SystemCall {
  readonly name: string
  readonly at: number
}

interface Section {
  readonly name: string
  readonly type: number
  readonly flags?: bigint
  readonly bytes: Uint8Array
  /** Size of one entry, where it is a table. */
  readonly entry?: number
}

const text = (...names: string[]) => new TextEncoder().encode(`\0${names.join('\0')}\0`)
const placeOf = (names: readonly string[], name: string) =>
  1 + names.slice(0, names.indexOf(name)).reduce((sum, each) => sum + each.length + 1, 0)
const align = (offset: number) => Math.ceil(offset / 8) * 8
const words = (...values: (bigint | number)[]) =>
  new Uint8Array(BigUint64Array.from(values, BigInt).buffer)

/** Where each section lies, one after the other behind the header, and where they end. */
function layOut(sections: readonly Section[]): { offsets: number[]; end: number } {
  let end = ENTRY
  const offsets = sections.map(({ bytes }) => {
    const offset = end
    end = align(offset + bytes.length)
    return offset
  })
  return { offsets, end }
}

/** The tables by which the loader finds each call of the runtime and puts its number in. */
function linkSections(code: Uint8Array, calls: readonly SystemCall[]): Section[] {
  const names = [...new Set(calls.map(({ name }) => name))]
  const symbols = new Uint8Array(SYMBOL_SIZE * (names.length + 1))
  for (const [at, name] of names.entries()) {
    new DataView(symbols.buffer).setUint32(SYMBOL_SIZE * (at + 1), placeOf(names, name), true)
  }
  const relocations = words(
    ...calls.flatMap(({ name, at }) => [
      ENTRY + at,
      (BigInt(names.indexOf(name) + 1) << 32n) | BigInt(R_BPF_64_32),
    ]),
  )
  const flags = SHF_ALLOC
  const start: Section[] = [
    { name: '.text', type: SHT_PROGBITS, flags: SHF_ALLOC | SHF_EXECINSTR, bytes: code },
    { name: '.dynstr', type: SHT_STRTAB, flags, bytes: text(...names) },
    { name: '.dynsym', type: SHT_DYNSYM, flags, bytes: symbols, entry: SYMBOL_SIZE },
    { name: '.rel.dyn', type: SHT_REL, flags, bytes: relocations, entry: RELOCATION_SIZE },
  ]
  const [, , symbolsAt = 0, relocationsAt = 0] = layOut(start).offsets
  const dynamic = [DT_SYMTAB, symbolsAt, DT_REL, relocationsAt, DT_RELSZ, relocations.length]
  const bytes = words(...dynamic, DT_RELENT, RELOCATION_SIZE, DT_NULL, 0)
  return [...start, { name: '.dynamic', type: SHT_DYNAMIC, flags, bytes, entry: 16 }]
}

function writeHeader(view: DataView, sectionsAt: number, count: number): void {
  // Magic, 64 bits, little endian, version 1, no ABI.
  for (const [at, byte] of [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1].entries()) view.setUint8(at, byte)
  view.setUint16(16, ET_DYN, true)
  view.setUint16(18, EM_BPF, true)
  view.setUint32(20, 1, true)
  view.setBigUint64(24, BigInt(ENTRY), true)
  view.setBigUint64(40, BigInt(sectionsAt), true)
  view.setUint16(52, ENTRY, true)
  // The size of a program header; there are none.
  view.setUint16(54, 56, true)
  view.setUint16(58, SECTION_SIZE, true)
  view.setUint16(60, count, true)
  view.setUint16(62, count - 1, true)
}

/** The file of a program whose code begins with its entry; `calls` are those of the runtime in it. */
export function createProgramFile(code: Uint8Array, calls: readonly SystemCall[] = []): Uint8Array {
  const linked = linkSections(code, calls)
  const body = calls.length === 0 ? linked.slice(0, 1) : linked
  const names = [...body.map(({ name }) => name), '.shstrtab']
  const sections = [...body, { name: '.shstrtab', type: SHT_STRTAB, bytes: text(...names) }]
  const { offsets, end } = layOut(sections)
  const file = new Uint8Array(end + SECTION_SIZE * (sections.length + 1))
  const view = new DataView(file.buffer)
  writeHeader(view, end, sections.length + 1)
  for (const [index, { name, type, flags = 0n, bytes, entry = 0 }] of sections.entries()) {
    const [offset = 0, at] = [offsets[index], end + SECTION_SIZE * (index + 1)]
    file.set(bytes, offset)
    view.setUint32(at, placeOf(names, name), true)
    view.setUint32(at + 4, type, true)
    view.setBigUint64(at + 8, flags, true)
    view.setBigUint64(at + 16, BigInt(flags === 0n ? 0 : offset), true)
    view.setBigUint64(at + 24, BigInt(offset), true)
    view.setBigUint64(at + 32, BigInt(bytes.length), true)
    view.setBigUint64(at + 48, 8n, true)
    view.setBigUint64(at + 56, BigInt(entry), true)
  }
  return file
}
