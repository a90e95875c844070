import type { Ref } from 'preact'
import { TYPED_WORD } from '@/src/domain/entry/typed-word'
import { orderText } from '../copy/order-text'

/** The field for the word that nothing was sent, where nothing on the chain would stop a second payment. */
export function TypedWord(props: {
  id: string
  typed: string
  onType(typed: string): void
  /** Id of what stands beside it and says why it is wanted. */
  why?: string
  field?: Ref<HTMLInputElement>
}) {
  return (
    <>
      <label for={props.id}>{orderText.unsure.typed(TYPED_WORD)}</label>
      <input
        id={props.id}
        class="field"
        type="text"
        autocomplete="off"
        spellcheck={false}
        ref={props.field ?? null}
        aria-describedby={props.why}
        value={props.typed}
        onInput={(event) => props.onType(event.currentTarget.value)}
      />
    </>
  )
}
