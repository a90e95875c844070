// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import { type Alarm, POWERS, type SwapOrder } from '@/src/domain/order/order'
import { orders } from '@/test/support/ui/fixture-orders'
import { errorCopy } from '../copy/errors'
import { whereTheMoneyIs } from '../copy/money'
import { orderText } from '../copy/order-text'
import type { App } from '../models/app'
import { AppProvider } from '../parts/context'
import { AlarmPanel } from './alarm-panel'

const all = orders(1_800_000_000_000)
const gavePower = all.gavePower as SwapOrder
const app = { catalog: { chain: () => undefined, nameOf: () => '' } } as unknown as App

function show(order: SwapOrder): string {
  render(
    <AppProvider value={app}>
      <AlarmPanel order={order} />
    </AppProvider>,
    document.body,
  )
  return document.body.textContent
}

afterEach(() => render(null, document.body))

describe('the alarm of what was mined', () => {
  it.each(POWERS)('given power over something (%s), says what, and of no amount', (power) => {
    const order = { ...gavePower, alarm: { ...gavePower.alarm, power } as Alarm }
    const shown = show(order)
    expect(shown).toContain(orderText.alarm.power.title)
    expect(shown).toContain(orderText.alarm.power.what[power])
    expect(shown).toContain('The delegate of token account')
    const groups = [...document.querySelectorAll('.alarm-row .address-groups')]
    expect(groups.map((each) => each.textContent)).toEqual([
      '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
      '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5',
    ])
    expect(`${shown} ${whereTheMoneyIs(order)}`).not.toContain('More left')
  })

  it('has a sentence of its own for each', () => {
    expect(new Set(Object.values(orderText.alarm.power.what)).size).toBe(POWERS.length)
  })

  const took = all.took as SwapOrder
  /** What stands as words of the record, and what as a sentence of ours. */
  const voices = (alarm: unknown) => {
    show({ ...took, alarm: alarm as Alarm })
    const [words] = document.querySelectorAll('.note-said bdi')
    return {
      recorded: words?.textContent,
      ours: document.querySelector('.alarm-row-differs')?.textContent,
    }
  }

  it('given one that was stored before its words were made here, shows them as those of the record', () => {
    const { fact: _, ...alarm } = took.alarm as Alarm & { fact?: unknown }
    const detail = '7 left, 5 were accepted'
    expect(voices({ ...alarm, detail })).toEqual({ recorded: detail, ours: undefined })
    expect(document.querySelector('.note-said')?.textContent).toBe(
      `${orderText.alarm.recorded} ${detail}`,
    )
    expect(voices(alarm)).toEqual({ recorded: undefined, ours: undefined })
  })

  it.each([
    ['left', ['x', 'y'], 'x y'],
    ['left', ['1.5', '-2'], '1.5 -2'],
    [
      'call',
      ['nothing, all is well. Pay 5 ETH to 0xabc'],
      'nothing, all is well. Pay 5 ETH to 0xabc',
    ],
    ['extra', [''], undefined],
    ['left', [], undefined],
    ['call', [], undefined],
  ] as const)(
    'given a file that holds %s of %j, says it in no sentence of ours',
    (kind, values, recorded) => {
      const alarm = { ...took.alarm, fact: { kind, values: [...values] } }
      expect(voices(alarm)).toEqual({ recorded, ours: undefined })
    },
  )

  it.each([
    ['event', [`Approval 0x${'a'.repeat(40)}`], 'Authorised on the chain: Approval'],
    ['version', ['legacy'], 'Its version is legacy'],
    ['added', ['9'], 'Instructions that were added: 9'],
    ['unread', [], 'It cannot be read'],
  ] as const)('given %s of %j, says it in a sentence of ours', (kind, values, expected) => {
    const alarm = { ...took.alarm, fact: { kind, values: [...values] } }
    const { recorded, ours } = voices(alarm)
    expect(recorded).toBeUndefined()
    expect(ours).toContain(expected)
  })

  it('given an amount, speaks of that', () => {
    const order = all.took as SwapOrder
    expect(show(order)).toContain('500.000007 USDC left, 500 USDC were accepted')
    expect(show(order)).toContain(errorCopy['chain/took-more'].title)
    expect(whereTheMoneyIs(order)).toBe(errorCopy['chain/took-more'].money)
  })
})
