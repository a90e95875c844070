import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { listWaiting, waitingKey } from '@/src/contract/waiting'
import type { Backend, Clock } from './backend'
import type { Catalog } from './catalog'
import { type Draft, emptyDraft } from './draft'
import { type Prefill, readPrefill } from './prefill'
import {
  type Asker,
  type PrefillNote,
  readAsker,
  readWaiting,
  type StoredWaiting,
} from './read-session'
import { type Router, readRoute, writeRoute } from './router'
import type { Swap } from './swap'

/** Where it is kept who filled the form, as long as the draft itself. */
const ASKER_KEY = 'asker'

/** Something that waits for "Show" or "Ignore". */
export type Asked = Omit<StoredWaiting, 'asked'> & {
  /** The form that it asks for, once its tokens are known. */
  draft?: Draft | undefined
}

export type Requests = {
  /** What waits because something unfinished is on the screen, the oldest first. */
  asked: ReadonlySignal<readonly Asked[]>
  /** What is about to come onto the screen by the person's press. */
  showing: ReadonlySignal<string | undefined>
  /** Why a text that was handed over gave nothing to fill in. */
  note: ReadonlySignal<PrefillNote | undefined>
  dismissNote(): void
  /** Reads what waits; it is filled in at once where nothing unfinished is on the screen. */
  read(): Promise<void>
  /** Puts what was asked on the screen; what was there can be brought back. */
  show(id: string): Promise<void>
  /** Tells whoever asked that the person would not. */
  ignore(id: string): Promise<void>
  /** Throws away what was filled in, and tells the site so. */
  dismiss(): void
  /** As `dismiss`, and brings back what stood there before. */
  undo(): void
  /** The form became an order, of which its site hears more; what stood there before comes back. */
  finish(): void
  restore(): Promise<void>
}

/** Whether something was filled in beside the history, for a look or a file. */
const isFilledIn = (document: Document) =>
  [...document.querySelectorAll<HTMLInputElement>('.recover .field, .backup-details .field')].some(
    ({ value }) => value !== '',
  )

type Item = Asked & { prefill: Promise<Prefill | null> }

