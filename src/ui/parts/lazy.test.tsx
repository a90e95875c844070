// @vitest-environment happy-dom
import { options, render } from 'preact'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { lazy } from './lazy'

const Room = ({ name }: { name: string }) => <p>{name}</p>
const Rows = () => <p>Loading</p>

/** What the browser would do after the paint, held until it is told. */
function holdPaint() {
  const held: (() => void)[] = []
  options.requestAnimationFrame = (run) => held.push(run)
  return () => {
    for (const run of held.splice(0)) run()
  }
}

afterEach(() => {
  delete options.requestAnimationFrame
  render(null, document.body)
})

describe('lazy', () => {
  it('given its code arrives after the paint, then it takes the place of what stood for it', async () => {
    const paint = holdPaint()
    let arrive = (_room: typeof Room) => {}
    const Late = lazy(() => new Promise<typeof Room>((resolve) => (arrive = resolve)), Rows)
    render(<Late name="Hall" />, document.body)
    paint()
    expect(document.body.textContent).toBe('Loading')
    arrive(Room)
    await vi.waitFor(() => expect(document.body.textContent).toBe('Hall'))
  })

  it('given its code arrives between the drawing and the paint, then it is shown too', async () => {
    const paint = holdPaint()
    const Late = lazy(async () => Room, Rows)
    const preloaded = Late.preload()
    render(<Late name="Hall" />, document.body)
    await preloaded
    paint()
    await vi.waitFor(() => expect(document.body.textContent).toBe('Hall'))
  })

  it('given its code was fetched ahead, then it is there at the first drawing', async () => {
    const Late = lazy(async () => Room, Rows)
    await Late.preload()
    render(<Late name="Hall" />, document.body)
    expect(document.body.textContent).toBe('Hall')
  })

  it('given its code could not be fetched, then it is fetched again when it is wanted again', async () => {
    let broken = true
    const Late = lazy(async () => {
      if (broken) throw new Error('away')
      return Room
    })
    await expect(Late.preload()).rejects.toThrow('away')
    broken = false
    await Late.preload()
    render(<Late name="Hall" />, document.body)
    expect(document.body.textContent).toBe('Hall')
  })
})
