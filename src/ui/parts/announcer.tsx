import { useApp } from './context'

/**
 * What is read out, one line for each: two in one frame are both read out, and so are the same words again.
 * `after`: the number of the last line that stands elsewhere.
 */
export function Announcer({ after = 0 }: { after?: number }) {
  const { announcements } = useApp()
  return (
    <div class="sr-only" role="status" aria-atomic="false">
      {announcements.value.map(({ id, text }) => id > after && <div key={id}>{text}</div>)}
    </div>
  )
}
