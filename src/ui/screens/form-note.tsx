import { text } from '../copy/text'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'
import { useAloud } from '../parts/use-aloud'

/** Why something was not filled into the form, or was emptied. */
export function FormNote() {
  const { formNote } = useApp()
  useAloud(formNote.value)
  return (
    <p class="note note-warn note-slim">
      <Alert size={18} />
      <span class="note-body">{formNote.value}</span>
      <button
        type="button"
        class="button button-quiet button-small"
        onClick={() => {
          formNote.value = undefined
        }}
      >
        {text.app.close}
      </button>
    </p>
  )
}
