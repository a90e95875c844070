/** What a room of `src/` may import; everything else is a wall. The design's table, kept as data. */
export type Room = {
  /** Other rooms, or single files of one (`contract/bridge`, or a prefix ending in `*`). */
  rooms: string[]
  packages: string[]
}

const browserApi = 'wxt/browser'

export const walls: Record<string, Room> = {
  // One door each for the audited primitives; everything else of ours asks lib for them.
  lib: { rooms: [], packages: ['@noble/hashes/sha2', '@noble/hashes/sha3', '@scure/base'] },
  domain: { rooms: ['lib'], packages: [] },
  contract: { rooms: ['domain', 'lib'], packages: ['zod/mini'] },
  messaging: { rooms: ['contract', 'domain'], packages: [browserApi, 'zod/mini'] },
  service: { rooms: ['contract', 'domain', 'lib'], packages: ['zod/mini'] },
  chains: {
    rooms: ['contract', 'domain', 'lib'],
    packages: ['viem', '@solana/web3.js'],
  },
  store: { rooms: ['contract', 'domain', 'lib'], packages: ['idb', 'zod/mini'] },
  // Types only: the page script carries no schema (8 kB budget).
  wallets: {
    rooms: ['contract/bridge', 'contract/page-wire', 'contract/site-api', 'lib'],
    packages: [],
  },
  bridge: {
    rooms: ['contract/bridge', 'contract/page-wire', 'lib'],
    packages: [],
  },
  engine: {
    rooms: ['domain', 'service', 'chains', 'store', 'messaging', 'contract', 'lib'],
    packages: [browserApi, 'zod/mini'],
  },
  ui: {
    // The account book is the pages' own: no message of anybody reads or writes it.
    rooms: [
      'domain',
      'contract',
      'messaging',
      'store/read-*',
      'store/account-book',
      'store/token-marks',
      'lib',
    ],
    packages: [
      'preact',
      'preact/*',
      '@preact/signals',
      browserApi,
      'zod/mini',
      'papaparse',
      'uqr',
      'jsqr',
      'unhomoglyph/data.json',
      // Names as ENS writes them: fetched once one is typed.
      'viem/ens',
    ],
  },
}
