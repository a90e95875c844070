import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '../sandbox/sandbox'
import { prepareWallet } from '../sandbox/wallet/prepare'
import { buildExtension, sandboxEnvironment } from '../support/build-extension'
import { walletConfiguration } from '../support/sandbox-wallet'

/** One sandbox and one build for the whole run; each test resets the sandbox and takes a fresh profile. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-e2e-'))
  const sandbox = await startSandbox({ ports: 'free' })
  const extension = await buildExtension({
    browser: 'chrome',
    outDir: join(folder, 'extension'),
    env: sandboxEnvironment(sandbox.info),
  })
  const wallet = await prepareWallet({
    ...walletConfiguration(sandbox.info),
    outDir: join(folder, 'wallet'),
  })
  const otherWallet = await prepareWallet({
    ...walletConfiguration(sandbox.info),
    outDir: join(folder, 'other-wallet'),
    name: 'Other Wallet',
    rdns: 'dev.causeway.other-wallet',
  })
  process.env.CAUSEWAY_E2E = JSON.stringify({ info: sandbox.info, extension, wallet, otherWallet })
  return async () => {
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
