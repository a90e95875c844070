import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { PageConfig, WalletChain, WalletConfig } from './config'
import { iconUri } from './icon'
import { spareEvmKey, spareSolanaKey } from './keys'
import { manifestOf } from './manifest'
import { parseMode } from './modes'

export type WalletOptions = {
  /** Folder to build into; made when it is not there. */
  readonly outDir: string
  readonly name: string
  readonly rdns: string
  readonly chains: readonly WalletChain[]
  readonly accounts: {
    /** 32 bytes of 0x-hex. Several keys are several accounts. */
    readonly evm?: { readonly privateKey: string } | readonly { readonly privateKey: string }[]
    /** Base58 of 64 bytes: seed, then public key. */
    readonly solana?: { readonly secretKey: string } | readonly { readonly secretKey: string }[]
  }
  /** See `modes.ts`. A person is asked unless something else is said. */
  readonly mode?: string
  /** Sites are connected without a prompt. */
  readonly autoConnect?: boolean
  readonly announce?: WalletConfig['announce']
  readonly signAndSend?: boolean
}

/** The page that tests drive the wallet from. */
export const barePage = 'bare.html'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * Builds the sandbox wallet into `outDir` with its configuration written inside, and gives that
 * folder back: an unpacked extension for Chromium and Firefox.
 * @throws Error on an unknown mode or when the bundle does not build.
 */
export async function prepareWallet(options: WalletOptions): Promise<string> {
  const outDir = resolve(options.outDir)
  const config = toConfig(options)
  await mkdir(outDir, { recursive: true })
  await Promise.all([
    bundle(outDir, config),
    copyFile(join(here, 'ui/style.css'), join(outDir, 'style.css')),
    writeFile(join(outDir, 'approve.html'), pageOf(config.name, 'approve.js')),
    writeFile(join(outDir, 'control.html'), pageOf(config.name, 'control.js')),
    writeFile(join(outDir, barePage), '<!doctype html><title>Sandbox wallet</title>'),
    writeFile(join(outDir, 'manifest.json'), manifestOf(config, keyOf(outDir, options))),
  ])
  return outDir
}

/** The id under which Chromium loads the wallet of this folder. */
export async function walletExtensionId(outDir: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(outDir, 'manifest.json'), 'utf8')) as {
    readonly key: string
  }
  const digest = createHash('sha256').update(Buffer.from(manifest.key, 'base64')).digest('hex')
  const toLetter = (digit: string) => String.fromCharCode(97 + Number.parseInt(digit, 16))
  return Array.from(digest.slice(0, 32), toLetter).join('')
}

function toConfig(options: WalletOptions): WalletConfig {
  const mode = options.mode ?? 'ask'
  if (parseMode(mode) === null) throw new Error(`Unknown wallet mode: ${mode}`)
  const evmKeys = [options.accounts.evm ?? []].flat().map(({ privateKey }) => privateKey)
  const solanaKeys = [options.accounts.solana ?? []].flat().map(({ secretKey }) => secretKey)
  return {
    channel: randomUUID(),
    name: options.name,
    rdns: options.rdns,
    icon: iconUri(options.name),
    chains: options.chains.map((chain) => ({ ...chain })),
    evmKeys: withSpare(evmKeys, spareEvmKey),
    solanaKeys: withSpare(solanaKeys, spareSolanaKey),
    mode,
    autoConnect: options.autoConnect ?? false,
    announce: options.announce ?? 'eip6963',
    signAndSend: options.signAndSend ?? false,
  }
}

/** A second account to switch to, and to swap fee payers with. */
function withSpare(keys: readonly string[], spare: (key: string) => string): string[] {
  const [only, ...others] = keys
  return only !== undefined && others.length === 0 ? [only, spare(only)] : [...keys]
}

/** Chromium derives the extension's id from the key: a stable one for each name and folder. */
function keyOf(outDir: string, { name, rdns }: WalletOptions): string {
  return createHash('sha256').update(`${outDir}\n${name}\n${rdns}`).digest('base64')
}

function pageConfigOf(config: WalletConfig): PageConfig {
  const { channel, name, rdns, icon, announce, signAndSend } = config
  const families = [
    ...(config.evmKeys.length > 0 ? (['evm'] as const) : []),
    ...(config.solanaKeys.length > 0 ? (['solana'] as const) : []),
  ]
  return { channel, name, rdns, icon, announce, signAndSend, families }
}

async function bundle(outDir: string, config: WalletConfig): Promise<void> {
  await build({
    absWorkingDir: here,
    entryPoints: {
      worker: 'worker/main.ts',
      relay: 'relay.ts',
      page: 'page/main.ts',
      approve: 'ui/approve.tsx',
      control: 'ui/control.tsx',
    },
    outdir: outDir,
    bundle: true,
    minify: true,
    // Content scripts share the page's world: a closed function leaves no global behind.
    format: 'iife',
    target: ['chrome120', 'firefox128'],
    platform: 'browser',
    charset: 'utf8',
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: {
      walletConfiguration: JSON.stringify(config),
      pageConfiguration: JSON.stringify(pageConfigOf(config)),
      walletChannel: JSON.stringify(config.channel),
    },
    logLevel: 'silent',
  })
}

function pageOf(name: string, script: string): string {
  const title = name.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="stylesheet" href="style.css">
  </head>
  <body>
    <main id="root"></main>
    <script src="${script}"></script>
  </body>
</html>
`
}
