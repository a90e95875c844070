import type { Product, SavedFile } from './product'
import type { ViewLocator, ViewPage } from './view'

/** The history as a person uses it. */
export function createHistoryScreen<P extends ViewPage>(product: Product<P>, page: P) {
  const orders = page.getByTestId('order')
  const named = (name: string): ViewLocator => page.getByRole('button', { name, exact: true })
  const exportForm = page.locator('.export-details form')
  const backup = page.locator('.backup-details')

  async function openBackup(way: 'Back up' | 'Restore'): Promise<void> {
    const choice = backup.getByRole('radio', { name: way, exact: true })
    if (!(await choice.isVisible())) await backup.locator('summary').click()
    await choice.check()
  }

  return {
    page,
    orders,
    order: (orderId: string): ViewLocator => page.locator(`[data-order-id="${orderId}"]`),
    noMatch: page.locator('.empty').getByText('No order matches'),
    clearFilters: named('Clear filters'),
    async filter(by: 'Chain' | 'Token' | 'Time', value: string): Promise<void> {
      await page.getByRole('combobox', { name: by, exact: true }).selectOption(value)
    },
    /** Removes what is finished, as somebody who means it; gives where it is said what became of it. */
    async removeFinished(): Promise<ViewLocator> {
      if (!(await named('Remove finished orders').isVisible()))
        await page.getByText('Remove orders', { exact: true }).click()
      await named('Remove finished orders').click()
      await page.getByLabel('Type REMOVE to confirm').fill('remove')
      await named('Remove').click()
      return page.locator('.clear > p').last()
    },
    /** Has the orders that are shown written into a file, and reads it. */
    async save(format: 'CSV' | 'JSON'): Promise<SavedFile> {
      if (!(await exportForm.isVisible())) await page.getByText('Export', { exact: true }).click()
      await exportForm.getByRole('radio', { name: format, exact: true }).check()
      return product.saved(page, () => named('Save file').click())
    },
    search: page.getByRole('searchbox'),
    /** Has all orders written into a backup, and reads it. */
    async backUp(passphrase: string): Promise<SavedFile> {
      await openBackup('Back up')
      await backup.getByLabel('Passphrase', { exact: true }).fill(passphrase)
      await backup.getByLabel('Passphrase again', { exact: true }).fill(passphrase)
      return product.saved(page, () => named('Save backup').click())
    },
    /** Takes the orders of a backup; gives where it is said what became of it. */
    async restore(file: SavedFile, passphrase: string): Promise<ViewLocator> {
      await openBackup('Restore')
      await backup.getByLabel('Backup file', { exact: true }).setInputFiles({
        name: file.name,
        mimeType: 'text/plain',
        buffer: Buffer.from(file.text),
      })
      await backup.getByLabel('Passphrase', { exact: true }).fill(passphrase)
      await named('Restore').click()
      return backup.locator('.export > p').last()
    },
  }
}

export type HistoryScreen = ReturnType<typeof createHistoryScreen>
