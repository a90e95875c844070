import type { InputOf } from '@/src/contract/rpc'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import type { Step, TransferOrder } from '@/src/domain/order/order'
import { attemptOf } from '@/src/domain/order/order-parts'
import { unpaidOf } from '@/src/domain/order/transfer'
import { isPayDenied, payStepOf } from '@/src/domain/order/wallet-payment'
import { getOrder } from '@/src/store/orders'
import { asked } from './address-service'
import { author } from './chain'
import { press } from './person'
import type { TransferRun } from './transfer-model'
import { type WalletOperation, walletOperations } from './transfer-operations'

const nobodysHash = `0x${'e'.repeat(64)}`

/** Whether an operation is the wallet's, its page's, or its owner's with it. */
export function isOfWallet(operation: string): operation is WalletOperation {
  return walletOperations.some((each) => each === operation)
}

/** What happens to a payment that a connected wallet is asked to make. */
export async function actWallet(run: TransferRun, operation: WalletOperation): Promise<void> {
  const { world } = run
  const { page, chain } = world
  switch (operation) {
    case 'walletPay':
      return click(run)
    case 'walletPayTwice':
      await Promise.all([click(run), click(run)])
      return
    case 'walletPayStale':
      return click(run, asked)
    case 'walletRetries':
      return retry(run)
    case 'walletDrops': {
      const { orderId } = run
      await press(async () => world.call('dropPayment', { orderId, ...(await wordOf(run)) }))
      return
    }
    case 'walletPayTyped':
      return typeWord(run, (notSent) => click(run, undefined, { notSent }))
    case 'walletRetriesTyped':
      return typeWord(run, (notSent) => retry(run, { notSent }))
    case 'walletDropsTyped':
      return typeWord(run, async (notSent) => {
        const { orderId } = run
        await press(() => world.call('dropPayment', { orderId, notSent }))
      })
    case 'walletApproves':
      return page.approve()
    case 'walletRejects':
      return page.reject()
    case 'walletMuddles':
      return page.muddle()
    case 'walletSilent':
      return page.approve('nothing')
    case 'walletLosesPrompt':
      return page.losePrompt()
    case 'pageFalseHash':
      return page.approve('false-hash')
    case 'pageFalseRejection':
      return page.approve('false-rejection')
    case 'pageInventsHash':
      return page.invent(nobodysHash)
    case 'pageNamesOther':
      return page.invent(run.paid.at(-1)?.hash ?? nobodysHash)
    case 'promptGone':
      return sayGone(run)
    case 'deliver':
      return world.deliver()
    case 'deliverTwice':
      return world.deliver(2)
    case 'walletSpeedsUp':
      chain.replace(waiting(run) ?? '', {})
      return
    case 'walletCancels':
      chain.replace(waiting(run) ?? '', { to: author, data: '0x', value: '0x0' })
      return
    case 'otherTransaction':
      chain.send({ to: `0x${'4'.repeat(40)}`, data: '0x', value: '0x1' })
      return
    case 'privateRelay':
      page.state.relay = true
      return
    case 'relayMines':
      return chain.mineRelay()
    case 'contractAccount':
      page.state.contract = true
      chain.code.set(author, '0x6001')
      return
    case 'closeTab':
      return closeTab(run, 'goes')
    case 'closeTabPromptStays':
      return closeTab(run, 'stays')
    case 'reopenTab':
      return page.reopen()
    case 'killBrowser':
      page.close()
      return world.kill()
    case 'switchAccount':
      page.state.account = `0x${'9'.repeat(40)}`
      return
    case 'switchBack':
      page.state.account = page.owner
      return
    case 'switchChain':
      page.state.chain = 1
      return
    case 'personSaysNotSent':
      return resolve(run, async () => ({ kind: 'not-sent', typed: 'NOT SENT' }))
    case 'personChecksAgain':
      return resolve(run, async () => ({ kind: 'check-again' }))
    case 'personNamesHash':
      return resolve(run, async (attemptId) => {
        const hash = page.landing(attemptId)?.hash ?? run.paid.at(-1)?.hash ?? nobodysHash
        return { kind: 'sent', hash }
      })
  }
}

