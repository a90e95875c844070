import type { RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'

/** A row and a list before either was drawn, px. */
const ROW = 56
const HEIGHT = 640
/** Rows drawn beyond each edge, so that the keys and a quick hand find them there. */
const BEYOND = 6
/** Rows drawn at most, whatever the list says of its height. */
const MOST = 80

/**
 * Draws of a long list only the rows that are seen: all are of one height. Gives which, what to keep free
 * above and below them, and how to bring one into sight.
 */
export function useWindow(list: RefObject<HTMLElement | null>, count: number) {
  const [top, setTop] = useState(0)
  const [size, setSize] = useState({ row: ROW, height: HEIGHT })

  useLayoutEffect(() => {
    const height = list.current?.clientHeight || HEIGHT
    const drawn = list.current?.querySelector<HTMLElement>('[role=option]')
    const row = drawn?.offsetHeight || ROW
    if (height !== size.height || row !== size.row) setSize({ row, height })
  })

  const seen = Math.min(MOST, Math.ceil(size.height / size.row) + 2 * BEYOND)
  const first = Math.max(0, Math.min(Math.floor(top / size.row) - BEYOND, count - seen))
  const last = Math.min(count, first + seen)

  function scrollTo(next: number): void {
    if (list.current !== null) list.current.scrollTop = next
    setTop(next)
  }

  return {
    first,
    last,
    style: {
      paddingTop: `${first * size.row}px`,
      paddingBottom: `${(count - last) * size.row}px`,
    },
    onScroll: () => setTop(list.current?.scrollTop ?? 0),
    /** Brings a row into sight, as near as it can. */
    show(place: number) {
      const start = place * size.row
      const end = start + size.row - size.height
      if (start < top) scrollTo(start)
      else if (end > top) scrollTo(end)
    },
    /** Back to the first row. */
    reset: () => scrollTo(0),
  }
}
