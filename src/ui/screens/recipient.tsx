import { familyOfChain } from '@/src/domain/chain/known-chains'
import { lateText } from '../copy/late-text'
import { nameText } from '../copy/name-text'
import { text } from '../copy/text'
import { plainText, recipientText } from '../format/text'
import { useApp } from '../parts/context'
import { FieldError } from '../parts/field-error'
import { NamedAddress } from '../parts/named-address'
import { useFresh } from '../parts/use-fresh'
import { AlikeNote } from './alike-note'
import { NameLookup } from './name-lookup'
import { PickButton, SaveOffer } from './pick-account'

/** Who receives: an own wallet of the other family to connect, or an address to paste. */
export function Recipient(props: { onConnect(): void; onClose(): void }) {
  const { swap, wallets } = useApp()
  const missing = swap.missing.value
  const offered = missing && wallets.connections.value[missing]?.account
  const error = swap.recipientError.value
  const destination = swap.destination.value
  const name = swap.recipientName.value
  const typed = swap.recipient.value !== ''
  // Of the other family, by the account book: no more than its page says that a wallet has it.
  const isOther = destination !== swap.connection.value?.account
  const token = swap.receive.value
  const family = token && familyOfChain(token.chainId)
  return (
    <div class="recipient card">
      {offered !== undefined && <Offered key={offered} account={offered} />}
      {missing !== undefined && offered === undefined && (
        <div class="recipient-missing">
          <span>{lateText.options.recipientNeeded(text.wallets.familyOf[missing])}</span>
          <button type="button" class="button button-small" onClick={props.onConnect}>
            {lateText.options.connect(text.wallets.familyOf[missing])}
          </button>
        </div>
      )}
      <div class="pick-line">
        <label for="recipient">{lateText.options.recipientLabel}</label>
        {family !== undefined && (
          <PickButton
            label={lateText.options.recipientLabel}
            family={family}
            onPick={swap.setRecipient}
          />
        )}
      </div>
      <textarea
        id="recipient"
        class="field mono"
        rows={typed ? 2 : 1}
        spellcheck={false}
        autocomplete="off"
        placeholder={lateText.options.recipientPlaceholder[family ?? 'eip155']}
        aria-invalid={error !== undefined && error !== 'form/recipient-name'}
        aria-describedby={error === undefined ? undefined : 'recipient-error'}
        value={swap.recipient.value}
        onInput={(event) => swap.setRecipient(recipientText(event.currentTarget.value))}
      />
      {error === 'form/recipient-name' ? (
        <NameLookup
          text={swap.recipient.value}
          field="recipient"
          id="recipient-error"
          onUse={swap.setRecipient}
        />
      ) : (
        error !== undefined && <FieldError code={error} id="recipient-error" />
      )}
      {error === undefined && (typed || isOther) && destination !== undefined && (
        <>
          {name !== undefined && <p class="sub">{nameText.used(plainText(name))}</p>}
          <NamedAddress address={destination} />
          <AlikeNote recipient={destination} />
          <SaveOffer
            key={destination}
            label={lateText.options.recipientLabel}
            address={destination}
          />
        </>
      )}
      {(typed || missing === undefined) && (
        <button
          type="button"
          class="button button-quiet"
          onClick={() => {
            swap.setRecipient('')
            props.onClose()
          }}
        >
          {lateText.options.recipientOff}
        </button>
      )}
    </div>
  )
}

/** The account that a wallet shows: it is its page's word, so the person compares it and takes it. */
function Offered({ account }: { account: string }) {
  const { swap } = useApp()
  // Its page may change it under the finger.
  const fresh = useFresh()
  return (
    <div class="recipient-offered">
      <div id="receive-what" tabIndex={-1}>
        <p>{lateText.options.recipientShown}</p>
        <NamedAddress address={account} />
      </div>
      <AlikeNote recipient={account} />
      <button
        type="button"
        class="button button-small"
        data-testid="receive-there"
        disabled={fresh}
        aria-describedby="receive-what"
        onClick={() => {
          swap.setRecipient(account)
          // What was pressed is gone then.
          document.getElementById('recipient')?.focus()
        }}
      >
        {lateText.options.receiveThere}
      </button>
    </div>
  )
}
