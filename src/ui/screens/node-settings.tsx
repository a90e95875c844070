import { useState } from 'preact/hooks'
import type { Settings } from '@/src/contract/rpc'
import { toWireError } from '@/src/domain/error'
import { lateText } from '../copy/late-text'
import { pageText } from '../copy/page-text'
import { plainText } from '../format/text'
import { useApp } from '../parts/context'
import { UrlField } from '../parts/url-field'

/** Own nodes, one a chain. */
export function NodeSettings({ settings }: { settings: Settings }) {
  const { backend, catalog, preferences } = useApp()
  const [added, setAdded] = useState<string | undefined>(undefined)
  const own = Object.keys(settings.rpcUrls)
  const ids = [...new Set([...own, ...(added === undefined ? [] : [added])])]
  const free = catalog.chains.value.filter((chain) => !ids.includes(String(chain.id)))

  async function write(id: string, url: string | undefined): Promise<void> {
    // As they are at this moment: another one may have been written while this one was checked.
    const { [id]: _, ...others } = preferences.settings.peek()?.rpcUrls ?? settings.rpcUrls
    await preferences.write({ rpcUrls: url === undefined ? others : { ...others, [id]: url } })
    // Only now: the field shows what was typed until it is stored, and whether its host was refused.
    if (preferences.error.value === undefined) setAdded((now) => (now === id ? undefined : now))
  }

  /** A node that is only away may be kept; one of another chain would never be read. */
  async function check(chainId: number, url: string) {
    const { host } = new URL(url)
    try {
      await backend.call('checkNode', { chainId, url })
      return undefined
    } catch (caught) {
      const isOther = toWireError(caught).code === 'chain/bad-answer'
      const name = plainText(catalog.nameOf(chainId), 32)
      const { nodeOther, nodeSilent } = pageText.settings
      return { words: isOther ? nodeOther(host, name) : nodeSilent(host), mayKeep: !isOther }
    }
  }

  return (
    <section class="card">
      <h2>{pageText.settings.nodes}</h2>
      <p class="sub">{pageText.settings.nodesHint}</p>
      {ids.map((id) => (
        <div key={id} class="node">
          <UrlField
            label={pageText.settings.nodeOf(plainText(catalog.nameOf(Number(id)), 32))}
            value={settings.rpcUrls[id] ?? ''}
            check={(url) => check(Number(id), url)}
            onSave={(url) => void write(id, url)}
          />
          <button
            type="button"
            class="button button-quiet button-small"
            onClick={() => void write(id, undefined)}
          >
            {pageText.settings.remove}
          </button>
        </div>
      ))}
      <label class="setting">
        <span>{pageText.settings.addNode}</span>
        <select
          class="field"
          value=""
          onChange={(event) => setAdded(event.currentTarget.value || undefined)}
        >
          <option value="">{lateText.tokens.chains}</option>
          {free.map((chain) => (
            <option key={chain.id} value={String(chain.id)}>
              {plainText(chain.name, 32)}
            </option>
          ))}
        </select>
      </label>
    </section>
  )
}
