/**
 * `npm run build:signer`: the folder that a host of the signing page serves, `.output/signing-page`: the
 * page, the headers that go with it, and the hashes of both.
 */
import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSigningPage, writeHeaders } from './signing-page'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(resolve(root, process.env.CAUSEWAY_OUT_DIR ?? '.output'), 'signing-page')
const { html, sha256 } = createSigningPage(root)
const headers = writeHeaders()
const headersHash = createHash('sha256').update(headers).digest('hex')

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'index.html'), html)
await writeFile(join(folder, '_headers'), headers)
await writeFile(join(folder, 'SHA256SUMS'), `${sha256}  index.html\n${headersHash}  _headers\n`)
console.log(`The signing page is in ${folder}\nSHA-256 of index.html: ${sha256}`)
