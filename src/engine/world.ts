import type { BuildNode } from '@/src/contract/build-nodes'
import type { Change } from '@/src/contract/rpc'
import type { Waiting } from '@/src/contract/waiting'
import type { KeyValueArea } from '@/src/store/mirror'
import type { Database } from '@/src/store/open'
import type { SettingsStore } from '@/src/store/settings'
import type { Notice, PageLink } from './engine'
import type { Clockwork } from './outbox/schedule'
import type { Tabs } from './procedures/wallets'

/** The browser as the worker uses it; faked in tests, adapted in one place. */
export type World = {
  db: Database
  own: { id: string; origin: string; version: string }
  settings: SettingsStore
  /** The nodes that a build for this machine declares; undefined in every other build. */
  nodes?: readonly BuildNode[] | undefined
  now(): number
  newId(): string
  clockwork: Clockwork
  pages: PageLink
  tabs: Tabs
  mirrorArea: KeyValueArea
  fetch: typeof fetch
  notify(notice: Notice): Promise<void>
  lock<T>(name: string, run: () => Promise<T>): Promise<T>
  announce(change: Change): void
  report(error: unknown, where: string): void
  /** Names the time for which what waits for the person is kept: to the end of the browser, or of this version. */
  life(): Promise<string>
  /** Changes what waits for the person, alone among all that do so. */
  changeWaiting(change: (list: readonly Waiting[]) => readonly Waiting[]): Promise<void>
  /**
   * Brings the page of ours that is open to the front and gives true; where none is, opens one (a tab with
   * `path`, else the popup where the browser lets it open by itself) and gives false.
   */
  reveal(path?: string): Promise<boolean>
  /** Whether a window of ours is open: it would close, and lose what was typed. */
  isOpen(): Promise<boolean>
  /** Keeps that an update waits, and tells whether one does: it outlives the worker, not the restart. */
  update: { keep(): Promise<void>; waits(): Promise<boolean> }
  /** Restarts into the version that waits. */
  restart(): void
}
