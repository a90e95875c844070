/**
 * Pictures of strangers, written anew. A few hundred bytes of SVG can keep a browser drawing for minutes,
 * with nothing on the page answering meanwhile, so nothing is passed on that was not understood here: the
 * result holds only plain shapes, gradients and short texts, in a number that is drawn in a moment.
 */

/** Letters of the source, and what all of its elements together may cost to draw. */
const maxLength = 131_072
const maxCost = 4_096
/** Elements inside one another. */
const maxDepth = 32
/** Letters of one text. */
const maxText = 64
/** What a text, a gradient, a line around a shape or a see-through one costs more than a plain shape. */
const dear = 8

const shapes = ['rect', 'path', 'circle', 'ellipse', 'polygon', 'polyline', 'line']
const gradients = ['linearGradient', 'radialGradient']
const drawn = new Set(['svg', 'g', 'defs', 'stop', 'text', 'tspan', ...gradients, ...shapes])
/** Left out with all that is in them: words about the picture, and clips, which in logos cut nothing off. */
const left = /^(title|desc|metadata|clipPath|(sodipodi|inkscape|rdf|cc|dc):[\w-]+)$/
/** Without these a picture is another one. Repeated, dashed and filtered drawing is what costs most. */
const refused = new Set(['mask', 'filter', 'marker-start', 'marker-mid', 'marker-end'])
const kept = new Set(
  `viewBox width height preserveAspectRatio transform d x y dx dy x1 y1 x2 y2 cx cy r rx ry fx fy
  points fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity opacity color shape-rendering offset stop-color stop-opacity
  gradientUnits gradientTransform spreadMethod font-family font-size font-weight font-style text-anchor
  dominant-baseline alignment-baseline letter-spacing display visibility`.split(/\s+/),
)

