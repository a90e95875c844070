import { useEffect, useRef, useState } from 'preact/hooks'
import { type BookEntry, bookKey, LONGEST_NAME, LONGEST_NOTE } from '@/src/contract/book'
import { mayUndo, undoFor } from '@/src/contract/undo'
import { bookText } from '../copy/book-text'
import { plainText } from '../format/text'
import { formatAgo, formatTime } from '../format/time'
import type { Book } from '../models/account-book'
import { MANY, searchBook } from '../models/book-rules'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { focusHeading } from '../parts/focus-heading'
import { Alert } from '../parts/icons'
import { BookName } from '../parts/named-address'
import { ReadAgain } from '../parts/read-again'
import { SkeletonRows } from '../parts/skeleton'
import { useBook } from '../parts/use-book'
import { BookEntryDialog, type EntryTask } from './book-entry'
import { ScreenHead } from './screen-head'

const words = bookText

/** Rows that are drawn at once; more come with the search, or when they are asked for. */
const PAGE = 100

/** Names for addresses: added, changed, removed, and checked where they came out of a file. */
export function BookScreen() {
  const app = useApp()
  const book = useBook()
  const [task, setTask] = useState<EntryTask | undefined>(undefined)
  const entries = book.entries.value
  return (
    <div class="book">
      <ScreenHead title={words.title} onBack={() => app.router.go({ screen: 'settings' })} />
      <p class="sub">{words.lead}</p>
      <Removed book={book} />
      {book.error.value !== undefined && task === undefined && (
        <ErrorNote money={null} error={book.error.value} />
      )}
      {entries.state === 'loading' && <SkeletonRows count={4} />}
      {entries.state === 'failed' && (
        <ReadAgain money={null} error={entries.error} read={book.readAgain} />
      )}
      {entries.state === 'ready' && <Lists book={book} entries={entries.value} onTask={setTask} />}
      {book.unread.value > 0 && <p class="sub warn">{words.unread(book.unread.value)}</p>}
      <div class="actions">
        <button
          type="button"
          class="button button-main"
          data-testid="book-add"
          disabled={entries.state === 'failed'}
          onClick={() => setTask({ kind: 'add' })}
        >
          {words.add}
        </button>
      </div>
      {task !== undefined && (
        <BookEntryDialog book={book} task={task} onClose={() => setTask(undefined)} />
      )}
    </div>
  )
}

function Lists(props: { book: Book; entries: BookEntry[]; onTask(task: EntryTask): void }) {
  const { book, entries, onTask } = props
  const { announce } = useApp()
  const [text, setText] = useState('')
  const [shown, setShown] = useState(PAGE)
  const found = text === '' ? entries : searchBook(entries, text)
  const checked = found.filter(({ unchecked }) => !unchecked)
  const fresh = found.filter(({ unchecked }) => unchecked)
  useEffect(() => {
    if (text !== '') announce(found.length === 0 ? words.noneFound : words.found(found.length))
  }, [text, found.length])
  async function remove(gone: BookEntry[]): Promise<void> {
    await book.remove(gone)
    // The way back stands below the heading.
    focusHeading()
  }
  if (entries.length === 0) {
    return (
      <div class="empty">
        <p class="empty-title">{words.empty}</p>
        <p>{words.emptyHint}</p>
      </div>
    )
  }
  return (
    <>
      {entries.length >= MANY && (
        <input
          class="field"
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setShown(PAGE)
          }}
        />
      )}
      {found.length === 0 && <p class="sub">{words.noneFound}</p>}
      <ul class="book-list">
        {checked.slice(0, shown).map((entry) => (
          <Row key={bookKey(entry)} entry={entry}>
            <button
              type="button"
              class="button button-quiet button-small"
              aria-label={words.editOf(shortName(entry))}
              onClick={() => onTask({ kind: 'edit', entry })}
            >
              {words.edit}
            </button>
            <RemoveButton entry={entry} onClick={() => void remove([entry])} />
          </Row>
        ))}
      </ul>
      {fresh.length > 0 && (
        <section class="card book-file" aria-label={words.file.title}>
          <p class="book-file-head warn">
            <Alert size={18} />
            <strong>{words.file.title}</strong>
          </p>
          <p class="sub">{words.file.what}</p>
          <ul class="book-list">
            {fresh.slice(0, shown).map((entry) => (
              <Row key={bookKey(entry)} entry={entry}>
                <button
                  type="button"
                  class="button button-small"
                  aria-label={words.file.checkOf(shortName(entry))}
                  onClick={() => onTask({ kind: 'check', entry })}
                >
                  {words.file.check}
                </button>
                <RemoveButton entry={entry} onClick={() => void remove([entry])} />
              </Row>
            ))}
          </ul>
          {fresh.length > 1 && (
            <button
              type="button"
              class="button button-quiet button-small"
              onClick={() => void remove(fresh)}
            >
              {words.file.removeAll}
            </button>
          )}
        </section>
      )}
      {Math.max(checked.length, fresh.length) > shown && (
        <button type="button" class="button" onClick={() => setShown(shown + PAGE)}>
          {words.more}
        </button>
      )}
      {text === '' && entries.length > 1 && (
        <button
          type="button"
          class="button button-quiet button-small book-clear"
          onClick={() => void remove(entries)}
        >
          {words.removeAll}
        </button>
      )}
    </>
  )
}

