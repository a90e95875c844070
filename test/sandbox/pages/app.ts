import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Hono } from 'hono'
import { createSigningPage, signingPageHeaders } from '@/.release/signing-page'
import type { SandboxInfo } from '../info'
import type { PageSettings } from './settings'

export type PagesInfo = Pick<SandboxInfo, 'chains' | 'tokens'>

const here = fileURLToPath(new URL('.', import.meta.url))

/** Nothing but the page's own files; wallets' pictures are data URIs. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The demo dApp: connects a wallet, shows its account and balance, offers a swap with Causeway. */
export function createDappApp(info: PagesInfo): Hono {
  return createPageApp('Demo dApp', {
    chains: info.chains.map(({ id, type }) => ({ id, type })),
    tokens: info.tokens,
  })
}

/** The product's own signing page, as whoever hosts it serves it. */
export function createSignerApp(): Hono {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const { html } = createSigningPage(root)
  return new Hono().get('/', (context) => context.html(html, 200, signingPageHeaders))
}

function createPageApp(title: string, settings: PageSettings): Hono {
  const app = new Hono()
  let script: Promise<string> | undefined
  app.use(async (context, next) => {
    await next()
    context.header('content-security-policy', policy)
    context.header('x-content-type-options', 'nosniff')
    context.header('referrer-policy', 'no-referrer')
    context.header('cache-control', 'no-cache')
  })
  app.get('/', (context) => context.html(documentOf(title)))
  app.get('/page.js', async (context) => {
    script ??= bundle()
    context.header('content-type', 'text/javascript; charset=utf-8')
    return context.body(await script)
  })
  app.get('/style.css', async (context) => {
    context.header('content-type', 'text/css; charset=utf-8')
    return context.body(await readFile(`${here}style.css`, 'utf8'))
  })
  app.get('/icon.svg', (context) => {
    context.header('content-type', 'image/svg+xml')
    return context.body(icon)
  })
  app.get('/settings.json', (context) => context.json(settings))
  return app
}

/** A module leaves no global behind. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: ['dapp/main.tsx'],
    bundle: true,
    write: false,
    format: 'esm',
    target: ['chrome120', 'firefox128'],
    platform: 'browser',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

function documentOf(title: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/style.css">
    <script type="module" src="/page.js"></script>
  </head>
  <body>
    <main id="root"></main>
  </body>
</html>
`
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/><path d="M9 16h14M16 9v14" stroke="#fff" stroke-width="4" stroke-linecap="round"/></svg>'
