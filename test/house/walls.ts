/** What a room of `src/` may import; everything else is a wall. The design's table, kept as data. */
export type Room = {
  /** Other rooms, or single files of one (`contract/bridge`, or a prefix ending in `*`). */
  rooms: string[]
  packages: string[]
}

const browserApi = 'wxt/browser'

export const walls: Record<string, Room> = {
  lib: { rooms: [], packages: [] },
  domain: { rooms: ['lib'], packages: [] },
  contract: { rooms: ['domain', 'lib'], packages: ['zod/mini'] },
  messaging: { rooms: ['contract', 'domain', 'lib'], packages: [browserApi] },
  service: { rooms: ['contract', 'domain', 'lib'], packages: ['uqr', 'zod/mini'] },
  chains: {
    rooms: ['contract', 'domain', 'lib'],
    packages: ['viem', 'viem/*', '@solana/web3.js', 'zod/mini'],
  },
  store: { rooms: ['contract', 'domain', 'lib'], packages: ['idb', browserApi, 'zod/mini'] },
  wallets: {
    rooms: ['contract/bridge', 'domain/error', 'lib'],
    packages: ['@wallet-standard/base'],
  },
  bridge: { rooms: ['contract/bridge', 'messaging', 'lib'], packages: [browserApi] },
  engine: {
    rooms: ['domain', 'service', 'chains', 'store', 'messaging', 'contract', 'lib'],
    packages: [browserApi, 'zod/mini'],
  },
  ui: {
    rooms: ['domain', 'contract', 'messaging', 'store/read-*', 'lib'],
    packages: ['preact', 'preact/*', '@preact/signals', browserApi, 'zod/mini'],
  },
}
