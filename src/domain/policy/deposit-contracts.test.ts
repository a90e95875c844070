import { describe, expect, it } from 'vitest'
import { KNOWN_CHAINS, SOLANA_CHAIN_ID } from '../chain/known-chains'
import {
  chainNumberOf,
  contractAt,
  isNetworkContract,
  knownDeposit,
  METHODS,
  proxyOf,
} from './deposit-contracts'

const lifi = { service: 'LI.FI', contract: 'LiFiDiamond' }

/**
 * As their makers publish them (see the file): of each chain of the interface's table the spoke pool, its
 * periphery, the diamond where it has a readable facet, and the diamond's token proxy.
 */
const PUBLISHED: Record<number, (string | undefined)[]> = {
  1: [
    '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5',
    '0x10D8b8DaA26d307489803e10477De69C0492B610',
    '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    '0x68E1Acfa805dcA813116Ed6507E01c38D44318f0',
  ],
  10: [
    '0x6f26Bf09B1C792e3228e5467807a900A503c0281',
    '0x10D8b8DaA26d307489803e10477De69C0492B610',
    '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    '0x314bE5fcf0A204837896e6028C47A9e1FC2919c7',
  ],
  56: [
    '0x4e8E101924eDE233C13e2D8622DC8aED2872d505',
    '0x10D8b8DaA26d307489803e10477De69C0492B610',
    '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    '0x5741A7FfE7c39Ca175546a54985fA79211290b51',
  ],
  130: [
    '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64',
    '0x10D8b8DaA26d307489803e10477De69C0492B610',
    '0x864b314D4C5a0399368609581d3E8933a63b9232',
    '0x1f4613847c9F7Bd053c5229c65834c9231A83bF9',
  ],
  137: [
    '0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096',
    '0x10D8b8DaA26d307489803e10477De69C0492B610',
    '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    '0x5741A7FfE7c39Ca175546a54985fA79211290b51',
  ],
  143: [
    '0xd2ecb3afe598b746F8123CaE365a598DA831A449',
    '0x10D8b8DaA26d307489803e10477De69C0492B610',
    '0x026F252016A7C47CDEf1F05a3Fc9E20C92a49C37',
    '0xEF3D879e24741973d7f7E78858BFA4FBB9CFa74D',
  ],
  324: [
    '0xE0B015E54d54fc84a6cB9B666099c46adE9335FF',
    '0x5a148a9260c1f670429361c34d40b477280F01a9',
    '0x341e94069f53234fE6DabeF707aD424830525715',
    '0x8E1cf39Df64D9DCAdA7831d90CC852e02663410a',
  ],
  8453: [
    '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64',
    '0x10D8b8DaA26d307489803e10477De69C0492B610',
    '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    '0x74a55CaDb12501A3707E9F3C5dfd8b563C6A5940',
  ],
  42161: [
    '0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A',
    '0x10D8b8DaA26d307489803e10477De69C0492B610',
    '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    '0x5741A7FfE7c39Ca175546a54985fA79211290b51',
  ],
  43114: [
    '0xE0DB08B3F72931Dca2Ed7323a1053EaC42715bEe',
    undefined,
    '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    '0x5741A7FfE7c39Ca175546a54985fA79211290b51',
  ],
  59144: [
    '0x7E63A5f1a8F0B4d0934B2f2327DAED3F6bb2ee75',
    '0x10D8b8DaA26d307489803e10477De69C0492B610',
    '0xDE1E598b81620773454588B85D6b5D4eEC32573e',
    '0x57ec2C57fA654aABAeCc63c8dad47cb6efaCCC24',
  ],
}
/** The chains of the table on which deBridge says that orders are made, and the numbers it gives them. */
const DLN: Record<number, number> = {
  1: 1,
  10: 10,
  56: 56,
  137: 137,
  143: 100_000_030,
  2741: 100_000_017,
  5000: 100_000_023,
  8453: 8_453,
  42161: 42_161,
  43114: 43_114,
  59144: 59_144,
  80094: 100_000_020,
}
const DLN_SOURCE = '0xeF4fB24aD0916217251F553c0596F8Edc630EB66'
const DLN_FORWARDER = '0x663DC15D3C1aC63ff12E45Ab68FeA3F0a883C251'

