// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import { Boundary } from './boundary'

afterEach(() => render(null, document.body))

it('given a part that cannot be drawn, says so in its place, and tries again on a click', async () => {
  let broken = true
  const Part = () => {
    if (broken) throw new RangeError('Invalid time value')
    return <p>drawn</p>
  }
  await act(() => {
    render(
      <Boundary>
        <Part />
      </Boundary>,
      document.body,
    )
  })
  await vi.waitFor(() =>
    expect(document.querySelector('[role=alert]')?.textContent).toContain('unexpected'),
  )
  broken = false
  await act(() => document.querySelector('button')?.click())
  expect(document.body.textContent).toBe('drawn')
})
