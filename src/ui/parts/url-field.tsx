import { useId, useLayoutEffect, useState } from 'preact/hooks'
import { pageText } from '../copy/page-text'
import { addressProblem, requestHost } from '../models/service-address'
import { useApp } from './context'

/** An address of a service: saved once it is one, and once the browser was asked for its host. */
export function UrlField(props: {
  label: string
  value: string
  /** Whether an empty field may be saved, which brings the built-in address back. */
  mayBeEmpty?: boolean
  onSave(url: string): void
}) {
  const { backend } = useApp()
  const id = useId()
  const [typed, setTyped] = useState(props.value)
  const [saved, setSaved] = useState(false)
  const [denied, setDenied] = useState<string | undefined>(undefined)
  // Before the paint: what is typed after it stays.
  useLayoutEffect(() => setTyped(props.value), [props.value])
  const url = typed.trim()
  const changed = url !== props.value
  const problem = url === '' ? undefined : addressProblem(url)
  const good = problem === undefined && (url !== '' || props.mayBeEmpty === true)

  function save(): void {
    setDenied(undefined)
    // Asked at once, inside the click; saved without waiting, as the question may close a popup.
    if (url !== '') {
      requestHost(backend, url).then(
        (allowed) => setDenied(allowed ? undefined : new URL(url).host),
        () => setDenied(new URL(url).host),
      )
    }
    props.onSave(url)
    setSaved(true)
  }

  return (
    <div class="setting setting-wide">
      <label for={id}>{props.label}</label>
      <span class="setting-line">
        <input
          id={id}
          class="field mono"
          type="url"
          spellcheck={false}
          autocomplete="off"
          aria-invalid={changed && problem !== undefined}
          aria-describedby={`${id}-note`}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setSaved(false)
          }}
        />
        <button
          type="button"
          class="button button-small"
          disabled={!changed || !good}
          onClick={save}
        >
          {saved && !changed ? pageText.settings.saved : pageText.settings.save}
        </button>
      </span>
      <span id={`${id}-note`} role="status">
        {changed && problem !== undefined && (
          <span class="sub bad">
            {problem === 'unsafe' ? pageText.settings.unsafeUrl : pageText.settings.badUrl}
          </span>
        )}
        {!changed && denied !== undefined && (
          <span class="sub warn">{pageText.settings.noAccess(denied)}</span>
        )}
      </span>
    </div>
  )
}
