import { useState } from 'preact/hooks'
import { lateText } from '../copy/late-text'
import { text } from '../copy/text'
import { groupAddress, plainText, shortAddress } from '../format/text'
import { useApp } from './context'
import { Check, Copy, External } from './icons'

/**
 * A whole address in groups of four that can be compared by eye; read out and copied in one piece. A
 * `bare` one is there to be compared alone.
 */
export function Address({ address, bare }: { address: string; bare?: boolean }) {
  const groups = groupAddress(address)
  return (
    <span class="address">
      <span class="address-groups" aria-hidden="true">
        {groups.map((group, place) => (
          <span key={place} class={place % 2 === 0 ? 'address-even' : 'address-odd'}>
            {group}
          </span>
        ))}
      </span>
      <span class="sr-only">{address}</span>
      {!bare && <CopyButton value={address} />}
    </span>
  )
}

/** Copies a text and says so, or that it could not: then what was on the clipboard is still there. */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const { announce } = useApp()
  const [done, setDone] = useState<'copied' | 'notCopied'>()
  const shown = shortAddress(plainText(value, 80))
  const what = text.app.copy(shown)
  return (
    <>
      <button
        type="button"
        class={label === undefined ? 'icon-button icon-button-small' : 'button button-quiet'}
        aria-label={label === undefined ? what : undefined}
        title={what}
        onClick={() => {
          navigator.clipboard.writeText(value).then(
            () => {
              setDone('copied')
              announce(lateText.copiedWhat(shown))
            },
            () => setDone('notCopied'),
          )
        }}
        onBlur={() => setDone(undefined)}
      >
        {done === 'copied' ? <Check size={16} /> : <Copy size={16} />}
        {label !== undefined && done === 'copied' ? lateText.copied : label}
      </button>
      {done === 'notCopied' && (
        <span class="bad" role="alert">
          {lateText.notCopied}
        </span>
      )}
    </>
  )
}

/** A link to another site, opened in a tab that knows nothing of this page. */
export function OutLink({ href, children }: { href: string; children: preact.ComponentChildren }) {
  return (
    <a class="out-link" href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <External size={16} />
    </a>
  )
}
