import type { Settings } from '@/src/contract/rpc'
import { shippedNodes } from '@/src/domain/shipped-nodes'
import { pageText } from '../copy/page-text'
import { plainText } from '../format/text'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { PercentField } from '../parts/percent-field'
import { SkeletonRows } from '../parts/skeleton'
import { SupportButton } from '../parts/support-button'
import { UrlField } from '../parts/url-field'
import { NodeSettings } from './node-settings'
import { ScreenHead } from './screen-head'
import { SiteSettings } from './site-settings'

const themes = ['system', 'light', 'dark'] as const
const addresses = ['serviceUrl', 'fiatUrl', 'qrUrl', 'embedUrl', 'signerUrl'] as const

/** What a person can set, and what Causeway talks to. */
export function SettingsScreen() {
  const app = useApp()
  const { preferences } = app
  const settings = preferences.settings.value
  return (
    <div class="settings">
      <ScreenHead
        title={pageText.settings.title}
        onBack={() => app.router.go({ screen: 'swap' })}
      />
      {preferences.error.value !== undefined && (
        <ErrorNote money={null} error={preferences.error.value} />
      )}
      {settings === undefined ? <SkeletonRows count={5} /> : <Sections settings={settings} />}
    </div>
  )
}

function Sections({ settings }: { settings: Settings }) {
  const { preferences } = useApp()
  return (
    <>
      <section class="card">
        <h2>{pageText.settings.appearance}</h2>
        <fieldset class="segments">
          <legend class="sr-only">{pageText.settings.theme}</legend>
          {themes.map((theme) => (
            <label key={theme} class="segment">
              <input
                type="radio"
                name="theme"
                checked={settings.theme === theme}
                onChange={() => void preferences.write({ theme })}
              />
              <span>{pageText.settings.themes[theme]}</span>
            </label>
          ))}
        </fieldset>
      </section>
      <section class="card">
        <h2>{pageText.settings.trading}</h2>
        <PercentField
          label={pageText.settings.slippage}
          value={settings.slippageTolerance}
          onChange={(slippageTolerance) => {
            if (slippageTolerance !== undefined) void preferences.write({ slippageTolerance })
          }}
        />
        <label class="tick">
          <input
            type="checkbox"
            checked={settings.notifications}
            onChange={(event) =>
              void preferences.write({ notifications: event.currentTarget.checked })
            }
          />
          <span>{pageText.settings.notifications}</span>
        </label>
      </section>
      <SiteSettings />
      <NodeSettings settings={settings} />
      <section class="card">
        <h2>{pageText.settings.services}</h2>
        <p class="sub">{pageText.settings.servicesHint}</p>
        {addresses.map((name) => (
          <UrlField
            key={name}
            label={pageText.settings[name]}
            value={settings[name]}
            mayBeEmpty
            onSave={(url) => void preferences.write({ [name]: url })}
          />
        ))}
        <button
          type="button"
          class="button button-small"
          onClick={() =>
            void preferences.write(Object.fromEntries(addresses.map((name) => [name, ''])))
          }
        >
          {pageText.settings.reset}
        </button>
      </section>
      <About settings={settings} />
    </>
  )
}

function About({ settings }: { settings: Settings }) {
  const { backend, catalog } = useApp()
  const nodes = catalog.chains.value.flatMap(({ id, type, rpcUrls }) => {
    const listed = rpcUrls?.default.http ?? []
    if (settings.rpcUrls[String(id)]) return []
    return type === 'eip155' ? [...listed, ...shippedNodes(id, listed)] : listed
  })
  const { serviceUrl, fiatUrl, qrUrl, embedUrl } = settings
  // Without an address of its own, QR pictures come from the embed origin.
  const pictures = URL.canParse(qrUrl) ? qrUrl : embedUrl
  const urls = [serviceUrl, fiatUrl, pictures, ...Object.values(settings.rpcUrls), ...nodes]
  const hosts = urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).host] : []))
  return (
    <section class="card">
      <h2>{pageText.settings.about}</h2>
      <p class="sub num">{pageText.settings.version(backend.version)}</p>
      {backend.sandbox && <p class="sub">{pageText.settings.sandbox}</p>}
      <details class="details">
        <summary>{pageText.settings.hosts}</summary>
        <p class="sub">{pageText.settings.hostsHint}</p>
        <ul class="hosts mono">
          {[...new Set(hosts)].map((host) => (
            <li key={host}>{plainText(host, 80)}</li>
          ))}
        </ul>
      </details>
      <p class="sub">{pageText.settings.supportHint}</p>
      <SupportButton />
    </section>
  )
}
