import { browser } from 'wxt/browser'
import { writeIn } from '@/src/lib/languages'

/** What the browser shows of us in places of its own. */
const createEntryText = () => ({
  menu: 'Open in Causeway',
  typed: 'Open Causeway with these words',
})

/**
 * Puts the first row of the address bar and the entry of the context menu into a language, by its tag. The
 * entry is made anew: whether the browser has one, it does not tell.
 */
export async function sayEntries(tag: string | undefined): Promise<void> {
  const { menu, typed } = await writeIn(tag, 'entries', createEntryText())
  // Without it that row says our name alone.
  browser.omnibox.setDefaultSuggestion({ description: typed })
  await browser.contextMenus.removeAll()
  browser.contextMenus.create({ id: 'use-text', title: menu, contexts: ['selection', 'link'] })
}
