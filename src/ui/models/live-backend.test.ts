import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

const manifest = vi.hoisted(() => ({
  version: '1.2.3',
  host_permissions: undefined as undefined | string[],
}))

const granted = vi.hoisted(() => ({ origins: undefined as undefined | string[] }))

/** An event of the browser: who listens to it. */
const event = vi.hoisted(() => () => {
  const listeners = new Set<(...told: unknown[]) => void>()
  return {
    listeners,
    addListener: (listener: (...told: unknown[]) => void) => listeners.add(listener),
    removeListener: (listener: (...told: unknown[]) => void) => listeners.delete(listener),
    tell: (...told: unknown[]) => {
      for (const listener of listeners) listener(...told)
    },
  }
})
const tabs = vi.hoisted(() => ({ onActivated: event(), onRemoved: event(), onUpdated: event() }))

vi.mock('wxt/browser', () => ({
  browser: {
    tabs,
    runtime: { getManifest: () => manifest },
    permissions: { getAll: async () => granted },
  },
}))
vi.mock('@/src/store/read-database', () => ({ openForReading: () => ({}) }))
// Fetched in the background: it would arrive in another file's tests, with this file's browser.
const fetched = vi.hoisted(() => vi.fn())
vi.mock('@/src/messaging/client', () => {
  fetched()
  return {}
})

// Another file's tests may have read the modules with their own browser.
let createLiveBackend: typeof import('./live-backend')['createLiveBackend']
beforeAll(async () => {
  vi.resetModules()
  createLiveBackend = (await import('./live-backend')).createLiveBackend
})

beforeEach(() => {
  manifest.host_permissions = undefined
})

describe('a build for the sandbox', () => {
  it.each([
    ['names no service', undefined, true],
    ['may see pages of this machine', ['http://127.0.0.1/*', 'http://localhost/*'], true],
    ['names a real service', ['https://api.example.com/*'], false],
  ])('given a build that %s, then it is told apart', (_, hosts, sandbox) => {
    manifest.host_permissions = hosts
    expect(createLiveBackend()).toMatchObject({ sandbox, version: '1.2.3' })
  })
})

describe('access that came with the installation', () => {
  const service = 'https://api.example.com/*'
  const site = 'https://app.example.org/*'

  it.each([
    ['was taken back', [site], [site], [service]],
    ['is there', [service, site], [site], []],
    ['is all there ever was, and none is left', undefined, [], [service]],
  ])(
    'given it %s, then it is told apart from what was given since',
    async (_, origins, sites, lost) => {
      manifest.host_permissions = [service]
      granted.origins = origins
      const backend = createLiveBackend()
      expect(await backend.listAccess()).toEqual(sites)
      expect(await backend.listLostAccess()).toEqual(lost)
    },
  )
})

it('tells of each tab that comes to the front, is closed or is loaded, until it is told no more', () => {
  const told = vi.fn()
  const off = createLiveBackend().onTabs(told)
  tabs.onActivated.tell({ tabId: 7 })
  tabs.onUpdated.tell(7, { status: 'loading' })
  tabs.onUpdated.tell(7, { title: 'A title' })
  tabs.onUpdated.tell(7, { status: 'complete' })
  tabs.onRemoved.tell(9)
  expect(told).toHaveBeenCalledTimes(3)
  off()
  tabs.onRemoved.tell(7)
  tabs.onActivated.tell({ tabId: 8 })
  tabs.onUpdated.tell(8, { status: 'complete' })
  expect(told).toHaveBeenCalledTimes(3)
})

it('given a window that only opened, then the schemas are fetched with the first move in it', async () => {
  const moves = new EventTarget()
  vi.stubGlobal('addEventListener', moves.addEventListener.bind(moves))
  try {
    createLiveBackend()
    expect(fetched).not.toHaveBeenCalled()
    moves.dispatchEvent(new Event('pointermove'))
    await expect.poll(() => fetched.mock.calls.length).toBe(1)
  } finally {
    vi.unstubAllGlobals()
  }
})
