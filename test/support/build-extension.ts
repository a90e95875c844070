import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { SandboxInfo } from '../sandbox/info'

/** Build-time environment that points a build at a running sandbox. */
export function sandboxEnvironment(info: SandboxInfo): Record<string, string> {
  return {
    WXT_SERVICE_URL: info.serviceUrl,
    WXT_FIAT_URL: info.fiatUrl,
    WXT_QR_URL: info.qrUrl,
    WXT_EMBED_URL: info.embedUrl,
    WXT_SIGNER_URL: info.signerUrl,
    WXT_SANDBOX_HOSTS: 'http://127.0.0.1/*,http://localhost/*',
  }
}

/**
 * Builds the extension with `wxt build` into `outDir` and returns the folder to load.
 * @throws Error with the build's own output when it fails.
 */
export async function buildExtension(options: {
  browser: 'chrome' | 'firefox'
  outDir: string
  env: Record<string, string>
}): Promise<string> {
  const child = spawn('npx', ['wxt', 'build', '-b', options.browser], {
    env: { ...process.env, ...options.env, CAUSEWAY_OUT_DIR: options.outDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`wxt build failed with ${code}\n${output}`)
  return join(options.outDir, `${options.browser}-mv3`)
}
