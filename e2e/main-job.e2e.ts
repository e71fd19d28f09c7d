import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, gaugeCsv, openPage, signUpByPage } from './browser.ts'

/** Uploads a file on the upload page and waits until it is there. */
async function uploads(page: Page, name: string, content: string): Promise<void> {
  await page.goto('/workdata/upload')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page
      .getByRole('button', { name: /choose files/i })
      .first()
      .click(),
  ])
  await chooser.setFiles([{ name, mimeType: 'text/csv', buffer: Buffer.from(content) }])
  await page.getByText('Done', { exact: false }).first().waitFor()
}

describe('the main job', () => {
  it('runs the sample from the first visit to a visible plot in at most five clicks', async () => {
    const page = await openPage('/')
    await signUpByPage(page)

    await page.getByRole('button', { name: 'Run the sample' }).first().click()
    await page.getByText('The sample is done').waitFor({ timeout: 60_000 })

    const figure = page.frameLocator('iframe').first()
    await figure.locator('.main-svg').first().waitFor()
    await expectAccessible(page)
  })

  it('goes on with the sample when the tab is closed', async () => {
    const page = await openPage('/')
    await signUpByPage(page)
    await page.getByRole('button', { name: 'Run the sample' }).first().click()
    await page.getByText(/The sample (is running|is done)/).waitFor()
    const context = page.context()
    await page.close()

    const again = await context.newPage()
    await again.goto('/jobs')

    await again.getByRole('link', { name: 'Sample: plot the hydrograph' }).waitFor()
    await expect.poll(() => again.getByText('Completed').count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
  })

  it('uploads a table, queries it, plots the result, and runs again with another parameter', async () => {
    const page = await openPage('/')
    await signUpByPage(page)
    await uploads(page, 'rhine_gauges.csv', gaugeCsv())
    await page.goto('/workdata/explorer')
    await page
      .getByRole('link', { name: /rhine_gauges/ })
      .first()
      .click()
    await page.getByText('semicolon, decimal comma').waitFor()

    await page.getByRole('button', { name: /Start job with this/ }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: /Query tables/ }).click()
    await panel

      .getByRole('textbox', { name: 'Query' })
      .fill('select station, avg(level_cm) as mean_level from rhine_gauges group by station order by station')
    await panel.getByRole('button', { name: /^Start job/ }).click()
    await page.getByText('Job started').waitFor()

    await page.goto('/jobs')
    await page
      .getByRole('link', { name: /Query tables/ })
      .first()
      .click()
    await page.getByText('Completed').first().waitFor({ timeout: 30_000 })
    await page.getByText('mean_level').first().waitFor()
    await page.getByText('koeln').first().waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Run again…' }).click()
    const again = page.getByRole('dialog')
    await again.getByRole('textbox', { name: 'Query' }).fill('select count(*) as readings from rhine_gauges')
    await again.getByRole('button', { name: /^Start job/ }).click()
    await page.getByText('Job started').waitFor()
    await page.goto('/jobs')
    await expect.poll(() => page.getByRole('link', { name: /Query tables/ }).count()).toBe(2)
    await page
      .getByRole('link', { name: /Query tables/ })
      .first()
      .click()
    await page.getByText('readings').first().waitFor({ timeout: 30_000 })
  })

  it('says on the page what a failed job needs, in the step’s own words', async () => {
    const page = await openPage('/')
    await signUpByPage(page)
    await uploads(page, 'levels.csv', gaugeCsv(50))
    await page.goto('/workdata/explorer')
    await page
      .getByRole('link', { name: /levels/ })
      .first()
      .click()
    await page.getByRole('button', { name: /Start job with this/ }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: /Query tables/ }).click()
    await panel.getByRole('textbox', { name: 'Query' }).fill('select no_such_column from levels')
    await panel.getByRole('button', { name: /^Start job/ }).click()
    await page.getByText('Job started').waitFor()

    await page.goto('/jobs')
    await page
      .getByRole('link', { name: /Query tables/ })
      .first()
      .click()

    await page.getByText('Failed').first().waitFor({ timeout: 30_000 })
    await page
      .getByText(/no_such_column/)
      .first()
      .waitFor()
    await page
      .getByRole('button', { name: /[Rr]un again/ })
      .first()
      .waitFor()
  })
})

describe('the web app', () => {
  it('knows no path into the jobs service but the entry point and the fixed ones', async () => {
    const page = await openPage('/')
    await signUpByPage(page)
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => entry.name)
        .filter((name) => name.endsWith('.js')),
    )
    const texts = await Promise.all(
      scripts.map((address) => page.evaluate((from) => fetch(from).then((reply) => reply.text()), address)),
    )

    const paths = new Set(
      texts.flatMap((text) => text.match(/\/api\/(?!auth|account|user|keys|admin)[A-Za-z/]+/g) ?? []),
    )

    expect([...paths].filter((path) => !FIXED.includes(path))).toEqual([])
    expect(paths).toContain('/api/EntryPoint')
  })
})

/** Spec section 7, and the entry point. */
const FIXED = [
  '/api/EntryPoint',
  '/api/JobQuery/CreateQuery',
  '/api/JobQuery/CreateAdminQuery',
  '/api/ProcessingStepQuery/CreateQuery',
  '/api/ProcessingStepQuery/CreateAdminQuery',
  '/api/WorkDataQuery/CreateQuery',
  '/api/WorkDataQuery/CreateAdminQuery',
  '/api/Job/CreateJob',
  '/api/WorkDataRoot/QueryTags',
  '/api/WorkData/UploadWorkData',
]
