import { askText } from '../copy/ask-text'
import { text } from '../copy/text'
import { groupDecimal } from '../format/amount'
import { hostOf, plainText } from '../format/text'
import type { Asked } from '../models/requests'
import { useApp } from '../parts/context'
import { focusHeading } from '../parts/focus-heading'
import { Alert, Globe } from '../parts/icons'
import { useAloud } from '../parts/use-aloud'

/** On every screen: why a text gave nothing to fill in, and what waits for the person. */
export function RequestBar() {
  const { requests } = useApp()
  const note = requests.value?.note.value
  return (
    <>
      <AskedBar />
      {note !== undefined && (
        <p class="note note-warn note-slim note-wraps asked">
          <Alert size={18} />
          <span class="note-body" role="status">
            {askText.note[note]}
          </span>
          <button
            type="button"
            class="button button-quiet button-small"
            onClick={requests.value?.dismissNote}
          >
            {text.app.close}
          </button>
        </p>
      )}
    </>
  )
}

/**
 * Something unfinished is on the screen, and stays: the person decides. It takes no focus, and a
 * double-click answers one request alone.
 */
function AskedBar() {
  const app = useApp()
  const requests = app.requests.value
  const [first, ...more] = requests?.asked.value ?? []
  const sentence = first && sentenceOf(first)
  useAloud(sentence)
  if (requests === undefined || first === undefined) return null
  const showing = requests.showing.value === first.id
  async function show(id: string): Promise<void> {
    await requests?.show(id)
    // What was opened meanwhile keeps the screen, and the focus.
    if (requests?.asked.peek().every((each) => each.id !== id)) focusHeading()
  }
  return (
    <section class="note note-info note-slim note-wraps asked" aria-label={askText.region}>
      <Globe size={18} />
      <span class="note-body">
        <bdi>{sentence}</bdi>
        {more.length > 0 && <span class="sub">{askText.more(more.length)}</span>}
      </span>
      <span class="asked-actions">
        <button
          type="button"
          class="button button-small"
          data-testid="asked-show"
          aria-disabled={showing}
          aria-busy={showing}
          onClick={({ detail }) => {
            if (detail <= 1) void show(first.id)
          }}
        >
          {showing && <span class="spinner" aria-hidden="true" />}
          {askText.show}
        </button>
        <button
          type="button"
          class="button button-quiet button-small"
          data-testid="asked-ignore"
          // The next one stands at the same place, and keeps the focus.
          onClick={({ detail }) => {
            if (detail > 1) return
            void requests.ignore(first.id).then(() => {
              if (requests.asked.peek().length === 0) focusHeading()
            })
          }}
        >
          {askText.ignore}
        </button>
      </span>
    </section>
  )
}

/** Above the form: who filled in what stands there, and the way back. */
export function RequestNotes() {
  const { requests, askedBy, canUndo, dismissAsked } = useApp()
  const site = askedBy.value
  if (site === undefined && !canUndo.value) return null
  return (
    <p class="note note-info note-slim note-wraps">
      <Globe size={18} />
      <span class="note-body" role="status">
        <bdi>{site === undefined ? askText.filledIn : askText.filledInBy(hostOf(site))}</bdi>
      </span>
      {canUndo.value ? (
        <button
          type="button"
          class="button button-quiet button-small"
          data-testid="asked-undo"
          onClick={requests.value?.undo}
        >
          {askText.undo}
        </button>
      ) : (
        <button type="button" class="button button-quiet button-small" onClick={dismissAsked}>
          {askText.clear}
        </button>
      )}
    </p>
  )
}

/** Who asks for what, in one sentence; amounts and tokens once they are known. */
function sentenceOf({ origin, askedBy, orderId, draft }: Asked): string {
  if (orderId !== undefined) return askText.order
  const host = hostOf(origin ?? '')
  if (askedBy === undefined) return origin === undefined ? askText.typed : askText.marked(host)
  const wordsOf = (side: 'pay' | 'receive') => {
    const token = draft?.[side]
    if (token === undefined) return undefined
    const amount = draft?.side === side ? groupDecimal(draft.text) : ''
    return `${amount} ${plainText(token.symbol, 12)}`.trim()
  }
  const [pays, gets] = [wordsOf('pay'), wordsOf('receive')]
  if (pays !== undefined && gets !== undefined) return askText.swap(host, pays, gets)
  if (pays !== undefined) return askText.pays(host, pays)
  return gets === undefined ? askText.site(host) : askText.gets(host, gets)
}
