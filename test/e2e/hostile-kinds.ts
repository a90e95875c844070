import { type Address, address, createNoopSigner, type IInstruction } from '@solana/web3.js'
import {
  AuthorityType,
  getApproveInstruction,
  getSetAuthorityInstruction,
} from '@solana-program/token'
import type { ErrorCode } from '@/src/domain/error'
import {
  composeCosigned,
  composeUnsigned,
  forward,
  tokenAccountOf,
  transfer,
} from '../sandbox/chains/solana/compose'
import { deriveKey } from '../sandbox/chains/solana/keys'
import { toBase64 } from '../sandbox/chains/solana/wire'
import type { SandboxInfo } from '../sandbox/info'
import { createSandboxClient } from '../sandbox/test-client'
import { createHostileTools, depositV3, spokePoolOnBase, thief } from '../support/hostile-contracts'
import { chainsOf, ownAccount, solanaChainOf, tokenOf } from './steps'

/** What a service builds in place of a deposit, and who refuses it. */
export type Kind = { is: string; approvals: object[]; code: ErrorCode }

/** USDC that is paid, smallest unit. */
export const paid = 11_000_000n

const order = `0x${'11'.repeat(32)}`
const nobody = `0x${'0'.repeat(40)}`
const deposit = 'deposit(address, uint256, bytes32)'
const depositAnd = 'depositAnd(address, uint256, address, uint256)'

/**
 * Kinds that only a trial on a node shows, or what is known of a contract, on an EVM chain: with what they
 * need there, which is put in place.
 */
export async function placeEvmKinds(info: SandboxInfo): Promise<Kind[]> {
  const [source, destination] = chainsOf(info)
  const tools = await createHostileTools(createSandboxClient(info), source)
  const { addressOf, allow, approve, author, call, deploy, placed, setUp } = tools
  const usdc = addressOf('USDC')
  const dai = addressOf('DAI')
  for (const name of ['Thief', 'Restorer', 'Burner', 'OldRouter', 'LateProxy'] as const) {
    placed[name] = await deploy(name)
  }
  placed.Multicall = await deploy('MulticallRouter', usdc)
  placed.Pool = await deploy('Pool', usdc)
  placed.EmptyPool = await deploy('Pool', usdc)
  await tools.copyCode(await deploy('SpokePool'), spokePoolOnBase)
  for (const spender of ['Thief', 'Restorer', 'Multicall']) await allow('DAI', spender, 5n)
  await allow('USDC', 'OldRouter', 10n * paid)
  await allow('USDC', 'Pool', paid)
  await setUp('Pool', 'supply(uint256)', [paid])

  const alone = (to: string, method: string, args: readonly unknown[]) => [
    { ...call(to, method, args), deposit: true },
  ]
  const pay = (to: string, method: string, args: readonly unknown[]) => [
    approve('USDC', to, paid),
    ...alone(to, method, args),
  ]
  const now = Math.floor(Date.now() / 1_000)
  const toThief = [author, thief, usdc, tokenOf(info, destination, 'USDC').address, paid, paid]
  return [
    {
      is: 'takes more by an old allowance',
      approvals: [
        approve('USDC', 'LateProxy', paid),
        ...alone('OldRouter', 'go(address, address, uint256)', [usdc, thief, paid]),
      ],
      code: 'policy/foreign-spender',
    },
    {
      is: 'takes another token',
      approvals: pay('Thief', depositAnd, [usdc, paid, dai, 5n]),
      code: 'policy/takes-other',
    },
    {
      is: 'withdraws a lending position',
      approvals: alone('Pool', 'withdraw(address, uint256, address)', [usdc, paid, thief]),
      code: 'policy/position',
    },
    {
      is: 'takes another token by one of several calls in one',
      approvals: pay('Multicall', 'multicall(bytes[])', [
        [
          tools.encode('pull(address, uint256)', [usdc, paid]),
          tools.encode('pull(address, uint256)', [dai, 5n]),
        ],
      ]),
      code: 'policy/takes-other',
    },
    {
      is: 'sets an authorisation',
      approvals: alone('EmptyPool', 'setAuthorization(address, bool)', [thief, true]),
      code: 'policy/gives-power',
    },
    {
      is: 'takes another token, and gives it back to whoever looks',
      approvals: pay('Restorer', depositAnd, [usdc, paid, dai, 5n]),
      code: 'policy/takes-other',
    },
    {
      is: 'burns what the network is paid with',
      approvals: pay('Burner', deposit, [usdc, paid, order]),
      code: 'policy/burns-gas',
    },
    {
      is: 'pays nothing and keeps the approval',
      approvals: pay('Thief', 'nothing(address, uint256, bytes32)', [usdc, paid, order]),
      code: 'policy/pays-less',
    },
    {
      is: 'pays out to somebody else',
      approvals: pay(spokePoolOnBase, depositV3, [
        ...toThief,
        BigInt(destination),
        nobody,
        now,
        now + 7_200,
        0,
        '0x',
      ]),
      code: 'policy/wrong-recipient',
    },
  ]
}

