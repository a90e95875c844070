import { useId, useState } from 'preact/hooks'
import type { BookEntry } from '@/src/contract/book'
import { toAccount } from '@/src/domain/address/account-book'
import { mayBeName } from '@/src/domain/entry/recipient-text'
import { bookText } from '../copy/book-text'
import { alikeAddress } from '../format/alike-address'
import { plainText, recipientText } from '../format/text'
import type { Book, BookProblem } from '../models/account-book'
import { problemOfAddress } from '../models/book-rules'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { ErrorNote } from '../parts/error-note'
import { AlikeWarning, useKnownAddresses, withNoCheck } from './alike-note'
import { NameLookup } from './name-lookup'

const words = bookText.entry

/** What the dialog is opened for: a new entry, one whose name changes, or one out of a file. */
export type EntryTask =
  | { kind: 'add'; address?: string }
  | { kind: 'edit'; entry: BookEntry }
  | { kind: 'check'; entry: BookEntry }

/** Gives an address a name, after its owner compared the whole of it. */
export function BookEntryDialog(props: { book: Book; task: EntryTask; onClose(): void }) {
  const { book, task, onClose } = props
  const { announce, catalog } = useApp()
  const known = task.kind === 'add' ? undefined : task.entry
  const [draft, setDraft] = useState({
    name: known?.name ?? '',
    address: known?.address ?? (task.kind === 'add' ? (task.address ?? '') : ''),
    note: known?.note ?? '',
  })
  const [problem, setProblem] = useState<BookProblem>({})
  const [agreed, setAgreed] = useState('')
  const [busy, setBusy] = useState(false)
  const id = useId()
  const isNew = task.kind !== 'edit'
  const isFixed = known !== undefined || (task.kind === 'add' && task.address !== undefined)
  const account = toAccount(draft.address)
  const listed = book.entries.value.state === 'ready' ? book.entries.value.value : []
  const tokens = catalog.top.value
  const wrong =
    isNew && draft.address !== '' ? problemOfAddress(listed, draft.address, tokens) : undefined
  const alike = useAlikeInBook(isNew && wrong === undefined ? draft.address : '')
  // Who compared one address, or one warning, has not compared another.
  const agreement = `${draft.address} ${alike ?? ''}`
  const isAgreed = !isNew || (agreed === agreement && alike !== undefined)

  async function save(): Promise<void> {
    if (busy || !isAgreed || wrong !== undefined) return
    setBusy(true)
    const found = isNew ? await book.add(draft, tokens) : known && (await book.rename(known, draft))
    setBusy(false)
    if (found !== undefined) {
      setProblem(found)
      if (found.name) document.getElementById(`${id}-name`)?.focus()
      return
    }
    announce(words.saved(plainText(draft.name)))
    onClose()
  }

  const nameNote = problem.name && bookText.problems[problem.name]
  const isName = !isFixed && mayBeName(draft.address)
  const addressNote = isName ? undefined : (wrong ?? problem.address)
  return (
    <Dialog title={words[task.kind]} onClose={onClose}>
      <form
        class="dialog-body book-form"
        onSubmit={(event) => {
          event.preventDefault()
          // The form behind it is not what is sent.
          event.stopPropagation()
          void save()
        }}
      >
        {task.kind === 'check' && <p class="note note-warn note-slim">{bookText.file.what}</p>}
        <Line id={`${id}-name`} label={words.name} problem={nameNote}>
          <input
            id={`${id}-name`}
            class="field"
            autocomplete="off"
            autofocus={isFixed}
            dir="auto"
            maxLength={400}
            aria-invalid={nameNote !== undefined}
            aria-describedby={nameNote && `${id}-name-note`}
            value={draft.name}
            onInput={(event) => {
              setProblem({})
              setDraft({ ...draft, name: event.currentTarget.value })
            }}
          />
        </Line>
        {!isFixed && (
          <Line
            id={`${id}-address`}
            label={words.address}
            problem={addressNote && bookText.problems[addressNote]}
          >
            <textarea
              id={`${id}-address`}
              class="field mono"
              rows={draft.address === '' ? 1 : 2}
              spellcheck={false}
              autocomplete="off"
              aria-invalid={addressNote !== undefined}
              aria-describedby={addressNote && `${id}-address-note`}
              value={draft.address}
              onInput={(event) => {
                setProblem({})
                setDraft({ ...draft, address: recipientText(event.currentTarget.value) })
              }}
            />
            {isName && (
              <NameLookup
                text={draft.address}
                field={`${id}-address`}
                id={`${id}-address-name`}
                onUse={(address) => setDraft({ ...draft, address })}
              />
            )}
          </Line>
        )}
        {account !== null && (
          <div class="book-whole">
            <span class="sub">{words.fitsOn(bookText.families[account.family])}</span>
            <Address address={account.address} />
            {task.kind === 'edit' && <span class="sub">{words.fixed}</span>}
          </div>
        )}
        {isFixed && addressNote && (
          <p class="bad" role="alert">
            {bookText.problems[addressNote]}
          </p>
        )}
        {typeof alike === 'string' && <AlikeWarning alike={alike} />}
        <Line id={`${id}-note`} label={words.note} problem={undefined}>
          <input
            id={`${id}-note`}
            class="field"
            autocomplete="off"
            dir="auto"
            maxLength={140}
            value={draft.note}
            onInput={(event) => setDraft({ ...draft, note: event.currentTarget.value })}
          />
        </Line>
        {isNew && account !== null && wrong === undefined && (
          <label class="tick">
            <input
              type="checkbox"
              disabled={alike === undefined}
              checked={agreed === agreement}
              onChange={(event) => setAgreed(event.currentTarget.checked ? agreement : '')}
            />
            <span>
              {withNoCheck(typeof alike === 'string' ? words.comparedAlike : words.compared, [
                draft.address,
              ])}
            </span>
          </label>
        )}
        {(problem.full || problem.gone) && (
          <p class="bad" role="alert">
            {problem.full ? words.full : words.gone}
          </p>
        )}
        {book.error.value !== undefined && <ErrorNote money={null} error={book.error.value} />}
        <div class="book-actions">
          <button type="button" class="button" onClick={onClose}>
            {words.cancel}
          </button>
          <button
            type="submit"
            class="button button-main"
            // Who pressed it keeps the focus there until there is an answer.
            disabled={!isAgreed || account === null || wrong !== undefined}
            aria-disabled={busy}
            aria-busy={busy}
          >
            {words.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function Line(props: {
  id: string
  label: string
  problem: string | undefined
  children: preact.ComponentChildren
}) {
  return (
    <div class="book-line">
      <label for={props.id}>{props.label}</label>
      {props.children}
      {props.problem !== undefined && (
        <p class="bad" role="alert" id={`${props.id}-note`}>
          {props.problem}
        </p>
      )}
    </div>
  )
}

/**
 * The address that one to be named could be mistaken for. That it was paid before does not make it
 * known: a payment to the wrong one is in the history as well. `undefined` until it was looked up.
 */
function useAlikeInBook(address: string): string | null | undefined {
  const known = useKnownAddresses()
  if (known === undefined) return undefined
  return alikeAddress(address, { compared: [], seen: [...known.compared, ...known.seen] }) ?? null
}
