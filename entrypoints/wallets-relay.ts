import { browser } from 'wxt/browser'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { createContentRuntime } from '@/src/bridge/content-runtime'
import { startOnce } from '@/src/bridge/start-once'

/**
 * Isolated world: relays between the worker and the page script. Injected only with site access. An
 * unlisted script, as the house's own wrapper of content scripts would announce it to the page.
 */
export default defineUnlistedScript(() =>
  startOnce(globalThis, createContentRuntime(browser.runtime)),
)
