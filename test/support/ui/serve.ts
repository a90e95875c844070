import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { settings } from './fixture-data'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** The page; `code`, what it would fetch later, is there before it begins: no scene waits for it. */
const htmlOf = (
  code: readonly string[],
) => `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><title>Causeway</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/page.css"></head><body><div id="app"></div>
<script type="module">
await Promise.all(${JSON.stringify(code)}.map((file) => import('/' + file)))
await import('/page.js')
</script></body></html>`
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

/** Serves the interface over its fixture backend on loopback; gives its address and the off-switch. */
export async function serveFixturePage(): Promise<{ url: string; close(): Promise<void> }> {
  const outdir = await mkdtemp(join(tmpdir(), 'causeway-ui-'))
  await build({
    entryPoints: [join(root, 'test/support/ui/page.tsx')],
    outdir,
    bundle: true,
    splitting: true,
    minify: true,
    // Tests ask which components were drawn.
    keepNames: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // As a build for the world has it.
    define: {
      'import.meta.env.WXT_SERVICE_URL': JSON.stringify(settings.serviceUrl),
      'import.meta.env.WITH_PSEUDO': 'true',
    },
    alias: { '@': root.replace(/\/$/, '') },
    loader: { '.woff2': 'file' },
    logLevel: 'error',
  })
  const files = await readdir(outdir)
  const html = htmlOf(files.filter((file) => file.endsWith('.js') && file !== 'page.js'))
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://fixture').pathname
    const type = types[extname(path)]
    if (type === undefined) {
      response.setHeader('content-type', 'text/html').end(html)
      return
    }
    try {
      const folder = path.startsWith('/marks/') ? join(root, 'assets') : outdir
      const body = await readFile(join(folder, path.replaceAll('..', '')))
      // The next scene has it already.
      response.setHeader('cache-control', 'max-age=3600')
      response.setHeader('content-type', type).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await rm(outdir, { recursive: true, force: true })
    },
  }
}
