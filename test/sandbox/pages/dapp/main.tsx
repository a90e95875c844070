import { render } from 'preact'
import { useCallback, useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { CausewayApi } from '@/src/contract/site-api'
import { onCauseway } from '../causeway'
import { type EvmWallet, onEvmWallet } from '../discover'
import { loadSettings, type PageSettings } from '../settings'
import { Account } from './account'
import { connect, onSessionChange, readSession, type Session } from './session'
import { Swap } from './swap'

function messageOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown)
  const { message, code } = thrown as { readonly message?: unknown; readonly code?: unknown }
  return code === undefined ? String(message) : `${String(message)} (${String(code)})`
}

function Dapp({ settings }: { readonly settings: PageSettings }) {
  const [wallets, setWallets] = useState<readonly EvmWallet[]>([])
  const [session, setSession] = useState<Session | null>(null)
  const [causeway, setCauseway] = useState<CausewayApi | null>(null)
  const [choosing, setChoosing] = useState(false)
  const [error, setError] = useState('')

  useEffect(
    () =>
      onEvmWallet((wallet) =>
        setWallets((known) =>
          known.some(({ info }) => info.uuid === wallet.info.uuid) ? known : [...known, wallet],
        ),
      ),
    [],
  )
  useEffect(() => onCauseway((api) => setCauseway(() => api)), [])

  const attempt = useCallback((work: () => Promise<void>) => {
    setError('')
    work().catch((thrown: unknown) => setError(messageOf(thrown)))
  }, [])

  const wallet = session?.wallet
  // Before the paint: a wallet tells of a change once.
  useLayoutEffect(() => {
    if (wallet === undefined) return
    const refresh = () => attempt(async () => setSession(await readSession(wallet)))
    return onSessionChange(wallet.provider, refresh)
  }, [wallet, attempt])

  const choose = (chosen: EvmWallet) =>
    attempt(async () => {
      setSession(await connect(chosen))
      setChoosing(false)
    })
  const start = () => {
    const [only, ...others] = wallets
    if (only !== undefined && others.length === 0) choose(only)
    else setChoosing(true)
  }

  return (
    <>
      <h1>Demo dApp</h1>
      <p class="lead">A site like any other, on the sandbox's local chains.</p>
      <section class="card">
        {session !== null && <Account session={session} settings={settings} attempt={attempt} />}
        {session === null && !choosing && (
          <>
            <p class="quiet below">
              {wallets.length === 0
                ? 'No wallet has announced itself on this page.'
                : `Found here: ${wallets.map(({ info }) => info.name).join(', ')}`}
            </p>
            <button
              type="button"
              class="primary"
              data-testid="connect"
              disabled={wallets.length === 0}
              onClick={start}
            >
              Connect a wallet
            </button>
          </>
        )}
        {session === null && choosing && <Choice wallets={wallets} choose={choose} />}
        {error !== '' && (
          <p class="error" role="alert" data-testid="dapp-error">
            {error}
          </p>
        )}
      </section>
      {causeway !== null && <Swap causeway={causeway} settings={settings} />}
    </>
  )
}

function Choice(props: {
  readonly wallets: readonly EvmWallet[]
  readonly choose: (wallet: EvmWallet) => void
}) {
  return (
    <ul>
      {props.wallets.map((wallet) => (
        <li key={wallet.info.uuid}>
          <button
            type="button"
            class="wallet"
            data-testid="dapp-wallet"
            data-rdns={wallet.info.rdns}
            onClick={() => props.choose(wallet)}
          >
            <img src={wallet.info.icon} alt="" />
            {wallet.info.name}
            <small>{wallet.info.rdns}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}

const root = document.getElementById('root')
if (root !== null) {
  loadSettings().then(
    (settings) => render(<Dapp settings={settings} />, root),
    (thrown: unknown) => render(<p class="error">{messageOf(thrown)}</p>, root),
  )
}
