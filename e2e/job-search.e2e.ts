import { expect, it } from 'vitest'
import { asNewUser } from './browser.ts'
import { uploadAs } from './files.ts'
import { startQuery } from './start-query.ts'

it('finds jobs by a parameter and by what they logged', async () => {
  const page = await asNewUser()
  await uploadAs(page, 'cochem.csv')
  await startQuery(page, 'select 1 as one', 'Alpha')
  await startQuery(page, 'select no_such_column', 'Beta')
  const links = page.locator('tbody').getByRole('link', { name: /^(Alpha|Beta)$/ })
  const shown = (...names: string[]) => expect.poll(() => links.allTextContents()).toEqual(names)
  const filter = async (label: string, text: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: label }).click()
    await page.getByRole('searchbox', { name: label }).fill(text)
    await page.keyboard.press('Enter')
  }
  await page.goto('/jobs')
  await page.locator('tbody').getByText('Failed', { exact: true }).waitFor()

  await filter('Parameter is', 'Query = AS ONE')
  await shown('Alpha')
  await page.getByRole('button', { name: 'Remove filter Parameter is' }).click()
  await shown('Beta', 'Alpha')
  await filter('Log contains', 'NO_SUCH_column')
  await shown('Beta')
  await page.reload()
  await shown('Beta')

  await page.goto('/jobs?Name=no_such_column')
  await page.getByRole('button', { name: 'Search logs', exact: true }).click()
  await shown('Beta')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/jobs?log=${'long'.repeat(100)}`)
  const box = await page.getByRole('button', { name: /^Clear “Log contains long/ }).boundingBox()
  expect(box?.x).toBeGreaterThan(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(390)
})
