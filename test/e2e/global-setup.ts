import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { findAnvil } from '../sandbox/chains/evm/anvil'
import { compileContracts } from '../sandbox/chains/evm/compile'
import { ensureBrowser } from '../support/browser'
import { buildExtension, unsetAddresses } from '../support/build-extension'

/** What every worker needs and only one may make: a browser, an anvil, contracts, one build. */
export default async function globalSetup(): Promise<() => void> {
  const isFirefox = process.env.CAUSEWAY_E2E_BROWSER === 'firefox'
  ensureBrowser(isFirefox ? 'firefox' : 'chromium', console.log)
  const anvil = await findAnvil(console.log)
  // Workers inherit it: each would ask npm for it again.
  process.env.PATH = `${dirname(anvil)}${delimiter}${process.env.PATH ?? ''}`
  const folder = mkdtempSync(join(tmpdir(), 'causeway-e2e-'))
  const [build] = await Promise.all([
    buildExtension({
      browser: isFirefox ? 'firefox' : 'chrome',
      outDir: join(folder, 'build'),
      env: unsetAddresses,
    }),
    compileContracts(),
  ])
  process.env.CAUSEWAY_E2E = JSON.stringify({ folder, build })
  return () => rmSync(folder, { recursive: true, force: true })
}
