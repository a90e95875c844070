import type { AskCommand, AskResult, WorkerCommand } from '@/src/contract/bridge'
import { AppError } from '@/src/domain/error'
import type { PageRef } from '@/src/domain/order/order'
import type { LiveWorker } from './live'

type Hex = `0x${string}`
type Call = { to: string; data: string; value: string }

const declined: AskResult = { ok: false, error: { code: 4001, message: 'User rejected' } }

/**
 * A document whose wallet signs on real chains, in the hands of a test: it prompts, and keeps what came
 * of each prompt until the worker takes it.
 */
export function createLivePage(options: {
  account: string
  chainId: number
  sendTransaction?(call: Call): Promise<Hex>
  /** A wallet on Solana: it signs (base64) and sends nothing. */
  sign?(transaction: string): Promise<string>
}) {
  const page: PageRef = { tabId: 7, frameId: 0, documentId: 'D1', origin: 'https://site.test' }
  const ledger = new Map<string, AskResult | 'open'>()
  const prompts: AskCommand[] = []
  const state = { open: true, account: options.account, chainId: options.chainId, everAsked: 0 }

  async function send(to: PageRef, command: WorkerCommand): Promise<unknown> {
    if (!state.open || to.documentId !== page.documentId) throw new AppError('page/gone')
    switch (command.type) {
      case 'ask':
        if (ledger.has(command.attemptId)) return { accepted: false, reason: 'seen' }
        ledger.set(command.attemptId, 'open')
        prompts.push(command)
        state.everAsked += 1
        return { accepted: true }
      case 'inspect': {
        if (options.sign) {
          const named = { family: 'solana', id: 'test.wallet', name: 'Test', ambiguous: false }
          return { wallet: { ...named, accounts: [state.account] }, script: 'S1' }
        }
        const chainId = `0x${state.chainId.toString(16)}`
        const named = { family: 'eip155', id: 'test.wallet', name: 'Test', ambiguous: false }
        return { wallet: { ...named, accounts: [state.account], chainId }, script: 'S1' }
      }
      case 'ledger':
        return {
          script: 'S1',
          entries: command.attemptIds.map((attemptId) => {
            const entry = ledger.get(attemptId)
            if (entry === undefined) return { attemptId, state: 'never-seen' }
            if (entry === 'open') return { attemptId, state: 'open' }
            return { attemptId, state: 'settled', result: entry }
          }),
        }
      default:
        return { wallets: [] }
    }
  }

  function next(): AskCommand {
    const prompt = prompts.shift()
    if (!prompt) throw new Error('the wallet asks nothing')
    return prompt
  }

  async function pay(request: AskCommand['request']): Promise<Hex> {
    if (request.kind !== 'transaction' || !options.sendTransaction) {
      throw new Error(`asked for ${request.kind}`)
    }
    return options.sendTransaction(request.tx)
  }

  return {
    page,
    state,
    prompts,
    send,
    /** The person approves: it is sent, and the ledger knows; nobody is told yet. */
    async approve(): Promise<{ hash: Hex; attemptId: string }> {
      const { attemptId, request } = next()
      const hash = await pay(request)
      ledger.set(attemptId, { ok: true, value: { kind: 'hash', hash } })
      return { hash, attemptId }
    },
    /** The person approves, and the page dies before it hears of it. */
    async approveUnseen(): Promise<Hex> {
      const { request } = next()
      const hash = await pay(request)
      state.open = false
      return hash
    },
    /** The person signs on Solana: nobody has sent it, and the ledger knows what was signed. */
    async sign(): Promise<{ transaction: string; attemptId: string }> {
      const { attemptId, request } = next()
      if (request.kind !== 'solanaSign' || !options.sign) {
        throw new Error(`asked for ${request.kind}`)
      }
      const transaction = await options.sign(request.transaction)
      ledger.set(attemptId, { ok: true, value: { kind: 'signed', transaction } })
      return { transaction, attemptId }
    },
    switchChain(): string {
      const { attemptId, request } = next()
      if (request.kind !== 'switchChain') throw new Error(`asked for ${request.kind}`)
      state.chainId = request.chainId
      ledger.set(attemptId, { ok: true, value: { kind: 'done' } })
      return attemptId
    },
    reject(): string {
      const { attemptId } = next()
      ledger.set(attemptId, declined)
      return attemptId
    },
    /** The wallet fails, and nobody knows with what it did before. */
    muddle(): string {
      const { attemptId } = next()
      ledger.set(attemptId, { ok: false, error: { code: -32603, message: 'Internal error' } })
      return attemptId
    },
    /** The content script brings what came of an ask, as it does until it is taken. */
    async tell(live: LiveWorker, attemptId: string): Promise<unknown> {
      const result = ledger.get(attemptId)
      if (result === undefined || result === 'open') throw new Error('nothing came of it yet')
      return live.hear(page, { v: 1, type: 'outcome', attemptId, result })
    },
  }
}

export type LivePage = ReturnType<typeof createLivePage>
