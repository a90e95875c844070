import { launchBare } from '../support/bare-browser'
import { expect, test } from './fixtures'
import { moments } from './moments'
import { reviewOrder } from './stage'
import { countCalls } from './steps'

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
  test.setTimeout(480_000)
  const { control, extensionId, info, session } = product
  const { extension, wallet } = world
  await dapp.bringToFront()
  const stage = await reviewOrder(product, 'ERC-20')
  await moments.followed.reach(stage)
  // A service that is out: the pauses between two looks grow past the life of an idle worker.
  const outage = { kind: 'status', status: 503, body: 'Service Unavailable' } as const
  await control.setFault('orders', outage)
  await control.setFault('order', outage)
  await control.release()
  const readsPath = `/v1/orders/${info.accounts.evm.address}`
  const readsBefore = await countCalls(product, 'GET', readsPath)
  // After 5 s, 10 s and 20 s, whoever looks on: a service that fails is given its time.
  const looks = { message: 'four looks fail', timeout: 90_000 }
  await expect
    .poll(() => countCalls(product, 'GET', readsPath), looks)
    .toBeGreaterThanOrEqual(readsBefore + 4)
  await session.kill()

  const browser = await launchBare({ extensions: [extension, wallet], profile: session.profile })
  try {
    const own = `chrome-extension://${extensionId}/`
    const isAwake = async () =>
      (await browser.runningWorkers()).some((address) => address.startsWith(own))
    const countReads = () => countCalls(product, 'GET', readsPath)
    await expect.poll(isAwake, { message: 'the worker starts' }).toBe(true)
    await expect
      .poll(isAwake, { message: 'the worker falls asleep', timeout: 150_000, intervals: [1_000] })
      .toBe(false)
    await control.clearFaults()
    const reads = await countReads()
    await expect
      .poll(countReads, { message: 'an alarm wakes it', timeout: 200_000, intervals: [1_000] })
      .toBeGreaterThan(reads)
    const status = () => browser.evaluateIn(`${own}icons/128.png`, readStatus(stage.orderId))
    await expect.poll(status).toContain('"filled"')
    expect(await stage.countDeposits()).toBe(1)
  } finally {
    await browser.close()
  }
})
