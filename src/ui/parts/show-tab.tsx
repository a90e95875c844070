import { useState } from 'preact/hooks'
import { walletText } from '../copy/wallet-text'
import { useApp } from './context'
import { useAloud } from './use-aloud'
import { useLook } from './use-look'

/** Brings the tab that asks to the front; of one that was closed it says so, and what there is to do. */
export function ShowTab(props: { tabId: number; isQuiet?: boolean; closed: string }) {
  const { tabId, isQuiet, closed } = props
  const { backend } = useApp()
  const [isClosed, setClosed] = useState(false)
  const look = () => backend.hasTab(tabId).then((has) => setClosed(!has))
  useLook(() => void look(), true)
  useAloud(isClosed ? closed : undefined)
  if (isClosed) return <span class="warn tab-closed">{closed}</span>
  return (
    <button
      type="button"
      class={`button button-small${isQuiet ? ' button-quiet' : ''}`}
      onClick={() => void backend.showTab(tabId).catch(look)}
    >
      {walletText.showTab}
    </button>
  )
}
