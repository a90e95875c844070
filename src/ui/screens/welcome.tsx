import { useEffect, useRef, useState } from 'preact/hooks'
import { pageText } from '../copy/page-text'
import { walletText } from '../copy/wallet-text'
import type { App } from '../models/app'
import { AppProvider, useApp } from '../parts/context'
import { keepFocus } from '../parts/focus-heading'
import { Check, Globe, Mark, Shield } from '../parts/icons'
import { Problem } from '../parts/problem'
import { ALL_SITES } from './site-settings'

/** The first page: how to begin, what Causeway does and never does, and the one thing it may be given. */
export function WelcomeScreen({ app }: { app: App }) {
  return (
    <AppProvider value={app}>
      <Welcome />
    </AppProvider>
  )
}

function Welcome() {
  const { backend, wallets } = useApp()
  const [granted, setGranted] = useState(false)
  const page = useRef<HTMLElement>(null)

  async function read(): Promise<void> {
    const access = await backend.listAccess()
    setGranted(ALL_SITES.every((pattern) => access.includes(pattern)))
  }
  useEffect(() => void read(), [])
  // The button that gives access goes with what it asked for.
  useEffect(() => (page.current === null ? undefined : keepFocus(page.current)), [])

  return (
    <main class="welcome" id="content" ref={page}>
      <Problem />
      <header class="welcome-head">
        <div class="welcome-words">
          <Mark size={56} />
          <h1 tabIndex={-1}>{pageText.welcome.title}</h1>
          <p class="welcome-lead">{pageText.welcome.lead}</p>
          <button
            type="button"
            class="button button-main"
            onClick={() => void backend.openPage('popup.html?view=tab')}
          >
            {pageText.welcome.open}
          </button>
          {backend.sandbox && <p class="sub">{pageText.settings.sandbox}</p>}
        </div>
        <PopupPicture />
      </header>
      <section class="card">
        <h2>{pageText.welcome.startTitle}</h2>
        <ol class="welcome-steps">
          {pageText.welcome.steps.map(({ title, what }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p class="sub">{what}</p>
            </li>
          ))}
        </ol>
      </section>
      <div class="welcome-columns">
        <section class="card">
          <h2>
            <Check /> {pageText.welcome.doesTitle}
          </h2>
          <ul>
            {pageText.welcome.does.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
        <section class="card">
          <h2>
            <Shield /> {pageText.welcome.neverTitle}
          </h2>
          <ul>
            {pageText.welcome.never.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      </div>
      <section class="card welcome-access">
        <h2>
          <Globe /> {pageText.welcome.accessTitle}
        </h2>
        <p>{pageText.welcome.accessText}</p>
        {granted ? (
          <p class="good" role="status">
            {pageText.welcome.granted}
          </p>
        ) : (
          <p class="welcome-actions">
            <button
              type="button"
              class="button"
              onClick={() => void wallets.allow(ALL_SITES).then(read)}
            >
              {walletText.allowAll}
            </button>
            <span class="sub">{pageText.welcome.accessLater}</span>
          </p>
        )}
      </section>
    </main>
  )
}

/** Two sides, two routes, one button: the popup without a word, so that it is there in every language. */
function PopupPicture() {
  return (
    <div class="welcome-popup" aria-hidden="true">
      <span class="welcome-popup-top">
        <Mark size={20} />
        <i />
      </span>
      {['pay', 'receive'].map((side) => (
        <span key={side} class={`welcome-popup-side welcome-popup-${side}`}>
          <i />
          <b />
        </span>
      ))}
      {['best', 'other'].map((route) => (
        <span key={route} class={`welcome-popup-route welcome-popup-${route}`}>
          <i />
          <b />
        </span>
      ))}
      <span class="welcome-popup-button" />
    </div>
  )
}
