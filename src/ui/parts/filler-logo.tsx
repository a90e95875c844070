import { resolveBelow } from '@/src/lib/resolve-below'
import { routeTypeLabel } from '../copy/routes'
import { useApp } from './context'
import { Logo } from './logo'

/** The picture of who fills a route: the service's, else its letter. */
export function FillerLogo({ type, icon }: { type: string; icon?: string | undefined }) {
  const { preferences } = useApp()
  const base = preferences.settings.value?.serviceUrl
  const url = icon === undefined || base === undefined ? undefined : resolveBelow(base, icon)
  return <Logo name={routeTypeLabel({ type })} seed={icon ?? type} url={url} size={18} />
}
