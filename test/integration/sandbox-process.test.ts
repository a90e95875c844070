import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import type { SandboxInfo } from '@/test/sandbox/info'
import { createSandboxClient } from '@/test/sandbox/test-client'

const root = fileURLToPath(new URL('../..', import.meta.url))

const directly = [process.execPath, '--import', 'tsx', 'test/sandbox/main.ts'] as const
const throughNpm = ['npm', 'run', '--silent', 'sandbox', '--'] as const

let child: ChildProcess | undefined
afterEach(() => {
  if (child?.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
})

/** Starts the command in one process of ours; gives what it printed once a whole line is there. */
async function startCommand(
  args: readonly string[],
  launcher: readonly [string, ...string[]] = directly,
) {
  const [program, ...before] = launcher
  const started = spawn(program, [...before, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  const output = { text: '' }
  await new Promise<void>((resolve, reject) => {
    started.once('exit', (code) => reject(new Error(`ended with ${code}`)))
    started.stdout.on('data', (chunk: Buffer) => {
      output.text += chunk.toString()
      if (output.text.includes('\n')) resolve()
    })
  })
  return { started, output }
}

/** Every process started by `pid`, and by those, as the kernel lists them. */
function listDescendants(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = readParent(Number(name))
    if (parent !== undefined) parents.set(Number(name), parent)
  }
  const children = [...parents].filter(([, parent]) => parent === pid).map(([each]) => each)
  return children.flatMap((each) => [each, ...listDescendants(each)])
}

/** The parent of a living process; zombies are not living. */
function readParent(pid: number): number | undefined {
  try {
    const [, state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) | /).slice(-51)
    return state === 'Z' ? undefined : Number(parent)
  } catch {
    // It ended while we were looking.
    return undefined
  }
}

const isAlive = (pid: number) => readParent(pid) !== undefined

describe('the sandbox command', () => {
  it('given --json, when everything answers, then one line tells where', async () => {
    const { started, output } = await startCommand(['--json', '--port', '0', '--evm', '10,137'])
    const info = JSON.parse(output.text) as SandboxInfo
    const urls = [`${info.serviceUrl}/v1/chains`, info.dappUrl, info.signerUrl]
    const statuses = await Promise.all(urls.map(async (url) => (await fetch(url)).status))
    expect(statuses).toEqual([200, 200, 200])
    expect(info.chains.map(({ id }) => id)).toEqual([10, 137, 20_011_000_000])

    const children = listDescendants(started.pid ?? 0)
    expect(children.length).toBeGreaterThanOrEqual(2)
    const ended = new Promise((resolve) => started.once('exit', resolve))
    started.kill('SIGTERM')
    expect(await ended).toBe(0)
    await expect.poll(() => children.filter(isAlive)).toEqual([])
    expect(output.text.trimEnd().split('\n')).toHaveLength(1)
  })

  it('given --blocks, makes blocks where nothing is sent, and none while the test makes them', async () => {
    const { started, output } = await startCommand(['--json', '--port', '0', '--blocks', '0.02'])
    const client = createSandboxClient(JSON.parse(output.text) as SandboxInfo)
    const chain = client.wallet(8453)
    // No answer of before is given for a newer one.
    const readBlock = () => chain.getBlockNumber({ cacheTime: 0 })
    const first = await readBlock()
    await expect.poll(readBlock).toBeGreaterThan(first + 3n)
    await client.control('POST', '/chain', { chainId: 8453, action: 'automine', on: false })
    await client.control('POST', '/chain', { chainId: 8453, action: 'mine', blocks: 1 })
    const held = await readBlock()
    const others = client.wallet(42161)
    const beside = await others.getBlockNumber({ cacheTime: 0 })
    // The other chain goes on meanwhile, by the same clock.
    await expect.poll(() => others.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(beside + 3n)
    expect(await readBlock()).toBe(held)
    await client.control('POST', '/reset')
    await expect.poll(readBlock).toBeGreaterThan(held + 3n)
    // Killed while it stops, it would leave its chains behind.
    const ended = new Promise((resolve) => started.once('exit', resolve))
    started.kill('SIGTERM')
    await ended
  })

  it('given it is killed outright, when it is gone, then its chains go too', async () => {
    const { started } = await startCommand(['--json', '--port', '0'])
    const children = listDescendants(started.pid ?? 0)
    expect(children.length).toBeGreaterThanOrEqual(2)
    started.kill('SIGKILL')
    await expect.poll(() => children.filter(isAlive)).toEqual([])
  })

  it('given it runs through npm, when npm is told to stop, then nothing is left', async () => {
    const { started } = await startCommand(['--json', '--port', '0'], throughNpm)
    const children = listDescendants(started.pid ?? 0)
    expect(children.length).toBeGreaterThanOrEqual(3)
    started.kill('SIGTERM')
    await expect.poll(() => children.filter(isAlive)).toEqual([])
  })
})