async function read({ world, orderId }: TransferRun): Promise<TransferOrder | undefined> {
  return (await getOrder(world.truth, orderId)) as TransferOrder | undefined
}

/** Nobody says "I refused it" who approved a payment in the wallet. */
async function wordOf(run: TransferRun): Promise<{ notSent?: true }> {
  const order = await read(run)
  const isDenied = order !== undefined && isPayDenied(order)
  return isDenied && !run.world.page.state.paid ? { notSent: true } : {}
}

/** Whoever saw no prompt types it of what a page calls rejected, also where the wallet shows it yet, or it was approved. */
async function typeWord(run: TransferRun, say: (word: string) => Promise<void>): Promise<void> {
  const order = await read(run)
  if (!order || !(isPayDenied(order) || order.pay?.blocker?.code === 'order/unproved')) return
  // It may be lost with the worker, and stand all the same.
  run.overrides += 1
  await say(TYPED_WORD)
}

/** The person has the wallet pay what a window shows: what is due now, or was before. */
async function click(run: TransferRun, shown?: bigint, said?: { notSent: string }): Promise<void> {
  const { world, orderId } = run
  const order = await read(run)
  const amount = shown ?? (order ? unpaidOf(order, world.clock.now) : 0n)
  if (amount === 0n) return
  run.gestures += 1
  const input: InputOf<'payTransfer'> = {
    orderId,
    amount: String(amount),
    account: world.page.owner,
    wallet: world.page.wallet,
    page: { ...world.page.page },
    ...(said ?? (await wordOf(run))),
  }
  await press(() => world.call('payTransfer', input))
}

async function retry(run: TransferRun, said?: { notSent: string }): Promise<void> {
  const { world, orderId } = run
  const order = await read(run)
  const stepId = (order && payStepOf(order)?.id) ?? ''
  const pinned = world.page.state.open ? { page: { ...world.page.page } } : {}
  run.gestures += 1
  const word = said ?? (world.page.state.paid ? {} : { notSent: true as const })
  await press(() => world.call('retryStep', { orderId, stepId, ...pinned, ...word }))
}

async function closeTab({ world }: TransferRun, prompt: 'goes' | 'stays'): Promise<void> {
  world.page.close(prompt)
  if (!world.isDead()) await Promise.race([world.worker().pageGone(7), world.dead()])
}

/** The newest transaction of the account that waits to be mined. */
function waiting({ world: { chain } }: TransferRun): string | undefined {
  return chain.mempool.findLast(({ from }) => from === author)?.hash
}

async function stepIn(run: TransferRun, status: Step['state']['status']) {
  const order = await read(run)
  const step = order && payStepOf(order)
  const attemptId = step && attemptOf(step.state)
  return step?.state.status === status && attemptId ? { step, attemptId } : undefined
}

/** The person says that the wallet shows the request no more, be that so or not. */
async function sayGone(run: TransferRun): Promise<void> {
  const { world, orderId } = run
  const open = await stepIn(run, 'asking')
  if (!open) return
  const { step, attemptId } = open
  await press(() => world.call('promptGone', { orderId, stepId: step.id, attemptId }))
}

type Choice = InputOf<'resolveUnsure'>['choice']

/** The person decides where nobody else knows; "not sent" may be said wrongly, knowing what it may cost. */
async function resolve(
  run: TransferRun,
  choose: (attemptId: string) => Promise<Choice>,
): Promise<void> {
  const { world, orderId } = run
  const open = await stepIn(run, 'unsure')
  if (!open) return
  const { step, attemptId } = open
  const choice = await choose(attemptId)
  const input = { orderId, stepId: step.id, attemptId, choice }
  const done = await press(() => world.call('resolveUnsure', input))
  // The answer may be lost with the worker and the decision stand all the same.
  if (choice.kind === 'not-sent') run.overrides += done || world.isDead() ? 1 : 0
}
