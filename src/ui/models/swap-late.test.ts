import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '@/src/domain/error'
import { ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { settled } from '@/test/support/ui/settled'
import { changeAccount, forget, nativeBase, setUp } from '@/test/support/ui/swap-form'

beforeEach(forget)

/** A form whose next answer to `held` is given by hand. */
async function setUpHeld(held: string) {
  const all = await setUp()
  const { backend, swap } = all
  swap.choose('pay', nativeBase)
  swap.choose('receive', ethArbitrum)
  swap.type('pay', '0.1')
  await settled()
  const { call } = backend
  const gate = { open: () => {}, fail: () => {} }
  backend.call = ((name, input) =>
    name === held
      ? new Promise((resolve, reject) => {
          gate.open = () => resolve(call(name, input))
          gate.fail = () => reject(new AppError('service/timeout'))
        })
      : call(name, input)) as typeof call
  return { ...all, gate }
}

const changes: [string, (all: Awaited<ReturnType<typeof setUpHeld>>) => void][] = [
  ['somebody typed', ({ swap }) => swap.type('pay', '0.2')],
  ['another token was chosen', ({ swap }) => swap.choose('pay', usdcBase)],
  ['another account was chosen', ({ wallets }) => changeAccount(wallets)],
]

describe.each(changes)('an answer that comes after %s', (_, change) => {
  it('sets no maximum', async () => {
    const all = await setUpHeld('estimateReserve')
    const done = all.swap.max()
    change(all)
    const typed = all.swap.payText.value
    all.gate.open()
    await done
    expect(all.swap.payText.value).toBe(typed)
  })

  it('shows no order for review', async () => {
    const all = await setUpHeld('prepareOrder')
    const prepared = all.swap.prepare()
    change(all)
    all.gate.open()
    expect(await prepared).toBeUndefined()
  })

  it.each(['estimateReserve', 'prepareOrder'])('tells no error of %s', async (name) => {
    const all = await setUpHeld(name)
    const done = name === 'prepareOrder' ? all.swap.prepare() : all.swap.max()
    change(all)
    all.gate.fail()
    await done
    expect(all.swap.prepareError.value).toBeUndefined()
  })
})
