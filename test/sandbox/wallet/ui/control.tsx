import { render } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import browser from 'webextension-polyfill'
import { plainModes } from '../modes'
import type { LogEntry, WalletStatus } from '../protocol'
import { askWorker } from './ask-worker'
import { type Change, Log, type PartProps, Prompts, Sites } from './control-lists'
import { modeLabels } from './labels'

type Loaded = { readonly wallet: WalletStatus; readonly log: readonly LogEntry[] }

function Control() {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [error, setError] = useState('')

  const refresh = useCallback(async () => {
    const wallet = await askWorker<WalletStatus>({ type: 'status' })
    const log = await askWorker<readonly LogEntry[]>({ type: 'log' })
    setLoaded({ wallet, log })
  }, [])
  const change: Change = (message) => {
    setError('')
    askWorker(message)
      .then(refresh)
      .catch((thrown: unknown) => setError(String(thrown)))
  }
  useEffect(() => {
    const update = () => void refresh().catch((thrown: unknown) => setError(String(thrown)))
    update()
    browser.storage.onChanged.addListener(update)
    return () => browser.storage.onChanged.removeListener(update)
  }, [refresh])

  if (loaded === null) return <p class="quiet">{error || 'Loading…'}</p>
  const { wallet, log } = loaded
  return (
    <>
      <header>
        <img src={wallet.icon} alt="" />
        <div>
          <h1>{wallet.name}</h1>
          <p>{wallet.rdns}</p>
        </div>
      </header>
      <p class="note">Test keys over local chains. Never put money on it.</p>
      {error !== '' && <p class="error">{error}</p>}
      <Behaviour wallet={wallet} change={change} />
      <Accounts wallet={wallet} change={change} />
      <Prompts wallet={wallet} change={change} />
      <Sites wallet={wallet} change={change} />
      <Log log={log} change={change} />
    </>
  )
}

function Behaviour({ wallet, change }: PartProps) {
  const modes = [...plainModes, 'delay:2000', 'speed-up:500', 'cancel:500']
  const shown = modes.includes(wallet.mode) ? modes : [wallet.mode, ...modes]
  return (
    <section class="card">
      <label>
        <span>When a site asks</span>
        <select
          data-testid="mode"
          value={wallet.mode}
          onChange={({ currentTarget }) => change({ type: 'set', mode: currentTarget.value })}
        >
          {shown.map((mode) => (
            <option key={mode} value={mode}>
              {modeLabels[mode] ?? mode}
            </option>
          ))}
        </select>
      </label>
      {wallet.times !== undefined && (
        <p class="quiet" data-testid="times">
          {wallet.times} more, then {wallet.afterwards ?? 'auto'}
        </p>
      )}
      <label class="check">
        <input
          type="checkbox"
          data-testid="online"
          checked={wallet.online}
          onChange={({ currentTarget }) => change({ type: 'set', online: currentTarget.checked })}
        />
        Connected to its networks
      </label>
    </section>
  )
}

function Accounts({ wallet, change }: PartProps) {
  const { accounts, account, chains, chainId } = wallet
  const selected = accounts[account]
  return (
    <section class="card">
      <label>
        <span>Account</span>
        <select
          data-testid="account"
          value={String(account)}
          onChange={({ currentTarget }) =>
            change({ type: 'set', account: Number(currentTarget.value) })
          }
        >
          {accounts.map((known, index) => (
            <option key={known.evm ?? known.solana} value={String(index)}>
              Account {index + 1}
            </option>
          ))}
        </select>
      </label>
      {selected?.evm !== undefined && (
        <code class="address" data-testid="evm-address">
          {selected.evm}
        </code>
      )}
      {selected?.solana !== undefined && (
        <code class="address" data-testid="solana-address">
          {selected.solana}
        </code>
      )}
      <label class="below">
        <span>EVM network</span>
        <select
          data-testid="chain"
          value={String(chainId)}
          onChange={({ currentTarget }) =>
            change({ type: 'set', chain: Number(currentTarget.value) })
          }
        >
          {chains
            .filter(({ type }) => type === 'eip155')
            .map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name} ({id})
              </option>
            ))}
        </select>
      </label>
    </section>
  )
}

const root = document.getElementById('root')
if (root !== null) render(<Control />, root)
