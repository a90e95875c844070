import { createProgramFile } from './program-file'

/** `mov64 r0, 0` and `exit`: a program that returns success whatever it is given. */
const CODE = Uint8Array.of(0xb7, 0, 0, 0, 0, 0, 0, 0, 0x95, 0, 0, 0, 0, 0, 0, 0)

/** Builds the smallest on-chain program: an ELF file of two instructions that always succeeds. */
export const createNoopProgram = (): Uint8Array => createProgramFile(CODE)
