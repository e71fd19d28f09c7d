import { describe, expect, it } from 'vitest'
import { asNewUser } from './browser.ts'
import { uploadAs } from './files.ts'

describe('a list that is loaded again', () => {
  it('shows its last rows until the server replies, and nothing of them after signing out', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    await uploadAs(page, 'bonn.csv')
    await page.goto('/workdata/explorer?NameContains=coch')
    await page.getByRole('link', { name: 'cochem.csv', exact: true }).waitFor()
    let proceed = () => {}
    const held = new Promise<void>((resolve) => {
      proceed = resolve
    })
    await page.route('**/api/WorkDataQuery/CreateQuery', async (route) => {
      await held
      await route.continue()
    })

    const asked = page.waitForRequest(
      (request) =>
        request.url().endsWith('/api/WorkDataQuery/CreateQuery') && request.postData()?.includes('coch') === true,
    )
    await page.reload()

    await page.getByRole('link', { name: 'cochem.csv', exact: true }).waitFor()
    await asked
    proceed()
    await page
      .getByRole('button', { name: /Tamsin Okoro/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('You’re signed out').waitFor()
    expect(await page.evaluate(`sessionStorage.getItem('last-lists')`)).toBeNull()
  })
})
