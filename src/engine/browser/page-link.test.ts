import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { WorkerCommand } from '@/src/contract/bridge'
import type { PageRef } from '@/src/domain/order/order'
import type { PageLink } from '../engine'

const { sendMessage, executeScript } = vi.hoisted(() => ({
  sendMessage: vi.fn(),
  executeScript: vi.fn(),
}))
vi.mock('wxt/browser', () => ({
  browser: { tabs: { sendMessage }, scripting: { executeScript } },
}))

// Another file's tests may have read the module with their own browser.
let pages: PageLink
beforeAll(async () => {
  vi.resetModules()
  pages = (await import('./page-link')).createPageLink()
})

afterEach(() => {
  sendMessage.mockReset()
  executeScript.mockReset()
  vi.unstubAllEnvs()
})

const page = { tabId: 7, frameId: 0, documentId: 'D1', origin: 'https://site.test' } as PageRef
const ask = {
  ...{ v: 1, type: 'ask', attemptId: 'a'.repeat(32), walletId: 'w' },
  request: { kind: 'switchChain', chainId: 1 },
} as WorkerCommand
const nobody = new Error('Could not establish connection. Receiving end does not exist.')
const typesSent = () => sendMessage.mock.calls.map(([, command]) => command.type)

describe('a command to a page', () => {
  it('given nobody hears it, is sent again once our script is there', async () => {
    sendMessage.mockRejectedValueOnce(nobody).mockResolvedValue('taken')
    executeScript.mockResolvedValue([{ documentId: 'D1' }])
    await expect(pages.send(page, ask)).resolves.toBe('taken')
    expect(typesSent()).toEqual(['ask', 'ask'])
  })

  it('given nobody hears it and our script may not run there, certainly never arrived', async () => {
    sendMessage.mockRejectedValue(nobody)
    executeScript.mockRejectedValue(new Error('No tab with id: 7'))
    await expect(pages.send(page, ask)).rejects.toMatchObject({ code: 'page/gone' })
    expect(typesSent()).toEqual(['ask'])
  })

  describe('given Firefox, which says "nobody" of a document too that heard it and is gone', () => {
    it('asks a wallet once, and only who was found to be there', async () => {
      vi.stubEnv('FIREFOX', 'true')
      sendMessage.mockRejectedValueOnce(nobody).mockResolvedValue('taken')
      executeScript.mockResolvedValue([{ documentId: 'D1' }])
      await expect(pages.send(page, ask)).resolves.toBe('taken')
      expect(typesSent()).toEqual(['ledger', 'ledger', 'ask'])
    })

    it('given it is said of the ask, does not know whether that arrived, and asks no second time', async () => {
      vi.stubEnv('FIREFOX', 'true')
      sendMessage.mockResolvedValueOnce({ entries: [] }).mockRejectedValue(nobody)
      executeScript.mockResolvedValue([{ documentId: 'D1' }])
      await expect(pages.send(page, ask)).rejects.toMatchObject({ code: 'page/not-responding' })
      expect(typesSent()).toEqual(['ledger', 'ask'])
    })

    it('given nobody was there before, certainly never asked', async () => {
      vi.stubEnv('FIREFOX', 'true')
      sendMessage.mockRejectedValue(nobody)
      executeScript.mockRejectedValue(new Error('No tab with id: 7'))
      await expect(pages.send(page, ask)).rejects.toMatchObject({ code: 'page/gone' })
      expect(typesSent()).toEqual(['ledger'])
    })
  })
})
