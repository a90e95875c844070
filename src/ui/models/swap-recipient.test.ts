import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PREVIEW_ADDRESS } from '@/src/domain/address/address'
import type { BookStore } from '@/src/store/account-book'
import { createFixtureBook } from '@/test/support/ui/fixture-book'
import { account, ethArbitrum, usdcBase } from '@/test/support/ui/fixture-data'
import { settled } from '@/test/support/ui/settled'
import { calls, fillForm, fillSum, forget, setUp, solana } from '@/test/support/ui/swap-form'
import type { Swap } from './swap'

const NOW = 1_800_000_000_000

beforeEach(forget)

describe('the account that a wallet of the other family shows', () => {
  const shown = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
  const entry = { name: 'Savings', family: 'solana' as const, address: shown, createdAt: NOW }

  async function setUpShown(book: BookStore) {
    const { swap } = await setUp({ shown, book })
    swap.choose('receive', solana)
    fillSum(swap)
    // What is known of no account yet asks for none.
    expect([swap.destination.value, swap.missing.value]).toEqual([undefined, undefined])
    return swap
  }

  it.each<[string, BookStore]>([
    ['is in no book', createFixtureBook()],
    ['came into the book by a file', createFixtureBook([{ ...entry, unchecked: true }])],
    ['is looked up in a book that cannot be read', createFixtureBook([entry], { failing: true })],
  ])('given it %s, then it receives once the person says so', async (_name, book) => {
    const swap = await setUpShown(book)
    await vi.waitFor(() => expect(swap.missing.value).toBe('solana'))
    expect(swap.destination.value).toBeUndefined()
    expect(swap.next.value).toBe('recipient')
    expect(swap.quotes.request.value?.recipient).toBe(PREVIEW_ADDRESS.solana)
    swap.setRecipient(shown)
    await vi.waitFor(() => expect(swap.destination.value).toBe(shown))
    expect(swap.missing.value).toBeUndefined()
    await vi.waitFor(() => expect(swap.next.value).toBe('review'))
    expect(swap.quotes.request.value?.recipient).toBe(shown)
  })

  it('given it is in the book, then it receives by itself', async () => {
    const swap = await setUpShown(createFixtureBook([entry]))
    await vi.waitFor(() => expect(swap.destination.value).toBe(shown))
    expect(swap.missing.value).toBeUndefined()
    await vi.waitFor(() => expect(swap.next.value).toBe('review'))
  })

  it('given it is put into the book on another page, then it receives', async () => {
    const book = createFixtureBook()
    const swap = await setUpShown(book)
    await vi.waitFor(() => expect(swap.missing.value).toBe('solana'))
    await book.change(() => ({ put: [entry] }))
    await vi.waitFor(() => expect(swap.destination.value).toBe(shown))
  })
})

describe('a recipient that was typed as a name', () => {
  const friend = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

  it('given it was not looked up, then nothing is reviewed, and prices are nobody’s', async () => {
    const { swap } = await setUp()
    fillForm(swap)
    swap.setRecipient('alice.eth')
    await vi.waitFor(() => expect(swap.next.value).toBe('fix'))
    expect(swap.destination.value).toBeUndefined()
    expect(swap.recipientName.value).toBeUndefined()
  })

  it('given its address was confirmed, then that is what counts, and the order has the name', async () => {
    const { swap } = await setUp()
    fillForm(swap)
    swap.setRecipient('alice.eth')
    swap.setRecipient(friend, 'alice.eth')
    await settled()
    expect([swap.destination.value, swap.recipientName.value]).toEqual([friend, 'alice.eth'])
    expect(swap.recipientError.value).toBeUndefined()
    await swap.prepare()
    expect(calls.find(({ name }) => name === 'prepareOrder')?.input).toMatchObject({
      request: { recipient: friend },
      recipientName: 'alice.eth',
    })
  })

  it.each([
    ['another address', (swap: Swap) => swap.setRecipient(account)],
    ['nothing', (swap: Swap) => swap.setRecipient('')],
    ['the other direction', (swap: Swap) => swap.flip()],
    ['the next swap', (swap: Swap) => swap.finish()],
    [
      'what a site fills in',
      (swap: Swap) => swap.fill({ side: 'pay', text: '', recipient: friend }),
    ],
  ])('given %s then, the name is gone', async (_, change) => {
    const { swap } = await setUp()
    swap.setRecipient(friend, 'alice.eth')
    change(swap)
    expect(swap.recipientName.value).toBeUndefined()
  })

  it('given a site filled it in, then it is no address and nothing more', async () => {
    const { swap } = await setUp()
    fillForm(swap)
    swap.setRecipient('alice.eth')
    swap.fill({
      pay: usdcBase,
      receive: ethArbitrum,
      side: 'pay',
      text: '5',
      recipient: 'alice.eth',
    })
    await vi.waitFor(() => expect(swap.recipientError.value).toBe('form/recipient-invalid'))
  })

  it('given a chain of another family, then it is no address there', async () => {
    const { swap } = await setUp()
    swap.choose('receive', solana)
    swap.setRecipient('alice.eth')
    await vi.waitFor(() => expect(swap.recipientError.value).toBe('form/recipient-invalid'))
  })

  it('given the popup closes, then name and address are there again', async () => {
    const { swap, backend } = await setUp()
    swap.setRecipient(friend, 'alice.eth')
    await settled()
    const draft = await backend.session.read('draft')
    const { swap: again } = await setUp({ session: { draft } })
    expect([again.recipient.value, again.recipientName.value]).toEqual([friend, 'alice.eth'])
  })
})

describe('a recipient that is none', () => {
  it('takes no price away', async () => {
    const { swap } = await setUp()
    fillForm(swap)
    swap.setRecipient('0x12')
    await settled()
    expect(swap.quotes.routes.value.length).toBeGreaterThan(0)
    expect(swap.canReview.value).toBe(false)
  })
})

describe('to another family of chains', () => {
  it('wants an address before it can be reviewed', async () => {
    const { swap } = await setUp()
    swap.choose('pay', usdcBase)
    swap.choose('receive', solana)
    swap.type('pay', '500')
    await settled()
    expect(swap.destination.value).toBeUndefined()
    expect(swap.canReview.value).toBe(false)
    swap.setRecipient('So11111111111111111111111111111111111111112')
    await vi.waitFor(() => expect(swap.canReview.value).toBe(true))
  })
})
