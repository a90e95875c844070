import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The page from which Causeway asks a wallet, as whoever hosts it serves it. */
export type SigningPage = {
  /** The whole page: it loads nothing else. */
  html: string
  /** SHA-256 of the page's bytes in lower-case hex, as `sha256sum` prints it. */
  sha256: string
}

/**
 * What the host has to send with the page.
 *
 * Its policy says only who may frame it: the rest stands in the page. A rule for scripts in a header would
 * also keep out wallets that put themselves into a page by a script element, in Firefox, before the page's
 * own words are read (https://bugzilla.mozilla.org/show_bug.cgi?id=1267027).
 */
export const signingPageHeaders = {
  'Content-Security-Policy': "frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Strict-Transport-Security': 'max-age=31536000',
  // A page that was changed is seen at once, by people and by the comparison in the settings.
  'Cache-Control': 'no-cache',
  // Lets the extension read the page to compare it. There is nothing in it that is not for everybody.
  'Access-Control-Allow-Origin': '*',
} as const

/** The headers in the form that Netlify and Cloudflare Pages read, for every path of the site. */
export function writeHeaders(): string {
  const lines = Object.entries(signingPageHeaders).map(([name, value]) => `  ${name}: ${value}`)
  return `/*\n${lines.join('\n')}\n`
}

const hashOf = (text: string, encoding: 'base64' | 'hex') =>
  createHash('sha256').update(text).digest(encoding)

/** Puts something in the one place where `mark` stands. @throws Error where it stands not, or twice. */
function replaceOnce(text: string, mark: string, by: string): string {
  const [before, after, ...more] = text.split(mark)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`The signing page holds not one "${mark}"`)
  return `${before}${by}${after}`
}

/**
 * Makes the signing page of the project in `root`: style, script and icon come into the one file, and its
 * policy names the first two by their hash. The same sources give the same bytes, whatever ends a line.
 *
 * @throws Error where the page does not name what it is made of.
 */
export function createSigningPage(root: string): SigningPage {
  const read = (path: string) =>
    readFileSync(join(root, 'assets', path), 'utf8').replaceAll('\r\n', '\n')
  const style = `\n${read('signing-page/page.css')}`
  const script = `\n${read('signing-page/page.js')}`
  const icon = `data:image/svg+xml;base64,${Buffer.from(read('icon.svg')).toString('base64')}`
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hashOf(script, 'base64')}'`,
    `style-src 'sha256-${hashOf(style, 'base64')}'`,
    'img-src data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const charset = '<meta charset="utf-8">'
  // First of all that it rules.
  const meta = `${charset}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`
  const parts = [
    [charset, meta],
    ['href="../icon.svg"', `href="${icon}"`],
    ['<link rel="stylesheet" href="page.css">', `<style>${style}</style>`],
    ['<script src="page.js"></script>', `<script type="module">${script}</script>`],
  ] as const
  const html = parts.reduce(
    (text, [mark, by]) => replaceOnce(text, mark, by),
    read('signing-page/page.html'),
  )
  return { html, sha256: hashOf(html, 'hex') }
}
