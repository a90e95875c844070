import { useEffect, useState } from 'preact/hooks'
import type { StoreName } from '@/src/store/read-database'
import { storedText } from '../copy/stored-text'
import { groupThousands } from '../format/amount'
import { useApp } from '../parts/context'

const names = Object.keys(storedText.stores) as StoreName[]

/** Everything that is kept on this computer, with how much of it there is. */
export function StoredList() {
  const { backend } = useApp()
  const [counts, setCounts] = useState<Record<StoreName, number> | undefined>(undefined)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    // A store that cannot be read is told of where it is needed: the list is true without numbers.
    if (open) backend.countStored().then(setCounts, () => setCounts(undefined))
  }, [open])
  return (
    <details class="details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{storedText.stored}</summary>
      <p class="sub">{storedText.storedHint}</p>
      <ul class="stored">
        {names.map((name) => (
          <li key={name}>
            <span>{storedText.stores[name]}</span>
            {counts !== undefined && (
              <span class="num">{groupThousands(String(counts[name] ?? 0))}</span>
            )}
          </li>
        ))}
        {[storedText.copy, storedText.session, storedText.page].map((each) => (
          <li key={each}>
            <span>{each}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
