import { useState } from 'preact/hooks'
import type { Family } from '@/src/domain/order/order'
import type { FormErrorCode } from '../copy/form-errors'
import { lateText } from '../copy/late-text'
import { recipientText } from '../format/text'
import type { MovedName } from '../models/typed-names'
import { FieldError } from '../parts/field-error'
import { NamedAddress } from '../parts/named-address'
import { AlikeNote } from './alike-note'
import { NameLookup } from './name-lookup'
import { PickButton, SaveOffer } from './pick-account'

/** One address of a purchase: an own account, or one that is typed, shown whole either way. */
export function BuyAddress(props: {
  name: string
  label: string
  hint: string
  /** Of the chain that it must fit. */
  family: Family
  /** Own accounts that fit, as the wallets named them. */
  accounts: readonly string[]
  typed: string
  /** The address in use; undefined while there is none. */
  address: string | undefined
  error: FormErrorCode | undefined
  /** The name that stood for something else when the order was to be made: where it is in this field. */
  moved: MovedName | undefined
  onType(value: string): void
}) {
  const { name, accounts, typed, address, error } = props
  const isListed = typed === '' || accounts.includes(typed)
  const [other, setOther] = useState(!isListed)
  const types = other || !isListed || accounts.length === 0
  const id = `buy-${name}`
  return (
    <div class="buy-address">
      <div class="pick-line">
        {types ? <label for={id}>{props.label}</label> : <span class="label">{props.label}</span>}
        <PickButton
          label={props.label}
          family={props.family}
          onPick={(picked) => {
            setOther(false)
            props.onType(picked)
          }}
          {...(!types && {
            onOther: () => {
              setOther(true)
              props.onType('')
            },
          })}
        />
      </div>
      {types && (
        <textarea
          id={id}
          class="field mono"
          rows={typed === '' ? 1 : 2}
          spellcheck={false}
          autocomplete="off"
          placeholder={lateText.options.recipientPlaceholder[props.family]}
          aria-label={props.label}
          aria-invalid={error !== undefined && error !== 'form/recipient-name'}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-error`}
          value={typed}
          onInput={(event) => props.onType(recipientText(event.currentTarget.value))}
        />
      )}
      {error === 'form/recipient-name' ? (
        <NameLookup
          text={typed}
          field={id}
          id={`${id}-error`}
          moved={props.moved}
          onUse={props.onType}
        />
      ) : (
        error !== undefined && <FieldError code={error} id={`${id}-error`} />
      )}
      {error === undefined && address !== undefined && (
        <>
          <NamedAddress address={address} />
          <AlikeNote recipient={address} />
          <SaveOffer key={address} label={props.label} address={address} />
        </>
      )}
      <p class="sub" id={`${id}-hint`}>
        {props.hint}
      </p>
    </div>
  )
}
