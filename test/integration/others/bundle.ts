import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/**
 * Page code of a wallet that nobody here wrote, as one script. What such code takes of Node comes from
 * the packages that wallets themselves are bundled with.
 */
export async function bundleWallet(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [here(file)],
    alias: {
      '@solana/web3.js': here('web3-js.ts'),
      stream: 'readable-stream',
      'node:stream': 'readable-stream',
    },
    inject: [here('node-globals.ts')],
    define: { global: 'globalThis' },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    write: false,
    logLevel: 'error',
  })
  const [script] = outputFiles
  if (script === undefined) throw new Error('nothing was bundled')
  // Served inside a script element, which such a text would end.
  return script.text.replaceAll('</script', '<\\/script')
}
