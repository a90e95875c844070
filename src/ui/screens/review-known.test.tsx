// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import { orderText } from '../copy/order-text'
import { PaidFrom } from './review-known'

afterEach(() => render(null, document.body))

describe('the account that pays', () => {
  it.each(['contract', 'delegated'] as const)(
    'with code (%s) is named with what follows',
    (coded) => {
      render(<PaidFrom coded={coded} />, document.body)
      const shown = document.body.textContent
      expect(shown).toContain(orderText.review.coded[coded])
      expect(shown).toContain('only you can say that nothing was sent')
    },
  )

  it('without code is nothing to speak of', () => {
    render(<PaidFrom />, document.body)
    expect(document.body.textContent).toBe('')
  })
})
