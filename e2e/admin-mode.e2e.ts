import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { asNewUser, asUser } from './browser.ts'
import { uploadAs } from './files.ts'
import { openJob, startQuery } from './start-query.ts'

/** Creates another user with a job, and returns the addresses of the job and of its result. */
async function jobOfAnother(): Promise<{ job: string; result: string }> {
  const page = await asNewUser({ name: 'Bob Builder' })
  await uploadAs(page, 'cochem.csv')
  await openJob(page, await startQuery(page, 'select 1 as one'))
  await page.getByRole('button', { name: 'Start job with result' }).first().waitFor()
  const job = page.url()
  await page
    .getByRole('link', { name: /\.(csv|parquet)$/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Start job with this' }).first().waitFor()
  return { job, result: page.url() }
}

const starts = (page: Page) =>
  page.getByRole('button', { name: /^(Run again|Start job with|Use as input|Start .* with)/ })

describe('admin mode', () => {
  it('does not offer to rerun another user’s job or to start one with another user’s data', async () => {
    const { job, result } = await jobOfAnother()
    const page = await asUser(inject('administrator'))

    await page.goto(job)
    await page.getByText('Completed').first().waitFor()
    expect(await starts(page).count()).toBe(0)
    await page.goto(result)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Download' }).first().waitFor()
    expect(await starts(page).count()).toBe(0)
  })
})
