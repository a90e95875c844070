import preact from '@preact/preset-vite'
import { Window } from 'happy-dom'
import { type Plugin, runnerImport } from 'vite'

/** What the interface reaches for in the browser's global scope while it is drawn. */
const globals = ['document', 'addEventListener', 'removeEventListener'] as const

type View = 'popup' | 'panel'

/** Draws the first view with the components themselves, so that it is always what they draw. */
export async function drawView(root: string, view: View): Promise<string> {
  const { module } = await runnerImport<typeof import('../src/ui/draw-first')>(
    '/src/ui/draw-first.tsx',
    { root, configFile: false, plugins: [preact()], resolve: { alias: { '@': root } } },
  )
  const page = new Window()
  // Every browser shows it as an attribute: https://html.spec.whatwg.org/#dom-spellcheck
  Object.defineProperty(page.HTMLElement.prototype, 'spellcheck', {
    configurable: true,
    set(this: HTMLElement, checks: boolean) {
      this.setAttribute('spellcheck', String(checks))
    },
  })
  const scope = globalThis as Record<string, unknown>
  for (const name of globals) scope[name] = name === 'document' ? page.document : () => undefined
  try {
    const html = module.drawFirst(page as unknown as globalThis.Window, view)
    // The policy of our pages takes no style from an attribute: what is needed stands in the sheets.
    return html.replaceAll(/ style="[^"]*"/g, '')
  } finally {
    for (const name of globals) delete scope[name]
    await page.happyDOM.close()
  }
}

/**
 * Puts the shell and the empty form into the pages that open with them, so that they are painted before a
 * script has come, and before that the small script that says what must not be painted.
 */
export function createFirstView(root: string): Plugin {
  return {
    name: 'first-view',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const view = /<html[^>]* data-view="(popup|panel)"/.exec(html)?.[1] as View | undefined
        if (view === undefined) return html
        return html
          .replace('<div id="app"></div>', `<div id="app">${await drawView(root, view)}</div>`)
          .replace('</head>', '  <script src="/first-paint.js"></script>\n  $&')
      },
    },
  }
}
