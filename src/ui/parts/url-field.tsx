import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { pageText } from '../copy/page-text'
import { addressProblem, requestHost } from '../models/service-address'
import { useApp } from './context'

/**
 * An address of a service: saved once it is one, the browser was asked for its host, and it answered
 * where it can be checked.
 */
export function UrlField(props: {
  label: string
  value: string
  /** Whether an empty field may be saved, which brings the built-in address back. */
  mayBeEmpty?: boolean
  /** Looks at an address before it is saved: says in words why it should not be, and whether it may. */
  check?(url: string): Promise<{ words: string; mayKeep: boolean } | undefined>
  onSave(url: string): void
}) {
  const { backend } = useApp()
  const id = useId()
  const [typed, setTyped] = useState(props.value)
  const [saved, setSaved] = useState(false)
  const [denied, setDenied] = useState<string | undefined>(undefined)
  const [checking, setChecking] = useState(false)
  const [doubt, setDoubt] = useState<{ words: string; mayKeep: boolean } | undefined>(undefined)
  // Before the paint: what is typed after it stays.
  useLayoutEffect(() => setTyped(props.value), [props.value])
  const url = typed.trim()
  const changed = url !== props.value
  const problem = url === '' ? undefined : addressProblem(url)
  const good = problem === undefined && (url !== '' || props.mayBeEmpty === true)

  const mounted = useRef(true)
  useEffect(
    () => () => {
      mounted.current = false
    },
    [],
  )

  async function keep(allowed: Promise<boolean>): Promise<void> {
    if (props.check && url !== '') {
      setChecking(true)
      // A node that lets every origin in answers without access; one that does not is not reached.
      await allowed
      const found = await props.check(url)
      // Removed meanwhile: nothing of it is wanted any more.
      if (!mounted.current) return
      setChecking(false)
      setDoubt(found)
      if (found) return
    }
    store()
  }

  function store(): void {
    setDoubt(undefined)
    props.onSave(url)
    setSaved(true)
  }

  function save(): void {
    setDenied(undefined)
    setDoubt(undefined)
    // Asked at once, inside the click; an address that is not checked is saved without waiting, as the
    // question may close a popup.
    const asked = url === '' ? Promise.resolve(true) : requestHost(backend, url)
    const allowed = asked.catch(() => false)
    void allowed.then((isAllowed) => setDenied(isAllowed ? undefined : new URL(url).host))
    void keep(allowed)
  }

  const done = saved && !changed ? pageText.settings.saved : pageText.settings.save
  const act = checking ? pageText.settings.checking : done
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
          readOnly={checking}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setSaved(false)
            setDoubt(undefined)
          }}
        />
        <button
          type="button"
          class="button button-small"
          disabled={!changed || !good || checking}
          aria-busy={checking}
          // One of several of its name.
          aria-label={pageText.settings.actOn(act, props.label)}
          onClick={save}
        >
          {act}
        </button>
      </span>
      <span id={`${id}-note`} role="status">
        {changed && problem !== undefined && (
          <span class="sub bad">
            {problem === 'unsafe' ? pageText.settings.unsafeUrl : pageText.settings.badUrl}
          </span>
        )}
        {changed && doubt !== undefined && <span class="sub bad">{doubt.words}</span>}
        {!changed && denied !== undefined && (
          <span class="sub warn">{pageText.settings.noAccess(denied)}</span>
        )}
      </span>
      {changed && doubt?.mayKeep === true && (
        <button type="button" class="button button-quiet button-small" onClick={store}>
          {pageText.settings.saveAnyway}
        </button>
      )}
    </div>
  )
}
