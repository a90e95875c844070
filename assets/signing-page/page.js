// Lists the wallets that announce themselves, by name alone: their pictures are not drawn and nothing is
// asked of them. Causeway has a list of its own and takes nothing from this one.

/** Longer than any wallet's name, and more wallets than anybody has. */
const longestName = 40
const mostWallets = 20

const count = document.querySelector('#count')
const list = document.querySelector('#wallets')
/** The row of each name, and how many wallets announced it for which chains. */
const rows = new Map()
/** Wallets that were counted: they announce themselves whenever anybody asks who is there. */
const counted = new Set()

/** A name as text: without marks that are not seen or turn what follows, and cut. */
function toName(given) {
  const seen = String(given).replace(/\p{C}/gu, '').trim()
  return [...seen].slice(0, longestName).join('') || 'A wallet without a name'
}

function add(given, chains, wallet) {
  const name = toName(given)
  const known = rows.get(name)
  const isFull = counted.size === 2 * mostWallets || (!known && rows.size === mostWallets)
  const which = wallet ?? `${chains} ${name}`
  if (isFull || counted.has(which)) return
  counted.add(which)
  const row = known ?? { chains: new Map(), words: document.createElement('span') }
  row.chains.set(chains, (row.chains.get(chains) ?? 0) + 1)
  row.words.textContent = [...row.chains]
    .map(([each, times]) => (times === 1 ? each : `${each} (${times} wallets)`))
    .join(' and ')
  if (!known) draw(name, row)
  say()
}

function draw(name, row) {
  rows.set(name, row)
  const title = document.createElement('bdi')
  title.textContent = name
  const item = document.createElement('li')
  item.append(title, row.words)
  list.append(item)
  list.hidden = false
}

function say() {
  const [first] = rows.keys()
  // One that stands for several kinds of chains is one wallet.
  let size = 0
  for (const { chains } of rows.values()) size += Math.max(...chains.values())
  if (size === 0) count.textContent = 'None has announced itself yet.'
  else if (size === 1) count.textContent = `${first} has announced itself.`
  else count.textContent = `${size} have announced themselves.`
}

say()

// EIP-6963
addEventListener('eip6963:announceProvider', ({ detail }) => {
  if (detail?.info) add(detail.info.name, 'EVM chains', detail.provider)
})
dispatchEvent(new Event('eip6963:requestProvider'))

// Wallet Standard
const api = {
  register(...wallets) {
    for (const wallet of wallets) {
      const { name, chains } = wallet
      if (chains.some((chain) => String(chain).startsWith('solana:'))) add(name, 'Solana', wallet)
    }
    return () => undefined
  },
}
addEventListener('wallet-standard:register-wallet', ({ detail }) => {
  if (typeof detail === 'function') detail(api)
})
dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
