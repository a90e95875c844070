import { text } from '../copy/text'
import { hostOf } from '../format/text'
import { useApp } from '../parts/context'
import { Alert, Globe } from '../parts/icons'
import { lazy } from '../parts/lazy'

/** With all that is said of an order. */
const RunningStrip = lazy(() => import('./running-strip').then((room) => room.RunningStrip))

/** What concerns the whole page: orders under way, no connection, a service that does not answer. */
export function Banners() {
  const app = useApp()
  const online = app.online.value
  const askedBy = app.askedBy.value
  return (
    <>
      {app.running.value.length > 0 && <RunningStrip />}
      {app.prefillNote.value !== undefined && (
        <p class="note note-warn note-slim" role="status">
          <Alert size={18} />
          <span class="note-body">{text.swap.prefillNote[app.prefillNote.value]}</span>
          <button type="button" class="button button-quiet button-small" onClick={app.dismissNote}>
            {text.app.close}
          </button>
        </p>
      )}
      {askedBy !== undefined && (
        <p class="note note-info note-slim" role="status">
          <Globe size={18} />
          <span class="note-body">
            <bdi>{text.swap.filledIn(hostOf(askedBy))}</bdi>
          </span>
          <button type="button" class="button button-quiet button-small" onClick={app.dismissAsked}>
            {text.swap.clear}
          </button>
        </p>
      )}
      {!online && (
        <p class="note note-warn note-slim" role="status">
          <Alert size={18} />
          <span>{text.app.offline}</span>
        </p>
      )}
      {online && app.catalog.stale.value && (
        <p class="note note-warn note-slim" role="status">
          <Alert size={18} />
          <span>{text.app.stale}</span>
        </p>
      )}
    </>
  )
}
