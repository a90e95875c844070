import { browser } from 'wxt/browser'
import { defineBackground } from 'wxt/utils/define-background'

export default defineBackground({
  type: 'module',
  main: () => {
    browser.runtime.onMessage.addListener((_message, _sender, respond) => {
      respond({ ok: true })
    })
  },
})
