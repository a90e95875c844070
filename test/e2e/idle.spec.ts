import { launchBare } from '../support/bare-browser'
import { expect, test } from './fixtures'
import { moments } from './moments'
import { reviewOrder } from './stage'

/** Runs in a bare page of the extension: the stored status of an order. */
const readStatus = (orderId: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open('causeway')
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const row = opening.result.transaction('orders').objectStore('orders').get(${JSON.stringify(orderId)})
    row.onerror = () => reject(row.error)
    row.onsuccess = () => resolve(JSON.stringify(row.result))
  }
})`

test.use({ ownBrowser: true })

test('an order goes on by alarm after its worker slept by itself, nobody attached', async ({
  product,
  dapp,
  world,
}) => {
  test.setTimeout(900_000)
  const { control, extensionId, info, session } = product
  const { extension, wallet } = world
  await dapp.bringToFront()
  const stage = await reviewOrder(product, 'ERC-20')
  await moments.followed.reach(stage)
  // A service that asks for so many seconds: by then an idle worker has fallen asleep.
  const headers = { 'retry-after': '150' }
  const outage = { kind: 'status', status: 503, body: 'Service Unavailable', headers } as const
  await control.setFault('orders', outage)
  await control.setFault('order', outage)
  await control.release()
  const readsPath = `/v1/orders/${info.accounts.evm.address}`
  const readLooks = async () =>
    (await control.readCalls()).calls.filter(({ path }) => path.startsWith(readsPath))
  const countFailed = async () => (await readLooks()).filter(({ status }) => status === 503).length
  await expect.poll(countFailed, { message: 'a look fails' }).toBeGreaterThan(0)
  await session.kill()

  const browser = await launchBare({ extensions: [extension, wallet], profile: session.profile })
  try {
    const own = `chrome-extension://${extensionId}/`
    const isAwake = async () =>
      (await browser.runningWorkers()).some((address) => address.startsWith(own))
    await expect.poll(isAwake, { message: 'the worker starts' }).toBe(true)
    await expect
      .poll(isAwake, { message: 'the worker falls asleep', timeout: 400_000, intervals: [1_000] })
      .toBe(false)
    await control.clearFaults()
    const asleepAt = Date.now()
    const countSince = async () => (await readLooks()).filter(({ time }) => time >= asleepAt).length
    const looks = { message: 'an alarm wakes it', timeout: 400_000, intervals: [1_000] }
    await expect.poll(countSince, looks).toBeGreaterThan(0)
    const status = () => browser.evaluateIn(`${own}icons/128.png`, readStatus(stage.orderId))
    await expect.poll(status).toContain('"filled"')
    expect(await stage.countDeposits()).toBe(1)
  } finally {
    await browser.close()
  }
})
