import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawPng } from './png'

/** A picture as it goes over the wire. */
export type Icon = { type: 'image/svg+xml' | 'image/png'; body: string | Buffer }

const folder = fileURLToPath(new URL('../../../assets/marks/', import.meta.url))

const svg = (body: string): Icon => ({ type: 'image/svg+xml', body })
const mark = (name: string) => svg(readFileSync(`${folder}${name}.svg`, 'utf8'))

/** What the lists of the world have a picture of, by symbol; of other tokens a letter is drawn. */
const tokens: Readonly<Record<string, string>> = {
  ETH: 'eth',
  BNB: 'bnb',
  POL: 'pol',
  AVAX: 'avax',
  SOL: 'sol',
  USDC: 'usdc',
  USDT: 'usdt',
  DAI: 'dai',
  BTC: 'btc',
  LTC: 'ltc',
  TRX: 'trx',
  CKB: 'ckb',
}

const chains: Readonly<Record<string, string>> = {
  Ethereum: 'chain-1',
  'OP Mainnet': 'chain-10',
  'BNB Smart Chain': 'chain-56',
  Unichain: 'chain-130',
  Polygon: 'chain-137',
  'ZKsync Era': 'chain-324',
  'Arbitrum One': 'chain-42161',
  Avalanche: 'chain-43114',
  'Linea Mainnet': 'chain-59144',
  Solana: 'chain-20011000000',
  Bitcoin: 'chain-bip122',
  Litecoin: 'chain-litecoin',
  Tron: 'chain-tron',
  'Nervos CKB': 'chain-ckb',
}

/** A white disc with a slot, on blue: of 32 by 32. */
function isWhite(x: number, y: number): boolean {
  const isSlot = x < 19 && Math.abs(y - 16) < 1.2
  return Math.hypot(x - 16, y - 16) < 9.5 && !isSlot
}

const blue = [0x00, 0x52, 0xff] as const
const white = [0xff, 0xff, 0xff] as const

/** The picture of a chain by its name: pixels for one of them, as services have both. */
export function chainIcon(name: string): Icon {
  const known = chains[name]
  if (known !== undefined) return mark(known)
  if (name !== 'Base') return letterIcon(name)
  const pixels = drawPng(64, (x, y) => (isWhite(x / 2, y / 2) ? white : blue))
  return { type: 'image/png', body: pixels }
}

export function tokenIcon(symbol: string): Icon {
  const known = Object.hasOwn(tokens, symbol) ? tokens[symbol] : undefined
  return known === undefined ? letterIcon(symbol) : mark(known)
}

const ground = (colour: string, shape: string) =>
  svg(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="${colour}"/>${shape}</svg>`,
  )

/** Marks of the fillers, who are nobody's: by the name in their icon's address. */
const fillers: Readonly<Record<string, Icon>> = {
  kestrel: ground(
    '#0f5c4d',
    '<path fill="#f3e9c8" d="M4 10c8 0 11 4 12 8 1-4 4-8 12-8-3 7-7 12-12 14C11 22 7 17 4 10z"/>',
  ),
  driftway: ground(
    '#274690',
    '<path fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" d="M6 12c4-4 6 4 10 0s6 4 10 0M6 20c4-4 6 4 10 0s6 4 10 0"/>',
  ),
  lockgate: ground(
    '#8a3b12',
    '<path fill="none" stroke="#fff" stroke-width="2.6" d="M8 25V12l8-5 8 5v13M16 14v11"/>',
  ),
}

export function fillerIcon(name: string): Icon {
  return (Object.hasOwn(fillers, name) ? fillers[name] : undefined) ?? letterIcon(name)
}

/** A disc with the first letter of a name, in a colour that the name decides. */
function letterIcon(name: string): Icon {
  const [letter = '?'] = name.replace(/[^\p{L}\p{N}]/gu, '')
  const hue = [...name].reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 360, 7)
  return svg(
    [
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">',
      `<circle cx="32" cy="32" r="32" fill="hsl(${hue} 55% 42%)"/>`,
      '<text x="32" y="44" fill="#fff" font-family="sans-serif" font-size="34" font-weight="700"',
      ` text-anchor="middle">${letter.toUpperCase()}</text></svg>`,
    ].join(''),
  )
}

/** What stands for a chain that nobody knows: an icon is never worth an error. */
export const placeholder: Icon = svg(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#8b9795"/><circle cx="16" cy="16" r="5" fill="#fff"/></svg>',
)
