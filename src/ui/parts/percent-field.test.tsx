// @vitest-environment happy-dom
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { lateText } from '../copy/late-text'
import { PercentField } from './percent-field'

async function setUp(value = 0.005) {
  const onChange = vi.fn()
  await act(() =>
    render(<PercentField label="Slippage" value={value} onChange={onChange} />, document.body),
  )
  const field = document.querySelector('input')
  const type = (typed: string) =>
    act(() => {
      if (field === null) return
      field.value = typed
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  return { onChange, field, type, said: () => document.querySelector('[role=status]')?.textContent }
}

afterEach(() => render(null, document.body))

describe('a slippage', () => {
  it.each(['99', '1.2.3', '-1', ''])(
    'given it is %j, then it is said to be none and not set',
    async (typed) => {
      const { onChange, field, type, said } = await setUp()
      await type(typed)
      expect(field?.value).toBe(typed)
      expect(said()).toBe(lateText.options.slippageWrong)
      expect(onChange).not.toHaveBeenCalled()
    },
  )

  it('is set as it is typed', async () => {
    const { onChange, type } = await setUp()
    await type('0,3')
    expect(onChange).toHaveBeenCalledWith(0.003)
  })

  it('that ends as none leaves the one that was set when the field was entered', async () => {
    const { onChange, field, type } = await setUp()
    for (const typed of ['6', '60', '600']) await type(typed)
    expect(onChange.mock.calls).toEqual([[0.06], [0.005]])
    await type('3')
    await act(() => field?.focus())
    for (const typed of ['35', '355']) await type(typed)
    expect(onChange).toHaveBeenLastCalledWith(0.03)
  })

  it.each([
    [0, lateText.options.slippageNone],
    [0.03, lateText.options.slippageHigh],
    [0.2, lateText.options.slippageVeryHigh],
  ])('of %d is warned of', async (value, warning) => {
    expect((await setUp(value)).said()).toBe(warning)
  })
})
