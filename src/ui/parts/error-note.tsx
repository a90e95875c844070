import type { ComponentChildren } from 'preact'
import type { WireError } from '@/src/domain/error'
import { readSaid } from '@/src/domain/service/service-said'
import { errorCopy } from '../copy/errors'
import { lateText } from '../copy/late-text'
import { plainText } from '../format/text'
import { handle } from '../handles'
import { Alert } from './icons'

/** Tells what happened, where the money is and what to do next. */
export function ErrorNote(props: {
  error: Pick<WireError, 'code'> & Partial<WireError>
  tone?: 'bad' | 'warn'
  /** In place of the usual words, where what is shown goes on all the same: one line. */
  brief?: string | undefined
  /** By which a field says what is wrong with it. */
  id?: string
  /** In place of the usual title. */
  title?: string
  /** In place of the usual words on what happened. */
  what?: string | undefined
  /** By whom that is known. */
  by?: string | undefined
  /** In place of the usual words on the money; null where there is no money to speak of. */
  money?: string | null
  /** In place of the usual words on what to do next. */
  next?: string | undefined
  children?: ComponentChildren
}) {
  const { error, tone = 'bad' } = props
  const copy = errorCopy[error.code]
  const money = props.money === undefined ? copy.money : props.money
  const byService = readSaid(error)
  const isBrief = props.brief !== undefined
  return (
    <section
      id={props.id}
      class={`note note-${tone}${isBrief ? ' note-slim note-brief' : ''}`}
      data-testid={handle.error}
      data-code={error.code}
      role="alert"
    >
      <Alert size={isBrief ? 18 : 20} />
      <div class="note-body">
        <p class="note-title">{props.brief ?? props.title ?? copy.title}</p>
        {!isBrief && (
          <>
            <p>{props.what ?? copy.what}</p>
            {money !== null && <p class="note-money">{money}</p>}
            {props.by && <p class="sub">{props.by}</p>}
            <p>{props.next ?? copy.next}</p>
          </>
        )}
        {byService !== undefined && (
          <p class="note-said">
            {lateText.serviceSaid} <bdi>{plainText(byService, 200)}</bdi>
          </p>
        )}
        {props.children !== undefined && <div class="note-actions">{props.children}</div>}
      </div>
    </section>
  )
}
