import { launchChromium, openPage } from '../support/launch'
import { expect, test } from './fixtures'

test("a store's build compares the signing page without access to its site", async ({ world }) => {
  const { ungranted } = world
  const session = await launchChromium({ extensions: [ungranted], headless: true, isStill: true })
  try {
    const id = await session.extensionId(ungranted)
    const settings = `chrome-extension://${id}/popup.html?view=tab#/settings`
    const page = await openPage(session.context, settings)
    await page.getByText('Compare the signing page').click()
    await page.getByRole('button', { name: 'Check now', exact: true }).click()
    await expect(page.locator('.signing')).toContainText('serves the page of this version.')
    expect(await page.evaluate('chrome.permissions.getAll().then((all) => all.origins)')).toEqual(
      [],
    )
  } finally {
    await session.close()
  }
})
