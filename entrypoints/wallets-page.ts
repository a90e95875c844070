import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { startPage } from '@/src/wallets/start-page'
import { version } from '../package.json'

/** Main world: finds the page's wallets and asks them. Nothing of it may reach the page. */
export default defineUnlistedScript(() => {
  try {
    startPage(window, version)
  } catch {
    // A page whose globals are too broken to start in is a page without wallets; it must not notice.
  }
})
