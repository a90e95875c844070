import type { Address } from '@solana/web3.js'
import {
  AccountState,
  findAssociatedTokenPda,
  getMintEncoder,
  getTokenEncoder,
} from '@solana-program/token'
import type { ChainToken } from '../port'
import { MINT_SIZE, TOKEN_ACCOUNT_SIZE } from './balances'
import { createForwarderProgram } from './forwarder-program'
import { deriveKey, type SandboxKey } from './keys'
import { putTable } from './lookup-tables'
import { createNoopProgram } from './noop-program'
import { LIGHTHOUSE_PROGRAM, NATIVE_TOKEN, SYSTEM_PROGRAM, TOKEN_PROGRAM } from './programs'
import type { Vm } from './vm'

/** The service's number for Solana, which has none of its own. */
export const SOLANA_CHAIN_ID = 20_011_000_000
/** CAIP-2: the first 32 characters of the mainnet genesis hash. */
export const SOLANA_CAIP2 = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const LAMPORTS_PER_SOL = 1_000_000_000n

/** The accounts that exist from the first block. */
interface SolanaKeys {
  /** The person who tests. */
  readonly traveller: SandboxKey
  /** Takes deposits in and sends refunds. */
  readonly vault: SandboxKey
  /** Pays out. */
  readonly filler: SandboxKey
  /** Signs what it quoted before it is handed out. */
  readonly desk: SandboxKey
  /** Gives SOL and tokens away, and may mint more. */
  readonly faucet: SandboxKey
}

export interface Genesis {
  readonly keys: SolanaKeys
  /** The fillers' own program, and the table of addresses that its deposits name. */
  readonly program: Address
  readonly table: { readonly address: Address; readonly listed: readonly Address[] }
  /** SOL first. */
  readonly tokens: readonly ChainToken[]
}

interface MintPlan {
  readonly token: ChainToken
  /** Smallest units, by holder. */
  readonly travellerHas: bigint
  readonly fillerHas: bigint
  readonly faucetHas: bigint
  /** Without one, a first deposit has to create the vault's token account. */
  readonly vaultHasAccount: boolean
}

const SOL: ChainToken = {
  chainId: SOLANA_CHAIN_ID,
  address: NATIVE_TOKEN,
  name: 'Solana',
  symbol: 'SOL',
  decimals: 9,
  isNative: true,
  isTop: true,
  priceUsd: '150',
}

const planMints = async (): Promise<readonly MintPlan[]> => {
  const usdc = await deriveKey('mint usdc')
  const bonk = await deriveKey('mint bonk')
  return [
    {
      token: {
        chainId: SOLANA_CHAIN_ID,
        address: usdc.address,
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        isNative: false,
        isTop: true,
        priceUsd: '1',
      },
      travellerHas: 10_000_000000n,
      fillerHas: 1_000_000_000_000000n,
      faucetHas: 1_000_000_000_000000n,
      vaultHasAccount: true,
    },
    {
      token: {
        chainId: SOLANA_CHAIN_ID,
        address: bonk.address,
        name: 'Bonk',
        symbol: 'BONK',
        decimals: 5,
        isNative: false,
        isTop: true,
        priceUsd: '0.00002',
      },
      travellerHas: 50_000_000_00000n,
      // A supply is a u64 of smallest units, so there cannot be more than 1.8e14 of these.
      fillerHas: 50_000_000_000_000_00000n,
      faucetHas: 50_000_000_000_000_00000n,
      vaultHasAccount: false,
    },
  ]
}

const putWallet = (vm: Vm, address: Address, lamports: bigint) =>
  vm.setAccount(address, {
    lamports,
    data: new Uint8Array(),
    owner: SYSTEM_PROGRAM,
    executable: false,
  })

const putMint = (vm: Vm, authority: Address, plan: MintPlan) =>
  vm.setAccount(plan.token.address, {
    lamports: vm.rentExemption(MINT_SIZE),
    data: Uint8Array.from(
      getMintEncoder().encode({
        mintAuthority: authority,
        supply: plan.travellerHas + plan.fillerHas + plan.faucetHas,
        decimals: plan.token.decimals,
        isInitialized: true,
        freezeAuthority: null,
      }),
    ),
    owner: TOKEN_PROGRAM,
    executable: false,
  })

const putHolding = async (vm: Vm, mint: Address, owner: Address, amount: bigint) => {
  const [account] = await findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_PROGRAM })
  vm.setAccount(account, {
    lamports: vm.rentExemption(TOKEN_ACCOUNT_SIZE),
    data: Uint8Array.from(
      getTokenEncoder().encode({
        mint,
        owner,
        amount,
        delegate: null,
        state: AccountState.Initialized,
        isNative: null,
        delegatedAmount: 0n,
        closeAuthority: null,
      }),
    ),
    owner: TOKEN_PROGRAM,
    executable: false,
  })
}

/**
 * Writes the accounts of the first block: wallets, two SPL mints and who holds them.
 *
 * Wallets add Lighthouse assertions to what they sign. The stand-in for that program accepts all of
 * them, so that such transactions land.
 */
export const writeGenesis = async (vm: Vm): Promise<Genesis> => {
  const keys: SolanaKeys = {
    traveller: await deriveKey('traveller'),
    vault: await deriveKey('vault'),
    filler: await deriveKey('filler'),
    desk: await deriveKey('desk'),
    faucet: await deriveKey('faucet'),
  }
  putWallet(vm, keys.traveller.address, 100n * LAMPORTS_PER_SOL)
  putWallet(vm, keys.vault.address, 1_000n * LAMPORTS_PER_SOL)
  putWallet(vm, keys.filler.address, 1_000_000n * LAMPORTS_PER_SOL)
  putWallet(vm, keys.desk.address, 1_000n * LAMPORTS_PER_SOL)
  putWallet(vm, keys.faucet.address, 1_000_000n * LAMPORTS_PER_SOL)
  vm.addProgram(LIGHTHOUSE_PROGRAM, createNoopProgram())
  const plans = await planMints()
  /** Where deposits go, and the mints of what is in them. */
  const listPlaces = async () => {
    const mints = plans.map(({ token }) => token.address as Address)
    const owner = keys.vault.address
    const places = mints.map((mint) =>
      findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_PROGRAM }),
    )
    return [owner, ...mints, ...(await Promise.all(places)).map(([place]) => place)]
  }
  for (const plan of plans) {
    putMint(vm, keys.faucet.address, plan)
    const mint = plan.token.address as Address
    await putHolding(vm, mint, keys.traveller.address, plan.travellerHas)
    await putHolding(vm, mint, keys.filler.address, plan.fillerHas)
    await putHolding(vm, mint, keys.faucet.address, plan.faucetHas)
    if (plan.vaultHasAccount) await putHolding(vm, mint, keys.vault.address, 0n)
  }
  const { address: program } = await deriveKey('forwarder program')
  vm.addProgram(program, createForwarderProgram())
  const table = { address: (await deriveKey('address table')).address, listed: await listPlaces() }
  putTable(vm, table.address, table.listed)
  return { keys, program, table, tokens: [SOL, ...plans.map(({ token }) => token)] }
}
