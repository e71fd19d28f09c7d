import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { asUserOf } from './api-client.ts'
import { allowConsoleErrors, asNewUser, expectAccessible, openPage, signUpByPage } from './browser.ts'
import { longestGap } from './clean-table-form.ts'
import { uploadAs } from './files.ts'
import { manualWorker } from './manual-worker.ts'
import { startJob } from './start-job.ts'
import { JOB_STARTED, openJob, openStartPanel, startQuery } from './start-query.ts'

/** Starts a job that runs until it is canceled. The journey acts as the job's worker and never completes it. */
async function startEndless(page: Page, name: string): Promise<string> {
  const product = { url: inject('productUrl'), dataDirectory: inject('productData') }
  const worker = await manualWorker(product, 'never_ends')
  const file = await uploadAs(page, 'cochem.csv')
  const job = await startJob(await asUserOf(page), { name, step: 'never_ends', file })
  await worker.takes()
  return job
}

async function upload(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await uploadAs(page, name)
  }
}

/** Opens the start panel and chooses a file and a step. */
async function choose(page: Page, file: RegExp, step: RegExp) {
  await page.goto('/jobs?start=new')
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: file }).first().click()
  await panel.getByRole('button', { name: step }).first().click()
  return panel
}

describe('the start panel', () => {
  it('shows an error at its field, links to the field, and restores a default', async () => {
    const page = await asNewUser()
    await upload(page, 'cochem.csv')
    const panel = await choose(page, /cochem/, /Clean table/)

    const gap = await longestGap(panel)
    await gap.fill('5000')
    await panel.getByLabel('Job name').click()

    await panel.getByText('5,000 rows is more than 1,000 rows. Choose 1,000 rows or less.').waitFor()
    await panel.getByText('1 problem').first().waitFor()
    await panel.getByRole('button', { name: 'Longest gap to fill', exact: true }).click()
    await expect.poll(() => page.locator(':focus').getAttribute('inputmode')).toBe('decimal')
    await expectAccessible(page)
    await panel.getByRole('button', { name: /Longest gap to fill was changed/ }).click()
    await expect.poll(() => gap.inputValue()).toBe('4')
    await panel
      .getByRole('button', { name: /^Start job/ })
      .and(panel.locator(':not([aria-disabled])'))
      .waitFor()
  })

  it('completes column names from the chosen file, in the form and as JSON', async () => {
    const page = await asNewUser()
    await upload(page, 'cochem.csv')
    const panel = await choose(page, /cochem/, /Clean table/)

    await panel.getByText('Outliers', { exact: true }).first().click()
    await panel.getByLabel('Columns for outliers and gaps').click()
    await page.getByRole('option', { name: /level_cm/ }).click()
    expect(await page.getByRole('option', { name: /station/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await panel.getByRole('group', { name: 'Show parameters as' }).getByText('JSON').click()

    const text = await panel.getByLabel('Parameters as JSON').inputValue()
    expect(JSON.parse(text)).toMatchObject({ value_columns: ['level_cm'] })
    await panel.getByLabel('Parameters as JSON').fill(text.replace('level_cm', 'no_such_column'))
    await panel.getByText('Column no_such_column is not in cochem.csv. Choose another column.').first().waitFor()
  })

  it('shows the first rows of a query while it is written, or what is wrong with it', async () => {
    const page = await asNewUser()
    await upload(page, 'cochem.csv')
    const panel = await openStartPanel(page, 'query_table')
    const query = panel.getByRole('textbox', { name: 'Query' })

    await query.fill('select station, count(*) as readings from input group by station order by station')
    const rows = panel.getByRole('table', { name: 'First rows of the result' })
    await rows.getByRole('columnheader', { name: 'readings' }).waitFor()
    await panel.getByText('2 rows', { exact: true }).waitFor()
    await expectAccessible(page)
    await query.fill('select no_such from input')

    await panel.getByText('Column no_such not found.').waitFor()
    await rows.waitFor({ state: 'detached' })
    await query.fill('select * from input limit 1')
    await panel.getByText('1 row', { exact: true }).waitFor()
  })

  it('sets up a draft for the first of several files, and a job for each of the others', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await upload(page, 'koeln.csv', 'bonn.csv')
    await page.goto('/jobs?start=new')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /koeln.csv/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save as draft' }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    for (const name of ['koeln', 'bonn']) await page.getByRole('checkbox', { name: `Select ${name}.csv` }).click()
    await page.getByRole('button', { name: 'Choose step' }).click()
    await page
      .getByRole('button', { name: /Profile table/ })
      .first()
      .click()

    await page.getByRole('button', { name: /^Start 2 jobs/ }).click()

    await page.getByText('2 jobs started').waitFor()
    await page.goto('/jobs')
    await page.getByText('Completed').nth(2).waitFor()
    await expect.poll(() => page.getByRole('link', { name: /, (koeln|bonn)$/ }).count()).toBe(2)
  })

  it('creates a job for each of several files', async () => {
    const page = await asNewUser()
    await upload(page, 'koeln.csv', 'bonn.csv', 'mainz.csv')
    await page.goto('/jobs?start=new')
    const panel = page.getByRole('dialog')
    for (const name of ['koeln', 'bonn', 'mainz'])
      await panel.getByRole('checkbox', { name: `Select ${name}.csv` }).click()
    await panel.getByRole('button', { name: 'Choose step' }).click()
    await panel
      .getByRole('button', { name: /Profile table/ })
      .first()
      .click()

    await panel.getByRole('button', { name: /^Start 3 jobs/ }).click()

    await page.getByText('3 jobs started').waitFor()
    await page.goto('/jobs')
    for (const name of ['koeln', 'bonn', 'mainz'])
      await page.getByRole('link', { name: `Profile table, ${name}` }).waitFor()
  })

  it('opens with the selection in its URL', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await upload(page, 'cochem.csv')
    const panel = await choose(page, /cochem/, /Plot table/)
    await panel.getByLabel('Job name').waitFor()
    await expect.poll(() => page.url()).toContain('step.')

    await page.reload()

    await page.getByRole('dialog').getByLabel('Color by').waitFor()
    await expect.poll(() => page.getByRole('dialog').getByLabel('Job name').inputValue()).toBe('Plot table, cochem')
  })

  it('does not reopen on Back after it was closed', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await page.goto('/processing-steps')
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByText('No jobs yet').waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog').getByText('Not chosen yet').first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)

    await page.goBack()
    await page.goBack()

    await page.getByRole('heading', { level: 1, name: 'Processing steps' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('starts jobs and copies links on plain HTTP, where browsers offer neither random ids nor a clipboard', {
    tags: 'long',
  }, async () => {
    const page = await openPage('/')
    await page.addInitScript(`delete Crypto.prototype.randomUUID
      Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined })`)
    await signUpByPage(page)
    await upload(page, 'cochem.csv')
    const panel = await choose(page, /cochem/, /Query tables/)
    await panel.getByRole('textbox', { name: 'Query' }).fill('select 1 as one')
    await panel.getByLabel('Job name').fill('Alpha')
    await panel.getByRole('button', { name: /^Start job/ }).click()
    await page.getByText(JOB_STARTED).first().waitFor()
    await page.goto('/jobs')
    await page.getByRole('link', { name: 'Alpha' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Alpha' }).waitFor()

    // The button says "Copied" only for a moment, so the wait starts before the click.
    await Promise.all([
      page.getByRole('button', { name: 'Copied' }).waitFor(),
      page.getByRole('button', { name: 'Copy link' }).click(),
    ])

    const address = page.url()
    await page.goto('/jobs')
    await page.getByLabel('Search jobs', { exact: true }).press('ControlOrMeta+v')
    await expect.poll(() => page.getByLabel('Search jobs', { exact: true }).inputValue()).toBe(address)
  })

  it('saves a draft that can be completed on its page', async () => {
    const page = await asNewUser()
    await upload(page, 'cochem.csv')
    await page.goto('/jobs?start=new')
    await page.getByRole('dialog').getByRole('button', { name: 'Choose step' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Profile table/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save as draft' }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Profile table' }).waitFor()

    await page
      .getByRole('button', { name: /cochem.csv/ })
      .first()
      .click()
    await page.getByLabel('Job name').fill('Saved, then started')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Saved, then started' }).waitFor()
    await page.getByRole('button', { name: /^Start job/ }).click()

    await page.getByText('Completed').first().waitFor()
    await page.getByRole('tab', { name: 'Result' }).waitFor()
  })
})

describe('a job', () => {
  it('loses its Cancel button when the server no longer offers the action', async () => {
    const page = await asNewUser()
    await openJob(page, await startEndless(page, 'Endless'))
    await page.getByText('Running').first().waitFor()
    await page.getByRole('button', { name: 'Cancel job' }).waitFor()
    await expectAccessible(page)

    const elsewhere = await page.context().newPage()
    await elsewhere.goto(page.url())
    await elsewhere.getByRole('button', { name: 'Cancel job' }).click()
    await elsewhere.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click()

    await page.getByText('Canceled by Tamsin Okoro').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Cancel job' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Run again' }).waitFor()
  })

  it('is renamed in place and shows its history', async () => {
    const page = await asNewUser()
    await upload(page, 'cochem.csv')
    await openJob(page, await startQuery(page, 'select 1 as one', 'First name'))

    await page.getByRole('heading', { level: 1 }).getByRole('button', { name: 'First name' }).click()
    await page.getByLabel('Job name').fill('Second name')
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { level: 1, name: 'Second name' }).waitFor()
    await page.getByText('Completed').first().waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByText('Queued', { exact: true }).waitFor()
  })

  it('shows “not found” once it is deleted', async () => {
    const page = await asNewUser()
    const code = Buffer.from('/api/Job/01a1f943-461a-77db-a866-1378cf9f6076').toString('base64url')

    await page.goto(`/jobs/${code}`)

    await page.getByText('Job not found').waitFor()
    allowConsoleErrors(/404/)
    await page.getByRole('link', { name: 'Back to jobs' }).click()
    await page.getByText('No jobs yet').waitFor()
  })
})

describe('the job list', () => {
  it('keeps its filters in the URL and names those without matches', async () => {
    const page = await asNewUser()
    await upload(page, 'cochem.csv')
    await startQuery(page, 'select 1 as one', 'Alpha')
    await startQuery(page, 'select no_such_column from cochem', 'Beta')
    await page.goto('/jobs?PageSize=0&SortBy=Colour&State=Sleeping')
    await page.getByRole('link', { name: 'Alpha' }).waitFor()

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'State is' }).click()
    await page.getByRole('button', { name: 'Failed' }).click()
    await page.getByRole('link', { name: 'Beta' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Alpha' }).count()).toBe(0)
    await expect.poll(() => page.url()).toContain('State=Error')

    await page.reload()
    await page.getByRole('link', { name: 'Beta' }).waitFor()
    await page.getByLabel('Search jobs', { exact: true }).fill('Gamma')
    await page.getByText('No jobs match your filters').waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('link', { name: 'Alpha' }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  it('runs bulk actions only on jobs that list the action', async () => {
    const page = await asNewUser()
    await upload(page, 'cochem.csv')
    await startQuery(page, 'select 1 as one', 'Alpha')
    await startEndless(page, 'Endless')
    await page.goto('/jobs')
    await page.getByText('Running').first().waitFor()
    await page.getByText('Completed').nth(1).waitFor()

    await page.getByRole('checkbox', { name: 'Select all jobs on this page' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel 1 of 2' }).click()
    await page.getByRole('button', { name: 'Cancel 1 job' }).click()

    await page.getByText('1 job canceled').waitFor()
    await page.locator('tbody').getByText('Canceled').waitFor()
  })

  it('delays new rows while the pointer is on the list', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await upload(page, 'cochem.csv')
    await startQuery(page, 'select 1 as one', 'Alpha')
    await page.goto('/jobs')
    await page.getByRole('link', { name: 'Alpha' }).waitFor()
    await page.locator('tbody tr').first().hover()

    await startQuery(page, 'select 2 as two', 'Omega')

    await page.getByRole('button', { name: '1 new job' }).click()
    await page.getByRole('link', { name: 'Omega' }).waitFor()
  })

  it('can be used by keyboard', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await upload(page, 'cochem.csv')
    await startQuery(page, 'select 1 as one', 'Alpha')
    await page.goto('/jobs')
    await page.getByRole('link', { name: 'Alpha' }).waitFor()

    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByText('1 selected').count()).toBe(0)
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { level: 1, name: 'Alpha' }).waitFor()
  })

  it('fits a phone', { tags: 'long' }, async () => {
    const page = await asNewUser({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await upload(page, 'cochem.csv')
    await startQuery(page, 'select 1 as one', 'Alpha')
    await page.goto('/jobs')
    await page.getByRole('link', { name: /Alpha/ }).waitFor()
    expect(await page.locator('table').count(), 'tables that a phone does not show').toBe(0)

    await page.getByRole('link', { name: /Alpha/ }).click()

    await page.getByRole('tab', { name: 'Result' }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await expectAccessible(page)
  })
})
