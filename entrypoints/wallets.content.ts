import { browser } from 'wxt/browser'
import { defineContentScript } from 'wxt/utils/define-content-script'
import { createContentRuntime } from '@/src/bridge/content-runtime'
import { startOnce } from '@/src/bridge/start-once'

/** Isolated world: relays between the worker and the page script. Injected only with site access. */
export default defineContentScript({
  registration: 'runtime',
  matches: [],
  noScriptStartedPostMessage: true,
  main: () => startOnce(globalThis, createContentRuntime(browser.runtime)),
})
