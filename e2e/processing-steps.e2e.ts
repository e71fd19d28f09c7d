import { describe, expect, it } from 'vitest'
import { jobsThatUseThisStep } from '../apps/web/src/features/processing-steps/detail/texts.ts'
import { oopsSomethingWentWrong } from '../apps/web/src/features/shell/texts.ts'
import { tryOnTheFirstRows } from '../apps/web/src/features/start-job/texts.ts'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { JOB_STARTED } from './start-query.ts'

async function steps() {
  const page = await asNewUser()
  await page.goto('/processing-steps')
  await page.getByRole('link', { name: 'Clean table' }).first().waitFor()
  return page
}

describe('processing steps', () => {
  it('are found by any of their words, and reappear when filters are removed', async () => {
    const page = await steps()
    await expectAccessible(page)

    await page.getByLabel('Search steps').fill('outliers instruments')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByLabel('Search steps').fill('nothing like that')
    await page.getByText('No results for “nothing like that”').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()

    await page.getByRole('link', { name: 'Plot table' }).first().waitFor()
  })

  it('are found by what people want to do, and by category', { tags: 'long' }, async () => {
    const page = await steps()
    for (const [wanted, title] of [
      ['average per month', 'Aggregate table'],
      ['merge', 'Join tables'],
      ['pivot', 'Pivot table'],
    ]) {
      await page.getByLabel('Search steps').fill(wanted!)
      await expect.poll(() => page.getByRole('row').nth(1).textContent()).toContain(title)
    }
    await page.getByLabel('Search steps').fill('')
    await expect.poll(() => page.url()).not.toContain('find=')
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: /^Statistics/ }).press('Enter')
    await page.getByRole('radio', { name: /^Statistics/, checked: true }).waitFor()
    await page.getByRole('link', { name: 'Fit a curve' }).first().waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Clean table' }).count()).toBe(0)
    await expectAccessible(page)
  })

  it('run an example immediately, and show its results in the order and words of the step', async () => {
    const page = await steps()
    await page.getByRole('link', { name: 'Fit a curve' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Fit a curve' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Run the example “Discharge over level as a line”' }).click()
    await page.getByRole('heading', { level: 1, name: 'Fit a curve: Discharge over level as a line' }).waitFor()
    await page.getByRole('tab', { name: /^Results?/ }).click()
    await page.getByText('R²', { exact: true }).waitFor()

    const files = page.getByRole('region', { name: /^levels_/ })
    await expect
      .poll(() => files.evaluateAll((regions) => regions.map((region) => region.ariaLabel)))
      .toEqual(['levels_fit.plotly.json', 'levels_coefficients.csv', 'levels_fitted.parquet'])

    await page.goto('/processing-steps')
    const step = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Fit a curve' }) })
    const time = step.getByRole('cell').filter({ hasText: /^[\d.]+\s(ms|s)$/ })
    const median = await time.textContent()
    await step.getByRole('link', { name: 'Fit a curve' }).click()
    await page.getByText(`Median run time ${median}`, { exact: true }).waitFor()
  })

  it('show their inputs, outputs and parameters', async () => {
    const page = await steps()
    await page.getByRole('link', { name: 'Clean table' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Clean table' }).waitFor()
    await page.getByText('Cleaned table').filter({ visible: true }).first().waitFor()
    const returned = page.getByRole('region', { name: 'Returned values' })
    await expect.poll(() => returned.getByRole('term').allTextContents()).toEqual(['Rowsrows', 'Changeschanges'])
    await expectAccessible(page)

    await page.getByRole('tab', { name: 'Parameters' }).click()
    const outliers = page.getByRole('row', { name: /^outliers/ })
    await outliers.getByText('one of 3').waitFor()
    await outliers.getByText('none, hampel, iqr').waitFor()
    await expectAccessible(page)
    await page.getByText('JSON Schema').click()
    await page.getByText('"properties"').first().waitFor()
    await page.getByRole('tab', { name: 'Source' }).click()
    const manifest = page.getByRole('region', { name: 'Manifest of Clean table' })
    await expect.poll(() => manifest.textContent()).toContain('"title"')
    await page.getByRole('tab', { name: 'Jobs' }).click()
    await page.getByText(jobsThatUseThisStep).waitFor()
    await page.reload()

    await page.getByText(jobsThatUseThisStep).waitFor()
  })

  it('show how they were used, and start a job from their card', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    await page.goto('/processing-steps?view=cards')
    const card = page.getByRole('listitem').filter({ hasText: 'profile_table' })
    await card.getByRole('button', { name: 'Use this step' }).click()
    const panel = page.getByRole('dialog', { name: 'Start a job' })
    await panel.getByRole('button', { name: /cochem\.csv/ }).click()
    await panel.getByRole('button', { name: /^Start job/ }).click()
    await page.getByText(JOB_STARTED).first().waitFor()
    await page.goto('/jobs')
    await page.getByRole('table', { name: 'Jobs' }).getByText('Completed').waitFor()

    await page.goto('/processing-steps?view=cards')

    await card.getByText(/^1 job, median .+s$/).waitFor()
    await expectAccessible(page)
    await page.goto('/processing-steps')
    const row = page.getByRole('row').filter({ hasText: 'profile_table' })
    await row.getByText('100%').waitFor()
    await page.setViewportSize({ width: 1024, height: 768 })
    expect(await row.getByRole('link', { name: 'Profile table' }).boundingBox()).toMatchObject({
      height: expect.any(Number),
    })
    await expect
      .poll(() => page.getByRole('table').evaluate((table) => table.scrollWidth <= table.clientWidth))
      .toBe(true)
    await expectAccessible(page)
  })

  it('can be tried on the first rows before the whole file is processed', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv', gaugeCsv(1200))
    await page.goto('/processing-steps?view=cards')
    const card = page.getByRole('listitem').filter({ hasText: 'profile_table' })
    await card.getByRole('button', { name: 'Use this step' }).click()
    const panel = page.getByRole('dialog', { name: 'Start a job' })
    await panel.getByRole('button', { name: /cochem\.csv/ }).click()

    await panel.getByRole('button', { name: tryOnTheFirstRows }).click()

    const result = panel.getByRole('region', { name: 'Try' })
    await result.getByText('Summary, from the first rows').waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: /^Start job/ }).waitFor()
    await result.getByRole('link', { name: 'Open job' }).click()
    await page.getByRole('heading', { level: 1, name: /^Try: Profile table/ }).waitFor()
    await page.getByText('This job was a trial run. It is hidden from lists').waitFor()
    const tried = page.url()
    await page.goto('/jobs')
    await page.getByText('No jobs yet').waitFor()
    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: 'cochem.csv' }).first().waitFor()
    expect(await page.getByRole('link', { name: /cochem_/ }).count()).toBe(0)
    await page.goto(tried)
    await page.getByRole('button', { name: 'Keep', exact: true }).click()
    await page.getByText('This job was a trial run.', { exact: true }).waitFor()
    await page.goto('/workdata/explorer')
    await page
      .getByRole('link', { name: /cochem_/ })
      .first()
      .waitFor()
  })

  it('are tried on all rows of a small file, and say so', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'bonn.csv', gaugeCsv(50))
    await page.goto('/processing-steps?view=cards&find=profile_table')
    await page.getByRole('button', { name: 'Use this step' }).first().click()
    const panel = page.getByRole('dialog', { name: 'Start a job' })
    await panel.getByRole('button', { name: /bonn\.csv/ }).click()

    await panel.getByRole('button', { name: 'Try on all 50 rows', exact: true }).waitFor()
  })

  it('say in the start panel how long earlier jobs with as much data took, once there are three', {
    tags: 'long',
  }, async () => {
    const page = await asNewUser()
    const runsExample = async () => {
      await page.goto('/processing-steps?find=profile_table')
      await page.getByRole('link', { name: 'Profile table' }).first().click()
      await page
        .getByRole('button', { name: /^Run the example/ })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: /^Profile table: / }).waitFor()
      await page.getByText('Completed').first().waitFor({ timeout: 60_000 })
    }
    const opensPanel = async () => {
      await page.goto('/processing-steps?view=cards&find=profile_table')
      await page.getByRole('button', { name: 'Use this step' }).first().click()
      const panel = page.getByRole('dialog', { name: 'Start a job' })
      await panel.getByRole('button', { name: /\.csv/ }).first().click()
      await panel.getByRole('button', { name: /^Try on/ }).waitFor()
      return panel
    }
    const sentence = /^3 earlier jobs with data of this size took .+ and up to .+B of memory\.$/
    await runsExample()
    await runsExample()
    const before = await opensPanel()
    await page.waitForLoadState('networkidle')
    expect(await before.getByText(/earlier jobs with data/).count()).toBe(0)
    await runsExample()

    const panel = await opensPanel()

    await panel.getByText(sentence).waitFor()
    await expectAccessible(page)
  })

  it('can be started with one key press', { tags: 'long' }, async () => {
    const page = await steps()
    await page.getByRole('link', { name: 'Clean table' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Clean table' }).waitFor()

    await page.keyboard.press('n')

    await page.getByRole('dialog').getByText('clean_table').first().waitFor()
  })

  it('that do not exist show a “not found” page', async () => {
    const page = await steps()
    const nobody = Buffer.from('/api/Nonsense').toString('base64url')

    await page.goto(`/processing-steps/${nobody.slice(0, 3)}`)

    await page.getByText(oopsSomethingWentWrong).or(page.getByText('Step not found')).first().waitFor()
  })
})
