import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { noJobsOrFilesWithThisTag } from '../apps/web/src/features/groups/texts.ts'
import { asNewUser, expectAccessible, openAsNewUser } from './browser.ts'

it('a group shows the jobs, results and files with one tag, and downloads them as an archive', async () => {
  const page = await openAsNewUser()
  await page.request.post('/api/JobsRoot/RunSample', { headers: { origin: new URL(page.url()).origin } })
  await page.goto('/jobs')
  await page.getByRole('row').filter({ hasText: 'Completed' }).first().waitFor({ timeout: 120_000 })
  await page.getByRole('row').getByRole('button', { name: 'sample', exact: true }).first().click()
  await page.getByRole('link', { name: 'Open group' }).click()

  await page.getByRole('heading', { level: 1, name: 'sample' }).waitFor()
  await page.getByRole('list', { name: 'Jobs' }).getByText('Completed').first().waitFor()
  await page.getByRole('list', { name: 'Files' }).getByRole('link').first().waitFor()
  await page.getByRole('heading', { level: 2, name: 'Results' }).waitFor()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all as ZIP' }).click(),
  ])

  expect(download.suggestedFilename()).toBe('sample.zip')
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

it('a group of nothing says so', async () => {
  const page = await asNewUser()

  await page.goto(`/groups/${encodeURIComponent('river=köln/rhine')}`)

  await page.getByRole('heading', { level: 1, name: 'river=köln/rhine' }).waitFor()
  await page.getByText(noJobsOrFilesWithThisTag).waitFor()
  await expectAccessible(page)
})
