import { useEffect, useState } from 'preact/hooks'
import { useApp } from './context'

/**
 * Whether payments on a chain can be read here: by an operator's node or the person's own. `family` is set
 * for a chain that no node is known of at all. Until the worker has answered, as after a failure that it
 * shows elsewhere, nothing is said against it. Another address in the settings is another answer.
 */
export function useIsRead({ chainId, family }: { chainId: number; family?: unknown }): boolean {
  const { backend, preferences } = useApp()
  const [unread, setUnread] = useState<number | undefined>(undefined)
  const settings = preferences.settings.value
  useEffect(() => {
    let isWanted = family === undefined
    if (!isWanted) return
    backend.call('listHosts', {}).then(
      ({ hosts }) => {
        const found = hosts.some(
          ({ role, chainIds }) =>
            (role === 'own' || role === 'operator') && chainIds.includes(chainId),
        )
        if (isWanted) setUnread(found ? undefined : chainId)
      },
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [chainId, family, settings])
  return family === undefined && unread !== chainId
}
