import { useEffect, useState } from 'preact/hooks'
import type { TransferOrder } from '@/src/domain/order/order'
import { transferText } from '../copy/transfer-text'
import { useApp } from '../parts/context'
import { Dialog } from '../parts/dialog'
import { choosePicture, type Picture } from './choose-picture'
import { readPicture } from './read-qr'

const words = transferText.qr

/** The code of a payment, never shown before it was read and found to be this payment's. */
export function QrPicture({ order, label }: { order: TransferOrder; label: string }) {
  const { backend, preferences } = useApp()
  const settings = preferences.settings.value
  const [picture, setPicture] = useState<Picture | 'none' | undefined>(undefined)
  const [large, setLarge] = useState(false)
  useEffect(() => {
    if (settings === undefined) return
    const gone = new AbortController()
    const { qrUrl, embedUrl } = settings
    void choosePicture(order, { qrUrl, embedUrl }, (url) =>
      readPicture(backend, url, gone.signal),
    ).then((found) => {
      if (!gone.signal.aborted) setPicture(found ?? 'none')
    })
    return () => gone.abort()
  }, [order.id, settings === undefined])
  if (picture === 'none') return <p class="warn">{words.none}</p>
  return (
    <figure class="qr" aria-busy={picture === undefined} data-from={picture?.from}>
      {picture === undefined ? (
        <span class="qr-waiting" role="status">
          <span class="spinner" aria-hidden="true" />
          <span class="sr-only">{words.loading}</span>
        </span>
      ) : (
        <>
          <img src={picture.url} alt={words.alt(label)} width={208} height={208} />
          <button
            type="button"
            class="button button-quiet button-small"
            onClick={() => setLarge(true)}
          >
            {words.larger}
          </button>
        </>
      )}
      {large && picture !== undefined && (
        <Dialog title={label} onClose={() => setLarge(false)}>
          <img class="qr-large" src={picture.url} alt={words.alt(label)} />
        </Dialog>
      )}
      {picture?.meaning === 'recipient' && (
        <figcaption class="sub">
          {order.transfer.memo === undefined ? words.bare : words.bareMemo}
        </figcaption>
      )}
      {picture?.from === 'own' && (
        <figcaption class={`sub${picture.why === 'other' ? ' warn' : ''}`}>
          {words.own[picture.why]}
        </figcaption>
      )}
    </figure>
  )
}
