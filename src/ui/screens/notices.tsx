import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { text } from '../copy/text'
import type { Route } from '../models/router'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'
import { lazy } from '../parts/lazy'
import { makeRoom } from '../parts/make-room'
import { useAloud } from '../parts/use-aloud'

/** With the words for every error: fetched where there is one to speak of. */
const Problem = lazy(() => import('../parts/problem').then((room) => room.Problem))

/** With all that is said of an order. */
const RunningStrip = lazy(() => import('./running-strip').then((room) => room.RunningStrip))

const RequestBar = lazy(() => import('./request-bar').then((room) => room.RequestBar))

const RequestNotes = lazy(() => import('./request-bar').then((room) => room.RequestNotes))

const FormNote = lazy(() => import('./form-note').then((room) => room.FormNote))

/**
 * Until somebody points at something of a screen, and for so long, ms, what belongs to its opening comes in
 * above it: a slow machine reads what is stored late.
 */
const OPENING_MS = 3_000

/** What goes so soon after an answer given here goes by that answer, ms. */
const ANSWER_MS = 500

/**
 * What has just come lies where something else was about to be pressed: for this long, ms, a click goes
 * to that. As long as a new confirmation takes none.
 */
const FRESH_MS = 700

const forms: readonly Route['screen'][] = ['swap', 'buy']

/**
 * What concerns the whole page and comes by itself: what a site asks, orders under way, no connection. It
 * lies over the top of the screen, which keeps its place below, and can be scrolled out from under it.
 */
export function Notices(props: {
  main: RefObject<HTMLElement | null>
  /** When the screen came, unix ms. */
  since: number
}) {
  const { main, since } = props
  const app = useApp()
  const { screen } = app.router.route.value
  const notices = useRef<HTMLDivElement>(null)
  const answeredAt = useRef(0)
  const [fresh, setFresh] = useState(0)
  const isForm = forms.includes(screen)
  const online = app.online.value

  useLayoutEffect(() => {
    const settle = () => {
      const [list, place] = [notices.current, main.current]
      if (list === null || place === null) return
      // Zoomed in far it stands above the screen, and all of it is scrolled.
      const need = getComputedStyle(list).position === 'absolute' ? list.offsetHeight : 0
      const now = app.clock.now()
      const isOpening = now - since < OPENING_MS && !place.matches(':hover')
      const isCalm = !isOpening && now - answeredAt.current >= ANSWER_MS
      if (makeRoom(place, need, isCalm)) setFresh((count) => count + 1)
    }
    settle()
    const observer = new ResizeObserver(settle)
    if (notices.current !== null) observer.observe(notices.current)
    return () => observer.disconnect()
  }, [since])
  useLayoutEffect(
    () => (fresh === 0 ? undefined : app.clock.after(FRESH_MS, () => setFresh(0))),
    [fresh],
  )

  return (
    <div
      class="notices"
      ref={notices}
      data-fresh={fresh > 0 ? '' : undefined}
      onClickCapture={() => {
        answeredAt.current = app.clock.now()
      }}
    >
      {app.requests.value !== undefined && <RequestBar />}
      {app.problem.value !== undefined && <Problem />}
      {isForm && app.running.value.length > 0 && <RunningStrip />}
      {isForm && app.requests.value !== undefined && <RequestNotes />}
      {(isForm || screen === 'pay') && app.formNote.value !== undefined && <FormNote />}
      {!online && (isForm || screen === 'order') && <Warning>{text.app.offline}</Warning>}
      {online && isForm && app.catalog.stale.value && <Warning>{text.app.stale}</Warning>}
    </div>
  )
}

function Warning({ children }: { children: string }) {
  useAloud(children)
  return (
    <p class="note note-warn note-slim">
      <Alert size={18} />
      <span class="note-body">{children}</span>
    </p>
  )
}
