import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import * as z from 'zod/mini'
import type { PromptStatus, WalletStatus } from '../protocol'
import { askWorker } from './ask-worker'
import { describe } from './describe'

z.config({ jitless: true })

/** Long and without a space: an address of either family. */
const isAddressLike = (value: string) => /^\w{32,}$/.test(value)

const id = new URLSearchParams(location.search).get('id') ?? ''

type Loaded = { readonly prompt: PromptStatus | null; readonly wallet: WalletStatus }

async function load(): Promise<Loaded> {
  const [prompt, wallet] = await Promise.all([
    askWorker<PromptStatus | null>({ type: 'prompt', id }),
    askWorker<WalletStatus>({ type: 'status' }),
  ])
  return { prompt, wallet }
}

function Approve() {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    load().then(setLoaded, (thrown: unknown) => setError(String(thrown)))
  }, [])

  const decide = (approve: boolean) => {
    setBusy(true)
    askWorker({ type: 'decide', id, approve }).then(
      () => window.close(),
      (thrown: unknown) => setError(String(thrown)),
    )
  }

  if (loaded === null) return <p class="quiet">{error || 'Loading…'}</p>
  const { prompt, wallet } = loaded
  return (
    <>
      <header>
        <img src={wallet.icon} alt="" />
        <div>
          <h1>{wallet.name}</h1>
          <p>Test keys only</p>
        </div>
      </header>
      {prompt === null ? (
        <p class="card">This request is no longer open. You can close this window.</p>
      ) : (
        <Request prompt={prompt} chains={wallet.chains} />
      )}
      {error !== '' && <p class="error">{error}</p>}
      {prompt !== null && (
        <div class="actions">
          <button
            type="button"
            data-testid="wallet-reject"
            disabled={busy}
            onClick={() => decide(false)}
          >
            Reject
          </button>
          <button
            type="button"
            class="primary"
            data-testid="wallet-approve"
            disabled={busy}
            onClick={() => decide(true)}
          >
            Approve
          </button>
        </div>
      )}
    </>
  )
}

function Request(props: {
  readonly prompt: PromptStatus
  readonly chains: WalletStatus['chains']
}) {
  const { prompt, chains } = props
  const { title, facts, raw } = describe(prompt, chains)
  return (
    <div data-testid="wallet-request" data-method={prompt.method}>
      <section class="card">
        <h1>{title}</h1>
        <p class="asker">
          asked by <b data-testid="wallet-origin">{prompt.origin}</b>
        </p>
        <dl data-testid="wallet-details">
          {facts.map(([label, value]) => (
            <div class="fact" key={label}>
              <dt>{label}</dt>
              <dd>{isAddressLike(value) ? <code>{value}</code> : value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {raw !== '' && (
        <details class="card">
          <summary>{prompt.method}</summary>
          <pre data-testid="wallet-raw">{raw}</pre>
        </details>
      )}
    </div>
  )
}

const root = document.getElementById('root')
if (root !== null) render(<Approve />, root)
