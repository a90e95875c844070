import { useState } from 'preact/hooks'
import type { BookFamily } from '@/src/domain/address/account-book'
import { bookText } from '../copy/book-text'
import { useApp } from '../parts/context'
import { lazy, onIntent } from '../parts/lazy'
import { useBook } from '../parts/use-book'

const AccountPicker = lazy(() => import('./account-picker').then((room) => room.AccountPicker))
const BookEntryDialog = lazy(() => import('./book-entry').then((room) => room.BookEntryDialog))

const words = bookText.pick

/** Opens the picker for the field that is named. */
export function PickButton(props: {
  label: string
  family: BookFamily
  onPick(address: string): void
  onOther?(): void
}) {
  const [open, setOpen] = useState(false)
  const { onOther } = props
  return (
    <>
      <button
        type="button"
        class="button button-small"
        data-testid="account-pick"
        aria-haspopup="dialog"
        aria-label={words.openFor(props.label)}
        onClick={() => setOpen(true)}
        {...onIntent(AccountPicker)}
      >
        {words.open}
      </button>
      {open && (
        <AccountPicker
          family={props.family}
          onClose={() => setOpen(false)}
          onPick={(address) => {
            setOpen(false)
            props.onPick(address)
          }}
          {...(onOther && {
            onOther: () => {
              setOpen(false)
              onOther()
            },
          })}
        />
      )}
    </>
  )
}

/**
 * Offers to name the address of the field `label`: once named, it needs no comparing in the forms. Not for one that a site filled
 * in, nor for what has a name already.
 */
export function SaveOffer({ label, address }: { label: string; address: string }) {
  const { askedBy } = useApp()
  const book = useBook()
  const [open, setOpen] = useState(false)
  const isKnown = book.entries.value.state !== 'ready' || book.find(address) !== undefined
  if (!open && (isKnown || askedBy.value !== undefined)) return null
  return (
    <>
      <button
        type="button"
        class="button button-quiet button-small book-save"
        data-testid="book-save"
        aria-label={bookText.saveFor(label)}
        onClick={() => setOpen(true)}
        {...onIntent(BookEntryDialog)}
      >
        {bookText.save}
      </button>
      {open && (
        <BookEntryDialog
          book={book}
          task={{ kind: 'add', address }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
