import { createProgramFile } from './program-file'

/** An operation as its eight bytes: https://www.kernel.org/doc/html/latest/bpf/standardization/instruction-set.html */
type Operation = readonly number[]

const operation = (code: number, to: number, from: number, offset: number, value: number) => {
  const bytes = new Uint8Array(8)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, code)
  view.setUint8(1, to | (from << 4))
  view.setInt16(2, offset, true)
  view.setInt32(4, value, true)
  return [...bytes]
}
const set = (to: number, value: number) => operation(0xb7, to, 0, 0, value)
const copy = (to: number, from: number) => operation(0xbf, to, from, 0, 0)
const add = (to: number, value: number) => operation(0x07, to, 0, 0, value)
const addFrom = (to: number, from: number) => operation(0x0f, to, from, 0, 0)
const mask = (to: number, value: number) => operation(0x57, to, 0, 0, value)
const loadWord = (to: number, from: number, offset = 0) => operation(0x79, to, from, offset, 0)
const loadByte = (to: number, from: number, offset = 0) => operation(0x71, to, from, offset, 0)
const storeWord = (to: number, offset: number, from: number) => operation(0x7b, to, from, offset, 0)
const storeByte = (to: number, offset: number, from: number) => operation(0x73, to, from, offset, 0)
const jump = (by: number) => operation(0x05, 0, 0, by, 0)
const jumpIf = (of: number, value: number, by: number) => operation(0x15, of, 0, by, value)
/** The runtime's function is put in by the loader. */
const callRuntime = operation(0x85, 0, 1, 0, -1)
const exit = operation(0x95, 0, 0, 0, 0)
/** Both parts of a 64-bit number whose lower half is 0. */
const setHigh = (to: number, high: number) => [
  ...operation(0x18, to, 0, 0, 0),
  ...operation(0, 0, 0, 0, high),
]

/** Where a program finds what it was given, and room of its own: `4 << 32` and `3 << 32`. */
const [INPUT, HEAP] = [4, 3]
/** Places in that room: the accounts as a call lists them, and with all that belongs to them. */
const [METAS, INFOS] = [256, 4096]
/** Sizes of one of each in C: https://github.com/anza-xyz/platform-tools-sdk (sol/cpi.h). */
const [META, INFO] = [16, 56]
/** What the loader leaves behind an account's data for it to grow, and the last of its alignment. */
const [GROWTH, ALIGN] = [10_240, 7]

/** Account by account, in the loader's form: r6 walks what was given, r8 and r4 what is written. */
const takeAccount: Operation[] = [
  copy(0, 6),
  add(0, 8),
  storeWord(4, 0, 0),
  storeWord(8, 0, 0),
  loadByte(1, 6, 1),
  storeByte(4, 48, 1),
  storeByte(8, 9, 1),
  loadByte(1, 6, 2),
  storeByte(4, 49, 1),
  storeByte(8, 8, 1),
  loadByte(1, 6, 3),
  storeByte(4, 50, 1),
  add(0, 32),
  storeWord(4, 32, 0),
  add(0, 32),
  storeWord(4, 8, 0),
  loadWord(1, 6, 80),
  storeWord(4, 16, 1),
  add(0, 16),
  storeWord(4, 24, 0),
  copy(6, 0),
  addFrom(6, 1),
  add(6, GROWTH + ALIGN),
  mask(6, ~ALIGN),
  loadWord(1, 6),
  storeWord(4, 40, 1),
  add(6, 8),
  add(8, META),
  add(4, INFO),
  add(7, -1),
]

/** While r7 accounts are left; one that is named twice is refused: it has no form of its own. */
const takeAccounts: Operation[] = [
  jumpIf(7, 0, takeAccount.length + 5),
  loadByte(1, 6),
  jumpIf(1, 0xff, 2),
  set(0, 1),
  exit,
  ...takeAccount,
  jump(-(takeAccount.length + 6)),
]

const before: Operation[] = [
  copy(6, 1),
  loadWord(7, 6),
  add(6, 8),
  setHigh(9, HEAP),
  copy(8, 9),
  add(8, METAS),
  copy(4, 9),
  add(4, INFOS),
]

/** The call: the first account is its program, the others its accounts; the data as it came. */
const passOn: Operation[] = [
  loadWord(0, 9, INFOS),
  storeWord(9, 0, 0),
  copy(0, 9),
  add(0, METAS + META),
  storeWord(9, 8, 0),
  setHigh(3, INPUT),
  loadWord(3, 3),
  copy(0, 3),
  add(0, -1),
  storeWord(9, 16, 0),
  copy(0, 6),
  add(0, 8),
  storeWord(9, 24, 0),
  loadWord(0, 6),
  storeWord(9, 32, 0),
  copy(1, 9),
  copy(2, 9),
  add(2, INFOS),
  set(4, 0),
  set(5, 0),
]

/**
 * A program that calls, with what it was given, the program that stands first among its accounts: as
 * routers and fillers do, money then moves by their call and not by one of the message. It has no
 * accounts of its own and lends its caller's right to sign, which is what a hostile one abuses.
 */
export function createForwarderProgram(): Uint8Array {
  const start = [...before, ...takeAccounts, ...passOn].flat()
  const code = Uint8Array.from([...start, ...callRuntime, ...exit])
  return createProgramFile(code, [{ name: 'sol_invoke_signed_c', at: start.length }])
}
