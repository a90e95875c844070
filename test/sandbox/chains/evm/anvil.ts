import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdirSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { longPatience } from '../../../support/patience'

/** The release the sandbox is tested with; fetched through npm where no anvil is installed. */
const anvilPackage = '@foundry-rs/anvil@1.7.1'

export type Anvil = { rpcUrl: string; stop(): Promise<void> }

/** Finds an `anvil` binary on the path, else fetches it through npm's cache. */
export async function findAnvil(log: (line: string) => void): Promise<string> {
  const found = findOnPath('anvil')
  if (found !== undefined) return found
  log(`no anvil on the path: taking ${anvilPackage} from npm (fetched once)`)
  const lookup = [
    'exec',
    '--yes',
    // What was fetched once is taken without asking the registry again.
    '--prefer-offline',
    `--package=${anvilPackage}`,
    '--',
    'sh',
    '-c',
    'command -v anvil',
  ]
  const { stdout } = await promisify(execFile)('npm', lookup)
  const shim = realpathSync(stdout.trim())
  return findNative(shim) ?? shim
}

function findOnPath(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      return realpathSync(join(folder, name))
    } catch {
      // Not in this folder: the next one is asked.
    }
  }
  return undefined
}

/** The package's script starts a platform binary beside it; running that spares a process a chain. */
function findNative(shim: string): string | undefined {
  const scope = join(dirname(shim), '..')
  const platform = readdirSync(scope).find((name) => name.startsWith('anvil-'))
  if (platform === undefined) return undefined
  const binary = join(scope, platform, 'bin', 'anvil')
  try {
    return realpathSync(binary)
  } catch {
    return undefined
  }
}

/**
 * Starts an anvil on loopback and resolves when it answers. With port 0 the system gives it a free
 * one, so that sandboxes which start at the same time never share a chain. The child ends with us,
 * however we end.
 */
export async function startAnvil(options: {
  binary: string
  chainId: number
  port: number
}): Promise<Anvil> {
  const { binary, chainId, port } = options
  const args = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)]
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const guard = guardAgainstOrphans(child)
  try {
    const rpcUrl = await addressOf(child)
    await silence(rpcUrl)
    return { rpcUrl, stop: () => stopChild(child, guard) }
  } catch (error) {
    await stopChild(child, guard)
    throw error
  }
}

/** A shell that waits for the end of our pipe, which comes even when we are killed outright. */
function guardAgainstOrphans(child: ChildProcess): ChildProcess {
  const script = 'cat >/dev/null; kill "$1"'
  const guard = spawn('sh', ['-c', script, 'guard', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // The guard may be gone before its pipe is closed; that is not an error of ours.
  guard.stdin?.on('error', () => undefined)
  return guard
}

/** Where this very child listens, in its own words; it says so once it does. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    let found = false
    let complaint = ''
    const slow = setTimeout(
      () => fail(new Error('anvil did not say where it listens')),
      longPatience,
    )
    function fail(error: Error): void {
      clearTimeout(slow)
      reject(error)
    }
    // Read to its end: a full pipe would stop it.
    child.stdout?.on('data', (chunk: Buffer) => {
      if (found) return
      said += chunk.toString()
      const [, address] = /Listening on (127\.0\.0\.1:\d+)\s/.exec(said) ?? []
      if (address === undefined) return
      found = true
      clearTimeout(slow)
      resolve(`http://${address}`)
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2_000)
    })
    child.once('error', fail)
    child.once('close', (code) =>
      fail(new Error(`anvil ended with code ${code}: ${complaint.trim()}`)),
    )
  })
}

/** It would write lines for every call, and somebody would have to read them. */
async function silence(rpcUrl: string): Promise<void> {
  const call = { jsonrpc: '2.0', id: 1, method: 'anvil_setLoggingEnabled', params: [false] }
  const headers = { 'content-type': 'application/json' }
  await fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(call) })
}

async function stopChild(child: ChildProcess, guard: ChildProcess): Promise<void> {
  guard.kill('SIGKILL')
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const patience = new AbortController()
  const timer = wait(3_000, undefined, { signal: patience.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined,
  )
  await ended
  patience.abort()
  await timer
}
