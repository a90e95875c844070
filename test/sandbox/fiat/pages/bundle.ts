import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))

export type CheckoutPage = 'wrapper' | 'provider'

/** Compiles a checkout page's script; as a function of its own it leaves no global behind. */
export async function bundlePage(page: CheckoutPage): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: [`${page}.ts`],
    bundle: true,
    write: false,
    format: 'iife',
    target: ['chrome120', 'firefox128'],
    platform: 'browser',
    charset: 'utf8',
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}
