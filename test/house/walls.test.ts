import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findCycles, type Import, listSources, readImports } from './import-graph'
import { walls } from './walls'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = listSources(root, 'src').filter((file) => !/\.test\.tsx?$/.test(file))
const imports = sources.flatMap((file) => readImports(root, file))

function roomOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function allows(patterns: string[], name: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  )
}

/** The wall that an import crosses, in words; undefined when it crosses none. */
function crossedWall(entry: Import): string | undefined {
  const room = roomOf(entry.from)
  const wall = walls[room]
  const place = `${entry.from}:${entry.line} imports ${entry.specifier}`
  if (wall === undefined) return `${place}: there is no room named ${room}`
  if (entry.target === undefined) {
    return allows(wall.packages, entry.specifier) ? undefined : `${place}: not a package of ${room}`
  }
  if (!entry.target.startsWith('src/')) return `${place}: outside src`
  const target = roomOf(entry.target)
  if (target === room) {
    return entry.specifier.startsWith('.')
      ? undefined
      : `${place}: inside a room imports are relative`
  }
  if (entry.specifier.startsWith('.')) return `${place}: across rooms imports start with @/src/`
  const inside = entry.target.slice('src/'.length).replace(/\.css$/, '')
  return wall.rooms.includes(target) || allows(wall.rooms, inside)
    ? undefined
    : `${place}: the wall between ${room} and ${target} was crossed`
}

describe('the rooms of the house', () => {
  it('has only the rooms that the design names', () => {
    expect([...new Set(sources.map(roomOf))].filter((room) => !(room in walls))).toEqual([])
  })

  it('has no import that crosses a wall', () => {
    expect(imports.map(crossedWall).filter((wall) => wall !== undefined)).toEqual([])
  })

  it('has no wall that is wider than what goes through it', () => {
    const wide = Object.entries(walls).flatMap(([room, { rooms, packages }]) => {
      const through = imports.filter(({ from }) => roomOf(from) === room)
      const unused = (patterns: string[], names: string[]) =>
        patterns.filter((pattern) => !names.some((name) => allows([pattern], name)))
      const targets = through.flatMap(({ target }) => target?.replace(/\.css$/, '') ?? [])
      const inside = targets.map((target) => target.slice('src/'.length))
      const specifiers = through.map(({ specifier }) => specifier)
      return [
        ...unused(rooms, [...inside, ...targets.map(roomOf)]),
        ...unused(packages, specifiers),
      ].map((name) => `${room}: ${name}`)
    })
    expect(wide).toEqual([])
  })

  it('has no import cycle', () => {
    expect(findCycles(imports, sources)).toEqual([])
  })

  it('has no barrel', () => {
    expect(sources.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([])
  })

  it('sees a crossed wall when there is one', () => {
    const crossing = { from: 'src/lib/x.ts', specifier: '@/src/ui/y', target: 'src/ui/y', line: 1 }
    expect(crossedWall(crossing)).toContain('the wall between lib and ui')
  })

  it('lets pages alone know the account book: neither the worker nor anything in a site reads or writes it', () => {
    const book = ['src/store/account-book', 'src/contract/book']
    const users = imports.filter(({ target }) => target !== undefined && book.includes(target))
    const strangers = users.filter(({ from }) => !['ui', 'store'].includes(roomOf(from)))
    expect(strangers).toEqual([])
    const doors = users.filter(({ from }) => roomOf(from) === 'store').map(({ from }) => from)
    expect([...new Set(doors)]).toEqual(['src/store/account-book.ts', 'src/store/read-database.ts'])
  })

  it('names entrypoints nowhere but in entrypoints', () => {
    expect(imports.filter((entry) => entry.target?.startsWith('entrypoints'))).toEqual([])
  })
})
