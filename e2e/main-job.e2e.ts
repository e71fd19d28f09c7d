import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { asNewUser, expectAccessible, openAsNewUser, openPage, signUpByPage } from './browser.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { JOB_STARTED } from './start-query.ts'

/** Uploads a file on the upload page and waits until it is listed. */
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

/** Turns animations on, as most users see them. The other journeys are faster without animations. */
const MOVING = { reducedMotion: 'no-preference' } as const

async function choose(page: Page, step: RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: step }).click()
}

/** Enters the query in the start panel and starts the job. */
async function query(page: Page, sql: string): Promise<void> {
  await page.getByRole('dialog').getByRole('textbox', { name: 'Query' }).fill(sql)
  await start(page)
}

async function start(page: Page): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start job/ })
    .click()
  await page.getByText(JOB_STARTED).first().waitFor()
}

async function jobsNamed(page: Page, name: RegExp): Promise<number> {
  await page.goto('/jobs')
  await page.getByRole('link', { name }).first().waitFor()
  return page.getByRole('link', { name }).count()
}

async function opensNewest(page: Page, name: RegExp): Promise<void> {
  await page.goto('/jobs')
  await page.getByRole('link', { name }).first().click()
}

describe('the main job', () => {
  it('runs the sample from the first visit to a visible plot in at most five clicks', async () => {
    const page = await openPage('/', MOVING)
    await signUpByPage(page)

    await page.getByRole('button', { name: 'Run the sample' }).first().click()
    await page.getByText('The sample is complete').waitFor({ timeout: 60_000 })

    const figure = page.frameLocator('iframe').first()
    await figure.locator('.main-svg').first().waitFor()
    await expectAccessible(page)
  })

  it('continues the sample after the tab is closed', { tags: 'long' }, async () => {
    const page = await openAsNewUser(MOVING)
    await page.getByRole('button', { name: 'Run the sample' }).first().click()
    await page.getByText(/The sample (is running|is complete)/).waitFor()
    const context = page.context()
    await page.close()

    const again = await context.newPage()
    await again.goto('/jobs')

    await again.getByRole('link', { name: 'Sample: plot the hydrograph' }).waitFor()
    await expect.poll(() => again.getByText('Completed').count(), { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
  })

  it('uploads a table, queries it, plots the result, runs again with another parameter, and cancels one', async () => {
    const page = await asNewUser()
    await uploads(page, 'rhine_gauges.csv', gaugeCsv())
    await page.goto('/workdata/explorer')
    await page
      .getByRole('link', { name: /rhine_gauges/ })
      .first()
      .click()
    await page.getByText('semicolon-separated, decimal comma').waitFor()

    await page.getByRole('button', { name: /Start job with this/ }).click()
    await choose(page, /Query tables/)
    await query(page, 'select timestamp, station, level_cm from rhine_gauges order by timestamp')
    await opensNewest(page, /Query tables/)
    await page.getByText('Completed').first().waitFor()
    await page.getByText('koeln').first().waitFor()

    await page.getByRole('button', { name: 'Start job with result' }).click()
    await choose(page, /Plot table/)
    await start(page)
    await opensNewest(page, /Plot table/)
    await page.frameLocator('iframe').first().locator('.main-svg .scatterlayer').first().waitFor()

    await opensNewest(page, /Query tables/)
    await page.getByRole('button', { name: 'Run again…' }).click()
    await query(page, 'select count(*) as readings from rhine_gauges')
    await expect.poll(() => jobsNamed(page, /Query tables/)).toBe(2)
    await opensNewest(page, /Query tables/)
    await page.getByText('readings').first().waitFor()

    await page.getByRole('button', { name: 'Run again…' }).click()
    await query(page, 'select sum(a.range * b.range) from range(1000000000) a, range(1000) b')
    await expect.poll(() => jobsNamed(page, /Query tables/)).toBe(3)
    await opensNewest(page, /Query tables/)
    await page.getByRole('button', { name: 'Cancel job' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click()
    await page.getByText('Canceled').first().waitFor()
  })

  it('shows above the results what the step warned of', async () => {
    const page = await asNewUser()
    await uploads(page, 'dates.csv', 'day,level\n01/02/2023,5\n03/04/2023,6\n05/06/2023,7\n')
    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: /dates/ }).first().click()
    await page.getByRole('button', { name: /Start job with this/ }).click()
    await choose(page, /Convert table/)
    await start(page)
    await opensNewest(page, /Convert table/)

    await page
      .getByRole('region', { name: 'Warnings' })
      .getByText(/would fit as well/)
      .waitFor()
    await expectAccessible(page)
  })

  it('shows the step’s error message on a failed job’s page', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploads(page, 'levels.csv', gaugeCsv(50))
    await page.goto('/workdata/explorer')
    await page
      .getByRole('link', { name: /levels/ })
      .first()
      .click()
    await page.getByRole('button', { name: /Start job with this/ }).click()
    await choose(page, /Query tables/)
    await query(page, 'select no_such_column from levels')
    await opensNewest(page, /Query tables/)

    await page.getByText('Failed').first().waitFor()
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
  it('contains no path of the jobs service except the entry point and the fixed ones', async () => {
    const texts = await allScripts(inject('productUrl'))

    const paths = new Set(
      texts.flatMap((text) => text.match(/\/api\/(?!auth|account|user|keys|admin)[A-Za-z/]+/g) ?? []),
    )

    expect(texts.length).toBeGreaterThan(50)
    expect([...paths].filter((path) => !FIXED.includes(path))).toEqual([])
    expect(paths).toContain('/api/EntryPoint')
  })
})

/** Returns the code of the whole app: every script that is reachable from the first page, even if never opened. */
async function allScripts(url: string): Promise<string[]> {
  const texts = new Map<string, string>()
  const waiting = namesIn(await (await fetch(url)).text())
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (texts.has(name)) continue
    const reply = await fetch(`${url}/assets/${name}`)
    expect(reply.status, name).toBe(200)
    const text = await reply.text()
    texts.set(name, text)
    waiting.push(...namesIn(text))
  }
  return [...texts.values()]
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/(?:\.|assets)\/([\w$-]+-[\w-]{8}\.js)\b/g)].map(([, name = '']) => name)
}

/** The fixed paths of spec section 7, and the entry point. */
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
