import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import preact from '@preact/preset-vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'wxt'
import { isSecure, refuseSandbox, withoutSandboxNodes } from './.release/addresses'
import { createFirstView } from './.release/first-view'
import { createPageParts } from './.release/page-parts'
import { createSigningPage } from './.release/signing-page'
import { layOutSources } from './.release/sources'
import { createThirdParty } from './.release/third-party'
import { createWorkerParts, partsPolicy } from './.release/worker-parts'

/** Match pattern of a service's origin; http (the local sandbox) answers with CORS and needs none. */
function hostPattern(address: string | undefined): string[] {
  if (address === undefined || !address.startsWith('https://')) return []
  return [`${new URL(address).origin}/*`]
}

/** Loopback sites a sandbox build may see without being asked; anything else is refused. */
function sandboxHosts(list: string | undefined): string[] {
  const patterns = (list ?? '').split(',').filter((entry) => entry !== '')
  for (const pattern of patterns) {
    if (!/^http:\/\/(127\.0\.0\.1|localhost)\/\*$/.test(pattern)) {
      throw new Error(`WXT_SANDBOX_HOSTS takes loopback patterns only, not ${pattern}`)
    }
  }
  return patterns
}

/** Nodes that a build for this machine declares; see `src/contract/build-nodes.ts`, which reads them. */
function refuseOtherNodes(list: string | undefined): void {
  for (const entry of (list ?? '').split(',').filter((each) => each !== '')) {
    if (!/^\d+=[a-z][a-z0-9-]*@http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/.test(entry)) {
      throw new Error(`WXT_NODES takes chainId=name@url with loopback addresses only, not ${entry}`)
    }
  }
}

/**
 * Own scripts and styles only, and no text becomes markup or code. The worker may call the addresses in
 * the settings, which are `https:` or of this machine, and reads pictures from `http:` too: the interface
 * lets the service name a QR code there. A page loads no picture but ours and those that were looked into.
 * It rules the worker, Firefox's event page and, with `pagePolicy`, our pages.
 */
const contentSecurityPolicy = (trustedTypes: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    'connect-src https: http:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; ')

/** Our pages ask nobody themselves: only the worker does, in one place. They fetch no parts of it either. */
const pagePolicy = "connect-src 'none'; trusted-types 'none'"

/** Puts the pages' own policy at the top of every page that is built; the dev server needs its socket. */
const closedPages: Plugin = {
  name: 'closed-pages',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: pagePolicy },
      injectTo: 'head-prepend',
    },
  ],
}

/**
 * @scure/base makes a codec for each of its alphabets when it is read, in calls that a bundler cannot know
 * to change nothing. Said so, those that nobody uses stay out.
 */
