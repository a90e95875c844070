import { text } from '../copy/text'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'
import { lazy } from '../parts/lazy'

/** With all that is said of an order. */
const RunningStrip = lazy(() => import('./running-strip').then((room) => room.RunningStrip))

const RequestNotes = lazy(() => import('./request-bar').then((room) => room.RequestNotes))

const FormNote = lazy(() => import('./form-note').then((room) => room.FormNote))

/** What concerns the whole page: orders under way, no connection, a service that does not answer. */
export function Banners() {
  const app = useApp()
  const online = app.online.value
  return (
    <>
      {app.running.value.length > 0 && <RunningStrip />}
      {app.requests.value !== undefined && <RequestNotes />}
      {app.formNote.value !== undefined && <FormNote />}
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
