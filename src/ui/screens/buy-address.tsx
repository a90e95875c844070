import { useState } from 'preact/hooks'
import { buyText } from '../copy/buy-text'
import type { FormErrorCode } from '../copy/form-errors'
import { lateText } from '../copy/late-text'
import { plainText, shortAddress } from '../format/text'
import { Address } from '../parts/address'
import { FieldError } from '../parts/field-error'
import { AlikeNote } from './alike-note'

/** One address of a purchase: an own account, or one that is typed, shown whole either way. */
export function BuyAddress(props: {
  name: string
  label: string
  hint: string
  /** Own accounts that fit, as the wallets named them. */
  accounts: readonly string[]
  typed: string
  /** The address in use; undefined while there is none. */
  address: string | undefined
  error: FormErrorCode | undefined
  onType(value: string): void
}) {
  const { name, accounts, typed, address, error } = props
  const isListed = typed === '' || accounts.includes(typed)
  const [other, setOther] = useState(!isListed)
  const types = other || !isListed || accounts.length === 0
  const id = `buy-${name}`
  return (
    <div class="buy-address">
      <label for={types ? id : `${id}-own`}>{props.label}</label>
      {accounts.length > 0 && (
        <select
          id={`${id}-own`}
          class="field"
          aria-label={props.label}
          value={types ? '' : (address ?? '')}
          onChange={(event) => {
            const { value } = event.currentTarget
            setOther(value === '')
            props.onType(value)
          }}
        >
          {accounts.map((account) => (
            <option key={account} value={account}>
              {shortAddress(account)}
            </option>
          ))}
          <option value="">{buyText.other}</option>
        </select>
      )}
      {types && (
        <textarea
          id={id}
          class="field mono"
          rows={typed === '' ? 1 : 2}
          spellcheck={false}
          autocomplete="off"
          placeholder={lateText.options.recipientPlaceholder}
          aria-label={props.label}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-error`}
          value={typed}
          onInput={(event) =>
            props.onType(plainText(event.currentTarget.value.replace(/\s/g, ''), 128))
          }
        />
      )}
      {error !== undefined && <FieldError code={error} id={`${id}-error`} />}
      {error === undefined && address !== undefined && (
        <>
          <Address address={address} />
          {!accounts.includes(address) && <AlikeNote recipient={address} />}
        </>
      )}
      <p class="sub" id={`${id}-hint`}>
        {props.hint}
      </p>
    </div>
  )
}
