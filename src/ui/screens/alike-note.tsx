import { useEffect, useState } from 'preact/hooks'
import { orderText } from '../copy/order-text'
import { alikeAddress, uncheckedFamily } from '../format/alike-address'
import { type KnownAddresses, readKnownAddresses } from '../models/known-addresses'
import { useApp } from '../parts/context'
import { Alert } from '../parts/icons'
import { NamedAddress } from '../parts/named-address'

/**
 * The addresses that are known here, but for what one order names; `undefined` until they were read. Where
 * the history cannot be read, what the wallets show alone: that it cannot is told where it is needed.
 */
export function useKnownAddresses(exceptOrder?: string): KnownAddresses | undefined {
  const { backend, wallets } = useApp()
  const [known, setKnown] = useState<KnownAddresses | undefined>(undefined)
  useEffect(() => {
    let wanted = true
    readKnownAddresses(backend, exceptOrder).then(
      (addresses) => wanted && setKnown(addresses),
      () => wanted && setKnown({ compared: [], seen: [] }),
    )
    return () => {
      wanted = false
    }
  }, [backend, exceptOrder])
  if (known === undefined) return undefined
  const shown = Object.values(wallets.connections.value).flatMap((each) => each?.accounts ?? [])
  return { ...known, seen: [...shown, ...known.seen] }
}

/** The known address that a recipient only resembles. `undefined` while it is not known yet, null for none. */
export function useAlike(recipient: string, exceptOrder?: string): string | null | undefined {
  const known = useKnownAddresses(exceptOrder)
  return known === undefined ? undefined : (alikeAddress(recipient, known) ?? null)
}

/** Warns of a recipient that looks like a known address; shows nothing for any other. */
export function AlikeNote({ recipient }: { recipient: string }) {
  const alike = useAlike(recipient)
  return typeof alike === 'string' ? <AlikeWarning alike={alike} /> : null
}

/** A sentence, and why it takes care, where a mistyped character of an address would go unnoticed. */
export function withNoCheck(sentence: string, addresses: readonly string[]): string {
  const families = new Set(addresses.flatMap((each) => uncheckedFamily(each) ?? []))
  return [sentence, ...[...families].map((family) => orderText.noCheck[family])].join(' ')
}

/** The warning itself, with the address it could be mistaken for, and its name in the account book. */
export function AlikeWarning({ alike }: { alike: string }) {
  return (
    <section class="note note-bad" role="alert">
      <Alert />
      <div class="note-body">
        <p class="note-title">{orderText.alike.title}</p>
        <p>{orderText.alike.what}</p>
        <NamedAddress address={alike} />
        <p>{orderText.alike.next}</p>
      </div>
    </section>
  )
}