const fewerCodecs: Plugin = {
  name: 'fewer-codecs',
  transform: {
    filter: { id: /@scure\/base\// },
    handler: (code) =>
      code.replace(
        /(?<![.\w]|function )(chain|radix2|alphabet|padding|normalize|join|genBase58|genBech32)\(/g,
        '/* @__PURE__ */ $1(',
      ),
  },
}

/**
 * What leaves the browser, in Firefox's own categories; `.github/PRIVACY.md` says of each what it is.
 * https://extensionworkshop.com/documentation/develop/firefox-builtin-data-consent/
 */
const sentData = ['financialAndPaymentInfo', 'searchTerms', 'websiteContent'] as const

const thirdParty = createThirdParty()

/** Tells the settings which page to expect at the signing page's address. */
const signingPage: Plugin = {
  name: 'signing-page',
  config: () => ({
    define: {
      'import.meta.env.SIGNING_PAGE_SHA256': JSON.stringify(
        createSigningPage(import.meta.dirname).sha256,
      ),
    },
  }),
}

/** A build for the world offers no language that nobody speaks, and carries nothing of it. */
const pseudoLanguage: Plugin = {
  name: 'pseudo-language',
  config: () => ({
    define: {
      'import.meta.env.WITH_PSEUDO': JSON.stringify(!isSecure(process.env.WXT_SERVICE_URL ?? '')),
    },
  }),
}

/** The dev server injects styles and speaks over a socket; only `npm run dev` gets this policy. */
const developmentPolicy = "script-src 'self' http://localhost:*; object-src 'none'"

const hasDisplay =
  process.platform !== 'linux' || (process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY ?? '') !== ''

/** The browser that `npm run dev` opens; branded Chrome no longer loads unpacked extensions. */
const developmentBrowser = [process.env.CAUSEWAY_CHROMIUM, '/usr/bin/chromium'].find(
  (path) => path !== undefined && existsSync(path),
)

const workerParts = createWorkerParts()

export default defineConfig({
  imports: false,
  manifestVersion: 3,
  outDir: process.env.CAUSEWAY_OUT_DIR ?? '.output',
  modules: ['@wxt-dev/webextension-polyfill', '@wxt-dev/auto-icons'],
  autoIcons: { baseIconPath: 'assets/icon.svg', developmentIndicator: false },
  webExt: {
    disabled: !hasDisplay,
    ...(developmentBrowser === undefined ? {} : { binaries: { chrome: developmentBrowser } }),
  },
  vite: ({ command }) => ({
    plugins: [
      preact(),
      closedPages,
      createFirstView(import.meta.dirname),
      createPageParts(),
      fewerCodecs,
      signingPage,
      pseudoLanguage,
      thirdParty.plugin,
      // The dev server writes the worker anew after each change, and needs it in one file.
      ...(command === 'build' ? [workerParts.plugin] : []),
    ],
    // The order of modules is that of their paths: the same wherever what is depended on really lies.
    resolve: { preserveSymlinks: true },
    build: { target: 'es2023', sourcemap: false, modulePreload: { polyfill: false } },
  }),
  zip: { dotSources: true },
  hooks: {
    // Files that pages load by address: in no script, and none is read before it is shown.
    'build:publicAssets': (wxt, files) => {
      const folder = join(wxt.config.root, 'assets/marks')
      for (const name of readdirSync(folder)) {
        files.push({ absoluteSrc: join(folder, name), relativeDest: `marks/${name}` })
      }
    },
    'config:resolved': () => withoutSandboxNodes(process.env),
    'build:manifestGenerated': (_wxt, { background }) => {
      // An event page reads its scripts in this order.
      if (background && 'scripts' in background) {
        background.scripts = [...workerParts.files(), ...(background.scripts ?? [])]
      }
    },
    'build:done': ({ config }) => thirdParty.write(config.root, config.outDir),
    'zip:start': () => refuseSandbox(process.env),
    'zip:sources:start': async ({ config }) => {
      const folder = join(config.outBaseDir, 'sources')
      config.zip.sourcesRoot = await layOutSources(config.root, folder, process.env)
    },
  },
  manifest: ({ browser, command }) => {
    refuseOtherNodes(process.env.WXT_NODES)
    const services = [
      process.env.WXT_SERVICE_URL,
      process.env.WXT_FIAT_URL,
      // A relative QR address, and none, are answered by the embed origin.
      URL.canParse(process.env.WXT_QR_URL ?? '')
        ? process.env.WXT_QR_URL
        : process.env.WXT_EMBED_URL,
    ].flatMap(hostPattern)
    const hosts = [...new Set([...services, ...sandboxHosts(process.env.WXT_SANDBOX_HOSTS)])].sort()
    return {
      name: 'Causeway',
      description:
        'Swap across chains with the wallet you already have. Keyless: it follows every order and tells you when the money has arrived.',
      permissions: [
        'activeTab',
        'alarms',
        'contextMenus',
        'notifications',
        'scripting',
        'storage',
        'unlimitedStorage',
      ],
      ...(hosts.length > 0 ? { host_permissions: hosts } : {}),
      optional_host_permissions: ['https://*/*', 'http://*/*'],
      // A private window's changes do not reach the worker, and its pages have no store in Firefox.
      incognito: 'not_allowed',
      commands: {
        _execute_action: { suggested_key: { default: 'Alt+Shift+K' } },
      },
      omnibox: { keyword: 'cw' },
      content_security_policy: {
        extension_pages:
          command === 'serve'
            ? developmentPolicy
            : contentSecurityPolicy(browser === 'firefox' ? "'none'" : partsPolicy),
      },
      ...(browser === 'firefox'
        ? {
            browser_specific_settings: {
              gecko: {
                id: 'causeway@causeway-extension.org',
                // The first that knows the declaration below on every system.
                strict_min_version: '142.0',
                data_collection_permissions: { required: [...sentData] },
              },
            },
          }
        : { minimum_chrome_version: '137' }),
    }
  },
})
