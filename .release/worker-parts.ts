import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Plugin } from 'vite'

/**
 * The name under which the first script of the worker makes the addresses of its parts; the policy of a
 * build for Chrome names it too. https://www.w3.org/TR/trusted-types/
 */
export const partsPolicy = 'worker-parts'

/** The worker's entry, and where its parts lie. */
const entry = 'background'
const folder = 'worker'

/**
 * Few parts are lighter than many, and each is of a job. A module lies in the first part of these whose own
 * files need it; what none of them needs, in `rare`.
 */
const jobs: [name: string, files: RegExp][] = [
  [
    'first',
    /\/browser\/(run-worker|open-own)\.ts$|\/node_modules\/(@wxt-dev\/|wxt\/|webextension-)/,
  ],
  ['core', /\/browser\/start-brain\.ts$/],
  ['service', /\/src\/service\/resources\.ts$|\/engine\/service\/(quote|offer)-stream\.ts$/],
  ['chains', /\/src\/chains\/chains\.ts$/],
  [
    'order',
    /\/engine\/(effects\/(?!watch-deposit|poll-purchase)|procedures\/(allowances|confirm-order|prepare-order|resolve-unsure|stop-order)\.ts$|page\/outcome\.ts$)/,
  ],
  // Data alone, for the weaker kind of trial.
  ['pinned', /\/src\/domain\/token\/pinned-tokens\.ts$/],
  ['rare', /\/src\/|node_modules/],
]
const groups = jobs.map(([name, test], index) => ({ name, test, priority: jobs.length - index }))

/** Each part is a function that is kept until it is needed. */
const kept = '(self.workerParts??=new Map)'

/**
 * Finds parts for the first script, and has those fetched that are not there. A service worker may import
 * later only what it imported while it was installed, and reads it then from the copy that the browser
 * keeps beside the first script: both are always of one build. An installation that cannot read a part
 * fails as a whole. An event page has read them all before. `digest` makes the first script another one
 * whenever a part is, which is how a browser finds that a worker is newer.
 * https://w3c.github.io/ServiceWorker/#importscripts
 */
function loader(parts: readonly string[], digest: string): string {
  return `/* ${digest} */const names=new Set(${JSON.stringify(parts)}),parts=${kept},made=new Map;let policy;
const addressOf=name=>{if(!names.has(name))throw new TypeError(name+" is no part of the worker");return "/${folder}/"+name};
const fetchPart=name=>{if(parts.has(name))return;
policy??=trustedTypes.createPolicy(${JSON.stringify(partsPolicy)},{createScriptURL:addressOf});
importScripts(policy.createScriptURL(name))};
addEventListener("install",event=>{try{names.forEach(fetchPart)}catch(error){event.waitUntil(Promise.reject(error))}});
const share=(exports,all)=>{for(const name in all)Object.defineProperty(exports,name,{enumerable:true,get:all[name]})};
const require=path=>{const name=path.slice(path.lastIndexOf("/")+1);let exports=made.get(name);
if(!exports){fetchPart(name);made.set(name,exports={});try{parts.get(name)(exports,require,share)}
catch(error){made.delete(name);throw error}}return exports};`
}

/** What a part exports, as the bundler writes each: a property that reads a variable of the part. */
const exported =
  /Object\.defineProperty\(exports,"([\w$]+)",\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g
const inRow = new RegExp(`${exported.source}(?:,${exported.source})*`, 'g')

/** Has the loader's `share` define what a part exports: every start of the worker reads all of it. */
function shorten(code: string): string {
  const shorter = code.replace(inRow, (row) => {
    const all = [...row.matchAll(exported)].map(([, name, variable]) => `${name}:()=>${variable}`)
    return `share(exports,{${all.join()}})`
  })
  if (/defineProperty\(exports,[`'"](?!__esModule|Symbol)/.test(shorter)) {
    throw new Error('The bundler writes exports in another form: see `exported`')
  }
  return shorter
}

/**
 * Builds the worker in parts: its entry, and what that imports when it is needed. The pages' scripts share
 * nothing with them, and a classic script starts by one read where a module starts by one for each import.
 * `files` are the parts of the build that was made last, by their paths in it.
 */
export function createWorkerParts(): { plugin: Plugin; files(): string[] } {
  let isWorker = false
  let files: string[] = []
  const plugin: Plugin = {
    name: 'worker-parts',
    enforce: 'post',
    config(config) {
      const { build } = config
      isWorker = build?.lib !== undefined && build.lib !== false && build.lib.fileName === entry
      if (!isWorker || !build?.lib) return
      // The order in a part follows the modules' paths: they are those in the project, wherever it links to.
      config.resolve = { ...config.resolve, preserveSymlinks: true }
      // The form whose imports are calls: those of the first script's own function.
      build.lib.formats = ['cjs']
      const output = build.rollupOptions?.output
      if (!output || Array.isArray(output)) return
      output.chunkFileNames = `${folder}/[name].js`
      output.codeSplitting = { groups }
    },
    generateBundle(_options, bundle) {
      if (!isWorker) return
      const chunks = new Map(
        Object.values(bundle).flatMap((each) =>
          each.type === 'chunk' ? [[each.fileName, each] as const] : [],
        ),
      )
      const [first] = [...chunks.values()].filter(({ isEntry }) => isEntry)
      if (first === undefined) return
      chunks.delete(first.fileName)
      for (const part of chunks.values()) {
        const name = JSON.stringify(basename(part.fileName))
        part.code = `${kept}.set(${name},(exports,require,share)=>{${shorten(part.code)}\n});\n`
      }
      // A file that was moved is found by its job's expression no more, and would lie where it is not looked for.
      const missing = jobs.find(([name]) => !chunks.has(`${folder}/${name}.js`))
      if (missing) throw new Error(`No file is of the worker's part ${missing[0]}: see \`jobs\``)
      // What the first script needs at once stands in it, and the bundler's few lines that every part needs:
      // the browser hands all parts to each start, and one more costs more than they weigh.
      const own: string[] = []
      const helpers = [...chunks.keys()].filter((name) => /\/rolldown-runtime\.js$/.test(name))
      const needed = [...first.imports, ...helpers]
      for (const name of allImports(needed, (each) => chunks.get(each)?.imports ?? [])) {
        own.push(chunks.get(name)?.code ?? '')
        chunks.delete(name)
        delete bundle[name]
      }
      files = [...chunks.keys()].sort()
      const digest = createHash('sha256')
      for (const name of files) digest.update(chunks.get(name)?.code ?? '')
      const names = files.map((each) => basename(each))
      const rest = `((exports,module)=>{${first.code}\n})({},{})`
      first.code = `(()=>{${loader(names, digest.digest('hex'))}\n${own.join('')}${rest}})();\n`
    },
  }
  return { plugin, files: () => files }
}

/** Names and all that they import, each once. */
function allImports(names: readonly string[], importsOf: (name: string) => readonly string[]) {
  const found = new Set(names)
  for (const name of found) for (const each of importsOf(name)) found.add(each)
  return found
}
