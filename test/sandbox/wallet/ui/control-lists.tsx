import type { ControlMessage, LogEntry, WalletStatus } from '../protocol'

export type Change = (message: ControlMessage) => void
export type PartProps = { readonly wallet: WalletStatus; readonly change: Change }

export function Prompts({ wallet, change }: PartProps) {
  if (wallet.prompts.length === 0) return null
  return (
    <section class="card">
      <h2>Waiting for you</h2>
      {wallet.prompts.map(({ id, method, origin }) => (
        <div class="row" key={id} data-testid="open-prompt">
          <p>
            {method}
            <br />
            <span class="quiet">{origin}</span>
          </p>
          <div>
            <button
              type="button"
              class="small"
              onClick={() => change({ type: 'decide', id, approve: false })}
            >
              Reject
            </button>{' '}
            <button
              type="button"
              class="small primary"
              onClick={() => change({ type: 'decide', id, approve: true })}
            >
              Approve
            </button>
          </div>
        </div>
      ))}
    </section>
  )
}

export function Sites({ wallet, change }: PartProps) {
  return (
    <section class="card">
      <h2>Connected sites</h2>
      {wallet.sites.length === 0 && <p class="quiet">None yet.</p>}
      {wallet.sites.map(({ origin }) => (
        <div class="row" key={origin} data-testid="site">
          <p>{origin}</p>
          <button
            type="button"
            class="small"
            data-testid="disconnect"
            onClick={() => change({ type: 'disconnect', origin })}
          >
            Disconnect
          </button>
        </div>
      ))}
    </section>
  )
}

export function Log({
  log,
  change,
}: {
  readonly log: readonly LogEntry[]
  readonly change: Change
}) {
  const asked = log.filter(({ prompted }) => prompted).toReversed()
  return (
    <section class="card">
      <div class="title">
        <h2>Asked so far: {asked.length}</h2>
        <button type="button" class="small" onClick={() => change({ type: 'clear-log' })}>
          Clear
        </button>
      </div>
      <ol data-testid="log">
        {asked.map((entry) => (
          <li class="row" key={entry.id}>
            <p>
              {entry.method}
              <br />
              <span class="quiet">{entry.origin}</span>
            </p>
            <span class="quiet">{entry.error?.message ?? entry.status}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
