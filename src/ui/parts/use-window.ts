import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** A row and a list before either was drawn, px. */
const ROW = 56
const HEIGHT = 640
/** A heading before one was drawn, px. */
const HEAD = 32
/** Rows drawn beyond each edge, so that the keys and a quick hand find them there. */
const BEYOND = 6
/** Rows drawn at most, whatever the list says of its height. */
const MOST = 80

/**
 * Draws of a long list only the rows that are seen: all are of one height, and so are the few headings, which
 * stand before the rows at the places `heads`. Gives which, what to keep free
 * above and below them, and how to bring one into sight.
 */
export function useWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  heads: readonly number[] = [],
) {
  const [top, setTop] = useState(0)
  const [size, setSize] = useState({ row: ROW, head: HEAD, height: HEIGHT })

  useLayoutEffect(() => {
    const height = list.current?.clientHeight || HEIGHT
    const drawn = list.current?.querySelector<HTMLElement>('[role=option]')
    const row = drawn?.offsetHeight || ROW
    const title = list.current?.querySelector<HTMLElement>('[data-heading]')
    const head = title?.offsetHeight || size.head
    if (height !== size.height || row !== size.row || head !== size.head) {
      setSize({ row, head, height })
    }
  })

  // Headings take the room of rows: as many rows more are drawn.
  const spare = Math.ceil((heads.length * size.head) / size.row)
  const seen = Math.min(MOST, Math.ceil(size.height / size.row) + 2 * BEYOND + spare)
  const headsBefore = (place: number) => heads.filter((head) => head < place).length
  /** Where a row begins, its own heading with it. */
  const startOf = (place: number) => place * size.row + headsBefore(place) * size.head
  const first = Math.max(0, Math.min(Math.floor(top / size.row) - BEYOND - spare, count - seen))
  const last = Math.min(count, first + seen)

  function scrollTo(next: number): void {
    if (list.current !== null) list.current.scrollTop = next
    setTop(next)
  }

  return {
    first,
    last,
    style: {
      paddingTop: `${startOf(first)}px`,
      paddingBottom: `${startOf(count) - startOf(last)}px`,
    },
    onScroll: () => setTop(list.current?.scrollTop ?? 0),
    /** Brings a row into sight, as near as it can. */
    show(place: number) {
      const start = startOf(place)
      const end = startOf(place + 1) - size.height
      if (start < top) scrollTo(start)
      else if (end > top) scrollTo(end)
    },
    /** Back to the first row. */
    reset: () => scrollTo(0),
  }
}
