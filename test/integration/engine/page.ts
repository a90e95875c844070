import { keccak256, toHex } from 'viem'
import type { AskCommand, AskResult, WorkerCommand } from '@/src/contract/bridge'
import { AppError } from '@/src/domain/error'
import type { PageRef } from '@/src/domain/order/order'
import { author, chainId, paymentOf, type SimChain, type SimTransaction, target } from './chain'
import type { SimCarried } from './chain-terms'

/** An open call to the wallet. */
export type Prompt = { attemptId: string; command: AskCommand }

/** What signs for a wallet on Solana (base64), and the truth of what it signed, where a chain knows. */
export type SimSigner = {
  author: string
  sign(asked: string): string
  /** The transaction that was signed, on the chain or about to be. */
  landing?(signed: string): SimTransaction | undefined
  /** Whether it can land still, signed or to be signed. */
  mayLand?(transaction: string): boolean
  /** What was asked, with the newest block hash in it. */
  renew?(asked: string): string
  broadcast?(signed: string): unknown
}

/** A document with a wallet in it: keeps a ledger, prompts, and brings outcomes until acknowledged. */
export function createSimPage(options: {
  chain: SimChain
  solana: SimSigner
  family: 'eip155' | 'solana'
  onAsk: (command: AskCommand) => Promise<void>
}) {
  const { chain, solana, family } = options
  const ledger = new Map<string, AskResult | 'open'>()
  const prompts: Prompt[] = []
  /** The wallet still shows them, though their page is gone: nobody hears what comes of them. */
  const orphans: Prompt[] = []
  /** What the wallet sent for each ask. */
  const sent = new Map<string, SimTransaction>()
  /** What the wallet signed of each, as it was asked to (base64). */
  const signed = new Map<string, string>()
  /** Asks that were answered with a newer block hash than they were made with. */
  const renewed = new Set<string>()
  const outcomes: { attemptId: string; result: AskResult; delivered: number }[] = []
  const page: PageRef = {
    tabId: 7,
    frameId: 0,
    documentId: 'D1',
    origin: 'https://site.test',
  }
  /** What the site was told of its requests: first letter of the id, the event, and its reason. */
  const told: string[] = []
  let documents = 1
  /** The content script of the document; it is another one once the extension was started anew. */
  let scripts = 1
  /** Chains that the wallet does not know; it says so with this error. */
  const unknownChains = new Map<number, { code: number; message: string; data?: string }>()
  const state = {
    open: true,
    /** Takes no events of its own requests; commands that ask are heard. */
    deaf: false,
    /** What it is asked is lost on its way. */
    unreached: false,
    /** The wallet does not say in time which accounts it shows. */
    slow: false,
    /** What happens while it says what its wallet shows. */
    whileLooked: undefined as (() => Promise<void>) | undefined,
    account: family === 'solana' ? solana.author : (author as string),
    /** What the page lists in front of the account that its wallet shows, and sends by. */
    invented: [] as string[],
    chain: chainId,
    everAsked: 0,
    /** The wallet hands what it signs to a private relay. */
    relay: false,
    /** The account is a contract: its wallet sends through somebody else's transaction. */
    contract: false,
    /** ...which is the account's own, as EIP-7702 allows. */
    byItself: false,
    /** What its wallet names then: by default the transaction that carries it. */
    carrier: undefined as SimCarried['by'] | undefined,
    /** What such an account pays of the token for the gas of each of its transactions. */
    gas: 0n,
    /** What it signs comes to nothing: it is carried out, and fails. */
    fails: false,
    /** The person approved a payment in the wallet, whatever the page makes of it. */
    paid: false,
  }

  async function send(to: PageRef, command: WorkerCommand): Promise<unknown> {
    if (!state.open || to.documentId !== page.documentId) throw new AppError('page/gone')
    switch (command.type) {
      case 'ask':
        if (state.unreached) throw new AppError('page/not-responding')
        // The ledger knows it as soon as the message is there, whoever waits for the answer.
        if (ledger.has(command.attemptId)) return { accepted: false, reason: 'seen' }
        ledger.set(command.attemptId, 'open')
        prompts.push({ attemptId: command.attemptId, command })
        state.everAsked += 1
        await options.onAsk(command)
        return { accepted: true }
      case 'inspect': {
        await state.whileLooked?.()
        const wallet = { family, id: 'test.wallet', name: 'Test', ambiguous: false }
        const script = `S${scripts}`
        if (state.slow) return { wallet: { ...wallet, accounts: [], unanswered: true }, script }
        const chainId = `0x${state.chain.toString(16)}`
        const accounts = [...state.invented, state.account]
        return { wallet: { ...wallet, accounts, chainId }, script }
      }
      case 'ledger':
        return {
          script: `S${scripts}`,
          entries: command.attemptIds.map((attemptId) => {
            const entry = ledger.get(attemptId)
            if (entry === undefined) return { attemptId, state: 'never-seen' }
            if (entry === 'open') return { attemptId, state: 'open' }
            return { attemptId, state: 'settled', result: entry }
          }),
        }
      case 'siteEvent':
        if (state.deaf) throw new AppError('page/not-responding')
        told.push(
          [`${command.requestId.slice(0, 1)}:${command.event.name}`, command.event.reason]
            .filter(Boolean)
            .join(' '),
        )
        return { told: true }
      default:
        return { wallets: [] }
    }
  }

  function settle(prompt: Prompt, result: AskResult): void {
    prompts.splice(prompts.indexOf(prompt), 1)
    ledger.set(prompt.attemptId, result)
    outcomes.push({ attemptId: prompt.attemptId, result, delivered: 0 })
  }

  function broadcast({ attemptId, command: { request } }: Prompt): SimTransaction | undefined {
    if (request.kind !== 'transaction') return undefined
    const { tx } = request
    const isPayment = paymentOf({ ...tx, value: BigInt(tx.value) }) !== undefined
    if (tx.to === target || isPayment) state.paid = true
    const { account, invented } = state
    // Its page says that it asks the account it was to ask; the wallet goes by its own.
    const sendByOther = (call: typeof tx) => chain.sendBy(account, call)
    const isOther = invented.length > 0 && account !== author
    const send = isOther ? sendByOther : state.relay ? chain.sendPrivately : chain.send
    const by = state.carrier
    const { gas, fails: failed } = state
    const carries = by && { by, id: keccak256(toHex(attemptId)), failed, gas }
    const carrier = state.byItself ? account : undefined
    const made = state.contract ? chain.sendByContract(tx, carries, carrier) : send(tx)
    sent.set(attemptId, made)
    return made
  }

  /**
   * The truth: the transaction of an ask that is mined, or that may be: the very one, or one with other
   * fees that took its place.
   */
  function landing(attemptId: string): SimTransaction | undefined {
    const bytes = signed.get(attemptId)
    if (bytes !== undefined) return solana.landing?.(bytes)
    const made = sent.get(attemptId)
    return [...chain.mined, ...chain.mempool, ...chain.relay].find(
      ({ from, nonce, to, data, value, reverted }) =>
        from === made?.from &&
        nonce === made.nonce &&
        to === made.to &&
        data === made.data &&
        value === made.value &&
        !reverted,
    )
  }

  /** The truth: asks for a transaction that may be sent, is sent, or is mined. */
  function mayLand(): string[] {
    const open = [...prompts, ...orphans].filter(({ command: { request } }) =>
      request.kind === 'solanaSign'
        ? solana.mayLand?.(request.transaction)
        : request.kind === 'transaction',
    )
    const landed = [...sent.keys()].filter((each) => landing(each) !== undefined)
    const held = [...signed].filter(
      ([each, bytes]) => landing(each) !== undefined || solana.mayLand?.(bytes),
    )
    return [...open, ...held.map(([attemptId]) => ({ attemptId }))]
      .map(({ attemptId }) => attemptId)
      .concat(landed)
  }

  /** The wallet signs what it is asked to, which nobody has sent then. */
  function signIt({ attemptId, command: { request } }: Prompt): string | undefined {
    if (request.kind !== 'solanaSign') return undefined
    state.paid = true
    const transaction = solana.sign(request.transaction)
    signed.set(attemptId, transaction)
    return transaction
  }

  /** The wallet signs what it put the newest block hash into. */
  function signRenewed(attemptId: string, asked: string): string {
    const transaction = solana.sign(asked)
    signed.set(attemptId, transaction)
    renewed.add(attemptId)
    return transaction
  }

  /** The person approves the oldest prompt; `told` is what the page makes of it. */
  function approve(told: 'truth' | 'false-hash' | 'false-rejection' | 'nothing' = 'truth'): void {
    const [prompt] = prompts
    if (!prompt) {
      const orphan = orphans.shift()
      if (orphan) broadcast(orphan)
      if (orphan) signIt(orphan)
      return
    }
    const { request } = prompt.command
    if (request.kind === 'addChain') {
      unknownChains.delete(request.chainId)
      settle(prompt, { ok: true, value: { kind: 'done' } })
      return
    }
    const unknown = request.kind === 'switchChain' && unknownChains.get(request.chainId)
    if (unknown) {
      settle(prompt, { ok: false, error: unknown })
      return
    }
    if (request.kind === 'switchChain') {
      state.chain = request.chainId
      settle(prompt, { ok: true, value: { kind: 'done' } })
      return
    }
    const transaction = signIt(prompt)
    if (transaction !== undefined) {
      if (told === 'nothing') prompts.shift()
      else if (told === 'false-rejection') settle(prompt, declined)
      else settle(prompt, { ok: true, value: { kind: 'signed', transaction } })
      return
    }
    const made = broadcast(prompt)
    const hash = made?.carries?.id ?? made?.hash
    if (hash === undefined) return
    if (told === 'nothing') prompts.shift()
    else if (told === 'truth') settle(prompt, { ok: true, value: { kind: 'hash', hash } })
    else if (told === 'false-rejection') settle(prompt, declined)
    else settle(prompt, { ok: true, value: { kind: 'hash', hash: `0x${'ab'.repeat(32)}` } })
  }

  return {
    page,
    wallet: { family, id: 'test.wallet', name: 'Test' },
    /** The account that the wallet shows until somebody switches it. */
    owner: state.account,
    state,
    unknownChains,
    send,
    approve,
    prompts,
    outcomes,
    told,
    sent,
    signed,
    landing,
    mayLand,
    /** The wallet signs something else than it was asked for, by `how`, and its page says that it did. */
    forge: (how: (asked: string) => string): string | undefined => {
      const [prompt] = prompts
      if (prompt?.command.request.kind !== 'solanaSign') return undefined
      const transaction = how(prompt.command.request.transaction)
      settle(prompt, { ok: true, value: { kind: 'signed', transaction } })
      return transaction
    },
    renewed,
    /**
     * The wallet puts the newest block hash in, signs, and sends it itself, or holds it back; `told` is what its
     * page makes of it.
     */
    renew: (told: 'truth' | 'false-rejection', isHeld = false): void => {
      const [prompt] = prompts
      if (prompt?.command.request.kind !== 'solanaSign' || !solana.renew) return
      const { attemptId } = prompt
      state.paid = true
      const transaction = signRenewed(attemptId, solana.renew(prompt.command.request.transaction))
      if (!isHeld) solana.broadcast?.(transaction)
      const answer = { ok: true, value: { kind: 'signed', transaction } } as const
      settle(prompt, told === 'truth' ? answer : declined)
    },
    reject: () => {
      const [prompt] = prompts
      if (prompt) settle(prompt, declined)
      else orphans.shift()
    },
    /** The page names a transaction, and the wallet sent none. */
    invent: (hash: string) => {
      const [prompt] = prompts
      const { kind } = prompt?.command.request ?? {}
      if (!prompt || (kind !== 'transaction' && kind !== 'solanaSign')) return
      settle(prompt, { ok: true, value: { kind: 'hash', hash } })
    },
    /**
     * The person approves what the wallet still shows of a page that is gone; on Solana it puts the newest block hash
     * in, and sends it itself.
     */
    answerLeft: (): void => {
      const orphan = orphans.shift()
      const { request } = orphan?.command ?? {}
      if (!orphan || !request) return
      if (request.kind !== 'solanaSign' || !solana.renew) return void broadcast(orphan)
      solana.broadcast?.(signRenewed(orphan.attemptId, solana.renew(request.transaction)))
    },
    orphans,
    /** The wallet's window is gone, or its worker died: nothing was sent, and nothing is ever answered. */
    losePrompt: () => {
      prompts.shift()
    },
    /** The wallet forgets what it was asked by pages that are gone. */
    forget: () => {
      orphans.length = 0
    },
    /** An error that does not say whether anything was sent. */
    muddle: () => {
      const [prompt] = prompts
      if (prompt) settle(prompt, { ok: false, error: { code: -32603, message: 'Internal error' } })
    },
    /** The tab is closed: its ledger and its outcomes go with it, and its prompts if the wallet says so. */
    close: (prompt: 'goes' | 'stays' = 'goes') => {
      state.open = false
      if (prompt === 'stays') orphans.push(...prompts)
      prompts.length = 0
      outcomes.length = 0
    },
    /** The extension is started anew, and a page that lies tells its script that it was asked nothing. */
    deny: () => {
      scripts += 1
      ledger.clear()
    },
    /** Another document of the same site: it knows nothing of what the first was asked. */
    reopen: () => {
      if (state.open) return
      documents += 1
      scripts += 1
      page.documentId = `D${documents}`
      ledger.clear()
      state.open = true
    },
  }
}

export type SimPage = ReturnType<typeof createSimPage>

const declined: AskResult = { ok: false, error: { code: 4001, message: 'User rejected' } }
