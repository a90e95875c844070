import type { Product } from '../support/product'
import { expect } from './expect'

/** Loses every database of the extension, as a browser short of space or a cleaner does. */
export async function loseDatabases(product: Product): Promise<void> {
  const page = await product.openPage('icons/128.png')
  const lost = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    for (const { name } of databases) {
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name ?? '')
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error)
      })
    }
    return databases.length
  })
  expect(lost).toBeGreaterThan(0)
  await page.close()
  await product.stopCauseway()
}
