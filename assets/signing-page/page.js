// Lists the wallets that announce themselves, by name alone: their pictures are not drawn and nothing is
// asked of them. Causeway has a list of its own and takes nothing from this one.

/** Longer than any wallet's name, and more wallets than anybody has. */
const longestName = 40
const mostWallets = 20

const count = document.querySelector('#count')
const list = document.querySelector('#wallets')
/** The row of each wallet, and the chains it was announced for, by its name. */
const rows = new Map()

/** A name as text: without marks that are not seen or turn what follows, and cut. */
function toName(given) {
  const seen = String(given).replace(/\p{C}/gu, '').trim()
  return [...seen].slice(0, longestName).join('') || 'A wallet without a name'
}

function add(given, chains) {
  const name = toName(given)
  const known = rows.get(name)
  if (known?.chains.has(chains) || (!known && rows.size === mostWallets)) return
  const row = known ?? { chains: new Set(), words: document.createElement('span') }
  row.chains.add(chains)
  row.words.textContent = [...row.chains].join(' and ')
  if (known) return
  rows.set(name, row)
  const title = document.createElement('bdi')
  title.textContent = name
  const item = document.createElement('li')
  item.append(title, row.words)
  list.append(item)
  list.hidden = false
  say()
}

function say() {
  const [first] = rows.keys()
  if (rows.size === 0) count.textContent = 'None has announced itself yet.'
  else if (rows.size === 1) count.textContent = `${first} has announced itself.`
  else count.textContent = `${rows.size} have announced themselves.`
}

say()

// EIP-6963
addEventListener('eip6963:announceProvider', ({ detail }) => {
  if (detail?.info) add(detail.info.name, 'EVM chains')
})
dispatchEvent(new Event('eip6963:requestProvider'))

// Wallet Standard
const api = {
  register(...wallets) {
    for (const { name, chains } of wallets) {
      if (chains.some((chain) => String(chain).startsWith('solana:'))) add(name, 'Solana')
    }
    return () => undefined
  },
}
addEventListener('wallet-standard:register-wallet', ({ detail }) => {
  if (typeof detail === 'function') detail(api)
})
dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
