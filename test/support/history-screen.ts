import type { Download, Locator, Page } from '@playwright/test'

/** The history as a person uses it. */
export function createHistoryScreen(page: Page) {
  const orders = page.getByTestId('order')
  const named = (name: string): Locator => page.getByRole('button', { name, exact: true })
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
    order: (orderId: string): Locator => page.locator(`[data-order-id="${orderId}"]`),
    noMatch: page.locator('.empty').getByText('No order matches'),
    clearFilters: named('Clear filters'),
    async filter(by: 'Chain' | 'Token' | 'Time', value: string): Promise<void> {
      await page.getByRole('combobox', { name: by, exact: true }).selectOption(value)
    },
    /** Removes what is finished, as somebody who means it; gives where it is said what became of it. */
    async removeFinished(): Promise<Locator> {
      if (!(await named('Remove finished orders').isVisible()))
        await page.getByText('Remove orders', { exact: true }).click()
      await named('Remove finished orders').click()
      await page.getByLabel('Type REMOVE to confirm').fill('remove')
      await named('Remove').click()
      return page.locator('.clear > p').last()
    },
    /** Has the orders that are shown written into a file, and reads it. */
    async save(format: 'CSV' | 'JSON'): Promise<{ name: string; text: string }> {
      if (!(await exportForm.isVisible())) await page.getByText('Export', { exact: true }).click()
      await exportForm.getByRole('radio', { name: format, exact: true }).check()
      const started = page.waitForEvent('download')
      await named('Save file').click()
      return readDownload(await started)
    },
    search: page.getByRole('searchbox'),
    /** Has all orders written into a backup, and reads it. */
    async backUp(passphrase: string): Promise<{ name: string; text: string }> {
      await openBackup('Back up')
      await backup.getByLabel('Passphrase', { exact: true }).fill(passphrase)
      await backup.getByLabel('Passphrase again', { exact: true }).fill(passphrase)
      const started = page.waitForEvent('download')
      await named('Save backup').click()
      return readDownload(await started)
    },
    /** Takes the orders of a backup; gives where it is said what became of it. */
    async restore(file: { name: string; text: string }, passphrase: string): Promise<Locator> {
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

async function readDownload(download: Download): Promise<{ name: string; text: string }> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') }
}
