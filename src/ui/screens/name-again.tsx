import { sameAddress } from '@/src/domain/address/address'
import { toChecksumAddress } from '@/src/domain/address/check-address'
import type { SwapOrder } from '@/src/domain/order/order'
import { nameText } from '../copy/name-text'
import { plainText } from '../format/text'
import { createNameLookup, type NameView } from '../models/name-lookup'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'
import { NamedAddress } from '../parts/named-address'
import { useAloud } from '../parts/use-aloud'
import { useModel } from '../parts/use-model'

const words = nameText.review
const shown = (name: string) => plainText(name, 64)

/** What the name of a recipient stands for now, beside what was confirmed. */
export type NameAgain =
  | { kind: 'same' | 'waits' | 'unread' }
  /** It stands for something else, or no longer for anything; `why` says so of the latter. */
  | { kind: 'moved'; address: string }
  | { kind: 'gone'; why: string }

/** Looks the name that the recipient was typed as up once more; undefined where it was an address. */
export function useNameAgain({
  recipientName,
  accepted,
}: Pick<SwapOrder, 'recipientName' | 'accepted'>): NameAgain | undefined {
  const { backend, clock, online } = useApp()
  const lookup = useModel(
    () =>
      recipientName === undefined
        ? { dispose: () => undefined }
        : createNameLookup({ backend, clock, online, text: recipientName }),
    recipientName ?? '',
  )
  return 'view' in lookup ? toAgain(lookup.view.value, accepted.recipient) : undefined
}

function toAgain(view: NameView, recipient: string): NameAgain {
  switch (view.state) {
    case 'reading':
      return { kind: 'waits' }
    case 'offline':
    case 'failed':
      return { kind: 'unread' }
    case 'letters':
      return { kind: 'gone', why: nameText.letters }
    case 'read': {
      const { found } = view
      if (found.kind === 'unread') return { kind: 'unread' }
      if (found.kind !== 'found') return { kind: 'gone', why: nameText.failed[found.kind] }
      return sameAddress(found.address, recipient)
        ? { kind: 'same' }
        : { kind: 'moved', address: toChecksumAddress(found.address) }
    }
  }
}

/** Says that a name stands for something else by now, and leads back to where that is confirmed. */
export function NameNote(props: { name: string; again: NameAgain; onBack(): void }) {
  const { name, again } = props
  useAloud(again.kind === 'waits' ? words.reading(shown(name)) : undefined)
  if (again.kind === 'waits') {
    return (
      <p class="note note-slim">
        <span class="spinner" aria-hidden="true" />
        <bdi>{words.reading(shown(name))}</bdi>
      </p>
    )
  }
  if (again.kind !== 'moved' && again.kind !== 'gone') return null
  const isMoved = again.kind === 'moved'
  return (
    <section class="note note-bad" role="alert" data-testid="name-changed">
      <Alert />
      <div class="note-body">
        <p class="note-title">
          <bdi>{words[isMoved ? 'movedTitle' : 'goneTitle'](shown(name))}</bdi>
        </p>
        <p>{isMoved ? words.moved : again.why}</p>
        {isMoved && <NamedAddress address={again.address} />}
        <div class="note-actions">
          <button type="button" class="button button-small" onClick={props.onBack}>
            {words[isMoved ? 'backToConfirm' : 'back']}
          </button>
        </div>
      </div>
    </section>
  )
}
