import { useState } from 'preact/hooks'
import { mayUndo, undoFor } from '@/src/contract/undo'
import { CLEAR_WORD, clearText } from '../copy/clear-text'
import { formatTime } from '../format/time'
import type { Clear, ClearState } from '../models/clear'
import { useApp } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { ErrorNote } from '../parts/error-note'
import { useAloud } from '../parts/use-aloud'

/** Takes finished orders off this computer, after a typed word. */
export function ClearPanel({ clear }: { clear: Clear }) {
  const [asking, setAsking] = useState(false)
  const state = clear.state.value
  const said = sayClear(state)
  useAloud(said)
  return (
    <details class="card details clear-details">
      <summary>{clearText.title}</summary>
      <div class="clear">
        <p class="sub">{clearText.hint}</p>
        <p class="sub">{clearText.stays}</p>
        <button
          type="button"
          class="button button-small button-danger"
          // The dialog gives the focus back here, and it stays until there is an answer.
          aria-disabled={state.state === 'running'}
          onClick={() => setAsking(state.state !== 'running')}
        >
          {clearText.act}
        </button>
        {state.state === 'running' && <p>{clearText.running(state.removed)}</p>}
        {said !== '' && !isOfUndo(state) && <p>{said}</p>}
        {state.state === 'failed' && !state.undo && <ErrorNote money={null} error={state.error} />}
      </div>
      {asking && (
        <Question
          onClose={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            void clear.start()
          }}
        />
      )}
    </details>
  )
}

/** What came of a removal or its undo, for eyes and readers. */
export function sayClear(state: ClearState): string {
  switch (state.state) {
    case 'done':
      return [
        clearText.removed(state.removed),
        clearText.kept(state.kept),
        state.keepsRecent ? clearText.keptRecent : '',
      ]
        .filter((each) => each !== '')
        .join(' ')
    case 'failed':
      return state.removed > 0 ? clearText.removed(state.removed) : ''
    case 'undone':
      return clearText.undone(state.restored)
    case 'back':
    case 'late':
      return clearText[state.state](state.count)
    default:
      return ''
  }
}

function Question(props: { onClose(): void; onYes(): void }) {
  const [typed, setTyped] = useState('')
  const isTyped = typed.trim().toUpperCase() === CLEAR_WORD
  return (
    <Dialog title={clearText.question} onClose={props.onClose}>
      <form
        class="dialog-body clear"
        onSubmit={(event) => {
          event.preventDefault()
          if (isTyped) props.onYes()
        }}
      >
        <p>{clearText.lead}</p>
        <label for="clear-word">{clearText.typed}</label>
        <input
          id="clear-word"
          class="field"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <div class="clear-actions">
          <button type="button" class="button" onClick={props.onClose}>
            {clearText.cancel}
          </button>
          <button type="submit" class="button button-danger" disabled={!isTyped}>
            {clearText.confirm}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Whether this is why an undo brought nothing back: said where it was pressed. */
const isOfUndo = (state: ClearState) =>
  state.state === 'back' || state.state === 'late' || (state.state === 'failed' && state.undo)

/** The way back, for as long as there is one, and why it led nowhere. */
export function UndoNote({ clear }: { clear: Clear }) {
  const state = clear.state.value
  return (
    <>
      {state.state === 'failed' && state.undo && <ErrorNote money={null} error={state.error} />}
      {(state.state === 'back' || state.state === 'late') && <p class="sub">{sayClear(state)}</p>}
      <Undo clear={clear} />
    </>
  )
}

function Undo({ clear }: { clear: Clear }) {
  const app = useApp()
  const bin = clear.bin.value
  if (bin === undefined || !mayUndo(bin.at, app.now.value)) return null
  return (
    <div class="undo">
      <span>
        {clearText.removed(bin.count)}{' '}
        <span class="sub">{clearText.gone(formatTime(bin.at + undoFor))}</span>
      </span>
      <button
        type="button"
        class="button button-small"
        // Who pressed it keeps the focus there until it goes.
        aria-disabled={clear.state.value.state === 'running'}
        onClick={() => void clear.undo()}
      >
        {clearText.undo}
      </button>
    </div>
  )
}