const shortName = ({ name }: BookEntry) => plainText(name, LONGEST_NAME)

function Row({ entry, children }: { entry: BookEntry; children: preact.ComponentChildren }) {
  const { now } = useApp()
  const { name, family, address, note, usedAt } = entry
  return (
    <li class="book-row" data-testid="book-row" data-address={address}>
      <div class="book-head">
        {entry.unchecked ? (
          <bdi class="book-name">{shortName(entry)}</bdi>
        ) : (
          <BookName name={name} />
        )}
        <span class="badge">{words.families[family]}</span>
      </div>
      <Address address={address} />
      {note !== undefined && (
        <p class="sub">
          <bdi>{plainText(note, LONGEST_NOTE)}</bdi>
        </p>
      )}
      <div class="book-foot">
        {usedAt !== undefined && (
          <span class="sub">{words.used(formatAgo(usedAt, now.value))}</span>
        )}
        <div class="book-actions">{children}</div>
      </div>
    </li>
  )
}

function RemoveButton({ entry, onClick }: { entry: BookEntry; onClick(): void }) {
  return (
    <button
      type="button"
      class="button button-quiet button-small"
      aria-label={words.removeOf(shortName(entry))}
      // The next row stands there by the second click of two.
      onClick={(event) => {
        if (event.detail <= 1) onClick()
      }}
    >
      {words.remove}
    </button>
  )
}

/** The way back, for as long as there is one. */
function Removed({ book }: { book: Book }) {
  const { clock, now, announce } = useApp()
  const [left, setLeft] = useState(0)
  // What was removed before this screen was opened was said then.
  const said = useRef(clock.now() - 1)
  const isBusy = useRef(false)
  const removed = book.removed.value
  const isThere = removed !== undefined && mayUndo(removed.at, now.value)
  useEffect(() => {
    // An earlier one that can be undone next is not said anew.
    if (!isThere || removed.at <= said.current) return
    said.current = removed.at
    announce(words.removed(removed.count))
  }, [removed?.at])
  async function undo(): Promise<void> {
    // A second press would find all of it in the book, and call that kept away.
    if (isBusy.current) return
    isBusy.current = true
    const { back, left: away } = await book.undo()
    isBusy.current = false
    setLeft(away)
    const came = [...(back > 0 ? [words.back(back)] : []), ...(away > 0 ? [words.left(away)] : [])]
    if (came.length > 0) announce(came.join(' '))
    focusHeading()
  }
  if (!isThere) return left > 0 ? <p class="sub warn">{words.left(left)}</p> : null
  return (
    <div class="undo">
      <span>
        {words.removed(removed.count)}{' '}
        <span class="sub">{words.gone(formatTime(removed.at + undoFor))}</span>
      </span>
      <button type="button" class="button button-small" onClick={() => void undo()}>
        {words.undo}
      </button>
    </div>
  )
}
