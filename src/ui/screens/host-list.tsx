import { useEffect, useState } from 'preact/hooks'
import type { OutputOf } from '@/src/contract/rpc'
import { storedText } from '../copy/stored-text'
import { formatList } from '../format/plural'
import { plainText } from '../format/text'
import { type Async, idle } from '../models/async'
import { useApp } from '../parts/context'
import { outcomeOf, ReadAgain } from '../parts/read-again'

type Host = OutputOf<'listHosts'>['hosts'][number]
const roles = ['service', 'own', 'listed', 'shipped', 'operator'] as const

/** Every host by what it is asked for: the worker's own list, read when it is opened. */
export function HostList() {
  const { backend, preferences, catalog } = useApp()
  const [hosts, setHosts] = useState<Async<OutputOf<'listHosts'>>>(idle)
  const [open, setOpen] = useState(false)
  const settings = preferences.settings.value

  const read = async () => setHosts(await outcomeOf(backend.call('listHosts', {})))
  // Another address in the settings is another host.
  useEffect(() => {
    if (open) void read()
  }, [open, settings])

  const pictures = catalog.top.value.flatMap(({ logoURI }) => hostOf(logoURI))
  const explorers = catalog.chains.value.flatMap((chain) =>
    hostOf(chain.blockExplorers?.default.url),
  )
  // Without an address of its own, QR pictures come from the embed origin.
  const qr = URL.canParse(settings?.qrUrl ?? '') ? settings?.qrUrl : settings?.embedUrl
  return (
    <details class="details hosts" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{storedText.hosts}</summary>
      <p class="sub">{storedText.hostsHint}</p>
      {hosts.state === 'failed' && <ReadAgain money={null} error={hosts.error} read={read} />}
      {hosts.state === 'ready' && (
        <div class="hosts">
          {roles.map((role) => (
            <Group
              key={role}
              title={storedText.roles[role].title}
              what={storedText.roles[role].what}
              rows={hosts.value.hosts.filter((each) => each.role === role)}
            />
          ))}
          <Group
            title={storedText.pictures}
            what={storedText.picturesHint}
            rows={toRows([...hostOf(settings?.serviceUrl), ...pictures])}
          />
          <Group
            title={storedText.apart}
            what={storedText.apartHint}
            rows={toRows([...hostOf(settings?.fiatUrl), ...hostOf(qr)])}
          />
          <Group
            title={storedText.opened}
            what={storedText.openedHint}
            rows={toRows([...hostOf(settings?.signerUrl), ...explorers])}
          />
        </div>
      )}
    </details>
  )
}

type Row = Pick<Host, 'host' | 'name' | 'chainIds'>

function toRows(hosts: string[]): Row[] {
  return [...new Set(hosts)].map((host) => ({ host, chainIds: [] }))
}

function hostOf(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return []
  const { host, protocol } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? [host] : []
}

function Group({ title, what, rows }: { title: string; what: string; rows: Row[] }) {
  const { catalog } = useApp()
  if (rows.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <p class="sub">{what}</p>
      <ul>
        {rows.map(({ host, name, chainIds }) => (
          <li key={`${host} ${name ?? ''}`}>
            <span class="mono">{plainText(host, 80)}</span>
            {(name !== undefined || chainIds.length > 0) && (
              <span class="sub">
                {[name, formatList(chainIds.map((id) => plainText(catalog.nameOf(id), 24)))]
                  .filter(Boolean)
                  .join(' - ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
