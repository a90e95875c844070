import { useEffect } from 'preact/hooks'
import { lateText } from '../copy/late-text'
import type { Quotes } from '../models/quotes'
import { useApp } from './context'
import { Alert } from './icons'

/** Says, and has it read out, that another route stands in place of the one that the person picked. */
export function LostPick({ quotes }: { quotes: Quotes }) {
  const { announce } = useApp()
  // Asked for again, it may still come.
  const isLost =
    quotes.isPickLost.value && !quotes.isPickDue.value && quotes.picked.value !== undefined
  useEffect(() => {
    if (isLost) announce(lateText.routes.lost)
  }, [isLost])
  if (!isLost) return null
  return (
    <p class="note note-warn note-slim">
      <Alert size={18} />
      <span class="note-body">{lateText.routes.lost}</span>
    </p>
  )
}
