import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export type Import = { from: string; specifier: string; target: string | undefined; line: number }

/** Every TypeScript source below a folder, relative to `root`. */
export function listSources(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

const statement =
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

/** Imports of one file, type imports included; `target` is a path from `root` for our own files. */
export function readImports(root: string, file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(statement)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? ''
    const line = text.slice(0, match.index).split('\n').length
    return { from: file, specifier, target: toTarget(root, file, specifier), line }
  })
}

function toTarget(root: string, file: string, specifier: string): string | undefined {
  if (specifier.startsWith('@/')) return specifier.slice(2)
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier))
  return undefined
}

/** Cycles among our own files, each as the list of files from its first back to itself. */
export function findCycles(imports: Import[], files: string[]): string[][] {
  const known = new Map(files.map((file) => [file.replace(/\.tsx?$/, ''), file]))
  const edges = new Map<string, string[]>()
  for (const entry of imports) {
    const target = entry.target === undefined ? undefined : known.get(entry.target)
    if (target !== undefined) edges.set(entry.from, [...(edges.get(entry.from) ?? []), target])
  }
  const cycles: string[][] = []
  const done = new Set<string>()
  function visit(file: string, path: string[]): void {
    const start = path.indexOf(file)
    if (start >= 0) {
      cycles.push([...path.slice(start), file])
      return
    }
    if (done.has(file)) return
    for (const next of edges.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  return cycles
}
