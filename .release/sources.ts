import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Environment, writeEnvironment } from './addresses'

/** All that a build reads, and what a reader needs; `.env` is written anew. Tests are not built. */
const sources = [
  'assets',
  'entrypoints',
  'src',
  '.github',
  '.release',
  '.npmrc',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'wxt.config.ts',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
]

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/**
 * Lays out below `folder` what a build needs, with the addresses of `env` in its `.env`: `npm ci` and
 * `npm run zip` there give the same packages again, byte for byte. Gives the folder.
 */
export async function layOutSources(
  root: string,
  folder: string,
  env: Environment,
): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const name of sources) {
    await cp(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !isTest(path),
    })
  }
  await writeFile(join(folder, '.env'), writeEnvironment(env))
  return folder
}
