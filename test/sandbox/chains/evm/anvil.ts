import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdirSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

/** The release the sandbox is tested with; fetched through npm where no anvil is installed. */
const anvilPackage = '@foundry-rs/anvil@1.7.1'
const readyTimeoutMs = 20_000

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
 * Starts an anvil on loopback and resolves when it answers. Port 0 takes a free one, and another if
 * somebody was faster. The child ends with us, however we end.
 */
export async function startAnvil(options: {
  binary: string
  chainId: number
  port: number
}): Promise<Anvil> {
  const { binary, chainId } = options
  for (let triesLeft = options.port === 0 ? 3 : 1; ; triesLeft -= 1) {
    const port = options.port === 0 ? await findFreePort() : options.port
    const args = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)]
    const child = spawn(binary, [...args, '--silent'], { stdio: ['ignore', 'ignore', 'pipe'] })
    const guard = guardAgainstOrphans(child)
    const rpcUrl = `http://127.0.0.1:${port}`
    try {
      await untilReady(child, rpcUrl, chainId)
      return { rpcUrl, stop: () => stopChild(child, guard) }
    } catch (error) {
      await stopChild(child, guard)
      if (triesLeft <= 1) throw error
    }
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

async function untilReady(child: ChildProcess, rpcUrl: string, chainId: number): Promise<void> {
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2_000)
  })
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  child.once('exit', (code) => {
    failure ??= new Error(`anvil ended with code ${code}: ${complaint.trim()}`)
  })
  const deadline = Date.now() + readyTimeoutMs
  while (Date.now() < deadline) {
    if (failure !== undefined) throw failure
    if ((await askChainId(rpcUrl)) === chainId) return
    await wait(25)
  }
  throw new Error(`anvil for chain ${chainId} did not answer at ${rpcUrl}`)
}

async function askChainId(rpcUrl: string): Promise<number | undefined> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  const headers = { 'content-type': 'application/json' }
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(1_000),
    })
    const answer: unknown = await response.json()
    if (typeof answer !== 'object' || answer === null || !('result' in answer)) return undefined
    return Number(answer.result)
  } catch {
    // Refused connections are what "not ready yet" looks like.
    return undefined
  }
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

/** A loopback port that was free a moment ago. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
