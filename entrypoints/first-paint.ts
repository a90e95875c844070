import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { preparePaint } from '@/src/ui/first-paint'

/** The one script that a page waits for before it is painted. */
export default defineUnlistedScript(() => preparePaint(window))
