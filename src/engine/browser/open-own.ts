import { browser } from 'wxt/browser'

/** Opens a page of ours in a tab and gives the tab; `path` from the extension's root. */
export async function openOwn(path: string): Promise<number | undefined> {
  return (await browser.tabs.create({ url: new URL(path, location.origin).href })).id
}
