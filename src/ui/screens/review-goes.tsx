import type { Advice, Payee, StepFacts, SwapOrder, TokenAmount } from '@/src/domain/order/order'
import { knownProgram } from '@/src/domain/policy/known-programs'
import { mainPayees } from '@/src/domain/policy/payees'
import { programs } from '@/src/domain/solana/solana-program'
import { goesText } from '../copy/goes-text'
import { orderText } from '../copy/order-text'
import { formatExact } from '../format/amount'
import { plainText, shortInWords } from '../format/text'
import { Address } from '../parts/address'
import { useApp } from '../parts/context'
import { ShortAddress } from '../parts/short-address'
import { TokenSum } from '../parts/token-sum'

type Deposit = Extract<StepFacts, { kind: 'solanaDeposit' }>
type Tried = { advice?: Advice | undefined }

/** The payment of an order on Solana. */
export function solanaDepositOf({ steps }: Pick<SwapOrder, 'steps'>): Deposit | undefined {
  for (const { facts } of steps) if (facts.kind === 'solanaDeposit') return facts
  return undefined
}

/** Programs that a payment on Solana calls, and that neither the chain nor this release's list knows. */
export function unknownPrograms(order: Pick<SwapOrder, 'steps'>): string[] {
  const called = solanaDepositOf(order)?.unknown ?? []
  return called.filter((program) => knownProgram(program) === undefined)
}

/** Of the programs that nobody here knows, those that no earlier payment called. */
export const newPrograms = ({ firstPaid }: Pick<SwapOrder, 'firstPaid'>): string[] =>
  (firstPaid?.contracts ?? []).filter((program) => knownProgram(program) === undefined)

/** Who gets a payment: by the trial, else by its plain transfers; undefined where neither tells. */
function payeesOf({ pays }: Deposit, { advice }: Tried): readonly Payee[] | undefined {
  return (advice?.outcome === 'passes' ? advice.goes : undefined) ?? pays
}

/** Nodes may differ about whose an account is: it stands there as each of them has it. */
const keyOf = ({ account, owner, program }: Payee) => [account, owner, program].join()

const sumOf = ({ amount }: Payee, { decimals, symbol }: TokenAmount) =>
  `${formatExact(amount, decimals)} ${plainText(symbol, 14)}`

/** Who gets a payment on Solana, and the programs of others that it calls; in short. */
export function GoesTo(props: {
  deposit: Deposit
  order: Pick<SwapOrder, 'advice' | 'firstPaid'>
}) {
  const { deposit, order } = props
  const payees = payeesOf(deposit, order)
  const shown = mainPayees(deposit.token, payees)
  const small = (payees?.length ?? 0) - shown.length
  const isNobody = shown.length === 0 && payees !== undefined
  const [word, why] = isNobody
    ? [goesText.nobody, goesText.nobodyWhy]
    : [goesText.unread, goesText.unreadWhy]
  return (
    <>
      <dt>{goesText.to}</dt>
      {shown.length === 0 && (
        <>
          <dd class={isNobody ? undefined : 'warn'}>{word}</dd>
          <dd class="terms-wide terms-note sub">{why}</dd>
        </>
      )}
      {shown.map((payee) => (
        <Paid key={keyOf(payee)} payee={payee} token={deposit.token} alone={shown.length === 1} />
      ))}
      {small > 0 && <dd class="terms-wide terms-note sub">{goesText.more(small)}</dd>}
      <Called deposit={deposit} named={shown} first={newPrograms(order)} />
    </>
  )
}

/** One of those who are paid: whose account it is counts, not which. */
function Paid({ payee, token, alone }: { payee: Payee; token: TokenAmount; alone: boolean }) {
  const to = payee.owner ?? payee.account
  return (
    <dd class="terms-payee" title={to}>
      <ShortAddress address={to} />
      {!alone && (
        <span class="terms-source">
          {' · '}
          {goesText.sumTo(sumOf(payee, token))}
        </span>
      )}
      <span class="terms-verified sub">
        <Ruler payee={payee} />
        <OfHub payee={payee} token={token} />
      </span>
    </dd>
  )
}

