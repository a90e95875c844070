import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { onEvmWallet, onStandardWallet } from '../discover'

type Found = { readonly name: string; readonly icon: string; readonly networks: string }

function Signer() {
  const [wallets, setWallets] = useState<readonly Found[]>([])
  useEffect(() => {
    const add = (wallet: Found) =>
      setWallets((known) => {
        const same = known.find(({ name }) => name === wallet.name)
        if (same === undefined) return [...known, wallet]
        if (same.networks.includes(wallet.networks)) return known
        const both = { ...same, networks: `${same.networks} and ${wallet.networks}` }
        return known.map((other) => (other === same ? both : other))
      })
    const offs = [
      onEvmWallet(({ info }) => add({ name: info.name, icon: info.icon, networks: 'Ethereum' })),
      onStandardWallet(({ name, icon, chains }) => {
        if (chains.some((chain) => chain.startsWith('solana:'))) {
          add({ name, icon, networks: 'Solana' })
        }
      }),
    ]
    return () => {
      for (const off of offs) off()
    }
  }, [])

  return (
    <>
      <h1>Keep this tab open</h1>
      <p class="lead">
        Causeway will ask your wallet from here. This page sends nothing and knows nothing of you.
      </p>
      <section class="card">
        <h2>Wallets in this browser</h2>
        {wallets.length === 0 && (
          <p class="quiet">
            None has announced itself yet. Install or unlock a wallet, then reload this page.
          </p>
        )}
        <ul data-testid="signer-wallets">
          {wallets.map(({ name, icon, networks }) => (
            <li key={name}>
              <img src={icon} alt="" />
              <div>
                <p>{name}</p>
                <p class="quiet">{networks}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

const root = document.getElementById('root')
if (root !== null) render(<Signer />, root)
