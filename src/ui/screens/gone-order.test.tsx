// @vitest-environment happy-dom

import { act } from 'preact/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import type { Change } from '@/src/contract/rpc'
import { undoFor } from '@/src/contract/undo'
import { clear, NOW, setUp } from '@/test/support/ui/order-screen'
import { settled } from '@/test/support/ui/settled'
import { clearText } from '../copy/clear-text'
import { errorCopy } from '../copy/errors'

afterEach(clear)

describe('an order that is removed', () => {
  const said = (app: { announcements: { value: readonly { text: string }[] } }) =>
    app.announcements.value.map(({ text }) => text)
  const note = () => document.querySelector('[data-testid="order-removed"]')

  /** The screen of an order that another window removes, or removed before this one was opened. */
  async function setUpGone(when: 'before' | 'meanwhile', bin?: { at: number; count: number }) {
    const kept = { isThere: when === 'meanwhile', bin, restored: bin?.count ?? 0 }
    const listeners = new Set<(change: Change) => void>()
    const set = await setUp('filled', {
      of: (backend) => {
        const { readOrder, call } = backend
        backend.onChange = (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        }
        backend.readOrder = async (id) => (kept.isThere ? readOrder(id) : undefined)
        backend.readBin = async (id) => (id === undefined || kept.isThere ? undefined : kept.bin)
        backend.call = (async (name, input) => {
          if (name !== 'undoClear') return call(name, input)
          kept.isThere = kept.bin !== undefined
          set.calls.push({ name, input })
          return { restored: kept.restored }
        }) as typeof call
      },
    })
    /** Another window brings back what was removed. */
    const back = () =>
      act(async () => {
        kept.isThere = true
        for (const tell of listeners) tell({ kind: 'order', orderId: '', revision: 0 })
        await settled()
      })
    const leave = () =>
      act(async () => {
        kept.isThere = false
        await set.look()
      }).then(() => act(settled))
    return { ...set, kept, leave, back }
  }

  it('in another window while it is open, says so, and comes back by an undo here', async () => {
    const { app, calls, leave, press } = await setUpGone('meanwhile', {
      at: NOW - 60_000,
      count: 3,
    })
    expect(note()).toBeNull()
    await leave()
    expect(note()?.textContent).toContain(clearText.elsewhere.title)
    expect(note()?.textContent).toContain(clearText.elsewhere.here)
    expect(note()?.textContent).toContain('2 other orders were removed with it')
    await press(clearText.undo)
    expect(calls).toContainEqual({ name: 'undoClear', input: { at: NOW - 60_000 } })
    expect(said(app)).toContain('3 orders brought back.')
    await act(settled)
    expect(note()).toBeNull()
    expect(document.querySelector('[data-status="filled"]')).not.toBeNull()
    expect(document.activeElement?.tagName).toBe('H1')
  })

  it('before it is opened, says that it was, and nothing of another window', async () => {
    await setUpGone('before', { at: NOW - 60_000, count: 1 })
    expect(note()?.textContent).toContain(clearText.elsewhere.title)
    expect(note()?.textContent).not.toContain(clearText.elsewhere.here)
    expect(document.body.textContent).not.toContain(errorCopy['order/not-found'].title)
  })

  it('and is brought back by another window, stands here again at once', async () => {
    const { leave, back } = await setUpGone('meanwhile', { at: NOW - 60_000, count: 1 })
    await leave()
    expect(note()).not.toBeNull()
    await back()
    expect(note()?.textContent ?? '').not.toContain(clearText.elsewhere.lost)
    expect(document.querySelector('[data-status="filled"]')).not.toBeNull()
  })

  it('for good, is offered no undo', async () => {
    const { button, leave } = await setUpGone('meanwhile')
    await leave()
    expect(note()?.textContent).toContain(clearText.elsewhere.lost)
    expect(button(clearText.undo)).toBeUndefined()
  })

  it('and is gone for good when the undo comes, says so once: in the note, which is read out', async () => {
    const { app, kept, leave, press } = await setUpGone('meanwhile', { at: NOW - 60_000, count: 1 })
    await leave()
    const { call } = app.backend
    app.backend.call = (async (name, input) => {
      if (name !== 'undoClear') return call(name, input)
      kept.bin = undefined
      app.clock.now = () => NOW + undoFor
      return { restored: 0 }
    }) as typeof call
    await press(clearText.undo)
    expect(note()?.textContent).toContain('Too late: it is gone for good.')
    expect(said(app)).not.toContain(clearText.late(1))
  })

  it('and is back already when the undo comes, says just that', async () => {
    const { app, kept, leave, press } = await setUpGone('meanwhile', { at: NOW - 60_000, count: 1 })
    await leave()
    kept.restored = 0
    await press(clearText.undo)
    expect(said(app)).toContain('It is back already.')
    expect(said(app)).not.toContain('0 orders brought back.')
  })

  it('here, is told to a screen reader, and leads to the history though it is gone meanwhile', async () => {
    const { app, kept, look, press } = await setUpGone('meanwhile', { at: NOW, count: 1 })
    const { call } = app.backend
    app.backend.call = (async (name, input) => {
      if (name !== 'clearOrders') return call(name, input)
      kept.isThere = false
      await look()
      return { removed: 1, kept: 0, at: NOW }
    }) as typeof call
    await press(clearText.one)
    await press(clearText.confirm)
    await act(settled)
    expect(kept.isThere).toBe(false)
    expect(said(app)).toContain('1 order removed.')
    expect(app.router.route.value.screen).toBe('history')
  })

  it('and stays after all, is said to stay', async () => {
    const { app, press } = await setUp('filled')
    const { call } = app.backend
    app.backend.call = (async (name, input) =>
      name === 'clearOrders' ? { removed: 0, kept: 1, at: NOW } : call(name, input)) as typeof call
    await press(clearText.one)
    await press(clearText.confirm)
    expect(said(app)).toContain(clearText.oneKept)
  })
})
