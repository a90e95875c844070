import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { startPage } from '@/src/wallets/start-page'
import { version } from '../package.json'

/** Main world: finds the page's wallets and asks them. Nothing of it may reach the page. */
export default defineUnlistedScript(() => startPage(window, version))
