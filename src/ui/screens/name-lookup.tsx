import { useEffect, useRef, useState } from 'preact/hooks'
import { toChecksumAddress } from '@/src/domain/address/check-address'
import { errorCopy } from '../copy/errors'
import { nameText } from '../copy/name-text'
import { text } from '../copy/text'
import { formatList } from '../format/plural'
import { plainText } from '../format/text'
import { createNameLookup, type NameView } from '../models/name-lookup'
import { keepName, type MovedName } from '../models/typed-names'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { Alert } from '../parts/icons'
import { NamedAddress } from '../parts/named-address'
import { RetryButton } from '../parts/read-again'
import { useModel } from '../parts/use-model'
import { AlikeNote } from './alike-note'

/** The most that is shown of a name. */
const LONGEST = 64

type Use = (address: string, name: string) => void

/**
 * What a typed name stands for, each state in its sentence, below a field with the id `field`; `id` is given
 * to what is said. The address counts only once the person took it.
 */
export function NameLookup(props: {
  text: string
  field: string
  id: string
  /** What stood for something else when a payment was to be made of it: said where it is this text. */
  moved?: MovedName | undefined
  onUse: Use
}) {
  const { text, field } = props
  const { backend, clock, online, nameNext } = useApp()
  const lookup = useModel(() => createNameLookup({ backend, clock, online, text }), text)
  const view = lookup.view.value
  const found = view.state === 'read' && view.found.kind === 'found' ? view.found : undefined
  const doubts = view.state === 'read' && found ? doubtsOf(found, view.foreign) : []
  const address = found && toChecksumAddress(found.address)
  const state = stateOf(view)
  const wrong = passingOf(view)
  const place = useRef<HTMLDivElement>(null)
  // What is to be confirmed is there once it is found: until then the main button says what is missing.
  useEffect(() => {
    const { [text]: _, ...others } = nameNext.peek()
    const next = nameText.next[state === 'reading' ? 'reading' : 'missing']
    nameNext.value = state === 'found' ? others : { ...others, [text]: next }
    return () => {
      const { [text]: _gone, ...rest } = nameNext.peek()
      nameNext.value = rest
    }
  }, [state, text])
  useEffect(() => {
    // Below the edge of a popup it would be asked for in vain.
    if (state !== 'reading') place.current?.scrollIntoView({ block: 'nearest' })
  }, [state])
  return (
    <div class="name-lookup" data-testid="name-lookup" data-state={state} data-heard ref={place}>
      {props.moved?.name === text && (
        <p class="warn" role="alert">
          <bdi>
            {nameText.review[props.moved.kind === 'found' ? 'movedTitle' : 'goneTitle'](
              plainText(text, LONGEST),
            )}
          </bdi>
        </p>
      )}
      <div class="name-said" role="status" id={props.id}>
        <Said view={view} text={text} />
        {address !== undefined && <NamedAddress address={address} />}
        {found?.back === 'same' && <p class="sub">{nameText.same}</p>}
        {doubts.map((doubt) => (
          <p key={doubt} class="warn">
            {doubt}
          </p>
        ))}
      </div>
      {address !== undefined && <AlikeNote recipient={address} />}
      {view.state === 'failed' && <ErrorNote error={view.error} money={null} />}
      {wrong !== undefined && (
        <RetryButton label={nameText.again} wrong={wrong} to={field} read={lookup.retry} />
      )}
      {view.state === 'read' && address !== undefined && (
        <Take
          isDoubtful={doubts.length > 0}
          onTake={() => {
            // Without it the name is only not looked up once more.
            keepName(backend.session, { address, name: view.name }).catch(() => undefined)
            props.onUse(address, view.name)
            document.getElementById(field)?.focus()
          }}
        />
      )}
    </div>
  )
}

const stateOf = (view: NameView) => (view.state === 'read' ? view.found.kind : view.state)

/** What is wrong, where it may be over when it is asked again. */
function passingOf(view: NameView): string | undefined {
  if (view.state === 'failed') return text.app.said(errorCopy[view.error.code].title)
  const kind = view.state === 'read' && view.found.kind
  return kind === 'disagree' || kind === 'unread' ? nameText.failed[kind] : undefined
}

function Said({ view, text }: { view: NameView; text: string }) {
  switch (view.state) {
    case 'reading':
      return (
        <p class="sub name-reading">
          <span class="spinner" aria-hidden="true" />
          <bdi>{nameText.reading(plainText(text, LONGEST))}</bdi>
        </p>
      )
    case 'offline':
      return <p class="sub">{nameText.offline}</p>
    case 'letters':
      return <Refused sentence={[nameText.letters, sayForeign(view.foreign)].join(' ')} />
    case 'read': {
      const { kind } = view.found
      if (kind !== 'found') return <Refused sentence={nameText.failed[kind]} />
      return (
        <p>
          <bdi>{nameText.standsFor(plainText(view.name, LONGEST))}</bdi>
        </p>
      )
    }
    default:
      return null
  }
}

function Refused({ sentence }: { sentence: string }) {
  return (
    <p class="field-error">
      <Alert size={16} />
      <span>{sentence}</span>
    </p>
  )
}

type Read = Extract<NameView, { state: 'read' }>
type FoundName = Extract<Read['found'], { kind: 'found' }>

function sayForeign(letters: readonly string[]): string {
  const shown = letters.slice(0, 8).map((letter) => `“${plainText(letter)}”`)
  return shown.length === 0 ? '' : nameText.foreign(formatList(shown))
}

/** What speaks against the address of a name. */
function doubtsOf({ back, contract }: FoundName, foreign: readonly string[]): string[] {
  return [
    ...(back === 'same' ? [] : [nameText[back]]),
    ...(foreign.length === 0 ? [] : [sayForeign(foreign)]),
    ...(contract ? [nameText.contract] : []),
  ]
}

/** Takes the address; where something speaks against it, not before it was compared. */
function Take({ isDoubtful, onTake }: { isDoubtful: boolean; onTake(): void }) {
  const [compared, setCompared] = useState(false)
  return (
    <>
      {isDoubtful && (
        <label class="tick">
          <input
            type="checkbox"
            checked={compared}
            onChange={(event) => setCompared(event.currentTarget.checked)}
          />
          <span>{nameText.compared}</span>
        </label>
      )}
      <button
        type="button"
        class="button button-small"
        data-testid="name-use"
        disabled={isDoubtful && !compared}
        onClick={onTake}
      >
        {nameText.use}
      </button>
    </>
  )
}
