import { useEffect, useState } from 'preact/hooks'
import { orderText } from '../copy/order-text'
import { alikeAddress } from '../format/alike-address'
import { readKnownAddresses } from '../models/known-addresses'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'

/**
 * The known address that a recipient only resembles. `undefined` while it is not known yet, null for
 * none; a history that cannot be read compares with the own accounts alone.
 */
export function useAlike(recipient: string, exceptOrder?: string): string | null | undefined {
  const { backend, wallets } = useApp()
  const connections = wallets.connections.value
  const [known, setKnown] = useState<string[] | undefined>(undefined)
  useEffect(() => {
    let wanted = true
    const own = Object.values(connections).flatMap((connection) => connection?.accounts ?? [])
    readKnownAddresses(backend, connections, exceptOrder).then(
      (addresses) => wanted && setKnown(addresses),
      () => wanted && setKnown(own),
    )
    return () => {
      wanted = false
    }
  }, [backend, connections, exceptOrder])
  return known === undefined ? undefined : (alikeAddress(recipient, known) ?? null)
}

/** Warns of a recipient that looks like a known address; shows nothing for any other. */
export function AlikeNote({ recipient }: { recipient: string }) {
  const alike = useAlike(recipient)
  return typeof alike === 'string' ? <AlikeWarning alike={alike} /> : null
}

/** The warning itself, with the address it could be mistaken for. */
export function AlikeWarning({ alike }: { alike: string }) {
  return (
    <section class="note note-bad" role="alert">
      <Alert />
      <div class="note-body">
        <p class="note-title">{orderText.alike.title}</p>
        <p>{orderText.alike.what}</p>
        <Address address={alike} />
        <p>{orderText.alike.next}</p>
      </div>
    </section>
  )
}
