import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { text } from '../copy/text'
import { Announcer } from './announcer'
import { useApp } from './context'
import { Close } from './icons'

/**
 * A sheet over the page. The browser's own modal dialog keeps the focus inside, makes the rest inert,
 * closes on Escape and gives the focus back. What has `autofocus` inside gets it first.
 */
export function Dialog(props: {
  title: string
  onClose(): void
  children: ComponentChildren
  size?: 'tall' | 'fit'
}) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { announcements } = useApp()
  const before = useRef(announcements.peek().at(-1)?.id ?? 0)
  useLayoutEffect(() => {
    const dialog = element.current
    if (dialog === null || dialog.open) return
    const opener = document.activeElement
    dialog.showModal()
    return () => {
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is for the backdrop
    <dialog
      ref={element}
      class={`dialog dialog-${props.size ?? 'fit'}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        props.onClose()
      }}
      onClick={(event) => {
        if (event.target === element.current) props.onClose()
      }}
    >
      <div class="dialog-inner">
        <header class="dialog-head">
          <h2 id={titleId}>{props.title}</h2>
          <button
            type="button"
            class="icon-button"
            aria-label={text.app.close}
            onClick={props.onClose}
          >
            <Close />
          </button>
        </header>
        {props.children}
        {/* The page's own is inert as well: nothing would be heard of it. */}
        <Announcer after={before.current} />
      </div>
    </dialog>
  )
}
