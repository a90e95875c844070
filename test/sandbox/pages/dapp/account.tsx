import { useState } from 'preact/hooks'
import { chainName, type PageSettings } from '../settings'
import { type Session, sendTestPayment, switchChain, toEther } from './session'

/** The connected account, its network and balance, and what can be tried with it. */
export function Account(props: {
  readonly session: Session
  readonly settings: PageSettings
  readonly attempt: (work: () => Promise<void>) => void
}) {
  const { session, settings, attempt } = props
  const [hash, setHash] = useState('')
  const [waiting, setWaiting] = useState(false)
  const others = settings.chains.filter(
    ({ id, type }) => type === 'eip155' && id !== session.chainId,
  )

  const send = () =>
    attempt(async () => {
      setHash('')
      setWaiting(true)
      try {
        setHash(await sendTestPayment(session))
      } finally {
        setWaiting(false)
      }
    })

  return (
    <>
      <dl>
        <dt>Wallet</dt>
        <dd>{session.wallet.info.name}</dd>
        <dt>Account</dt>
        <dd>
          <code data-testid="account">{session.account}</code>
        </dd>
        <dt>Network</dt>
        <dd data-testid="chain" data-chain-id={session.chainId}>
          {chainName(session.chainId)}
        </dd>
        <dt>Balance</dt>
        <dd data-testid="balance">{toEther(session.balance)} ETH</dd>
      </dl>
      <div class="actions">
        <button type="button" data-testid="send" disabled={waiting} onClick={send}>
          {waiting ? 'Waiting for your wallet…' : 'Send a test payment to yourself'}
        </button>
        {others.map(({ id }) => (
          <button
            type="button"
            key={id}
            data-testid="switch-chain"
            data-chain-id={id}
            onClick={() => attempt(() => switchChain(session, id))}
          >
            Switch to {chainName(id)}
          </button>
        ))}
      </div>
      {hash !== '' && (
        <p class="result">
          Sent: <code data-testid="sent-hash">{hash}</code>
        </p>
      )}
    </>
  )
}
