/**
 * `npm start`: the whole product on this machine. Sandbox chains and service, Causeway, the sandbox
 * wallet and the demo dApp in a browser. With a display it stays open for a person; with none it makes
 * one real swap through the popup, prints each step, leaves screenshots, and exits.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox, usualPace } from '../sandbox/sandbox'
import { prepareWallet } from '../sandbox/wallet/prepare'
import { ensureBrowser } from './browser'
import { buildExtension, sandboxEnvironment } from './build-extension'
import { performDemoSwap } from './demo-swap'
import { launchChromium } from './launch'
import { createProduct } from './product'
import { walletConfiguration } from './sandbox-wallet'

const started = Date.now()

function say(line: string): void {
  const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6)
  console.log(`${seconds} s  ${line}`)
}

const hasDisplay =
  process.platform !== 'linux' ||
  (process.env.DISPLAY ?? '') !== '' ||
  (process.env.WAYLAND_DISPLAY ?? '') !== ''

async function main(): Promise<void> {
  ensureBrowser('chromium', say)
  const folder = mkdtempSync(join(tmpdir(), 'causeway-start-'))
  say('starting the sandbox: two EVM chains, a Solana chain, the service')
  const sandbox = await startSandbox({ ports: 'free', blockSeconds: usualPace })
  try {
    say(`service at ${sandbox.info.serviceUrl}, demo dApp at ${sandbox.info.dappUrl}`)
    say('building Causeway and the sandbox wallet')
    const extension = await buildExtension({
      browser: 'chrome',
      outDir: join(folder, 'extension'),
      env: sandboxEnvironment(sandbox.info),
    })
    const wallet = await prepareWallet({
      ...walletConfiguration(sandbox.info),
      outDir: join(folder, 'wallet'),
    })
    say(`starting the browser ${hasDisplay ? 'in a window' : 'without a display'}`)
    const session = await launchChromium({
      extensions: [extension, wallet],
      headless: !hasDisplay,
    })
    try {
      const product = await createProduct({
        session,
        info: sandbox.info,
        extension,
        wallets: [wallet],
      })
      if (hasDisplay) {
        await product.openDapp()
        await product.openPage('popup.html?view=tab')
        say('ready: swap in the Causeway tab, or from the toolbar. Close the browser to end.')
        await new Promise((resolve) => session.context.once('close', resolve))
      } else {
        await performDemoSwap(product, say)
      }
    } finally {
      await session.close()
    }
  } finally {
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  await main()
  process.exit(0)
} catch (error) {
  say(`did not work: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
