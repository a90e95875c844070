import { expect, test } from './browsers'

/** Runs in a page of ours that asks nothing by itself: puts a call to the worker as `messaging/send` does. */
const call = (name: string, input: object) =>
  `chrome.runtime.sendMessage(${JSON.stringify({ v: 1, type: 'rpc', name, input })})`

test('what a worker remembers and what one that is woken gives first are the settings as they were stored last', async ({
  product,
}) => {
  const page = await product.openPage('manifest.json')
  for (const theme of ['dark', 'light']) {
    const stored = { ok: true, value: { theme } }
    // Asked for before it is changed, so that the worker remembers what it was.
    expect(await page.evaluate(call('readSettings', {}))).toMatchObject({ ok: true })
    expect(await page.evaluate(call('writeSettings', { theme }))).toMatchObject(stored)
    expect(await page.evaluate(call('readSettings', {}))).toMatchObject(stored)
    await product.stopCauseway()
    expect(await page.evaluate(call('readSettings', {}))).toMatchObject(stored)
  }
})
