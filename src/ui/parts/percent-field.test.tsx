// @vitest-environment happy-dom
import { signal } from '@preact/signals'
import { render } from 'preact'
import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { lateText } from '../copy/late-text'
import type { App } from '../models/app'
import { AppProvider } from './context'
import { PercentField } from './percent-field'

async function setUp(value = 0.005) {
  const onChange = vi.fn()
  const announce = vi.fn()
  const set = signal<number | undefined>(value)
  const typed = signal<string | undefined>(undefined)
  function Held() {
    return (
      <PercentField
        label="Slippage"
        value={set.value}
        typed={typed.value}
        onType={(text) => {
          typed.value = text
        }}
        onChange={(next) => {
          onChange(next)
          set.value = next
          typed.value = undefined
        }}
      />
    )
  }
  await act(() =>
    render(
      <AppProvider value={{ announce } as unknown as App}>
        <Held />
      </AppProvider>,
      document.body,
    ),
  )
  const field = document.querySelector('input')
  if (field === null) throw new Error('There is no field')
  const type = (text: string) =>
    act(() => {
      field.focus()
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const press = (key: string) =>
    act(() => {
      field.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
    })
  const leave = () => act(async () => field.blur())
  /** As where its window closes, or another one comes to the front. */
  const leaveWindow = () =>
    act(() => {
      field.dispatchEvent(new FocusEvent('blur'))
    })
  const said = () => document.querySelector('[role=status]')?.textContent
  return { onChange, announce, set, field, type, press, leave, leaveWindow, said }
}

afterEach(() => render(null, document.body))

describe('a slippage', () => {
  it.each(['99', '1.2.3', '-1', ''])(
    'given it is %j, then it is said to be none and not set',
    async (typed) => {
      const { onChange, field, type, press, leave, said } = await setUp()
      await type(typed)
      expect(said()).toBe(lateText.options.slippageWrong)
      await press('Enter')
      await leave()
      expect(field.value).toBe(typed)
      expect(said()).toBe(lateText.options.slippageWrong)
      expect(onChange).not.toHaveBeenCalled()
    },
  )

  it('is set once its field is left, and not by its first digits', async () => {
    const { onChange, announce, field, type, leave, said } = await setUp()
    await type('0')
    expect(said()).toBe(lateText.options.slippageNone + lateText.options.slippageTyped)
    for (const typed of ['0,', '0,3']) await type(typed)
    expect([onChange.mock.calls, said()]).toEqual([[], lateText.options.slippageTyped])
    await leave()
    expect(onChange.mock.calls).toEqual([[0.003]])
    expect(announce.mock.calls).toEqual([[lateText.options.slippageSet('0.3%')]])
    expect([field.value, said()]).toEqual(['0.3', ''])
    // Nothing was typed since.
    await act(() => field.focus())
    await leave()
    expect(onChange).toHaveBeenCalledOnce()
  })

  it('is set by Enter, which does nothing else then', async () => {
    const { onChange, field, type } = await setUp()
    const enter = async () => {
      const key = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, cancelable: true })
      await act(() => {
        field.dispatchEvent(key)
      })
      return key.defaultPrevented
    }
    expect(await enter()).toBe(false)
    await type('1')
    expect(await enter()).toBe(true)
    expect(onChange.mock.calls).toEqual([[0.01]])
  })

  it('is taken back by Escape, which leads nowhere then', async () => {
    const { onChange, field, type, said } = await setUp()
    const press = async () => {
      const key = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })
      await act(() => {
        field.dispatchEvent(key)
      })
      return key.defaultPrevented
    }
    await type('3')
    expect(await press()).toBe(true)
    expect([onChange.mock.calls, field.value, said()]).toEqual([[], '0.5', ''])
    expect(await press()).toBe(false)
  })

  it('is not set where its field goes with the screen', async () => {
    const { onChange, field, type } = await setUp()
    await type('9')
    field.addEventListener('blur', () => field.remove())
    await act(async () => field.blur())
    expect(onChange).not.toHaveBeenCalled()
  })

  it('is not set where its window closes while it is typed', async () => {
    const { onChange, field, type, leaveWindow } = await setUp()
    await type('5')
    await leaveWindow()
    expect([onChange.mock.calls, field.value]).toEqual([[], '5'])
  })

  it('that another window sets is what the field says, unless somebody types in it', async () => {
    const { set, field, type } = await setUp()
    await act(() => {
      set.value = 0.02
    })
    expect(field.value).toBe('2')
    await type('3')
    await act(() => {
      set.value = 0.04
    })
    expect(field.value).toBe('3')
  })

  it.each([
    [0, lateText.options.slippageNone],
    [0.03, lateText.options.slippageHigh],
    [0.2, lateText.options.slippageVeryHigh],
  ])('of %d is warned of', async (value, warning) => {
    expect((await setUp(value)).said()).toBe(warning)
  })

  it('is warned of while it is typed', async () => {
    const { type, said } = await setUp()
    await type('20')
    expect(said()).toContain(lateText.options.slippageVeryHigh)
  })

  it('is brought into view with what is said of it, once that comes, and not before', async () => {
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { type } = await setUp(0.2)
    expect(seen).not.toHaveBeenCalled()
    await type('1.2.3')
    expect(seen.mock.contexts.map((each) => (each as Element).textContent)).toEqual([
      lateText.options.slippageWrong,
    ])
    await type('0.3')
    seen.mockRestore()
  })
})
