/**
 * The stable automation handles (`data-testid`): a contract with tests and integrators. Their data
 * attributes: `token-row` has data-symbol, data-chain-id, data-address; `route` data-route-id;
 * `wallet-row` data-rdns; `page-row` data-tab-id; `order` data-order-id and data-status; `step`
 * data-status; `error` data-code. `next-step` stands in the place of `review` while a wallet or a
 * recipient is missing. `review`, `confirm`, `cancel`, `wallet-picker`, `pay-token`,
 * `receive-token`, `history` and `settings` are what is pressed; the amounts are text fields. Buying:
 * `offer` has data-provider; `buy-check` is a tick, `order-number` the provider's number of the order.
 * The account book's stand where they are used, as they are fetched with it: `book`, `book-add`,
 * `book-row`, `book-save`, `account-pick` and `account-row`, both rows with data-address; and so does
 * `receive-there`, which takes the account that a wallet of the recipient's family shows.
 */
export const handle = {
  payAmount: 'pay-amount',
  receiveAmount: 'receive-amount',
  payToken: 'pay-token',
  receiveToken: 'receive-token',
  tokenSearch: 'token-search',
  tokenRow: 'token-row',
  route: 'route',
  walletPicker: 'wallet-picker',
  walletRow: 'wallet-row',
  pageRow: 'page-row',
  review: 'review',
  next: 'next-step',
  confirm: 'confirm',
  cancel: 'cancel',
  order: 'order',
  step: 'step',
  error: 'error',
  history: 'history',
  settings: 'settings',
  buy: 'buy',
  buyAmount: 'buy-amount',
  buyCurrency: 'buy-currency',
  buyToken: 'buy-token',
  buyCheck: 'buy-check',
  buyOrder: 'buy-order',
  offer: 'offer',
  orderNumber: 'order-number',
  checkout: 'checkout',
} as const
