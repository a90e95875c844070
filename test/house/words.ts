import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vitest/node'

/** A node of a source's syntax tree (ESTree with JSX and types), with its place in the text. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>
export type Found = { file: string; line: number; text: string }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

export const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)

/** Calls `look` with every node of a source, each after those that it is part of. */
export function walk(
  root: string,
  file: string,
  look: (node: Node, above: readonly Node[], found: (at?: Node) => void) => void,
): Found[] {
  const source = readFileSync(join(root, file), 'utf8')
  const all: Found[] = []
  const visit = (node: Node, above: readonly Node[]) => {
    look(node, above, (at = node) => {
      const line = source.slice(0, at.start).split('\n').length
      const text = source.slice(at.start, at.end).replace(/\s+/g, ' ').slice(0, 160)
      all.push({ file, line, text })
    })
    for (const child of childrenOf(node)) visit(child, [node, ...above])
  }
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, [])
  return all
}
