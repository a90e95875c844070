import { isNativeAddress } from '@/src/domain/address/address'
import { familyIn } from '@/src/domain/chain/foreign-chain'
import { knownChain } from '@/src/domain/chain/known-chains'
import { isPublic, pinsOf, serviceOfBuild } from './pins'

/**
 * Our own drawing of a token or a chain: a file of this package. `isForm` where what is shown is another
 * form of what is drawn (wrapped, bridged, issued by somebody else): it stands in a ring.
 */
export type Mark = { src: string; isForm: boolean }

/** Pinned tokens that are other forms of a coin or of a token, by the symbol they are pinned under. */
const FORMS: Readonly<Record<string, string>> = {
  WETH: 'eth',
  'WETH.e': 'eth',
  vbETH: 'eth',
  WBTC: 'btc',
  'WBTC.e': 'btc',
  'BTC.b': 'btc',
  BTCB: 'btc',
  vbWBTC: 'btc',
  WBNB: 'bnb',
  WPOL: 'pol',
  WMON: 'mon',
  WMNT: 'mnt',
  WAVAX: 'avax',
  WBERA: 'bera',
  WSOL: 'sol',
  'USDC.e': 'usdc',
  USDbC: 'usdc',
  vbUSDC: 'usdc',
  USDT0: 'usdt',
  'USDT.e': 'usdt',
  vbUSDT: 'usdt',
  'DAI.e': 'dai',
}

/** Where `assets/marks` is in the package; the build copies it there. */
const fileOf = (name: string) => `/marks/${name}.svg`

type Abroad = Parameters<typeof familyIn>[0]

/** The coins of chains that are only paid from, and how the service writes their address. */
const COINS_ABROAD = { bip122: 'btc', litecoin: 'ltc', tron: 'trx', ckb: 'ckb' } as const
const NATIVE_ABROAD = 'native'

/**
 * The mark of a token: of one that is pinned at this address of this chain, or of the chain's own coin.
 * What a token calls itself counts for nothing. Chains that are only paid from (`abroad`) are known by
 * family. Undefined for every other one.
 */
export function tokenMark(
  { chainId, address }: { chainId: number; address: string },
  abroad: Abroad = [],
  serviceUrl = serviceOfBuild(),
): Mark | undefined {
  if (!isPublic(serviceUrl)) return undefined
  const family = familyIn(abroad, chainId)
  if (family !== undefined && address === NATIVE_ABROAD) {
    return { src: fileOf(COINS_ABROAD[family]), isForm: false }
  }
  const symbol = pinsOf(serviceUrl).at(chainId, address)?.symbols[0]
  if (symbol === undefined) return undefined
  const form = FORMS[symbol]
  const isForm = form !== undefined || (symbol === 'ETH' && !isNativeAddress(address))
  return { src: fileOf(form ?? symbol.toLowerCase()), isForm }
}

/** The mark of a chain that this release knows, as for `tokenMark`. */
export function chainMark(
  chainId: number,
  abroad: Abroad = [],
  serviceUrl = serviceOfBuild(),
): Mark | undefined {
  if (!isPublic(serviceUrl)) return undefined
  const name = knownChain(chainId) === null ? familyIn(abroad, chainId) : chainId
  return name === undefined ? undefined : { src: fileOf(`chain-${name}`), isForm: false }
}
