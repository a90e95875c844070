import { AccountRole, address, createNoopSigner, type IInstruction } from '@solana/web3.js'
import {
  getAdvanceNonceAccountInstruction,
  getAllocateInstruction,
  getAssignInstruction,
} from '@solana-program/system'
import {
  AuthorityType,
  getApproveInstruction,
  getBurnInstruction,
  getCloseAccountInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import type { ErrorCode } from '@/src/domain/error'
import { programs } from '@/src/domain/solana/solana-program'
import { little, transaction } from '@/test/samples/solana'
import {
  ensureTokenAccount,
  forward,
  memo,
  tokenAccountOf,
  transfer,
} from '@/test/sandbox/chains/solana/compose'
import { LIGHTHOUSE_PROGRAM } from '@/test/sandbox/chains/solana/programs'
import { SOL, TOKEN_2022, WRAPPED } from '../solana-trial-world'
import type { Row } from './rows'
import { type SolanaHow, type SolanaWorld, units } from './solana-world'

type More = (w: SolanaWorld) => (IInstruction | undefined)[] | Promise<(IInstruction | undefined)[]>

const paySol = (w: SolanaWorld, lamports = units) => transfer(SOL, w.me, w.vault, lamports)
const payUsdc = (w: SolanaWorld, much = units) => transfer(w.usdc, w.me, w.vault, much)
const signer = (w: SolanaWorld) => createNoopSigner(w.me)

/** An honest payment of tokens, and something more. */
const usdc = (more: More): SolanaHow => ({
  pays: 'USDC',
  build: async (w) => [await payUsdc(w), ...(await more(w))],
})
/** An honest payment of SOL, and something more. */
const sol = (more: More): SolanaHow => ({
  pays: 'SOL',
  build: async (w) => [await paySol(w), ...(await more(w))],
})
const take = (w: SolanaWorld, kind: AuthorityType) =>
  getSetAuthorityInstruction({
    owned: w.own.usdc,
    owner: signer(w),
    authorityType: kind,
    newAuthority: w.stranger,
  })
const authority = (kind: AuthorityType) => usdc((w) => [take(w, kind)])
const delegate = (of: 'usdc' | 'bonk') =>
  usdc((w) => [
    getApproveInstruction({
      source: w.own[of],
      delegate: w.stranger,
      owner: signer(w),
      amount: 1n,
    }),
  ])
const closeEmpty = (w: SolanaWorld, destination = w.stranger) =>
  getCloseAccountInstruction({ account: w.own.empty, destination, owner: signer(w) })
const payWrapped = (w: SolanaWorld) =>
  getTransferCheckedInstruction({
    source: w.own.wrapped,
    mint: WRAPPED.address,
    destination: w.theirs.wrapped,
    authority: signer(w),
    amount: units,
    decimals: 9,
  })
/** A price of a million lamports for each unit of the work. */
const budget = (kind: number, bytes: number[]): IInstruction => ({
  programAddress: address(programs.computeBudget),
  data: Uint8Array.from([kind, ...bytes]),
})
const reading = (account: string): IInstruction => ({
  // A program that does nothing, whatever it is given.
  programAddress: LIGHTHOUSE_PROGRAM,
  accounts: [{ address: address(account), role: AccountRole.READONLY }],
  data: new Uint8Array(),
})

/** What the desk of the filler pays the network's fee for, and has signed. */
const sponsored = (w: SolanaWorld, calls: IInstruction[]) => {
  const { desk } = w.genesis.keys
  return w.cosign(calls, { signer: desk.signer }, desk.address)
}

type Refused = readonly [id: string, builds: string, takes: string, code: ErrorCode, how: SolanaHow]

/** A call that the fillers' own program makes in the name of the person; the desk signs with it. */
const forwarded = (w: SolanaWorld, call: IInstruction) =>
  forward(w.genesis.program, call, w.genesis.keys.desk.address)
/** What the desk of the filler has signed, by accounts of an address table. */
const cosigned = (
  pays: SolanaHow['pays'],
  calls: (w: SolanaWorld) => Promise<IInstruction[]>,
): SolanaHow => ({
  pays,
  build: async (w) => {
    const { desk } = w.genesis.keys
    const made = (await calls(w)).map((call) => forwarded(w, call))
    return w.cosign([...made, memo('order')], { signer: desk.signer, table: w.genesis.table })
  },
})
/** An honest payment by that program, and something more by it. */
const program = (more: (w: SolanaWorld) => IInstruction | Promise<IInstruction>): SolanaHow =>
  cosigned('USDC', async (w) => [await payUsdc(w), await more(w)])
/** An honest payment by a message that the desk pays for, and something more. */
const gift = (more: (w: SolanaWorld) => IInstruction | Promise<IInstruction>): SolanaHow => ({
  pays: 'USDC',
  build: async (w) => sponsored(w, [await payUsdc(w), await more(w)]),
})
const refusedByEffects: readonly Refused[] = [
  [
    'X01',
    'the token account gets another owner',
    'all that is in it',
    'policy/gives-power',
    authority(AuthorityType.AccountOwner),
  ],
  [
    'X02',
    'a stranger may close the token account',
    'its rent, and it',
    'policy/gives-power',
    authority(AuthorityType.CloseAccount),
  ],
  [
    'X03',
    'a stranger is made its delegate',
    'what is paid, twice',
    'policy/gives-power',
    delegate('usdc'),
  ],
  [
    'X04',
    'a stranger is made the delegate of another token',
    'that token',
    'policy/gives-power',
    delegate('bonk'),
  ],
  [
    'X05',
    'the account itself is assigned to a program',
    'everything',
    'policy/gives-power',
    usdc((w) => [getAssignInstruction({ account: signer(w), programAddress: TOKEN_2022 })]),
  ],
  [
    'X06',
    'data is put into the account itself',
    'its use: nothing can be paid from it',
    'policy/gives-power',
    usdc((w) => [getAllocateInstruction({ newAccount: signer(w), space: 80n })]),
  ],
  [
    'X07',
    'another token is burned',
    'that token',
    'policy/takes-other',
    usdc((w) => [
      getBurnInstruction({
        account: w.own.bonk,
        mint: w.bonk.address,
        authority: signer(w),
        amount: 1n,
      }),
    ]),
  ],
  [
    'X08',
    'an account is closed to a stranger',
    'its rent',
    'policy/takes-other',
    usdc((w) => [closeEmpty(w)]),
  ],
  [
    'X09',
    'an account is closed to a stranger and opened again',
    'its rent',
    'policy/takes-other',
    usdc(async (w) => [closeEmpty(w), await ensureTokenAccount(w.dust, w.me, w.me)]),
  ],
  [
    'X10',
    'wrapped SOL that was held is unwrapped to a stranger',
    'the wrapped SOL',
    'policy/takes-other',
    sol((w) => [
      getCloseAccountInstruction({
        account: w.own.wrapped,
        destination: w.stranger,
        owner: signer(w),
      }),
    ]),
  ],
  [
    'X11',
    'a program of compressed tokens is handed on',
    'what is kept in a tree',
    'policy/position',
    sol(() => [reading('compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq')]),
  ],
  [
    'X12',
    'the payment names one account of the tokens and a program moves nothing',
    'the price: the order is another one',
    'policy/pays-less',
    { pays: 'USDC', build: async (w) => [reading(w.own.usdc)] },
  ],
  [
    'X13',
    'less than was accepted is moved',
    'the price: the order is another one',
    'policy/pays-less',
    { pays: 'SOL', build: async (w) => [await paySol(w, (units * 98n) / 100n), memo('order')] },
  ],
  [
    'X15',
    'a program of its own takes one unit more than was accepted',
    'what is paid, and more',
    'policy/takes-more',
    program((w) => payUsdc(w, 1n)),
  ],
  [
    'X16',
    'a program of its own takes another token as well',
    'that token',
    'policy/takes-other',
    program(async (w) => {
      const theirs = await tokenAccountOf(w.bonk.address, w.vault)
      w.putHolding(theirs, { mint: w.bonk.address, owner: w.vault, amount: 0n })
      return transfer(w.bonk, w.me, w.vault, 1n)
    }),
  ],
  [
    'X17',
    'a program of its own makes a stranger the delegate',
    'what is paid, twice',
    'policy/gives-power',
    program((w) =>
      getApproveInstruction({
        source: w.own.usdc,
        delegate: w.stranger,
        owner: signer(w),
        amount: units,
      }),
    ),
  ],
  [
    'X18',
    'a program of its own lets a stranger close the token account',
    'its rent, and it',
    'policy/gives-power',
    program((w) => take(w, AuthorityType.CloseAccount)),
  ],
  [
    'X19',
    'a program of its own gives the token account to a stranger',
    'all that is in it',
    'policy/gives-power',
    program((w) => take(w, AuthorityType.AccountOwner)),
  ],
  [
    'X20',
    'a program of its own takes SOL beside the tokens',
    'the SOL',
    'policy/takes-more',
    program((w) => paySol(w, 100_000_001n)),
  ],
  [
    'X21',
    'who pays the fee is made the delegate',
    'what is paid, twice',
    'policy/gives-power',
    gift((w) =>
      getApproveInstruction({
        source: w.own.usdc,
        delegate: w.genesis.keys.desk.address,
        owner: signer(w),
        amount: units,
      }),
    ),
  ],
  [
    'X22',
    'who pays the fee has an account of the person closed to it',
    'its rent',
    'policy/takes-other',
    gift((w) => closeEmpty(w, w.genesis.keys.desk.address)),
  ],
]

/** `TransferChecked` of looked-up accounts: the writable ones of all come before the mints. */
async function tabled(w: SolanaWorld, others: bigint): Promise<Uint8Array> {
  const theirBonk = await tokenAccountOf(w.bonk.address, w.vault)
  w.putHolding(theirBonk, { mint: w.bonk.address, owner: w.vault, amount: 0n })
  const listed = [w.own.usdc, w.theirs.usdc, w.usdc.address, w.own.bonk, theirBonk, w.bonk.address]
  const table = await w.putTable(listed)
  const move = (much: bigint, decimals: number, accounts: number[]) => ({
    program: programs.token,
    accounts,
    data: [12, ...little(much, 8), decimals],
  })
  return transaction({
    keys: [w.me, programs.token],
    readonlyOthers: 1,
    instructions: [
      move(units, 6, [2, 6, 3, 0]),
      ...(others === 0n ? [] : [move(others, 5, [4, 7, 5, 0])]),
    ],
    lookups: [{ table, writable: [0, 1, 3, 4], readonly: [2, 5] }],
  })
}

const refusedByStructure: readonly Refused[] = [
  [
    'Y01',
    'what is paid is moved twice',
    'what is paid, twice',
    'policy/wrong-value',
    usdc(async (w) => [await payUsdc(w, 1n)]),
  ],
  [
    'Y02',
    'SOL is moved beside the tokens',
    'the SOL',
    'policy/wrong-value',
    usdc(async (w) => [await paySol(w, 100_000_001n)]),
  ],
  [
    'Y03',
    'tokens are moved beside the SOL',
    'the tokens',
    'policy/foreign-token',
    sol(async (w) => [await payUsdc(w, 1n)]),
  ],
  [
    'Y04',
    'another token is moved beside',
    'that token',
    'policy/foreign-token',
    usdc(async (w) => [
      await ensureTokenAccount(w.bonk.address, w.vault, w.me),
      await transfer(w.bonk, w.me, w.vault, 1n),
    ]),
  ],
  [
    'Y05',
    'wrapped SOL is moved beside the SOL',
    'the wrapped SOL',
    'policy/foreign-token',
    sol((w) => [payWrapped(w)]),
  ],
  [
    'Y06',
    'a durable nonce comes first: the message never expires',
    'what is paid, at any time, again',
    'policy/solana-instruction',
    {
      pays: 'SOL',
      build: async (w) => [
        getAdvanceNonceAccountInstruction({ nonceAccount: w.vault, nonceAuthority: signer(w) }),
        await paySol(w),
      ],
    },
  ],
  [
    'Y07',
    'a second signature is wanted',
    'time: whoever signs last decides',
    'policy/solana-fee-payer',
    sol((w) => [
      getAssignInstruction({ account: createNoopSigner(w.filler), programAddress: TOKEN_2022 }),
    ]),
  ],
  [
    'Y08',
    'somebody else pays the fee who has not signed yet, and so rules over the message',
    'time: whoever pays decides',
    'policy/solana-fee-payer',
    { pays: 'SOL', build: async (w) => w.compose([await paySol(w)], w.filler) },
  ],
  [
    'Y09',
    'a priority fee of many SOL',
    'the fee',
    'policy/wrong-value',
    sol(() => [budget(2, little(1_400_000n, 4)), budget(3, little(10n ** 12n, 8))]),
  ],
  [
    'Y10',
    'two transactions',
    'what is paid, twice',
    'policy/method-forbidden',
    {
      pays: 'SOL',
      build: async (w) => [w.compose([await paySol(w)]), w.compose([await paySol(w)])],
    },
  ],
  [
    'Y11',
    'a memo and no payment',
    'the fee',
    'policy/no-deposit',
    { pays: 'SOL', build: async () => [memo('hello')] },
  ],
  [
    'Y12',
    'a second signer who has not signed yet',
    'time: whoever signs last decides',
    'policy/solana-fee-payer',
    { pays: 'USDC', build: async (w) => [forwarded(w, await payUsdc(w))] },
  ],
  [
    'Y13',
    'a second signer who has signed something else',
    'time: whoever signs last decides',
    'policy/solana-fee-payer',
    {
      pays: 'USDC',
      build: async (w) => {
        const { desk } = w.genesis.keys
        const call = forwarded(w, await payUsdc(w))
        const [first, other] = [
          await w.cosign([call], { signer: desk.signer }),
          await w.cosign([call, memo('other')], { signer: desk.signer }),
        ]
        // One byte that counts the signatures, the person's place, then the desk's.
        return Uint8Array.of(...first.slice(0, 65), ...other.slice(65, 129), ...first.slice(129))
      },
    },
  ],
  [
    'Y14',
    'somebody else pays the fee who has signed something else',
    'time: whoever pays decides',
    'policy/solana-fee-payer',
    {
      pays: 'USDC',
      build: async (w) => {
        const [first, other] = [
          await sponsored(w, [await payUsdc(w)]),
          await sponsored(w, [await payUsdc(w), memo('other')]),
        ]
        // One byte that counts the signatures, then the payer's.
        return Uint8Array.of(...first.slice(0, 1), ...other.slice(1, 65), ...first.slice(65))
      },
    },
  ],
  [
    'Y15',
    'another account of the person pays the fee, and has not signed yet',
    'time: it is asked for nothing here',
    'policy/solana-fee-payer',
    { pays: 'USDC', build: async (w) => w.compose([await payUsdc(w)], w.stranger) },
  ],
  [
    'Y16',
    'the person need not sign what another signed and pays for',
    'nothing, and it pays nothing',
    'policy/solana-fee-payer',
    {
      pays: 'USDC',
      build: async (w) =>
        sponsored(w, [await transfer(SOL, w.genesis.keys.desk.address, w.vault, units)]),
    },
  ],
]

const hostile =
  (ring: 'structure' | 'effects') =>
  ([id, builds, takes, code, how]: Refused): Row<SolanaHow> => ({
    id,
    builds,
    takes,
    ring,
    code,
    how,
  })

export const solanaRows: readonly Row<SolanaHow>[] = [
  {
    id: 'Z01',
    builds: 'SOL to a vault, and a memo',
    steps: 'solanaDeposit',
    how: sol(() => [memo('order')]),
  },
  {
    id: 'Z02',
    builds: 'tokens to a vault, and a memo',
    steps: 'solanaDeposit',
    how: usdc(() => [memo('order')]),
  },
  {
    id: 'Z03',
    builds: 'tokens, and an empty account that is closed to the person',
    steps: 'solanaDeposit',
    how: usdc((w) => [closeEmpty(w, w.me)]),
  },
  {
    id: 'Z04',
    builds: 'tokens whose accounts stand in an address table',
    steps: 'solanaDeposit',
    how: { pays: 'USDC', build: (w) => tabled(w, 0n) },
  },
  {
    id: 'Z05',
    builds: 'tokens that a program of its own moves, by an address table, and that its desk signed',
    steps: 'solanaDeposit',
    how: cosigned('USDC', async (w) => [await payUsdc(w)]),
  },
  {
    id: 'Z06',
    builds: 'SOL that a program of its own moves, by an address table, and that its desk signed',
    steps: 'solanaDeposit',
    how: cosigned('SOL', async (w) => [await paySol(w)]),
  },
  {
    id: 'Z07',
    builds: 'tokens to a vault, and a memo; its desk pays the fee and has signed',
    steps: 'solanaDeposit',
    how: gift(() => memo('order')),
  },
  {
    id: 'Z08',
    builds: 'SOL by a program of its own; its desk pays the fee and has signed',
    steps: 'solanaDeposit',
    how: {
      pays: 'SOL',
      build: async (w) => sponsored(w, [forwarded(w, await paySol(w)), memo('order')]),
    },
  },
  ...refusedByStructure.map(hostile('structure')),
  ...refusedByEffects.map(hostile('effects')),
  {
    id: 'X14',
    builds: 'another token is moved by accounts that stand in an address table',
    takes: 'that token',
    ring: 'effects',
    code: 'policy/takes-other',
    how: { pays: 'USDC', build: (w) => tabled(w, 1n) },
  },
]
