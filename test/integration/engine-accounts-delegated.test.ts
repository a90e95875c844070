import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { author } from './engine/chain'
import { approve, delegation, paid } from './engine/coded-account'
import { confirmed, createStage, depositOf, nameHash, txAsked, wait } from './engine/stage'

const open = createStage('accounts-delegated')

describe('an account that delegates (EIP-7702)', () => {
  it.each(['native', 'erc20'] as const)(
    'given it pays by an ordinary transaction (%s), is driven like any other',
    async (source) => {
      const w = open(source)
      w.chain.code.set(author, delegation)
      const orderId = await paid(w)
      expect(await w.order(orderId)).toMatchObject({ coded: 'delegated', status: 'filled' })
      expect(w.chain.deposits()).toHaveLength(1)
    },
  )

  it('given its transaction is altered, raises the alarm as any other', async () => {
    const w = open('erc20')
    w.chain.code.set(author, delegation)
    const orderId = await confirmed(w)
    await approve(w)
    w.page.approve()
    const altered = w.chain.replace(w.chain.mempool[0]?.hash ?? '', {
      data: `${w.chain.mempool[0]?.data}ff`,
    })
    const [outcome] = w.page.outcomes
    if (outcome?.result.ok && outcome.result.value.kind === 'hash') {
      outcome.result.value.hash = altered?.hash ?? ''
    }
    await w.deliver()
    await w.advance(10_000)
    expect((await w.order(orderId)).alarm).toMatchObject({ code: 'chain/mismatch' })
  })

  it.each(['erc20', 'native'] as const)(
    'given others carry it out for it (%s), is followed by what they carried',
    async (source) => {
      const w = open(source)
      w.chain.code.set(author, delegation)
      w.page.state.contract = true
      w.page.state.carrier = 'operation'
      const order = await w.order(await paid(w))
      expect(order.status).toBe('filled')
      expect(order.alarm).toBeUndefined()
      expect(w.chain.deposits()).toHaveLength(1)
    },
  )

  it('given coins that others carried, and a wallet that named nothing, is not told that none left, and takes the hash', async () => {
    const w = open('native')
    w.chain.code.set(author, delegation)
    const orderId = await confirmed(w)
    const tx = txAsked(w)
    w.page.muddle()
    await w.deliver()
    const id = `0x${'3'.repeat(64)}`
    const { hash } = w.chain.sendByContract(tx, { by: 'operation', id })
    w.chain.mine()
    await wait(w, 3)
    const step = await depositOf(w, orderId)
    const checks = 'checks' in step.state ? step.state.checks : []
    expect(checks.filter(({ what }) => what === 'nonce')).toEqual([])
    await nameHash(w, orderId, id.toUpperCase().replace('X', 'x'))
    await wait(w, 3)
    expect((await depositOf(w, orderId)).state).toMatchObject({ status: 'confirmed', hash })
  })

  it('given its nonce went to something else, that is no proof: the person is asked', async () => {
    const w = open('native')
    w.chain.code.set(author, delegation)
    const orderId = await confirmed(w)
    w.page.approve()
    const [sent] = w.chain.mempool
    await w.deliver()
    await w.advance(5_000)
    w.chain.replace(sent?.hash ?? '', { to: author, data: '0x', value: '0x0' })
    w.chain.mine()
    await wait(w, 10)
    const { state } = await depositOf(w, orderId)
    expect(state).toMatchObject({ status: 'unsure', needsPerson: true })
    expect((await w.order(orderId)).attempts[0]?.end).toBeUndefined()
    expect(w.page.state.everAsked).toBe(1)
  })
})
