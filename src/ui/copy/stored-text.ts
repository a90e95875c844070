import type { OutputOf } from '@/src/contract/rpc'
import type { StoreName } from '@/src/store/read-database'
import { catalogue } from './catalogue'

type Role = OutputOf<'listHosts'>['hosts'][number]['role']

/** Who is talked to, and what is kept: a kind of either without a sentence does not compile. */
export const storedText = catalogue('stored', {
  hosts: 'Connections',
  hostsHint:
    'Talked to only while one of its pages is open, an order is in progress, you type to it in the address bar, or a lost history is restored.',
  roles: {
    service: {
      title: 'Swap service',
      what: 'Prices, tokens, balances and orders. It learns your addresses and your swaps.',
    },
    own: { title: 'Your own nodes', what: 'They replace all others for their chains.' },
    listed: {
      title: 'Nodes that the service lists',
      what: 'Balances and what became of a payment. They are never a proof.',
    },
    shipped: {
      title: 'Second look',
      what: 'What your wallet sent is read here once more.',
    },
    operator: {
      title: 'Independent operators',
      what: 'Two that agree prove that money arrived, came back, or was never sent.',
    },
  } satisfies Record<Role, { title: string; what: string }>,
  pictures: 'Pictures',
  picturesHint: 'Marks of tokens and chains, from where the service keeps them.',
  apart: 'Card payments and QR pictures',
  apartHint: 'Asked only for these, and never while you swap.',
  opened: 'Opened in a tab, only when you press',
  openedHint:
    'The signing page, which is also read when you compare it, and explorers behind links.',
  stored: 'What is stored',
  storedHint: 'All of it on this computer. No keys, no recovery phrase, no statistics.',
  stores: {
    orders:
      'Orders: what you accepted, addresses, amounts, hashes, every request to your wallet, and how each filler kept its promise',
    events: 'Steps of orders, with their times',
    outbox: 'Things still to do for orders',
    attempts: 'Requests to wallets, and the page and wallet they went to',
    looks: 'How far chains were looked through for requests',
    spent:
      'Of removed orders: transaction hashes, so that no payment is ever counted for two orders',
    catalog: 'What the service said of chains and contracts',
    settings:
      'Your settings: services, nodes, theme, language, slippage, notifications, wallet chosen last, tokens you added, pinned, and picked lately',
    book: 'Your account book: names, addresses, notes, and when each was used last',
  } satisfies Record<StoreName, string>,
  copy: 'A second, small copy of orders in progress and the addresses you paid from, for the day the database is lost',
  session:
    'Until the browser closes: the form as you left it, the wallet and page you chose, what a site asked for, entries you removed from the account book, and whether an update waits',
  page: 'The theme and the language once more, for the first picture of a window',
})
