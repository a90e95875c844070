import { browser } from 'wxt/browser'

/** Opens a page of ours in a tab; `path` from the extension's root. */
export async function openOwn(path: string): Promise<void> {
  await browser.tabs.create({ url: new URL(path, location.origin).href })
}
