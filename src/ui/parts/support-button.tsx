import { useState } from 'preact/hooks'
import { toWireError, type WireError } from '@/src/domain/error'
import { lateText } from '../copy/late-text'
import { useApp } from './context'
import { ErrorNote } from './error-note'
import { Check, Copy } from './icons'

/**
 * Copies what somebody who helps needs to know: one press gets it and puts it on the clipboard. Of the order
 * that it stands at, else of all that are open.
 */
export function SupportButton({ main = false, orderId }: { main?: boolean; orderId?: string }) {
  const { announce, backend, clock } = useApp()
  const [state, setState] = useState<'idle' | 'busy' | 'copied' | WireError>('idle')

  async function copy(): Promise<void> {
    setState('busy')
    try {
      const at = new Date(clock.now()).toISOString()
      const head = { product: 'Causeway', version: backend.version, at }
      await navigator.clipboard.writeText(await backend.readSupport(head, orderId))
      setState('copied')
      // Said apart: the button's own words are none of what comes with its screen.
      announce(lateText.copied)
    } catch (caught) {
      setState(toWireError(caught))
    }
  }

  return (
    <>
      <button
        type="button"
        class={`button ${main ? 'button-main' : 'button-small'}`}
        aria-disabled={state === 'busy'}
        onClick={() => {
          if (state !== 'busy') void copy()
        }}
      >
        {state === 'copied' ? <Check size={16} /> : <Copy size={16} />}
        <span>{state === 'copied' ? lateText.copied : lateText.support}</span>
      </button>
      <p class="sub support-hint">{lateText.supportHint}</p>
      {typeof state === 'object' && <ErrorNote money={null} error={state} />}
    </>
  )
}
