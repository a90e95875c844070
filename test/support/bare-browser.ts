import { spawn } from 'node:child_process'
import { ensureBrowser } from './browser'
import { quietArguments } from './launch'

type Target = { id: string; type: string; url: string; webSocketDebuggerUrl: string }

/**
 * A Chromium to which nothing is attached: its targets are only listed over HTTP, so that its workers
 * sleep and wake as they do for a person.
 */
export type BareBrowser = {
  /** Addresses of the extension workers that run now. */
  runningWorkers(): Promise<string[]>
  /** Opens a page, evaluates `source` in it (a promise is awaited), and closes it. */
  evaluateIn(url: string, source: string): Promise<unknown>
  close(): Promise<void>
}

/** Starts it with unpacked extensions on a profile that is there already. */
export async function launchBare(options: {
  extensions: string[]
  profile: string
}): Promise<BareBrowser> {
  const { profile } = options
  const folders = options.extensions.join(',')
  const child = spawn(
    ensureBrowser('chromium', () => {}),
    [
      '--headless=new',
      ...quietArguments,
      '--password-store=basic',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      `--disable-extensions-except=${folders}`,
      `--load-extension=${folders}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const port = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [, named] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(said) ?? []
      if (named !== undefined) resolve(named)
    })
    child.once('exit', () => reject(new Error(`The browser ended at its start\n${said}`)))
  })
  const address = `http://127.0.0.1:${port}/json`

  return {
    async runningWorkers() {
      const targets = (await (await fetch(`${address}/list`)).json()) as Target[]
      return targets.filter(({ type }) => type === 'service_worker').map(({ url }) => url)
    },
    async evaluateIn(url, source) {
      const query = encodeURIComponent(url)
      const opened = await fetch(`${address}/new?${query}`, { method: 'PUT' })
      const page = (await opened.json()) as Target
      const value = await evaluate(page.webSocketDebuggerUrl, url, source)
      await fetch(`${address}/close/${page.id}`)
      return value
    },
    async close() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** One expression over a connection to one page only, once it shows `url`. */
async function evaluate(socketUrl: string, url: string, source: string): Promise<unknown> {
  const socket = new WebSocket(socketUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('The page cannot be reached')))
  })
  async function ask(id: number, expression: string): Promise<unknown> {
    const answered = new Promise<string>((resolve) => {
      socket.addEventListener('message', ({ data }) => resolve(String(data)), { once: true })
    })
    const params = { expression, awaitPromise: true, returnByValue: true }
    socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }))
    const answer = JSON.parse(await answered) as {
      result?: { result: { value?: unknown }; exceptionDetails?: { text: string } }
    }
    if (answer.result === undefined || answer.result.exceptionDetails !== undefined) {
      throw new Error(`The page failed: ${JSON.stringify(answer)}`)
    }
    return answer.result.result.value
  }
  let id = 1
  // A new page shows nothing for a moment, in an origin of its own, and nobody answers for it between.
  const whereItIs = () => ask(id, 'location.href').catch(() => undefined)
  while ((await whereItIs()) !== url) id += 1
  const value = await ask(id + 1, source)
  socket.close()
  return value
}