/** The same on Solana, where the fillers' own program acts in the name of who signs. */
export async function writeSolanaKinds(info: SandboxInfo): Promise<Kind[]> {
  const chainId = solanaChainOf(info)
  const me = address(ownAccount(info, chainId))
  const owner = createNoopSigner(me)
  const [usdc, bonk] = ['USDC', 'BONK'].map((symbol) => {
    const token = tokenOf(info, chainId, symbol)
    return { address: address(token.address), decimals: token.decimals }
  }) as [Token, Token]
  const { address: program } = await deriveKey('forwarder program')
  const { address: vault } = await deriveKey('vault')
  const { address: filler } = await deriveKey('filler')
  const desk = await deriveKey('desk')
  const block = await latestBlock(info, chainId)
  const own = await tokenAccountOf(usdc.address, me)
  const honest = await transfer(usdc, me, vault, paid)

  const toApprovals = (bytes: Uint8Array) => [
    { type: 'solana_sendTransaction', transaction: toBase64(bytes), deposit: true },
  ]
  const byProgram = async (...more: IInstruction[]) => {
    const calls = [honest, ...more].map((each) => forward(program, each, desk.address))
    return toApprovals(await composeCosigned(me, block, calls, { signer: desk.signer }))
  }
  const setAuthority = (authorityType: AuthorityType) =>
    getSetAuthorityInstruction({ owned: own, owner, authorityType, newAuthority: filler })
  const unsigned = [forward(program, honest, desk.address)]
  return [
    {
      is: 'takes another token',
      approvals: await byProgram(await transfer(bonk, me, filler, 1n)),
      code: 'policy/takes-other',
    },
    {
      is: 'makes a stranger the delegate',
      approvals: await byProgram(
        getApproveInstruction({ source: own, delegate: filler, owner, amount: paid }),
      ),
      code: 'policy/gives-power',
    },
    {
      is: 'takes more than was accepted',
      approvals: await byProgram(await transfer(usdc, me, vault, 1n)),
      code: 'policy/takes-more',
    },
    {
      is: 'lets a stranger close the token account',
      approvals: await byProgram(setAuthority(AuthorityType.CloseAccount)),
      code: 'policy/gives-power',
    },
    {
      is: 'is of another mint',
      approvals: toApprovals(composeUnsigned(me, block, [await transfer(bonk, me, filler, paid)])),
      code: 'policy/foreign-token',
    },
    {
      is: 'has to be signed by somebody else afterwards',
      approvals: toApprovals(composeUnsigned(me, block, unsigned)),
      code: 'policy/solana-fee-payer',
    },
  ]
}

type Token = { address: Address; decimals: number }

async function latestBlock(info: SandboxInfo, chainId: number) {
  const rpcUrl = info.chains.find(({ id }) => id === chainId)?.rpcUrl ?? ''
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash', params: [] })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(rpcUrl, { method: 'POST', headers, body })
  const { result } = (await answer.json()) as { result: { value: { blockhash: string } } }
  return { blockhash: result.value.blockhash, slot: 0, time: 0 }
}
