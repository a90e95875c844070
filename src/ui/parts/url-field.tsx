import { useEffect, useId, useState } from 'preact/hooks'
import { isWebUrl } from '@/src/lib/web-url'
import { pageText } from '../copy/page-text'

/** An address of a service: saved once it is one. */
export function UrlField(props: { label: string; value: string; onSave(url: string): void }) {
  const id = useId()
  const [typed, setTyped] = useState(props.value)
  const [saved, setSaved] = useState(false)
  useEffect(() => setTyped(props.value), [props.value])
  const changed = typed.trim() !== props.value
  const good = isWebUrl(typed.trim())
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
          aria-invalid={changed && !good}
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
          onClick={() => {
            props.onSave(typed.trim())
            setSaved(true)
          }}
        >
          {saved && !changed ? pageText.settings.saved : pageText.settings.save}
        </button>
      </span>
      {changed && !good && typed !== '' && <p class="sub bad">{pageText.settings.badUrl}</p>}
    </div>
  )
}
