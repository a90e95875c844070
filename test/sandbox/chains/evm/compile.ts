import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

const require = createRequire(import.meta.url)
const sourceFolder = fileURLToPath(new URL('../../contracts/', import.meta.url))
const cacheFolder = fileURLToPath(new URL('../../../../.sandbox/', import.meta.url))

/** Fixed, so that a newer compiler default cannot outrun the chain's hard fork. */
const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
}

const bytecode = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]+$/))])
const bytecodesSchema = z.object({
  Deposit: bytecode,
  Token: bytecode,
  StrictToken: bytecode,
  Vault: bytecode,
  FixedFee: bytecode,
  Diamond: bytecode,
  MulticallRouter: bytecode,
  WrappedCoin: bytecode,
  SwapRouter: bytecode,
  NameRegistry: bytecode,
  NameResolver: bytecode,
  GatewayResolver: bytecode,
  // Only tests deploy these.
  Thief: bytecode,
  Pool: bytecode,
  Ledger: bytecode,
  Collection: bytecode,
  Actor: bytecode,
  Chameleon: bytecode,
  OwnWallet: bytecode,
  Crowd: bytecode,
  Burner: bytecode,
  PackedTaker: bytecode,
  Restorer: bytecode,
  OldRouter: bytecode,
  LateProxy: bytecode,
  LevyToken: bytecode,
  GreedyToken: bytecode,
  ShrinkingToken: bytecode,
  HookToken: bytecode,
  HookTaker: bytecode,
  ClingyToken: bytecode,
  Farm: bytecode,
  SwapVault: bytecode,
  Items: bytecode,
  Announcer: bytecode,
  Permits: bytecode,
  CommandRouter: bytecode,
  SpokePool: bytecode,
})

/** Creation code by contract, 0x-hex. */
export type Bytecodes = z.infer<typeof bytecodesSchema>

const outputSchema = z.object({
  errors: z.optional(z.array(z.object({ severity: z.string(), formattedMessage: z.string() }))),
  contracts: z.optional(
    z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) }),
      ),
    ),
  ),
})

/**
 * Compiles the sandbox's contracts, or reads them from `.sandbox/` when neither source, compiler
 * nor library has changed. Throws with the compiler's own words when a source does not compile.
 */
export async function compileContracts(): Promise<Bytecodes> {
  const sources = await readSources()
  const cacheFile = `${cacheFolder}contracts-${await fingerprint(sources)}.json`
  const cached = await readFile(cacheFile, 'utf8').catch(() => undefined)
  if (cached !== undefined) return bytecodesSchema.parse(JSON.parse(cached))
  const compiled = bytecodesSchema.parse(await compile(sources))
  await mkdir(cacheFolder, { recursive: true })
  const draft = `${cacheFile}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(compiled))
  // Renamed whole, so that a sandbox starting at the same time never reads half a file.
  await rename(draft, cacheFile)
  return compiled
}

type Sources = Record<string, { content: string }>

async function readSources(): Promise<Sources> {
  const names = (await readdir(sourceFolder)).filter((name) => name.endsWith('.sol')).sort()
  const entries = names.map(async (name) => {
    return [name, { content: await readFile(sourceFolder + name, 'utf8') }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

async function fingerprint(sources: Sources): Promise<string> {
  const versions = ['solc/package.json', '@openzeppelin/contracts/package.json'].map((path) =>
    readFile(require.resolve(path), 'utf8'),
  )
  const hash = createHash('sha256').update(JSON.stringify([sources, settings]))
  for (const text of await Promise.all(versions)) hash.update(text)
  return hash.digest('hex').slice(0, 16)
}

async function compile(sources: Sources): Promise<Record<string, string>> {
  // Loaded only here: the compiler is 9 MB and most starts find the cache.
  const { default: solc } = await import('solc')
  const { readFileSync } = await import('node:fs')
  const readImport = (path: string) => {
    try {
      return { contents: readFileSync(require.resolve(path), 'utf8') }
    } catch (error) {
      return { error: String(error) }
    }
  }
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const output = outputSchema.parse(JSON.parse(solc.compile(input, { import: readImport })))
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map((e) => e.formattedMessage).join('\n'))
  return Object.fromEntries(
    Object.entries(output.contracts ?? {}).flatMap(([, contracts]) =>
      Object.entries(contracts).map(([name, { evm }]) => [name, `0x${evm.bytecode.object}`]),
    ),
  )
}
