import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { erc20Abi, parseAbi } from 'viem'
import type { SandboxInfo } from '../sandbox/info'
import { startSandbox } from '../sandbox/sandbox'
import { createSandboxClient, type SandboxClient, waitUntilMined } from '../sandbox/test-client'
import { prepareWallet } from '../sandbox/wallet/prepare'
import {
  pointExtension,
  sandboxEnvironment,
  withBareWelcome,
  withLastingNotices,
  withoutDocuments,
} from '../support/build-extension'
import { createControl } from '../support/control'
import { longPatience } from '../support/patience'
import { walletConfiguration } from '../support/sandbox-wallet'

/** A worker's own world: a sandbox on free ports, and what is loaded into its browsers. */
export type World = {
  info: SandboxInfo
  /** Causeway as a sandbox build, which sees this machine's sites. */
  extension: string
  /** The same as a store's build, to which no site was granted. */
  ungranted: string
  /** That one with the page that it opens at its installation, which the others leave empty. */
  welcoming: string
  /** The same where the browser names no documents, as Firefox below 153 does not. */
  undocumented: string
  wallet: string
  otherWallet: string
}

/** What the global setup left for the workers of this run. */
function prepared(): { folder: string; build: string } {
  const text = process.env.CAUSEWAY_E2E
  if (text === undefined) throw new Error('The global setup has not run')
  return JSON.parse(text) as { folder: string; build: string }
}

async function openWorld(info: SandboxInfo): Promise<World> {
  const { folder, build } = prepared()
  const own = mkdtempSync(join(folder, 'worker-'))
  const wallet = walletConfiguration(info)
  const environment = sandboxEnvironment(info)
  const pointWhole = (name: string, changes: Partial<typeof environment> = {}) =>
    withLastingNotices(pointExtension(build, join(own, name), { ...environment, ...changes }))
  const pointTo: typeof pointWhole = (...to) => withBareWelcome(pointWhole(...to))
  return {
    info,
    extension: pointTo('extension'),
    ungranted: pointTo('ungranted', { WXT_SANDBOX_HOSTS: '' }),
    welcoming: pointWhole('welcoming', { WXT_SANDBOX_HOSTS: '' }),
    undocumented: withoutDocuments(pointTo('undocumented')),
    wallet: await prepareWallet({ ...wallet, outDir: join(own, 'wallet') }),
    otherWallet: await prepareWallet({
      ...wallet,
      outDir: join(own, 'other-wallet'),
      name: 'Other Wallet',
      rdns: 'dev.causeway.other-wallet',
    }),
  }
}

/**
 * Puts the sandbox back to its start, with nothing approved and prices that hold for ten minutes: a slow machine takes more than
 * the usual one for what a person does in seconds. A test of a price's end says when that is.
 */
export async function resetSandbox({ info }: World): Promise<void> {
  const control = createControl(info.controlUrl)
  await control.reset()
  await control.setQuoteExpiry(600)
  const client = createSandboxClient(info)
  const chains = info.chains.filter(({ type }) => type === 'eip155')
  await Promise.all(chains.map(({ id }) => revokeAll(client, info, id)))
}

const approvals = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 amount)',
])

/**
 * Takes back what an earlier test left approved of the service's tokens: an order that finds as much asks for
 * no approval.
 */
async function revokeAll(
  client: SandboxClient,
  { tokens }: SandboxInfo,
  chainId: number,
): Promise<void> {
  const chain = client.wallet(chainId)
  const { address: owner } = client.account
  const found = await chain.getContractEvents({
    address: tokens
      .filter((each) => each.chainId === chainId)
      .map(({ address }) => address as `0x${string}`),
    abi: approvals,
    eventName: 'Approval',
    args: { owner },
    fromBlock: 0n,
    strict: true,
  })
  const pairs = new Map(
    found.map(({ address, args }) => [address + args.spender, [address, args.spender] as const]),
  )
  for (const [address, spender] of pairs.values()) {
    const token = { address, abi: erc20Abi } as const
    const left = await chain.readContract({
      ...token,
      functionName: 'allowance',
      args: [owner, spender],
    })
    if (left === 0n) continue
    const none = { ...token, functionName: 'approve', args: [spender, 0n], chain: null } as const
    await waitUntilMined(chain, await chain.writeContract(none))
  }
}

export type WorldOptions = {
  wallets: ('wallet' | 'otherWallet')[]
  /** Started for each test: one that may be killed. In Firefox every one is. */
  ownBrowser: boolean
}

export type WorkerOptions = {
  /** Seconds between EVM blocks, as in `SandboxOptions`; a file that names it has a sandbox of its own. */
  blockSeconds: number | undefined
}

/** A sandbox for each worker of Playwright, and what a test says of the browser that it wants. */
export const test = base.extend<WorldOptions, WorkerOptions & { world: World }>({
  wallets: [['wallet'], { option: true }],
  ownBrowser: [false, { option: true }],
  blockSeconds: [undefined, { option: true, scope: 'worker' }],
  world: [
    async ({ blockSeconds }, use) => {
      const sandbox = await startSandbox({ ports: 'free', blockSeconds })
      try {
        await use(await openWorld(sandbox.info))
      } finally {
        await sandbox.stop()
      }
    },
    { scope: 'worker', timeout: longPatience },
  ],
})
