import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Settings } from '@/src/contract/rpc'
import { languages } from '@/src/lib/languages'
import { bookText } from '../copy/book-text'
import { pageText } from '../copy/page-text'
import { useApp } from '../parts/context'
import { ErrorNote } from '../parts/error-note'
import { focusHeading } from '../parts/focus-heading'
import { lazy } from '../parts/lazy'
import { PercentField } from '../parts/percent-field'
import { ReadAgain } from '../parts/read-again'
import { SkeletonRows } from '../parts/skeleton'
import { SupportButton } from '../parts/support-button'
import { UrlField } from '../parts/url-field'
import { AllowanceList } from './allowance-list'
import { HostList } from './host-list'
import { HubList } from './hub-list'
import { KeyList } from './key-list'
import { NodeSettings } from './node-settings'
import { ScreenHead } from './screen-head'
import { SigningPage } from './signing-page'
import { SiteSettings } from './site-settings'
import { StoredList } from './stored-list'

const themes = ['system', 'light', 'dark'] as const
/** Languages are named in themselves. */
const english = 'English'
const addresses = ['serviceUrl', 'fiatUrl', 'qrUrl', 'embedUrl', 'signerUrl'] as const

const BookScreen = lazy(
  () => import('./book').then((room) => room.BookScreen),
  () => <SkeletonRows count={5} />,
)

/** The settings, or the account book that is reached from them: its code is fetched behind theirs. */
export function SettingsScreen() {
  const { router } = useApp()
  const { screen } = router.route.value
  const before = useRef(screen)
  // The heading that the new screen's focus went to has gone with the old one.
  useLayoutEffect(() => {
    if (before.current !== screen) {
      document.getElementById('content')?.focus({ preventScroll: true })
      focusHeading()
    }
    before.current = screen
  }, [screen])
  return screen === 'book' ? <BookScreen /> : <Everything />
}

/** What a person can set, and what Causeway talks to. */
function Everything() {
  const app = useApp()
  const { preferences } = app
  const settings = preferences.settings.value
  const error = preferences.error.value
  return (
    <div class="settings">
      <ScreenHead
        title={pageText.settings.title}
        onBack={() => app.router.go({ screen: 'swap' })}
      />
      {error !== undefined &&
        (settings === undefined ? (
          <ReadAgain money={null} error={error} read={preferences.load} />
        ) : (
          <ErrorNote money={null} error={error} />
        ))}
      {settings === undefined && error === undefined && <SkeletonRows count={5} />}
      {settings !== undefined && <Sections settings={settings} />}
    </div>
  )
}

/** What is typed stays until it is stored. */
function DefaultSlippage({ value }: { value: number }) {
  const { preferences } = useApp()
  const [typed, setTyped] = useState<string>()
  async function set(slippageTolerance: number): Promise<void> {
    await preferences.write({ slippageTolerance })
    if (preferences.error.peek() === undefined) setTyped((now) => (now === typed ? undefined : now))
  }
  return (
    <PercentField
      label={pageText.settings.slippage}
      value={value}
      typed={typed}
      onType={setTyped}
      onChange={(fraction) => fraction !== undefined && void set(fraction)}
    />
  )
}

function Sections({ settings }: { settings: Settings }) {
  const { preferences, router } = useApp()
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
        {languages.length > 0 && (
          <label class="setting">
            <span>{pageText.settings.language}</span>
            <select
              class="field"
              data-testid="language"
              value={settings.language ?? ''}
              onChange={(event) => void preferences.write({ language: event.currentTarget.value })}
            >
              <option value="">{english}</option>
              {languages.map(({ tag, name }) => (
                <option key={tag} value={tag}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </section>
      <section class="card">
        <h2>{pageText.settings.trading}</h2>
        <DefaultSlippage value={settings.slippageTolerance} />
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
      <section class="card">
        <h2>{bookText.title}</h2>
        <p class="sub">{bookText.lead}</p>
        <button
          type="button"
          class="button button-small"
          data-testid="book"
          onClick={() => router.go({ screen: 'book' })}
        >
          {bookText.open}
        </button>
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
        <SigningPage url={settings.signerUrl} />
        <HubList />
      </section>
      <section class="card">
        <AllowanceList />
      </section>
      <About />
    </>
  )
}

function About() {
  const { backend } = useApp()
  return (
    <section class="card">
      <h2>{pageText.settings.about}</h2>
      <p class="sub num">{pageText.settings.version(backend.version)}</p>
      {backend.sandbox && <p class="sub">{pageText.settings.sandbox}</p>}
      <KeyList />
      <HostList />
      <StoredList />
      <SupportButton />
    </section>
  )
}
