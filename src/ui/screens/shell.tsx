import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { text } from '../copy/text'
import { handle } from '../handles'
import type { App } from '../models/app'
import { writeRoute } from '../models/router'
import { Announcer } from '../parts/announcer'
import { useApp } from '../parts/context'
import { focusHeading, keepFocus } from '../parts/focus-heading'
import { Clock, Expand, Mark, Panel, Sliders } from '../parts/icons'
import { keyOf, useScreenKeys } from '../parts/keys'
import { lazy, onIntent } from '../parts/lazy'
import { HistoryScreen, SettingsScreen } from './late-screens'

/** Fetched with the first of them. */
const Notices = lazy(() => import('./notices').then((room) => room.Notices))

/** Whether something is to be said that concerns the whole page. */
function hasNotice({ requests, problem, running, formNote, online, catalog }: App): boolean {
  const said = requests.value || problem.value || running.value.length || formNote.value
  return Boolean(said) || !online.value || catalog.stale.value
}

/** The frame of every screen: the mark, the ways to the other screens, and what is read out. */
export function Shell({ children }: { children: ComponentChildren }) {
  const app = useApp()
  const { sandbox: isSandbox } = app.backend
  const { screen } = app.router.route.value
  const shell = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  const noticed = useRef(false)
  // What came once keeps its room when it goes.
  noticed.current ||= hasNotice(app)
  useScreenKeys(app.router)
  // When this screen came.
  const since = useMemo(() => app.clock.now(), [screen])
  // A new screen takes the focus, so that a screen reader starts at its beginning;
  // before the paint, so that it takes nothing that was typed since.
  useLayoutEffect(() => {
    // The first stands where it was drawn: to look at it would have it laid out once more.
    if (first.current) {
      first.current = false
      return
    }
    main.current?.focus({ preventScroll: true })
    focusHeading()
    main.current?.scrollTo(0, 0)
  }, [screen])
  useEffect(() => (shell.current === null ? undefined : keepFocus(shell.current)), [])
  return (
    <div class={`shell shell-${app.view}`} ref={shell}>
      <button type="button" class="skip button" onClick={() => main.current?.focus()}>
        {text.app.skip}
      </button>
      <header class="top">
        <button
          type="button"
          class="brand"
          aria-label={
            isSandbox ? text.app.homeTest(text.app.name, text.app.testMoney) : text.app.home
          }
          aria-keyshortcuts={keyOf('swap')}
          onClick={() => app.router.go({ screen: 'swap' })}
        >
          <Mark size={26} />
          <span>
            {text.app.name}
            {isSandbox && <small> {text.app.testMoney}</small>}
          </span>
        </button>
        <nav class="top-nav" aria-label={text.app.name}>
          <button
            type="button"
            class="nav-button"
            data-testid={handle.history}
            aria-current={screen === 'history' ? 'page' : undefined}
            aria-keyshortcuts={keyOf('history')}
            title={text.app.history}
            onClick={() => app.router.go({ screen: 'history' })}
            {...onIntent(HistoryScreen)}
          >
            <Clock />
            <span class="nav-label">{text.app.history}</span>
          </button>
          <button
            type="button"
            class="nav-button"
            data-testid={handle.settings}
            aria-current={screen === 'settings' ? 'page' : undefined}
            aria-keyshortcuts={keyOf('settings')}
            title={text.app.settings}
            onClick={() => app.router.go({ screen: 'settings' })}
            {...onIntent(SettingsScreen)}
          >
            <Sliders />
            <span class="nav-label">{text.app.settings}</span>
          </button>
          {app.view === 'popup' && app.backend.openPanel && (
            <button
              type="button"
              class="nav-button"
              title={text.app.openPanel}
              // A popup covers the panel's edge and closes by itself only when it loses the focus.
              onClick={() => void app.backend.openPanel?.().then(() => window.close())}
            >
              <Panel />
            </button>
          )}
          {app.view !== 'tab' && (
            <button
              type="button"
              class="nav-button"
              title={text.app.openTab}
              onClick={() =>
                void app.backend.openPage(
                  `popup.html?view=tab${writeRoute(app.router.route.value)}`,
                )
              }
            >
              <Expand />
            </button>
          )}
        </nav>
        {noticed.current && <Notices main={main} since={since} />}
      </header>
      <main class="scroll" id="content" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Announcer />
    </div>
  )
}
