import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultPorts } from '@/test/sandbox/ports'
import { type ServiceHarness, startServiceHarness } from './service-harness'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = `${root}.sandbox`
const file = `${folder}/program-example-${process.pid}.ts`

let harness: ServiceHarness

beforeAll(async () => {
  harness = await startServiceHarness()
})
afterAll(async () => {
  await rm(file, { force: true })
  await harness?.stop()
})

/** The example for programs, with the default addresses replaced by this sandbox's. */
async function readExample(): Promise<string> {
  const { info } = harness
  const page = await readFile(`${root}.github/INTEGRATING.md`, 'utf8')
  const section = page.split('\n## The client without the extension\n')[1] ?? ''
  const code = /```ts\n([\s\S]*?)```/.exec(section)?.[1] ?? ''
  const address = (port: number) => `http://127.0.0.1:${port}`
  return code
    .replace(address(defaultPorts.service), info.serviceUrl)
    .replace(address(defaultPorts.fiat), info.fiatUrl)
    .replace(address(defaultPorts.embed), info.embedUrl)
}

describe('the example for programs', () => {
  it('given a running sandbox, when it is run from Node, then every route is printed', async () => {
    const code = await readExample()
    expect(code).toContain(harness.info.embedUrl)
    await mkdir(folder, { recursive: true })
    await writeFile(file, code)
    const run = promisify(execFile)
    const { stdout } = await run(`${root}node_modules/.bin/tsx`, [file], { cwd: root })
    expect(stdout.trim().split('\n')).toHaveLength(3)
    expect(stdout).toMatch(/^native-filler \d+$/m)
  })
})
