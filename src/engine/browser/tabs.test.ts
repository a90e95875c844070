import { beforeEach, describe, expect, it, vi } from 'vitest'

const fake = vi.hoisted(() => ({
  granted: [] as string[],
  matches: [] as string[],
  manifest: { host_permissions: [] as string[] },
  tabs: [
    { id: 1, url: 'https://one.test/', active: true, windowId: 1 },
    { id: 2, url: 'https://two.test/', active: false, windowId: 2 },
    { id: 3, url: 'https://three.test/', active: true, windowId: 2 },
  ],
}))
vi.mock('wxt/browser', () => ({
  browser: {
    runtime: { getManifest: () => fake.manifest },
    tabs: {
      // The second window is the one that has the focus, or had it last.
      query: async (asked: { active?: boolean; lastFocusedWindow?: boolean }) =>
        fake.tabs.filter(
          ({ active, windowId }) =>
            (!asked.active || active) && (!asked.lastFocusedWindow || windowId === 2),
        ),
    },
    permissions: {
      getAll: async () => ({ origins: fake.granted }),
      // As the browser has it: a pattern is there by itself, or with all sites of its scheme.
      contains: async ({ origins: [pattern = ''] }: { origins: string[] }) =>
        [pattern, 'https://*/*'].some((each) => fake.granted.includes(each)),
    },
    scripting: {
      getRegisteredContentScripts: async () => [],
      registerContentScripts: async (scripts: { matches: string[] }[]) => {
        fake.matches = scripts[0]?.matches ?? []
      },
    },
  },
}))

import { createTabs } from './tabs'

const embed = 'https://embed.test'
const shop = 'https://shop.test/*'
const built = ['https://api.test/*', 'https://embed.test/*', 'http://127.0.0.1/*']

/** The settings name `urls`; the person granted `sites` beside what the build has. */
function tabsWith(urls: string[], sites: string[]) {
  fake.granted = [...built, ...sites]
  fake.matches = []
  return createTabs(async () => urls)
}

describe('the tab in front', () => {
  it('is that of the window that has the focus, and of no other', async () => {
    const tabs = await createTabs(async () => []).list()
    expect(tabs.map(({ tabId, active }) => [tabId, active])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ])
  })
})

describe('the sites that our scripts run in', () => {
  beforeEach(() => {
    fake.manifest = { host_permissions: built }
  })

  it('are those that were granted, and none of the hosts that the build only calls', async () => {
    // The service's own address was changed in the settings: that of the build stays one to call.
    const tabs = tabsWith(['https://other.test/v1', '/api/qrcode', ''], [shop])
    await tabs.syncSites()
    expect(fake.matches).toEqual(['http://127.0.0.1/*', shop])
    expect(await tabs.isGranted('https://shop.test')).toBe(true)
    expect(await tabs.isGranted(embed)).toBe(false)
    expect(await tabs.isGranted('https://api.test')).toBe(false)
    expect(await tabs.isGranted('https://nobody.test')).toBe(false)
  })

  it('are no host that the person let us call, whatever its port', async () => {
    const tabs = tabsWith(['https://own.test:8443/v1'], ['https://own.test/*'])
    await tabs.syncSites()
    expect(fake.matches).toEqual(['http://127.0.0.1/*'])
    expect(await tabs.isGranted('https://own.test:8443')).toBe(false)
  })

  it('are all of them where the person granted all', async () => {
    const tabs = tabsWith([], ['https://*/*'])
    await tabs.syncSites()
    expect(fake.matches).toEqual(['http://127.0.0.1/*', 'https://*/*'])
    expect(await tabs.isGranted(embed)).toBe(true)
  })
})
