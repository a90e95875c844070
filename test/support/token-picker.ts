import { lateText } from '@/src/ui/copy/late-text'
import type { ViewLocator, ViewPage } from './view'

/** The list of tokens as a person uses it who has an address at hand. */
export function createTokenPicker(page: ViewPage) {
  const search = page.getByTestId('token-search')
  const add = page.getByTestId('add-token')

  return {
    search,
    list: page.getByRole('listbox', { name: lateText.tokens.others }),
    /** What is said of a token that is in no list. */
    add,
    /** Its whole address, as it is read. */
    address: add.locator('.address .sr-only'),
    chain: (chainId: number): ViewLocator => page.locator(`.chip[data-chain-id="${chainId}"]`),
    row: (address: string): ViewLocator =>
      page.locator(`[data-testid="token-row"][data-address="${address}" i]`),
    async open(side: 'pay' | 'receive'): Promise<void> {
      await page.getByTestId(`${side}-token`).click()
    },
    /** Puts the token that is shown on this computer's list. */
    async import(): Promise<void> {
      await page.getByTestId('add-token-confirm').click()
    },
  }
}
