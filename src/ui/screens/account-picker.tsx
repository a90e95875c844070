import { useState } from 'preact/hooks'
import { bookKey } from '@/src/contract/book'
import type { BookFamily } from '@/src/domain/address/account-book'
import { bookText } from '../copy/book-text'
import { plainText } from '../format/text'
import { MANY, searchBook } from '../models/book-rules'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { BookName } from '../parts/named-address'
import { ReadAgain } from '../parts/read-again'
import { SkeletonRows } from '../parts/skeleton'
import { useBook } from '../parts/use-book'

const words = bookText.pick

/** Own accounts first, then the account book, of one family; what is chosen is shown whole. */
export function AccountPicker(props: {
  family: BookFamily
  onPick(address: string): void
  onOther?(): void
  onClose(): void
}) {
  const { family, onPick } = props
  const { router, wallets } = useApp()
  const book = useBook()
  const [text, setText] = useState('')
  const own = accountsOf(wallets.connections.value, family)
  const state = book.entries.value
  const all = state.state === 'ready' ? state.value : []
  const fitting = all.filter((entry) => entry.family === family && !entry.unchecked)
  const waiting = all.filter(({ unchecked }) => unchecked).length
  const found = text === '' ? fitting : searchBook(fitting, text)
  const familyName = bookText.families[family]
  return (
    <Dialog title={words.title} onClose={props.onClose}>
      <div class="dialog-body book-pick">
        <h3>{words.own}</h3>
        {own.length === 0 && <p class="sub">{words.noOwn(familyName)}</p>}
        {own.map(({ account, wallet }) => (
          <Choice key={account} address={account} onPick={onPick}>
            <bdi>{plainText(wallet, 32)}</bdi>
            {book.find(account) !== undefined && ' · '}
            <BookName name={book.find(account)?.name} />
          </Choice>
        ))}
        <h3>{words.book}</h3>
        {state.state === 'loading' && <SkeletonRows count={2} />}
        {state.state === 'failed' && (
          <ReadAgain money={null} error={state.error} read={book.readAgain} />
        )}
        {state.state === 'ready' && fitting.length === 0 && (
          <p class="sub">{words.none(familyName)}</p>
        )}
        {fitting.length >= MANY && (
          <input
            class="field"
            type="search"
            aria-label={bookText.search}
            placeholder={bookText.search}
            autocomplete="off"
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
        {text !== '' && found.length === 0 && <p class="sub">{bookText.noneFound}</p>}
        {found.slice(0, 100).map((entry) => (
          <Choice key={bookKey(entry)} address={entry.address} onPick={onPick}>
            <BookName name={entry.name} />
          </Choice>
        ))}
        {waiting > 0 && <p class="sub">{bookText.file.waiting(waiting)}</p>}
        <div class="book-actions">
          <button
            type="button"
            class="button button-small"
            onClick={() => router.go({ screen: 'book' })}
          >
            {words.manage}
          </button>
          {props.onOther !== undefined && (
            <button type="button" class="button button-small" onClick={props.onOther}>
              {words.other}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

type Connections = ReturnType<typeof useApp>['wallets']['connections']['value']

/** Accounts that a chosen wallet of the family shows; of other families no wallet is driven. */
function accountsOf(connections: Connections, family: BookFamily) {
  const connection = family === 'eip155' || family === 'solana' ? connections[family] : undefined
  if (connection === undefined) return []
  return connection.accounts.map((account) => ({ account, wallet: connection.wallet.name }))
}

function Choice(props: {
  address: string
  children: preact.ComponentChildren
  onPick(address: string): void
}) {
  return (
    <button
      type="button"
      class="wallet-row"
      data-testid="account-row"
      data-address={props.address}
      onClick={() => props.onPick(props.address)}
    >
      <span class="wallet-row-name">
        <span>{props.children}</span>
        <Address address={props.address} bare />
      </span>
    </button>
  )
}
