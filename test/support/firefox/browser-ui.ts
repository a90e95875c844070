/**
 * Firefox's own interface as a person uses it: the buttons, menus and questions that stand outside of any
 * page. What is handed to `chrome` runs in the browser's window and uses nothing from here.
 */
import { expect } from '@playwright/test'
import { patience } from '../patience'
import type { LaunchedFirefox } from './launch'
import type { FirefoxPage } from './page'

type Pressable = Element & { click(): void }
type MenuItem = Element & { label: string }

declare global {
  const gURLBar: {
    focus(): void
    search(text: string): void
    handleCommand(event: Event): void
    view: { panel: Element }
  }
  const CustomizableUI: { AREA_NAVBAR: string; addWidgetToArea(id: string, area: string): void }
  const ChromeUtils: { importESModule(url: string): Record<string, unknown> }
  const SidebarController: { show(id: string): Promise<void> }
}

/** The part of an extension's id that its widgets have in their own. */
const widget = (id: string) => id.toLowerCase().replace(/[^a-z0-9_-]/g, '_')

/** Answers what Firefox asks about a permission, once it asks, and waits until the question is gone. */
export async function answerQuestion(
  { chrome }: LaunchedFirefox,
  answer: 'allow' | 'refuse',
): Promise<void> {
  const press = (isYes: boolean) => {
    const question = document.querySelector('#notification-popup popupnotification')
    const { button, secondaryButton } = (question ?? {}) as Record<string, Pressable | undefined>
    const pressed = isYes ? button : secondaryButton
    pressed?.click()
    return pressed !== undefined
  }
  await expect.poll(() => chrome(press, answer === 'allow'), { timeout: patience }).toBe(true)
  // The next answer is not given to this one.
  const isThere = () => document.querySelector('#notification-popup popupnotification') !== null
  await expect.poll(() => chrome(isThere), { timeout: patience }).toBe(false)
}

/** Takes access to sites back, as the browser's own page about the extension does. */
export async function takeAccess(
  { chrome }: LaunchedFirefox,
  id: string,
  origins: string[],
): Promise<void> {
  await chrome(
    async (name, taken) => {
      type Permissions = {
        remove(id: string, taken: object, extension: unknown): Promise<void>
      }
      const module = 'resource://gre/modules/ExtensionPermissions.sys.mjs'
      const permissions = ChromeUtils.importESModule(module).ExtensionPermissions as Permissions
      const { extension } = WebExtensionPolicy.getByID(name)
      await permissions.remove(name, { permissions: [], origins: taken }, extension)
    },
    id,
    origins,
  )
}

/** Puts the extension's button into the toolbar and presses it, over the tab that is in front. */
export async function pressToolbarButton({ chrome }: LaunchedFirefox, id: string): Promise<void> {
  await chrome((name) => {
    CustomizableUI.addWidgetToArea(`${name}-browser-action`, CustomizableUI.AREA_NAVBAR)
    const button = document.getElementById(`${name}-BAP`) as Pressable | null
    if (button === null) throw new Error('The extension has no button')
    button.click()
  }, widget(id))
}

/** Marks a text that is put into the page, and chooses an entry of the menu that a right click opens. */
export async function chooseForText(
  { chrome }: LaunchedFirefox,
  page: FirefoxPage,
  text: string,
  entry: string,
): Promise<void> {
  const marked = await page.evaluate<{ x: number; y: number }>(`(() => {
    const line = document.createElement('p')
    line.textContent = ${JSON.stringify(text)}
    document.body.prepend(line)
    getSelection().selectAllChildren(line)
    const { x, y, height } = line.getBoundingClientRect()
    return { x: Math.floor(x + 8), y: Math.floor(y + height / 2) }
  })()`)
  await page.press(marked, 'right')
  const choose = (label: string) => {
    type Menu = Element & { state: string; activateItem(item: Element): void }
    const menu = document.getElementById('contentAreaContextMenu') as Menu | null
    const items = [...(menu?.querySelectorAll('menuitem') ?? [])] as unknown as MenuItem[]
    const item = items.find((each) => each.label === label)
    if (menu?.state !== 'open' || item === undefined) return false
    menu.activateItem(item)
    return true
  }
  await expect.poll(() => chrome(choose, entry), { timeout: patience }).toBe(true)
}

/** Types into the address bar and gives what it offers, row by row. */
export async function typeAddress({ chrome }: LaunchedFirefox, text: string): Promise<string[]> {
  await chrome((typed) => {
    gURLBar.focus()
    gURLBar.search(typed)
  }, text)
  const read = () =>
    [...gURLBar.view.panel.querySelectorAll('.urlbarView-row')].map((row) =>
      (row.textContent ?? '').replace(/\s+/g, ' ').trim(),
    )
  await expect
    .poll(async () => (await chrome(read)).length, { timeout: patience })
    .toBeGreaterThan(0)
  return chrome(read)
}

/** Presses Enter in the address bar. */
export async function enterAddress({ chrome }: LaunchedFirefox): Promise<void> {
  await chrome(() => gURLBar.handleCommand(new KeyboardEvent('keydown', { key: 'Enter' })))
}

/** Opens the extension's sidebar. */
export async function openSidebar({ chrome }: LaunchedFirefox, id: string): Promise<void> {
  await chrome((name) => SidebarController.show(`${name}-sidebar-action`), widget(id))
}

/** Clicks the notice that the browser shows, once there is one; gives its words. */
export async function clickNotice({ chrome }: LaunchedFirefox): Promise<string> {
  const click = () => {
    type Services = { wm: { getEnumerator(type: string | null): Iterable<Window> } }
    const { wm } = (globalThis as unknown as { Services: Services }).Services
    for (const window of wm.getEnumerator('alert:alert')) {
      // Before it is active the window hears no click.
      const box = window.document.getElementById('alertBox') as Pressable | null
      if (box === null || (window as { gIsActive?: boolean }).gIsActive !== true) continue
      const words = box.textContent ?? ''
      box.click()
      return words === '' ? 'a notice' : words
    }
    return ''
  }
  let words = ''
  await expect
    .poll(
      async () => {
        words = await chrome(click)
        return words
      },
      { timeout: patience },
    )
    .not.toBe('')
  return words
}
