import { type FormErrorCode, formErrorCopy } from '../copy/form-errors'
import { text } from '../copy/text'
import { handle } from '../handles'
import { Alert } from './icons'

/** A short form beside a field: the title says it all, the next step follows. */
export function FieldError({ code, id }: { code: FormErrorCode; id?: string }) {
  const copy = formErrorCopy[code]
  return (
    <p class="field-error" id={id} data-testid={handle.error} data-code={code} role="alert">
      <Alert size={16} />
      <span>
        <strong>{text.app.said(copy.title)}</strong> {copy.next}
      </span>
    </p>
  )
}