/** The name of a program in this release's own list. */
function nameOf(program: string): string | undefined {
  const known = knownProgram(program)
  return known && orderText.review.contractOf(known.contract, known.service)
}

/** The program that keeps what an account gets, where one does. */
function Ruler({ payee: { program } }: { payee: Payee }) {
  if (program === undefined) return null
  const name = nameOf(program)
  return (
    <>
      {name === undefined
        ? goesText.keptUnknown(shortInWords(program))
        : goesText.kept(name, orderText.review.verified)}
    </>
  )
}

/** What the service calls its own: by its word. */
function OfHub({ payee, token }: { payee: Payee; token: TokenAmount }) {
  const { hub } = useApp()
  const named = [payee.owner, payee.account, payee.program]
  for (const address of named) {
    const own = address === undefined ? undefined : hub.contractAt(token.chainId, address)
    if (own)
      return <span class="terms-hub">{orderText.review.hubContract(plainText(own.name, 32))}</span>
  }
  return null
}

/** Programs of others that are called, but for known ones that keep what is paid. */
function Called({ deposit, named, first }: CalledProps) {
  const called = (deposit.unknown ?? []).filter(
    (program) => nameOf(program) === undefined || !named.some((each) => each.program === program),
  )
  const isFirst = (program: string) => first.includes(program)
  if (called.length === 0) return null
  return (
    <>
      <dt>{goesText.program}</dt>
      {called.map((program) => {
        const name = nameOf(program)
        return (
          <dd key={program} class="terms-payee" title={program}>
            {name ?? <ShortAddress address={program} />}
            {name !== undefined && (
              <span class="terms-verified sub">{orderText.review.verified}</span>
            )}
            {isFirst(program) && (
              <span class="terms-source">
                {' · '}
                {orderText.review.firstPaid}
              </span>
            )}
          </dd>
        )
      })}
      {called.some(isFirst) && <dd class="terms-wide terms-note sub">{goesText.firstWhy}</dd>}
    </>
  )
}

type CalledProps = { deposit: Deposit; named: readonly Payee[]; first: readonly string[] }

/** The same with every address in full: all who get some of it, and all programs in plain words. */
export function GoesRows({ deposit, advice }: { deposit: Deposit } & Tried) {
  const payees = payeesOf(deposit, { advice })
  const { token } = deposit
  return (
    <dl class="ask-rows">
      <div class="ask-wide">
        <dt>{goesText.to}</dt>
        {payees === undefined && <dd>{goesText.unread}</dd>}
        {payees?.length === 0 && <dd>{goesText.nobody}</dd>}
        {payees?.map((payee) => (
          <dd key={keyOf(payee)} class="ask-payee">
            <Address address={payee.owner ?? payee.account} />
            <span class="num">
              <TokenSum of={token} units={payee.amount} />
            </span>
            <span class="sub">
              {payee.owner !== undefined && goesText.tokenAccount(shortInWords(payee.account))}
            </span>
            <span class="sub">
              <Ruler payee={payee} />
            </span>
            <span class="sub">
              <OfHub payee={payee} token={token} />
            </span>
          </dd>
        ))}
      </div>
      <div class="ask-wide">
        <dt>{orderText.review.programs}</dt>
        <dd>
          {deposit.programs.map((program) => (
            <ProgramName key={program} program={program} />
          ))}
        </dd>
      </div>
    </dl>
  )
}

type Own = keyof typeof goesText.own

/** What a program is: in plain words where it is the chain's own, by its name where it is known. */
function ProgramName({ program }: { program: string }) {
  const own = Object.entries(programs).find(([, address]) => address === program)?.[0] as
    | Own
    | undefined
  const words = own === undefined ? nameOf(program) : goesText.own[own]
  return (
    <span class={words === undefined ? 'ask-program mono' : 'ask-program'} title={program}>
      {words ?? plainText(program, 64)}
    </span>
  )
}
