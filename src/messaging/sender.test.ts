import { describe, expect, it } from 'vitest'
import { callerOf, isPinned } from './sender'

const own = { id: 'abc', origin: 'chrome-extension://abc' }
const fromPage = {
  id: 'abc',
  url: 'https://site.example/a',
  frameId: 0,
  documentId: 'D1',
  tab: { id: 7, title: 'Site' },
}

describe('callerOf', () => {
  it('knows an extension page, in a popup or in a tab', () => {
    expect(callerOf({ id: 'abc', url: `${own.origin}/popup.html` }, own).kind).toBe('extension')
    const inTab = {
      id: 'abc',
      url: `${own.origin}/popup.html?view=tab`,
      frameId: 0,
      tab: { id: 3 },
    }
    expect(callerOf(inTab, own).kind).toBe('extension')
  })

  it('knows the content script and pins its document', () => {
    expect(callerOf(fromPage, own)).toEqual({
      kind: 'content',
      page: {
        tabId: 7,
        frameId: 0,
        documentId: 'D1',
        origin: 'https://site.example',
        title: 'Site',
      },
    })
  })

  it('pins without document or title where the browser gives none', () => {
    const { documentId: _, ...sender } = { ...fromPage, tab: { id: 7 } }
    expect(callerOf(sender, own)).toEqual({
      kind: 'content',
      page: { tabId: 7, frameId: 0, origin: 'https://site.example' },
    })
  })

  it('knows the content script of a plain http site, in the first tab and without a title', () => {
    const sender = { ...fromPage, url: 'http://127.0.0.1:8080/a', tab: { id: 0, title: '' } }
    expect(callerOf(sender, own)).toStrictEqual({
      kind: 'content',
      page: {
        tabId: 0,
        frameId: 0,
        documentId: 'D1',
        origin: 'http://127.0.0.1:8080',
        title: '',
      },
    })
    const { documentId: _, ...bare } = { ...fromPage, tab: { id: 7 } }
    const caller = callerOf(bare, own)
    expect(Object.keys(caller.kind === 'content' ? caller.page : {})).toEqual([
      'tabId',
      'frameId',
      'origin',
    ])
  })

  it.each([
    ['another extension', { ...fromPage, id: 'other' }],
    ['no extension at all', { ...fromPage, id: undefined }],
    ['no address', { ...fromPage, url: undefined }],
    ['an address that only begins like ours', { id: 'abc', url: 'chrome-extension://abcd/x' }],
    ['no tab', { ...fromPage, tab: undefined }],
    ['a tab without id', { ...fromPage, tab: {} }],
    ['a tab that is none', { ...fromPage, tab: { id: -1 } }],
    ['no frame', { ...fromPage, frameId: undefined }],
    ['a file', { ...fromPage, url: 'file:///etc/passwd' }],
    ['an address that is none', { ...fromPage, url: 'nonsense' }],
  ])('does not know %s', (_, sender) => {
    expect(callerOf(sender, own)).toEqual({ kind: 'unknown' })
  })
})

describe('isPinned', () => {
  const pinned = { tabId: 7, frameId: 0, documentId: 'D1', origin: 'https://site.example' }

  it('accepts the very document', () => {
    expect(isPinned(pinned, { ...pinned, origin: 'https://other.example' })).toBe(true)
  })

  it.each([
    ['another tab', { tabId: 8 }],
    ['another frame', { frameId: 1 }],
    ['another document', { documentId: 'D2' }],
  ])('refuses %s', (_, change) => {
    expect(isPinned(pinned, { ...pinned, ...change })).toBe(false)
  })

  it('falls back to the origin where the browser names no document', () => {
    const { documentId: _, ...without } = pinned
    expect(isPinned(without, pinned)).toBe(true)
    expect(isPinned(pinned, without)).toBe(true)
    expect(isPinned(without, { ...without, origin: 'https://other.example' })).toBe(false)
  })
})
