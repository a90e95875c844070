import { useEffect, useState } from 'preact/hooks'
import { backupText } from '../copy/backup-text'
import {
  type Backup,
  type BackupState,
  createBackup,
  SHORTEST_PASSPHRASE,
  type Taken,
} from '../models/backup'
import { writeRoute } from '../models/router'
import { Choice } from '../parts/choice'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { useAloud } from '../parts/use-aloud'

type Way = 'save' | 'restore'
const words = backupText
const bookFates = ['added', 'known', 'conflicts', 'unread'] as const
const tokenFates = ['pinned', 'added', 'left'] as const

/** Keeps all orders in a file that only a passphrase opens, and takes them back from one. */
export function BackupPanel() {
  const app = useApp()
  const { backend, clock, catalog, files } = app
  files.backup ??= createBackup({ backend, clock, catalog })
  const model = files.backup
  const [way, setWay] = useState<Way>('save')
  const state = model.state.value
  const running = state.state === 'writing' || state.state === 'reading'
  const said = [say(state), sayRest(state)].filter((each) => each !== '').join(' ')
  useAloud(said)
  useEffect(() => () => model.settle(), [model])

  return (
    <details class="card details backup-details">
      <summary>{words.title}</summary>
      <div class="export">
        <p class="sub">{words.hint}</p>
        {running ? (
          <Progress state={state} onCancel={model.cancel} />
        ) : (
          <>
            <Choice
              legend={words.what}
              name="backup-way"
              options={[
                ['save', words.ways.save],
                ['restore', words.ways.restore],
              ]}
              value={way}
              onChange={(value) => setWay(value as Way)}
            />
            {way === 'save' ? <Save model={model} /> : <Restore model={model} />}
          </>
        )}
        <Outcome state={state} />
      </div>
    </details>
  )
}

