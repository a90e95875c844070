import { describe, expect, it } from 'vitest'
import { isLoopbackUrl, isPictureUrl, isWebUrl, mayName, resolveBelow } from './web-url'

describe('isWebUrl', () => {
  it.each([
    'https://a.example/x?y=1',
    'http://127.0.0.1:8080/',
    'http://localhost',
    'http://[::1]/',
  ])('given %s, then it may be opened', (url) => {
    expect(isWebUrl(url)).toBe(true)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://a.example/',
    'https://user:pass@a.example/',
    'http://127.0.0.1.a.example/',
    '/relative',
    '',
    `https://a.example/${'x'.repeat(5000)}`,
  ])('given %s, then it may not', (url) => {
    expect(isWebUrl(url)).toBe(false)
  })
})

describe('this machine', () => {
  it('is named in three ways, and in no other', () => {
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '[::1]']) {
      expect(isLoopbackUrl(`http://${host}:4000/x`)).toBe(true)
    }
    for (const text of ['http://localhost.example', 'http://10.0.0.1', 'localhost', '']) {
      expect(isLoopbackUrl(text)).toBe(false)
    }
  })
})

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

describe('resolveBelow', () => {
  it.each([
    ['https://host.example', '/icons/a.svg', 'https://host.example/icons/a.svg'],
    ['https://host.example/api/', '/icons/a.svg', 'https://host.example/api/icons/a.svg'],
    ['https://host.example/api', 'icons/a.svg', 'https://host.example/api/icons/a.svg'],
    ['https://host.example/api', '//other.example/a', 'https://host.example/api/other.example/a'],
    ['https://host.example/api', 'https://cdn.example/a', 'https://cdn.example/a'],
  ])('given %s and %s, then it is %s', (base, path, url) => {
    expect(resolveBelow(base, path)).toBe(url)
  })
})

describe('isPictureUrl', () => {
  it.each([
    ['https://cdn.example/a.png', true],
    ['http://cdn.example/a.png', true],
    ['data:image/png;base64,AAAA', true],
    [`data:image/png;base64,${'A'.repeat(70_000)}`, false],
    ['data:text/html,x', false],
    ['javascript:alert(1)', false],
    ['https://a:b@cdn.example/a.png', false],
    [`https://cdn.example/${'a'.repeat(5_000)}`, false],
    ['/a.png', false],
  ])('given %s, then %s', (url, is) => {
    expect(isPictureUrl(url)).toBe(is)
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