/** What sites, texts and notices ask of the screen. Fetched with the first of them. */
export function createRequests(options: {
  backend: Backend
  clock: Clock
  catalog: Catalog
  router: Router
  swap: Swap
  page: Window
  asker: Signal<Asker | undefined>
  /** Whether the person waits for something that no screen may be taken from. */
  isBusy(): boolean
  /** Resolves once the form and the screen of last time are back. */
  ready: () => Promise<unknown>
}): Requests {
  const { backend, clock, catalog, router, swap, page, asker } = options
  const asked = signal<readonly Asked[]>([])
  const note = signal<PrefillNote | undefined>(undefined)
  const showing = signal<string | undefined>(undefined)
  /** What the person has on the screen; what comes into the form by itself is none of it. */
  function onScreen(): string {
    const { pay, receive, side, text, recipient } = swap.draft.peek()
    const own = { pay: swap.isSuggested.peek() ? undefined : pay, receive, side, text, recipient }
    return JSON.stringify([writeRoute(router.route.peek()), own])
  }
  let items: Item[] = []
  let filling: Item | undefined
  let isFilling = false

  const publish = () => {
    asked.value = items.filter((item) => item !== filling)
  }

  function setAsker(next: Asker | undefined): void {
    asker.value = next
    void backend.session.write(ASKER_KEY, next ?? null)
  }

  /** The site asks again while the form is just as its last request filled it in. */
  function isSameAgain({ askedBy }: Asked): boolean {
    const { askedBy: last, filled } = asker.peek() ?? {}
    const isSame = last !== undefined && last.origin === askedBy?.origin
    const form = { ...swap.draft.peek(), made: undefined, began: undefined, route: undefined }
    return isSame && JSON.stringify(filled) === JSON.stringify(form)
  }

  /** Whether it would take something unfinished from the screen, or come where nobody looks. */
  function mustWait(item: Asked): boolean {
    const route = router.route.peek()
    if (page.document.hidden || options.isBusy()) return true
    if (route.screen === 'order' && route.orderId === item.orderId) return false
    const { text, recipient } = swap.draft.peek()
    const isTyped = text !== '' || recipient !== ''
    const isOpen = page.document.querySelector('dialog[open], #words:not(:placeholder-shown)')
    if (isOpen !== null || isFilledIn(page.document) || !['swap', 'history'].includes(route.screen))
      return true
    return isTyped && !isSameAgain(item)
  }

  function toItem(stored: StoredWaiting): Item {
    const known = items.find(({ id }) => id === stored.id)
    if (known !== undefined) return known
    const { asked: words, ...rest } = stored
    const isForm = rest.orderId === undefined
    const prefill = isForm ? readPrefill(words, backend, catalog) : Promise.resolve(null)
    const item: Item = { ...rest, prefill }
    void prefill.then((read) => {
      // Nothing is replaced by it: it is only said.
      if (read?.note !== undefined) return void take(item)
      items = items.map((each) => (each === item ? Object.assign({}, each, read) : each))
      if (filling === item) filling = items.find(({ id }) => id === item.id)
      publish()
    })
    return item
  }

  /** Takes it from the list; false where somebody else did, or a newer one stands in its place. */
  async function claim(id: string): Promise<boolean> {
    let isMine = false
    await backend.session.change(waitingKey, (list) => {
      const before = listWaiting(list)
      const after = before.filter((each) => each.id !== id)
      isMine = after.length < before.length
      return after
    })
    items = items.filter((item) => item.id !== id)
    publish()
    return isMine
  }

  async function take(item: Item, isFree: () => boolean = () => true): Promise<void> {
    const read = await item.prefill
    // Taken only now: a popup that closed while the service was asked has lost nothing.
    if (!isFree() || !(await claim(item.id))) return
    if (item.orderId !== undefined) router.go({ screen: 'order', orderId: item.orderId })
    if (read === null) return
    note.value = read.note
    if (read.note === undefined) put(item, read.draft)
  }

  function put(item: Item, next: Draft): void {
    const [last, form, route] = [asker.peek(), swap.draft.peek(), router.route.peek()]
    const isChosen = form.receive || (form.pay && !swap.isSuggested.peek())
    const isHeld = route.screen !== 'swap' || form.text || form.recipient || isChosen
    // What is confirmed while it is out of sight, of the site's or elsewhere, pays for it too.
    const draft = form.made ? form : { ...form, made: [], began: clock.now() }
    const now = isHeld ? { draft, hash: writeRoute(route), asker: last } : undefined
    const before = isSameAgain(item) ? last?.before : now
    if (last?.askedBy !== undefined) tellDismissed(last.askedBy, true)
    swap.fill(next)
    const { origin, askedBy } = item
    const isNamed = origin !== undefined || before !== undefined
    setAsker(
      isNamed
        ? { origin, askedBy, filled: { ...swap.draft.peek(), began: undefined }, before }
        : undefined,
    )
    router.go({ screen: 'swap' })
  }

  /** Only a courtesy to the site: the form is the person's again either way. */
  function tellDismissed(of: Asker['askedBy'], isReplaced?: true): void {
    if (of === undefined) return
    const input = isReplaced ? { ...of, isReplaced } : of
    backend.call('dismissRequest', input).catch(() => undefined)
  }

  async function fillIn(): Promise<void> {
    if (isFilling) return
    isFilling = true
    try {
      for (;;) {
        const next = items[0]
        if (next === undefined || mustWait(next)) break
        filling = next
        publish()
        await take(next, () => !mustWait(next))
        if (items[0]?.id === next.id) break
      }
    } finally {
      isFilling = false
      filling = undefined
      publish()
    }
  }

  return {
    asked,
    showing,
    note,
    dismissNote() {
      note.value = undefined
    },
    async read() {
      items = readWaiting(await backend.session.read(waitingKey)).map(toItem)
      await options.ready()
      await fillIn()
    },
    async show(id) {
      const item = items.find((each) => each.id === id)
      if (item === undefined || showing.value === id) return
      const place = onScreen()
      showing.value = id
      try {
        // Its tokens may take a while to be known: what was opened meanwhile stays, and it waits on.
        await take(item, () => showing.peek() === id && onScreen() === place)
      } finally {
        if (showing.peek() === id) showing.value = undefined
      }
    },
    async ignore(id) {
      const item = items.find((each) => each.id === id)
      if (await claim(id)) tellDismissed(item?.askedBy)
    },
    dismiss() {
      tellDismissed(asker.peek()?.askedBy)
      setAsker(undefined)
      swap.fill({ ...emptyDraft, pay: undefined, receive: undefined })
    },
    undo() {
      const { askedBy, before } = asker.peek() ?? {}
      if (before === undefined) return
      tellDismissed(askedBy)
      swap.put(before.draft)
      // Its site was told that it gave way; whose words stand in the form is said all the same.
      setAsker(before.asker && { ...before.asker, askedBy: undefined })
      router.go(readRoute(before.hash))
    },
    finish() {
      const { before } = asker.peek() ?? {}
      if (before !== undefined) swap.put(before.draft)
      setAsker(before?.asker && { ...before.asker, askedBy: undefined })
    },
    async restore() {
      const stored = readAsker(await backend.session.read(ASKER_KEY))
      if (asker.value === undefined) asker.value = stored
    },
  }
}
