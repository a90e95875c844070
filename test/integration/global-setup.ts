import { compileContracts } from '../sandbox/chains/evm/compile'

/** Compiles the contracts once: without it each of the files that start first would, side by side. */
export default async function globalSetup(): Promise<void> {
  await compileContracts()
}