const prolog = /^\uFEFF?\s*(?:<\?xml\s[^<>]*\?>)?/
const comment = /<!--[\s\S]*?-->/y
/** One with rules of its own (`[`) may name texts that grow as they are read. */
const doctype = /<!DOCTYPE[^<>[]*>/iy
const words = /[^<]+/y
const end = /<\/([\w:.-]+)\s*>/y
const start = /<([A-Za-z][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** Numbers, names, colours, paths and lists of fonts; no entity, no quote that would end it. */
const plain = /^[\w\s.,#%()+\-:;'/]*$/
const paint = /^url\(\s*'?#[\w:.-]+'?\s*\)(\s+[\w#]+)?$/
const shortSize = /^\d{1,4}(\.\d+)?(px|pt|mm|cm|in|em|ex|%)?$/
/** The letters, and the references that stand for one letter in every XML. */
const plainText = /^(?:[^&<\]]|&(?:amp|lt|gt|quot|apos|#\d{1,6}|#x[\da-fA-F]{1,5});)*$/

/** Rules of one style; editors write some dozens. */
const mostRules = 200

/** The pairs of a start tag, those of `style` above the others. Null where one may not be left out. */
function attributesOf(source: string, name: string): Map<string, string> | null {
  const found = new Map<string, string>()
  const styled: [string, string][] = []
  for (const [, key = '', double, single] of source.matchAll(attribute)) {
    const value = (double ?? single ?? '').replace(/&(quot|apos|#39|#34);/g, "'")
    if (key === 'style') {
      const rules = value.split(';', mostRules + 1)
      if (rules.length > mostRules) return null
      for (const rule of rules) {
        const [property = '', ...rest] = rule.split(':')
        styled.push([property.trim(), rest.join(':').trim()])
      }
    } else found.set(key, value)
  }
  for (const [key, value] of styled) found.set(key, value)
  for (const [key, value] of found) {
    // A group is cut to its frame, which it fills; a shape is cut to what it shows.
    if (value !== 'none' && (refused.has(key) || (key === 'clip-path' && name !== 'g'))) return null
  }
  return found
}

function isKept(key: string, value: string, name: string): boolean {
  if (key === 'id') return gradients.includes(name) && /^[\w:.-]+$/.test(value)
  if (!kept.has(key) || !plain.test(value)) return false
  if (/url|src\s*\(/i.test(value)) return (key === 'fill' || key === 'stroke') && paint.test(value)
  const isSize = name === 'svg' && (key === 'width' || key === 'height')
  return !isSize || shortSize.test(value)
}

const costly = (key: string, value: string) =>
  key === 'opacity' ||
  (key === 'stroke' && value !== 'none' && value !== 'transparent') ||
  value.startsWith('url(') ||
  key.endsWith('-opacity')

/**
 * A start tag of what is kept, and what it costs to draw; null where it may not be drawn. `around` is what
 * its parent's colours and lines cost, as they may be its own too; `inside` the same for its children.
 */
function tagOf(
  name: string,
  source: string,
  around: number,
): { text: string; cost: number; inside: number } | null {
  const pairs = attributesOf(source, name)
  if (pairs === null) return null
  let text = `<${name}`
  let inside = around
  for (const [key, value] of pairs) {
    if (!isKept(key, value, name)) continue
    if (costly(key, value)) inside += dear
    text += ` ${key}="${value}"`
  }
  const own = name === 'text' || name === 'tspan' || gradients.includes(name) ? dear : 1
  const line = (pairs.get('d') ?? '') + (pairs.get('points') ?? '')
  const letters = inside > 0 ? 4 : /[acqst]/i.test(line) ? 8 : 32
  return { text, cost: own + inside + line.length / letters, inside }
}

/**
 * Gives an SVG picture (its whole text) written anew, or null where it is none, holds anything that is
 * not plainly drawn, or too much of it. Nothing is loaded and nothing is parsed by the browser here.
 */
export function toSafeSvg(source: string): string | null {
  if (source.length > maxLength) return null
  let at = prolog.exec(source)?.[0].length ?? 0
  let written = ''
  let cost = 0
  /** Names as they were opened; what stands inside of `hidden` is read and not written. */
  const open: string[] = []
  const costs: number[] = []
  let hidden = Number.POSITIVE_INFINITY
  const read = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match) at = pattern.lastIndex
    return match
  }
  while (at < source.length) {
    if (read(comment) || (open.length === 0 && read(doctype))) continue
    const text = read(words)?.[0]
    if (text !== undefined) {
      if (text.trim() === '' || hidden <= open.length) continue
      if (!/^(svg:)?t(ext|span)$/.test(open.at(-1) ?? '')) return null
      if (text.length > maxText || !plainText.test(text)) return null
      written += text
      continue
    }
    const ended = read(end)?.[1]
    if (ended !== undefined) {
      if (open.pop() !== ended) return null
      costs.pop()
      if (hidden > open.length + 1) written += `</${ended.replace(/^svg:/, '')}>`
      if (hidden > open.length) hidden = Number.POSITIVE_INFINITY
      // What follows the picture is not written.
      if (open.length === 0) return written
      continue
    }
    const [, tag, pairs = '', closed] = read(start) ?? []
    if (tag === undefined || open.length >= maxDepth) return null
    cost += 1
    const name = tag.replace(/^svg:/, '')
    if ((open.length === 0) !== (name === 'svg')) return null
    if (hidden <= open.length || left.test(name)) {
      if (closed === '') {
        open.push(tag)
        costs.push(0)
        hidden = Math.min(hidden, open.length)
      }
    } else {
      if (!drawn.has(name)) return null
      const made = tagOf(name, pairs, costs.at(-1) ?? 0)
      if (made === null) return null
      cost += made.cost
      const root = open.length === 0 ? ' xmlns="http://www.w3.org/2000/svg"' : ''
      written += `${made.text}${root}${closed}>`
      if (closed === '') {
        open.push(tag)
        costs.push(made.inside)
      } else if (open.length === 0) return null
    }
    if (cost > maxCost) return null
  }
  return null
}
