/** The sizes in which the interface is shown. */
export const sizes = {
  popup: { width: 380, height: 600 },
  panel: { width: 320, height: 720 },
  tab: { width: 1180, height: 800 },
} as const

/** What to look at: a name, the address, and what is done first. */
export const scenes: [name: string, query: string, click?: string][] = [
  ['swap', ''],
  ['swap-empty', 'draft=empty&wallets=none&orders=none'],
  ['swap-loading', 'quotes=hang&orders=none'],
  ['swap-failed', 'quotes=fail&orders=none'],
  ['swap-poor', 'amount=123456789.123456&orders=none'],
  ['tokens', 'orders=none', '[data-testid=receive-token]'],
  ['wallets', 'orders=none&wallets=found', '[data-testid=wallet-picker]'],
  ['review', 'order=planned&screen=review'],
  ['review-expired', 'order=expired&screen=review'],
  ['review-long', 'order=foreign&screen=review'],
  ['review-alike', 'order=alike&screen=review'],
  ['swap-alike', `orders=none&recipient=0x7099${'4'.repeat(32)}79c8`],
  ['order-asking', 'order=asking'],
  ['order-declined', 'order=declined'],
  ['order-blocked', 'order=blocked'],
  ['order-unsure', 'order=unsure'],
  ['order-tracking', 'order=tracking'],
  ['order-filled', 'order=filled'],
  ['order-refunded', 'order=refunded'],
  ['order-failed', 'order=failed'],
  ['history', 'orders=all', '[data-testid=history]'],
  ['settings', 'orders=none', '[data-testid=settings]'],
  ['welcome', 'page=welcome'],
]
