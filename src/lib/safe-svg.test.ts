import qrcode from 'qrcode-generator'
import { describe, expect, it } from 'vitest'
import { drawQr } from '@/src/ui/qr/draw-qr'
import { toSafeSvg } from './safe-svg'

const xmlns = 'xmlns="http://www.w3.org/2000/svg"'
const svg = (inside: string, more = '') => `<svg ${xmlns} viewBox="0 0 8 8"${more}>${inside}</svg>`
const made = (inside: string) => `<svg viewBox="0 0 8 8" ${xmlns}>${inside}</svg>`

/** Ten copies of ten copies, some levels deep: a hundred thousand shapes in less than a thousand letters. */
function bomb(levels: number): string {
  const groups = Array.from(
    { length: levels },
    (_, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`,
  )
  const first = '<g id="a0"><rect width="1" height="1"/></g>'
  return svg(`<defs>${first}${groups.join('')}</defs><use href="#a${levels}"/>`)
}

describe('pictures that are drawn', () => {
  it.each<[string, string, string]>([
    [
      'a rectangle',
      '<rect width="8" height="8" fill="#fff"/>',
      '<rect width="8" height="8" fill="#fff"/>',
    ],
    [
      'a code drawn as a line',
      '<path stroke="#000" d="M4 4.5h7m2 0h1"/>',
      '<path stroke="#000" d="M4 4.5h7m2 0h1"/>',
    ],
    [
      'rules of its own',
      "<path style='fill:#f00;stroke:none' d='M0 0z'/>",
      '<path d="M0 0z" fill="#f00" stroke="none"/>',
    ],
    ['words about it', '<title>A <b>fox</b></title><desc/><rect/>', '<rect/>'],
    [
      'what editors leave',
      '<metadata><rdf:RDF><a/></rdf:RDF></metadata><sodipodi:namedview x="1"/><rect inkscape:label="a" class="b" data-c="d"/>',
      '<rect/>',
    ],
    ['remarks', '<!-- <use href="#a"/> --><rect/>', '<rect/>'],
    [
      'a group cut to its frame',
      '<g clip-path="url(#a)"><rect/></g><defs><clipPath id="a"><rect/></clipPath></defs>',
      '<g><rect/></g><defs></defs>',
    ],
    [
      'gradients',
      '<defs><linearGradient id="a" x1="0"><stop offset="1" stop-color="#f00"/></linearGradient></defs><rect fill="url(#a)"/>',
      '<defs><linearGradient id="a" x1="0"><stop offset="1" stop-color="#f00"/></linearGradient></defs><rect fill="url(#a)"/>',
    ],
    [
      'a few letters',
      '<text font-family="\'Inter\', sans-serif">A&amp;B</text>',
      '<text font-family="\'Inter\', sans-serif">A&amp;B</text>',
    ],
  ])('%s', (_, inside, drawn) => {
    expect(toSafeSvg(svg(inside))).toBe(made(drawn))
  })

  it.each([
    ['a declaration', '<?xml version="1.0" encoding="UTF-8"?>\n'],
    [
      'a document type',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">',
    ],
    ['a remark', '<!-- made by hand -->'],
  ])('given %s before it, it is left out', (_, before) => {
    expect(toSafeSvg(before + svg('<rect/>'))).toBe(made('<rect/>'))
  })

  it('given names with a prefix, as some libraries for codes write them, they are drawn', () => {
    const code =
      '<svg:svg xmlns:svg="http://www.w3.org/2000/svg" width="29mm"><svg:rect x="4mm" width="1mm" /></svg:svg>'
    expect(toSafeSvg(code)).toBe(`<svg width="29mm" ${xmlns}><rect x="4mm" width="1mm"/></svg>`)
  })

  it('given a code of one square for each dark module, it is drawn', () => {
    const squares = Array.from(
      { length: 1_600 },
      (_, n) => `<rect x="${n}" y="${n}" width="1" height="1" fill="#000"/>`,
    )
    expect(toSafeSvg(svg(squares.join('')))).toBe(made(squares.join('')))
  })

  it('given a code of another encoder, whose squares have unseen lines, it is drawn as it is', () => {
    const code = qrcode(0, 'M')
    code.addData(
      `ethereum:0x${'9'.repeat(40)}@42161/transfer?address=0x${'8'.repeat(40)}&uint256=1`,
    )
    code.make()
    const picture = code.createSvgTag({ cellSize: 2, margin: 8, scalable: true })
    const shape = (text: string | null) => text?.match(/\sd="[^"]+"/g)
    expect(shape(toSafeSvg(picture))).toEqual(shape(picture))
  })

  it('given a code of ours, it is drawn as it is', () => {
    const code = drawQr(`ethereum:0x${'9'.repeat(40)}@1?value=1`, 512) ?? ''
    const paths = (text: string | null) => text?.match(/d="[^"]+"/g)
    expect(paths(toSafeSvg(code))).toEqual(paths(code))
  })
})

describe('what is taken out of a picture', () => {
  it.each([
    ['a script', 'onload="alert(1)"'],
    ['a link', 'xlink:href="https://a.example"'],
    ['an address as a colour', 'fill="url(https://a.example/#b)"'],
    ['an address in a rule', 'style="fill:url(//a.example#b);stroke:url(\'#c\') url(//a)"'],
    ['an escaped address', 'fill="\\75 rl(https://a.example)"'],
    ['a line of countless dashes', 'stroke-dasharray="0.00001"'],
    ['an animation', 'style="animation: a 1s"'],
    ['a name', 'id="a"'],
    ['an entity', 'fill="&a;"'],
  ])('%s', (_, attribute) => {
    expect(toSafeSvg(svg(`<rect ${attribute} />`))).toBe(made('<rect/>'))
  })

  it('a size that is beyond all screens', () => {
    expect(toSafeSvg(svg('<rect/>', ' width="99999999" height="1e9"'))).toBe(made('<rect/>'))
  })
})

describe('pictures that are refused', () => {
  it.each<[string, string]>([
    ['copies of copies', bomb(5)],
    ['one copy', svg('<use href="#a"/>')],
    ...[
      'image',
      'filter',
      'foreignObject',
      'pattern',
      'mask',
      'symbol',
      'style',
      'script',
      'animate',
      'a',
      'marker',
      'set',
      'switch',
    ].map((name): [string, string] => [`<${name}>`, svg(`<${name}/>`)]),
    ['a mask', svg('<g mask="url(#a)"/>')],
    ['a filter', svg('<g style="filter: blur(9px)"/>')],
    ['a shape that is cut', svg('<rect clip-path="url(#a)"/>')],
    ['a picture inside of it', svg('<svg/>')],
    ['texts that grow', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`],
    ['an entity', svg('<text>&a;</text>')],
    ['a sheet of style', `<?xml version="1.0"?><?xml-stylesheet href="a.css"?>${svg('')}`],
    ['a section of letters', svg('<![CDATA[<use/>]]>')],
    ['too many shapes', svg('<rect/>'.repeat(4_000))],
    ['too many see-through shapes', svg('<g opacity=".5"/>'.repeat(500))],
    ['too many shapes of a gradient', svg(`<g fill="url(#a)">${'<rect/>'.repeat(500)}</g>`)],
    [
      'too long a line of curves',
      svg(`<g stroke="#000"><path d="${'C9 5 5 9 1 2'.repeat(2_000)}"/></g>`),
    ],
    [
      'too long a line of straight pieces',
      svg(`<path stroke="#000" stroke-width="3" d="M0 0L${'1 7 6 2 '.repeat(16_000)}"/>`),
    ],
    [
      'a polyline of too many pieces',
      svg(`<polyline stroke="#000" stroke-width="3" points="${'1 7 6 2 '.repeat(16_000)}"/>`),
    ],
    ['a filled shape of too many curves', svg(`<path d="M0 0T${'1 7 6 2 '.repeat(16_000)}"/>`)],
    ['too deep', svg(`${'<g>'.repeat(40)}${'</g>'.repeat(40)}`)],
    ['too many hidden ones', svg(`<title>${'<b/>'.repeat(5_000)}</title>`)],
    ['a long text', svg(`<text>${'a'.repeat(65)}</text>`)],
    ['letters beside a text', svg('a')],
    ['too long', svg(`<path d="${'M0 0'.repeat(40_000)}"/>`)],
    ['one that ends early', svg('<g>').replace('</svg>', '')],
    ['one that ends crosswise', svg('<g><defs></g></defs>')],
    ['a tag that is not closed', svg('<rect width="1')],
    ['markup of a page', '<html><svg/></html>'],
    ['a lone shape', '<rect/>'],
    ['nothing', ''],
    ['words', 'not a picture'],
  ])('%s', (_, text) => {
    expect(toSafeSvg(text)).toBeNull()
  })
})