const chains = KNOWN_CHAINS.filter(({ type }) => type === 'eip155').map(({ id }) => id)
const isListed = (chainId: number, address: string, method: keyof typeof METHODS) =>
  knownDeposit(chainId, { to: address.toLowerCase(), data: `0x${METHODS[method]}00` }) !== undefined

describe('the known contracts', () => {
  it.each(chains)(
    'given chain %i, then those are known that are published for it, and no others',
    (id) => {
      const [pool, periphery, diamond, proxy] = PUBLISHED[id] ?? []
      const all = Object.values(PUBLISHED)
      for (const [at, own, method] of [
        [0, pool, 'deposit'],
        [0, pool, 'depositV3'],
        [0, pool, 'tryMulticall'],
        [1, periphery, 'swapAndBridge'],
        [1, periphery, 'depositNative'],
        [2, id === 43_114 ? undefined : diamond, 'startBridgeTokensViaAcrossV4'],
        [2, id in DLN && id !== 143 ? diamond : undefined, 'startBridgeTokensViaDeBridgeDln'],
      ] as const) {
        for (const address of new Set(all.flatMap((each) => each[at] ?? []))) {
          expect([address, method, isListed(id, address, method)]).toEqual([
            address,
            method,
            address === own,
          ])
        }
      }
      for (const [address, method] of [
        [DLN_SOURCE, 'createOrder'],
        [DLN_SOURCE, 'createSaltedOrder'],
        [DLN_FORWARDER, 'strictlySwapAndCall'],
      ] as const) {
        expect(isListed(id, address, method)).toBe(id in DLN)
      }
      for (const address of new Set(all.flatMap((each) => each[3] ?? []))) {
        const name = proxyOf(id, lifi, address.toLowerCase())
        expect(name).toBe(address === proxy ? 'ERC20Proxy' : undefined)
      }
    },
  )

  it('given another method of a known contract, then it is not known', () => {
    const pool = '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'
    for (const data of [
      '0x',
      '0x12345678',
      `0x${METHODS.createOrder}`,
      `0x${METHODS.depositNative}`,
    ]) {
      expect(knownDeposit(8_453, { to: pool, data })).toBeUndefined()
    }
    expect(knownDeposit(8_453, { to: 'constructor', data: `0x${METHODS.deposit}` })).toBeUndefined()
    expect(proxyOf(1, { service: 'Across', contract: 'SpokePool' }, lifi.service)).toBeUndefined()
  })

  it('given an address alone, then whose it is is known on its own chain, proxies as well', () => {
    const pool = '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'
    const proxy = '0x74a55cadb12501a3707e9f3c5dfd8b563c6a5940'
    expect(contractAt(8_453, pool)).toEqual({ service: 'Across', contract: 'SpokePool' })
    expect(contractAt(8_453, proxy)).toEqual({ service: 'LI.FI', contract: 'ERC20Proxy' })
    expect(contractAt(1, pool)).toBeUndefined()
    expect(contractAt(1, proxy)).toBeUndefined()
    expect(contractAt(8_453, 'constructor')).toBeUndefined()
  })

  it('given a network, then a call is passed on to its own contract of the chain alone', () => {
    const pool = '0x09aea4b2242abc8bb4bb78d537a67a245a7bec64'
    expect(isNetworkContract('across', 8_453, pool)).toBe(true)
    expect(isNetworkContract('across', 1, pool)).toBe(false)
    expect(isNetworkContract('dln', 8_453, pool)).toBe(false)
    expect(isNetworkContract('dln', 8_453, DLN_SOURCE.toLowerCase())).toBe(true)
  })

  it('given a chain, then it has the number that each network gives it', () => {
    for (const id of chains) {
      const dln = DLN[id]
      expect(chainNumberOf('dln', id)).toBe(dln === undefined ? undefined : BigInt(dln))
      expect(chainNumberOf('across', id)).toBe(BigInt(id))
      expect(chainNumberOf('lifi', id)).toBe(BigInt(id))
    }
    expect(chainNumberOf('dln', SOLANA_CHAIN_ID)).toBe(7_565_164n)
    expect(chainNumberOf('across', SOLANA_CHAIN_ID)).toBe(34_268_394_551_451n)
    expect(chainNumberOf('lifi', SOLANA_CHAIN_ID)).toBe(1_151_111_081_099_710n)
  })
})
