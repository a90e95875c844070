import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { listSources } from './import-graph'
import { type Found, type Node, walk } from './words'

const root = fileURLToPath(new URL('../..', import.meta.url))
const shipped = (folder: string) =>
  listSources(root, folder).filter((file) => !/\.test\.tsx?$/.test(file))
const isCopy = (file: string) => file.startsWith('src/ui/copy/')
const screens = [...shipped('src/ui'), ...shipped('entrypoints')].filter((file) => !isCopy(file))
const copy = [...shipped('src/ui/copy'), 'src/engine/browser/notice-text.ts']

const find = (files: string[], look: Parameters<typeof walk>[2]): string[] =>
  files
    .flatMap((file) => walk(root, file, look))
    .map(({ file, line, text }: Found) => `${file}:${line} ${text}`)

const hasLetters = (text: unknown) => typeof text === 'string' && /\p{L}{2}/u.test(text)
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nameOf = (node: unknown) => (isNode(node) ? String(node.name) : '')
const rawOf = (quasi: Node) => String((quasi.value as { raw: string }).raw)

/** Attributes that are read, out or by eye. */
const readAttributes =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|title|placeholder|alt|label|hint|lead)$/

/** Texts of the catalogue, by the names that they are known by where they are shown. */
const catalogue = /\b(\w*[tT]ext|\w*Copy|words|review)\./

describe('every word that is shown is in the catalogue', () => {
  it('no element has a word of its own', () => {
    const found = find(screens, (node, _above, tell) => {
      if (node.type === 'JSXText' && hasLetters(node.value)) tell()
    })
    expect(found).toEqual([])
  })

  it('neither do what an element shows in braces, and the attributes that are read', () => {
    const found = find(screens, (node, above, tell) => {
      if (node.type !== 'Literal' || !hasLetters(node.value)) return
      const outside = above.find((each) => !/^(Conditional|Logical)Expression$/.test(each.type))
      const isBraced = outside?.type === 'JSXExpressionContainer'
      const place = isBraced ? above[above.indexOf(outside) + 1] : outside
      const isRead = place?.type === 'JSXAttribute' && readAttributes.test(nameOf(place.name))
      if (isRead || (isBraced && /^JSX(Element|Fragment)$/.test(place?.type ?? ''))) tell()
    })
    expect(found).toEqual([])
  })
})

it('what tries again is one button everywhere: busy while it asks, and never without the focus', () => {
  const found = find(screens, (node, _above, tell) => {
    if (node.type !== 'MemberExpression' || nameOf(node.property) !== 'tryAgain') return
    if (isNode(node.object) && nameOf(node.object.property) === 'app') tell()
  }).map((each) => each.split(':')[0])
  // Where all of a page fell, nothing of its own stands.
  expect(new Set(found)).toEqual(
    new Set(['src/ui/parts/boundary.tsx', 'src/ui/parts/read-again.tsx']),
  )
})

describe('no sentence is glued from pieces', () => {
  it('no text of the catalogue begins or ends as a part of a sentence would', () => {
    const begins = (text = '') => /^[\s,;.:)]/.test(text)
    const ends = (text = '') => /[\s,;(]$/.test(text)
    const found = find(copy, (node, above, tell) => {
      if (above[0]?.type === 'ImportDeclaration') return
      // Parts of a key, a separator or a pattern are not shown.
      if (above[0]?.type === 'CallExpression') return
      if (node.type === 'Literal' && hasLetters(node.value)) {
        if (begins(String(node.value)) || ends(String(node.value))) tell()
      }
      if (node.type !== 'TemplateLiteral') return
      const quasis = (node.quasis as Node[]).map(rawOf)
      if (begins(quasis[0]) || ends(quasis.at(-1))) tell()
    })
    expect(found).toEqual([])
  })

  it('no text of the catalogue is joined with words, or with another in one template', () => {
    const found = find(screens, (node, _above, tell) => {
      if (node.type === 'BinaryExpression' && node.operator === '+') {
        if ([node.left, node.right].some((side) => isNode(side) && isText(side))) tell()
      }
      if (node.type !== 'TemplateLiteral') return
      const texts = (node.expressions as Node[]).filter(isText).length
      const glue = (node.quasis as Node[]).map(rawOf).join('')
      // A dot in the middle stands between facts, and a space before a sentence of its own.
      if (texts > 0 && (texts > 1 || !/^ ?(· )?$/.test(glue))) tell()
    })
    expect(found).toEqual([])
  })

  it('nothing is listed with commas but by the rules of the language', () => {
    const found = find([...screens, ...copy], (node, _above, tell) => {
      if (node.type !== 'CallExpression' || !isNode(node.callee)) return
      const [separator] = node.arguments as Node[]
      const isJoin = nameOf(node.callee.property) === 'join'
      if (isJoin && separator?.type === 'Literal' && separator.value === ', ') tell()
    })
    // For the people of the service, in English whatever the screen speaks.
    expect(found.filter((each) => !each.startsWith('src/ui/format/astray-report.ts'))).toEqual([])
  })

  it('a text that counts takes its form by the rules of the language', () => {
    const found = find([...screens, ...copy], (node, _above, tell) => {
      if (node.type !== 'ConditionalExpression' || !isNode(node.test)) return
      const { operator, right } = node.test
      const isOne = isNode(right) && right.value === 1 && /^[!=]==$/.test(String(operator))
      const shown = [node.consequent, node.alternate].some(
        (side) =>
          isNode(side) &&
          (side.type === 'TemplateLiteral' ||
            (side.type === 'Literal' && / /.test(String(side.value)))),
      )
      if (isOne && shown) tell()
    })
    expect(found).toEqual([])
  })
})

function isText(node: Node): boolean {
  if (node.type === 'CallExpression') return isNode(node.callee) && isText(node.callee)
  if (node.type !== 'MemberExpression') return false
  return catalogue.test(pathOf(node))
}

function pathOf(node: Node): string {
  if (node.type !== 'MemberExpression') return nameOf(node)
  return `${pathOf(node.object as Node)}.${nameOf(node.property)}`
}

describe('the layout has no left and no right', () => {
  it('styles are by the direction of the text', () => {
    const physical =
      /(?:^|[\s;{])((?:margin|padding|border)-(?:left|right)|left|right|(?:border)-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear):\s*(?:left|right)/
    const files = readdirSync(join(root, 'src/ui/styles'))
    const found = files.flatMap((name) =>
      readFileSync(join(root, 'src/ui/styles', name), 'utf8')
        .split('\n')
        .flatMap((line, at) => (physical.test(line) ? [`${name}:${at + 1} ${line.trim()}`] : [])),
    )
    expect(found).toEqual([])
  })
})
