/** `mov64 r0, 0` and `exit`: a program that returns success whatever it is given. */
const CODE = Uint8Array.of(0xb7, 0, 0, 0, 0, 0, 0, 0, 0x95, 0, 0, 0, 0, 0, 0, 0)
const NAMES = new TextEncoder().encode('\0.text\0.shstrtab\0')

const HEADER_SIZE = 64
const SECTION_SIZE = 64
const SECTION_COUNT = 3
const CODE_AT = HEADER_SIZE
const NAMES_AT = CODE_AT + CODE.length
/** Section headers have to lie on a multiple of eight. */
const SECTIONS_AT = Math.ceil((NAMES_AT + NAMES.length) / 8) * 8

/** ELF constants (elf.h): types, machine and section flags. */
const ET_DYN = 3
const EM_BPF = 247
const SHT_PROGBITS = 1
const SHT_STRTAB = 3
const SHF_ALLOC_EXECINSTR = 6n

interface Section {
  readonly name: number
  readonly type: number
  readonly flags: bigint
  readonly address: number
  readonly offset: number
  readonly size: number
}

const writeHeader = (view: DataView) => {
  // Magic, 64 bits, little endian, version 1, no ABI.
  for (const [at, byte] of [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1].entries()) view.setUint8(at, byte)
  view.setUint16(16, ET_DYN, true)
  view.setUint16(18, EM_BPF, true)
  view.setUint32(20, 1, true)
  view.setBigUint64(24, BigInt(CODE_AT), true)
  view.setBigUint64(40, BigInt(SECTIONS_AT), true)
  view.setUint16(52, HEADER_SIZE, true)
  // The size of a program header; there are none.
  view.setUint16(54, 56, true)
  view.setUint16(58, SECTION_SIZE, true)
  view.setUint16(60, SECTION_COUNT, true)
  view.setUint16(62, SECTION_COUNT - 1, true)
}

const writeSection = (view: DataView, index: number, section: Section) => {
  const at = SECTIONS_AT + index * SECTION_SIZE
  view.setUint32(at, section.name, true)
  view.setUint32(at + 4, section.type, true)
  view.setBigUint64(at + 8, section.flags, true)
  view.setBigUint64(at + 16, BigInt(section.address), true)
  view.setBigUint64(at + 24, BigInt(section.offset), true)
  view.setBigUint64(at + 32, BigInt(section.size), true)
  view.setBigUint64(at + 48, 8n, true)
}

/** Builds the smallest on-chain program: an ELF file of two instructions that always succeeds. */
export const createNoopProgram = (): Uint8Array => {
  const bytes = new Uint8Array(SECTIONS_AT + SECTION_COUNT * SECTION_SIZE)
  const view = new DataView(bytes.buffer)
  writeHeader(view)
  bytes.set(CODE, CODE_AT)
  bytes.set(NAMES, NAMES_AT)
  writeSection(view, 1, {
    name: 1,
    type: SHT_PROGBITS,
    flags: SHF_ALLOC_EXECINSTR,
    address: CODE_AT,
    offset: CODE_AT,
    size: CODE.length,
  })
  writeSection(view, 2, {
    name: 7,
    type: SHT_STRTAB,
    flags: 0n,
    address: 0,
    offset: NAMES_AT,
    size: NAMES.length,
  })
  return bytes
}