function Save({ model }: { model: Backup }) {
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<string | undefined>(undefined)

  function save(): void {
    const short = [...passphrase].length < SHORTEST_PASSPHRASE
    const found = short
      ? words.tooShort(SHORTEST_PASSPHRASE)
      : passphrase === again
        ? undefined
        : words.different
    setProblem(found)
    if (found === undefined) void model.save(passphrase)
  }

  return (
    <form
      class="export"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Secret
        id="backup-new"
        label={words.passphrase}
        value={passphrase}
        wrong={problem !== undefined && problem !== words.different}
        onInput={setPassphrase}
      />
      <Secret
        id="backup-again"
        label={words.again}
        value={again}
        wrong={problem === words.different}
        onInput={setAgain}
      />
      <p class="sub">
        {words.passphraseHint(SHORTEST_PASSPHRASE)} {words.noSeed}
      </p>
      {problem !== undefined && (
        <p class="bad" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" class="button button-small">
        {words.save}
      </button>
    </form>
  )
}

function Restore({ model }: { model: Backup }) {
  const { view, backend } = useApp()
  const [file, setFile] = useState<File | undefined>(undefined)
  const [passphrase, setPassphrase] = useState('')
  const [failed, setFailed] = useState(false)
  if (view === 'popup') {
    // The file dialog takes the focus, and a popup without it closes.
    const path = `popup.html?view=tab${writeRoute({ screen: 'history' })}`
    return (
      <>
        <p class="sub">{words.restoreHint}</p>
        <p class="sub">{words.inTab}</p>
        <button
          type="button"
          class="button button-small"
          onClick={() => backend.openPage(path).catch(() => setFailed(true))}
        >
          {words.openTab}
        </button>
        {failed && <ErrorNote money={null} error={{ code: 'app/unexpected' }} />}
      </>
    )
  }
  return (
    <form
      class="export"
      onSubmit={(event) => {
        event.preventDefault()
        if (file) void model.restore(file, passphrase)
      }}
    >
      <p class="sub">{words.restoreHint}</p>
      <label for="backup-file">{words.file}</label>
      <input
        id="backup-file"
        type="file"
        accept=".txt,text/plain"
        onChange={(event) => setFile(event.currentTarget.files?.[0])}
      />
      <Secret
        id="backup-open"
        label={words.passphrase}
        value={passphrase}
        onInput={setPassphrase}
      />
      <p class="sub">{words.noSeed}</p>
      <button
        type="submit"
        class="button button-small"
        disabled={file === undefined || passphrase === ''}
      >
        {words.restore}
      </button>
    </form>
  )
}

function Secret(props: {
  id: string
  label: string
  value: string
  wrong?: boolean
  onInput(text: string): void
}) {
  const { id, label, value, wrong, onInput } = props
  return (
    <>
      <label for={id}>{label}</label>
      <input
        id={id}
        class="field"
        type="password"
        autocomplete={id === 'backup-open' ? 'current-password' : 'new-password'}
        maxLength={256}
        aria-invalid={wrong || undefined}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </>
  )
}

function Progress({ state, onCancel }: { state: BackupState; onCancel(): void }) {
  if (state.state !== 'writing' && state.state !== 'reading') return null
  const total = state.state === 'writing' ? state.total : undefined
  const share = total ? { max: total, value: Math.min(state.done, total) } : {}
  return (
    <div class="export-progress">
      <progress aria-label={words[state.state]} {...share} />
      <span class="sub num">{words.progress(state.done, total)}</span>
      <button type="button" class="button button-small" onClick={onCancel}>
        {words.cancel}
      </button>
    </div>
  )
}

/** What is read out: the beginning and the end. */
function say(state: BackupState): string {
  switch (state.state) {
    case 'writing':
    case 'reading':
      return words[state.state]
    case 'written':
      return [
        words.written(state.name, state.count),
        ...(state.left > 0 ? [words.left(state.left)] : []),
        ...(state.entries > 0 ? [words.writtenBook(state.entries)] : []),
        ...(state.tokens > 0 ? [words.writtenTokens(state.tokens)] : []),
        words.keep,
      ].join(' ')
    case 'restored':
      return [
        words.restored(state.added),
        ...(state.known > 0 ? [words.known(state.known)] : []),
        ...bookFates.flatMap((fate) =>
          state.book[fate] > 0 ? [words.book[fate](state.book[fate])] : [],
        ),
        ...tokenFates.flatMap((fate) =>
          state.tokens[fate] > 0 ? [words.tokens[fate](state.tokens[fate])] : [],
        ),
      ].join(' ')
    case 'unreadable':
      return words.unreadable[state.why]
    case 'cancelled':
      return words.cancelled
    default:
      return ''
  }
}

/** What of the file did not come, or came though the rest of it cannot be read. */
function sayRest(state: BackupState): string {
  if (state.state === 'restored' && state.unread > 0) return words.unread(state.unread)
  return 'taken' in state && state.taken ? sayTaken(state.taken) : ''
}

function sayTaken({ added, book, tokens }: Taken): string {
  return [
    ...(added > 0 ? [words.kept(added)] : []),
    ...(book.added > 0 ? [words.book.added(book.added)] : []),
    ...(['pinned', 'added'] as const).flatMap((fate) =>
      tokens[fate] > 0 ? [words.tokens[fate](tokens[fate])] : [],
    ),
  ].join(' ')
}

function Outcome({ state }: { state: BackupState }) {
  const { router } = useApp()
  switch (state.state) {
    case 'written':
      return <p>{say(state)}</p>
    case 'restored':
      return (
        <>
          <p>
            {say(state)} <span class="warn">{sayRest(state)}</span>
          </p>
          {state.book.added > 0 && (
            <button
              type="button"
              class="button button-small"
              onClick={() => router.go({ screen: 'book' })}
            >
              {words.toBook}
            </button>
          )}
        </>
      )
    case 'unreadable':
      return (
        <p class="bad">
          {say(state)} {sayRest(state)}
        </p>
      )
    case 'cancelled':
      return (
        <p>
          {say(state)} {sayRest(state)}
        </p>
      )
    case 'failed':
      return (
        <>
          <ErrorNote money={null} error={state.error} />
          {sayRest(state) !== '' && <p>{sayRest(state)}</p>}
        </>
      )
    default:
      return null
  }
}
