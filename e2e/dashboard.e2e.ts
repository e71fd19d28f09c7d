import type { DashboardProperties } from '@millrace/contracts/dashboard'
import type { SirenDocument } from '@millrace/siren/document'
import { describe, expect, it } from 'vitest'
import { youreAllCaughtUp } from '../apps/web/src/features/dashboard/texts.ts'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { startQuery } from './start-query.ts'

const PROBLEM = {
  type: 'https://millrace.dev/problems/query-too-slow',
  title: 'The query took too long',
  status: 422,
  code: 'query-too-slow',
  detail: 'The query took longer than 3 s and was stopped.',
} as const

describe('the dashboard', () => {
  it('shows the other sections if one cannot be loaded, and tries that one again', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    await startQuery(page, 'select * from input')
    await page.goto('/jobs')
    await page.getByRole('row').getByText('Completed').first().waitFor()
    let fails = true
    await page.route('**/api/Dashboard?*', async (route) => {
      const reply = await route.fetch()
      const body = (await reply.json()) as SirenDocument<DashboardProperties>
      if (fails) body.properties.Failures = [{ Part: 'StoppedJob', Problem: PROBLEM }]
      await route.fulfill({ response: reply, json: body })
    })

    await page.goto('/dashboard')

    const section = page.getByRole('region', { name: 'Needs you' })
    await section.getByRole('alert').getByText('The query took longer than 3 s and was stopped.').waitFor()
    await page.getByRole('region', { name: 'Latest results' }).getByRole('link').first().waitFor()
    await page
      .getByRole('region', { name: 'Workers' })
      .getByText(/^\d+ workers? online$/)
      .waitFor()
    const activity = page.getByRole('region', { name: 'Activity' })
    expect(await activity.getByRole('link').allTextContents()).toEqual([
      expect.stringContaining('Query tables, cochem'),
      expect.stringContaining('cochem.csv'),
    ])
    await expectAccessible(page)
    fails = false
    await section.getByRole('button', { name: 'Try again' }).click()
    await section.getByText(youreAllCaughtUp).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)

    await page.getByRole('region', { name: 'Start a job' }).getByRole('button', { name: 'Start job' }).click()
    await page.getByRole('dialog', { name: 'Start a job' }).waitFor()
  })

  it('offers a job with the files that were just uploaded', async () => {
    const page = await asNewUser()
    await page.goto('/dashboard')
    const upload = (names: string[]) =>
      page
        .getByLabel('Files to upload')
        .setInputFiles(names.map((name) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(`a,b\n1,${name}\n`) })))

    await upload(['before.csv', 'after.csv'])
    await page.getByRole('button', { name: 'Start job with 2 files' }).click()

    const panel = page.getByRole('dialog', { name: 'Start a job' })
    await panel.getByText('before.csv').first().waitFor()
    await panel.getByText('after.csv').first().waitFor()
  })
})
