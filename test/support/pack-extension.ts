import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { version } from '../../package.json'

/** Addresses of a build for real use; the names are kept for examples (RFC 2606). */
export const storeAddresses = {
  WXT_SERVICE_URL: 'https://api.example.com',
  WXT_FIAT_URL: 'https://fiat.example.com',
  WXT_QR_URL: '/api/qrcode',
  WXT_EMBED_URL: 'https://embed.example.com',
  WXT_SIGNER_URL: 'https://sign.example.com',
}

const packing = promisify(execFile)

/**
 * Packs one browser's build of the project in `root` into `outDir` and gives the paths of what was made
 * (the sources come with Firefox). `env` is all that the build knows of the outside, save its path.
 *
 * @throws Error with the build's own words when it fails.
 */
export async function packExtension(options: {
  root: string
  outDir: string
  browser: 'chrome' | 'firefox'
  env?: Record<string, string>
}): Promise<{ extension: string; sources: string }> {
  const { root, outDir, browser, env = {} } = options
  const kept = Object.entries(process.env).filter(([name]) => !/^(WXT|VITEST|NODE_ENV)/.test(name))
  await packing('wxt', ['zip', '-b', browser], {
    cwd: root,
    env: { ...Object.fromEntries(kept), ...env, CAUSEWAY_OUT_DIR: outDir },
  })
  return {
    extension: join(outDir, `causeway-${version}-${browser}.zip`),
    sources: join(outDir, `causeway-${version}-sources.zip`),
  }
}
