import { walk, type Node } from './test/house/words'
import { listSources } from './test/house/import-graph'
const files = [...listSources('.', 'src/ui'), ...listSources('.', 'entrypoints')].filter(f=>!/\.test\.|\/copy\//.test(f))
for (const f of files) {
  for (const [w, test] of Object.entries({
    jsxtext: (n: Node) => n.type==='JSXText' && /\S/.test(String(n.value)),
    space: (n: Node, up: readonly Node[]) => n.type==='JSXExpressionContainer' && (n.expression as Node).type==='Literal' && up[0]?.type==='JSXElement' ,
    attr: (n: Node) => n.type==='JSXAttribute' && (n.value as Node)?.type==='Literal' && /^(aria-label|title|placeholder|alt|label|hint|sentence|aria-description|lead)$/.test(String((n.name as Node).name)),
    tmpl: (n: Node) => n.type==='TemplateLiteral' && (n.expressions as Node[]).length>0 && (n.quasis as any[]).some(q=>/[ ,.:]/.test(q.value.raw)),
    mixed: (n: Node) => (n.type==='JSXElement'||n.type==='JSXFragment') && (n.children as Node[]).filter(c=>c.type==='JSXExpressionContainer' && (c.expression as Node).type!=='JSXEmptyExpression').length>1 && /[tT]ext\b|words\./.test(String(n.type)),
  })) for (const x of walk('.', f, (n, up, found) => { if (test(n, up)) found(['jsxtext','space'].includes(w) ? (up[0] as Node) : n) })) console.log(`${x.file}:${x.line} [${w}] ${x.text}`)
}
