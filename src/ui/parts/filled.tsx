import { type ComponentChild, Fragment } from 'preact'

/** Letters of nobody's language that hold the places of elements in a message. */
const FIRST = 0xe000

/**
 * A whole message with elements in its places, in the order that its language has them in: `say` is the
 * message, `parts` stand where its arguments would.
 */
export function Filled(props: {
  say: (...places: string[]) => string
  parts: readonly ComponentChild[]
}) {
  const message = props.say(...props.parts.map((_, index) => String.fromCharCode(FIRST + index)))
  return (
    <>
      {message.split(/([\ue000-\ue00f])/).map((piece, index) => (
        <Fragment key={index}>
          {index % 2 === 0 ? piece : props.parts[piece.charCodeAt(0) - FIRST]}
        </Fragment>
      ))}
    </>
  )
}
