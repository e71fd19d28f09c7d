import { describe, expect, it } from 'vitest'
import { asNewUser } from './browser.ts'
import { uploadAs } from './files.ts'

/** Every fourth line has two cells too many. */
const HOPELESS = `a,b,c\n${Array.from({ length: 500 }, (_, row) => (row % 4 === 3 ? '1,2,3,4,5' : '1,2,3')).join('\n')}\n`

describe('the steps that the start panel and the page of a file propose', () => {
  it('read the file: table steps are not for a broken CSV file', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'hopeless.csv', HOPELESS)
    await uploadAs(page, 'cochem.csv')
    const opensStepsFor = async (file: string) => {
      await page.goto('/workdata/explorer')
      await page.getByRole('link', { name: file, exact: true }).click()
      await page.getByRole('button', { name: /^Start job with this/ }).click()
    }

    await opensStepsFor('hopeless.csv')
    const plot = page.getByRole('dialog').getByRole('button', { name: /Plot table/ })
    await plot.filter({ hasText: 'no table found in the file' }).waitFor()

    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: 'hopeless.csv', exact: true }).click()
    await page
      .getByRole('button', { name: /^Start .* with hopeless\.csv$/ })
      .first()
      .waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Start Plot table with hopeless.csv' }).count()).toBe(0)

    await opensStepsFor('cochem.csv')
    await plot.filter({ hasText: 'accepts CSV' }).waitFor()
  })
})
