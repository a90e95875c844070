import { describe, expect, it } from 'vitest'
import { mayName } from './near-host'

describe('mayName', () => {
  it.each([
    ['https://service.example', 'https://cdn.example/a', true],
    ['https://service.example', 'http://127.0.0.1:8080/a', false],
    ['https://service.example', 'https://localhost/a', false],
    ['https://service.example', 'http://[::1]/a', false],
    ['http://127.0.0.1:47801', 'http://localhost:8080/a', true],
    ['http://127.0.0.1:47801', 'https://cdn.example/a', true],
  ])('given the service %s and %s, then %s', (service, url, may) => {
    expect(mayName(service, url)).toBe(may)
  })
})

it.each([
  'http://x.localhost:8545/',
  'http://localhost.:8545/',
  'http://[::ffff:127.0.0.1]:8545/',
  'http://0.0.0.0:8545/',
  'http://127.1/',
  'https://192.168.1.1/',
  'https://10.0.0.1/',
  'https://172.20.0.1/',
  'http://[fd00::1]/',
  'https://printer.local/',
])('a service elsewhere may not name %s', (url) => {
  expect(mayName('https://service.example', url)).toBe(false)
  expect(mayName('http://127.0.0.1:8080', url)).toBe(true)
})

it.each([
  'https://172.32.0.1/',
  'https://localhost.example/',
  'https://100.example/',
  'https://11.0.0.1/',
])('a service elsewhere may name %s', (url) => {
  expect(mayName('https://service.example', url)).toBe(true)
})

it.each([
  // Shared address space, RFC 6598: where overlay networks (Tailscale) put a person's machines.
  'https://100.64.0.1/',
  'https://100.127.255.254/',
  // RFC 8375, and the names that routers give to what hangs on them.
  'https://nas.home.arpa/',
  'https://router.lan/',
  'https://nas/',
  // What /etc/hosts calls this machine in many systems, and RFC 6762 (appendix G).
  'https://localhost.localdomain/',
  'https://localhost6.localdomain6/',
  'https://wiki.corp/',
  'https://nas.home/',
  'https://wiki.intranet/',
  'https://wiki.private/',
  // RFC 3879.
  'http://[fec0::1]/',
  // RFC 6052: an IPv4 address behind a translator.
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::192.168.1.1]/',
  // RFC 2544, RFC 6890, and the whole network.
  'https://198.18.0.1/',
  'https://192.0.0.1/',
  'https://255.255.255.255/',
])('a service elsewhere may not name %s either', (url) => {
  expect(mayName('https://service.example', url)).toBe(false)
})

it.each([
  'http://2130706433/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://[::127.0.0.1]/',
  'http://[0:0:0:0:0:ffff:7f00:1]/',
  'http://LOCALHOST/',
  'http://a.b.localhost./',
  'http://\u{ff11}\u{ff12}7.0.0.1/',
  'http://x@127.0.0.1/',
  'https://[fe80::1]/',
])('no spelling of this machine gets through: %s', (url) => {
  expect(mayName('https://service.example', url)).toBe(false)
})
