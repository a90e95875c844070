import { parseArgs } from 'node:util'
import type { SandboxInfo } from './info'
import { watchLaunchers } from './launchers'
import { startSandbox, usualPace } from './sandbox'

const launcherCheckMs = 500

const usage = `usage: npm run sandbox -- [--json] [--port 0] [--evm A,B] [--blocks S]
  --json      one JSON line on stdout when everything answers, nothing else
  --port 0    free ports instead of the fixed ones
  --evm A,B   ids of the two EVM chains (8453,42161)
  --blocks S  an EVM block every S seconds (1), beside those of transactions; 0 for those alone`

try {
  await main()
} catch (error) {
  process.stderr.write(`The sandbox did not start: ${String(error)}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const options = readOptions()
  if (options === undefined) {
    process.stderr.write(`${usage}\n`)
    process.exitCode = 2
    return
  }
  const { isJson, ...rest } = options
  const stopping = untilAskedToStop()
  const sandbox = await startSandbox({ ...rest, log: (line) => process.stderr.write(`${line}\n`) })
  process.stdout.write(`${isJson ? JSON.stringify(sandbox.info) : describe(sandbox.info)}\n`)
  await stopping
  await sandbox.stop()
  process.exit(0)
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      port: { type: 'string' },
      evm: { type: 'string' },
      blocks: { type: 'string' },
    },
  })
  if (values.port !== undefined && values.port !== '0') return undefined
  const ids = (values.evm ?? '8453,42161').split(',').map(Number)
  const [first, second, ...more] = ids
  const isPair = first !== undefined && second !== undefined && first !== second
  if (!isPair || more.length > 0) return undefined
  if (![first, second].every((id) => Number.isSafeInteger(id) && id > 0)) return undefined
  const pace = Number(values.blocks ?? usualPace)
  if (!(pace >= 0)) return undefined
  const blockSeconds = pace === 0 ? undefined : pace
  const ports = values.port === '0' ? ('free' as const) : ('default' as const)
  const evm: [number, number] = [first, second]
  return { isJson: values.json, ports, evm, blockSeconds }
}

/** Resolves at SIGTERM, SIGINT, SIGHUP, or when whoever started us is gone. */
function untilAskedToStop(): Promise<void> {
  const areLaunchersAlive = watchLaunchers()
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => resolve())
    }
    setInterval(() => {
      if (!areLaunchersAlive()) resolve()
    }, launcherCheckMs).unref()
  })
}

function describe(info: SandboxInfo): string {
  const rows: [string, string][] = [
    ['service', info.serviceUrl],
    ['fiat', info.fiatUrl],
    ['qr', info.qrUrl],
    ['signing page', info.signerUrl],
    ['demo dApp', info.dappUrl],
    ['control', info.controlUrl],
    ...info.chains.map(({ id, rpcUrl }): [string, string] => [`chain ${id}`, rpcUrl]),
    ['EVM account', info.accounts.evm.address],
  ]
  const lines = rows.map(([name, value]) => `  ${name.padEnd(20)}${value}`)
  return ['The sandbox is ready. Ctrl-C stops it.', ...lines].join('\n')
}
