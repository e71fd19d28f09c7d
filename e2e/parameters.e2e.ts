import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { parametersMustBeAnObject } from '../apps/web/src/components/schema-form/texts.ts'
import { parametersNotAccepted } from '../apps/web/src/features/start-job/texts.ts'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { longestGap } from './clean-table-form.ts'
import { uploadAs } from './files.ts'
import { JOB_STARTED, openStartPanel, startQuery } from './start-query.ts'

/** Returns the start panel of a new user, with a new file and a step already chosen. */
async function panelWith(step: string): Promise<{ page: Page; panel: Locator }> {
  const page = await asNewUser()
  await uploadAs(page, 'cochem.csv')
  return { page, panel: await openStartPanel(page, step) }
}

/** Replaces the parameters that the page sends, to make the server refuse them. */
async function meddle(page: Page, parameters: Record<string, unknown>): Promise<void> {
  await page.route('**/ConfigureProcessing', async (route) => {
    const sent = route.request().postDataJSON() as object
    await route.continue({ postData: JSON.stringify({ ...sent, ...parameters }) })
  })
}

async function startJob(panel: Locator, name: RegExp): Promise<void> {
  await panel.getByRole('button', { name }).click()
}

function chooseMode(panel: Locator, mode: 'Form' | 'JSON'): Promise<void> {
  return panel.getByRole('group', { name: 'Show parameters as' }).getByText(mode).click()
}

describe('parameters', () => {
  it('are marked at their field if the server refuses them, even in JSON, and no input is lost', async () => {
    const { page, panel } = await panelWith('clean_table')
    await expect.poll(() => panel.getByLabel('Job name').inputValue()).toBe('Clean table, cochem')
    await panel.getByLabel('Job name').fill('A name of my own')
    const field = await longestGap(panel)
    await field.fill('7')
    await meddle(page, { longest_gap: 5000 })

    await startJob(panel, /^Start job/)

    await panel.getByText(parametersNotAccepted).waitFor()
    await panel
      .getByText('Longest gap to fill: 5,000 rows is more than 1,000 rows. Choose 1,000 rows or less.')
      .waitFor()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await panel.getByText('5,000 rows is more than 1,000 rows. Choose 1,000 rows or less.', { exact: true }).waitFor()
    await expectAccessible(page)
    await chooseMode(panel, 'JSON')
    expect(JSON.parse(await panel.getByLabel('Parameters as JSON').inputValue())).toMatchObject({ longest_gap: 7 })
    await panel
      .getByText('Longest gap to fill: 5,000 rows is more than 1,000 rows. Choose 1,000 rows or less.')
      .nth(1)
      .waitFor()
    await page.unroute('**/ConfigureProcessing')
    await chooseMode(panel, 'Form')
    expect(await panel.getByLabel('Job name').inputValue()).toBe('A name of my own')
    await field.fill('8')
    await startJob(panel, /^Try again/)
    await page.getByText(JOB_STARTED).first().waitFor()
    allowConsoleErrors(/422/)
  })

  it('do not block another attempt if the server refuses a parameter that has no field', { tags: 'long' }, async () => {
    const { page, panel } = await panelWith('profile_table')
    await meddle(page, { nonsense: 1 })

    await startJob(panel, /^Start job/)

    await panel.getByText('nonsense: The step has no parameter with this name. Remove it.').waitFor()
    await page.unroute('**/ConfigureProcessing')
    await startJob(panel, /^Try again/)
    await page.getByText(JOB_STARTED).first().waitFor()
    allowConsoleErrors(/422/)
  })

  it('typed as JSON are kept when switching to the form, until those of an earlier job replace them', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    await startQuery(page, 'select count(*) from input')
    const panel = await openStartPanel(page, 'query_table')
    await panel.getByRole('textbox', { name: 'Query' }).waitFor()
    await chooseMode(panel, 'JSON')
    const text = panel.getByLabel('Parameters as JSON')

    await text.fill('{ "query": "select 1", oops')

    await panel.getByText('1 problem').waitFor()
    await chooseMode(panel, 'Form')
    await panel.getByRole('textbox', { name: 'Query' }).waitFor()
    await chooseMode(panel, 'JSON')
    await expect.poll(() => text.inputValue()).toBe('{ "query": "select 1", oops')
    await panel.getByRole('button', { name: 'Copy from an earlier job' }).click()
    await page.getByRole('button', { name: /^(Completed|Running|Queued)? ?Query tables, cochem/ }).click()
    await expect.poll(() => text.inputValue()).toContain('select count(*) from input')
    await text.fill('[1, 2]')
    await panel.getByText(parametersMustBeAnObject).waitFor()
    await text.fill('{ "sql": 7, "nonsense": true, "output_format": "xml" }')
    for (const label of ['Query', 'nonsense', 'Write as']) await panel.getByText(new RegExp(`^${label}: `)).waitFor()
    await expectAccessible(page)
  })

  it('take a typed column when the field is left, and say so if the file has no such column', {
    tags: 'long',
  }, async () => {
    const { page, panel } = await panelWith('clean_table')
    const column = panel.getByRole('combobox', { name: 'Series column' })
    const listed = page.getByRole('listbox')

    await column.fill('Level_CM')
    await listed.waitFor()
    await page.keyboard.press('Tab')

    await expect.poll(() => column.inputValue()).toBe('level_cm')
    await panel.getByText('1 changed').first().waitFor()
    await column.fill('water_level')
    await page.keyboard.press('Tab')
    await panel
      .getByText(/is not in cochem\.csv/)
      .first()
      .waitFor()
    expect(await column.inputValue()).toBe('water_level')
    await column.fill('station')
    await listed.waitFor()
    await page.keyboard.press('Escape')
    await listed.waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    expect(await column.inputValue()).toBe('water_level')
  })

  it('are shown in groups, the first open, and dimmed while they do not apply', async () => {
    const { page, panel } = await panelWith('clean_table')
    const threshold = panel.getByRole('textbox', { name: 'Outlier threshold', exact: true })
    await panel.getByLabel('Time column').waitFor()
    expect(await threshold.isVisible()).toBe(false)

    await panel.locator('summary', { hasText: 'Outliers' }).first().focus()
    await page.keyboard.press('Enter')

    await panel.getByText('Only used when Outlier method is Hampel or IQR.').first().waitFor()
    expect(await threshold.isDisabled()).toBe(true)
    await expectAccessible(page)
    await panel.getByRole('group', { name: 'Outlier method' }).getByText('IQR').click()
    await expect.poll(() => threshold.isEnabled()).toBe(true)
    await panel.getByText('Only used when Outlier method is Hampel.').waitFor()
    const slider = panel.getByRole('slider', { name: 'Outlier threshold, slider' })
    await slider.focus()
    await page.keyboard.press('End')
    await expect.poll(() => threshold.inputValue()).toBe('100')
    await page.keyboard.press('Home')
    await expect.poll(() => threshold.inputValue()).toBe('0.5')
    await panel.getByText('2 changed').first().waitFor()
  })

  it('of a failed job can be corrected next to the reason for the failure', { tags: 'long' }, async () => {
    const { page, panel } = await panelWith('query_table')
    await panel.getByRole('textbox', { name: 'Query' }).fill('select no_such_column from input')
    await startJob(panel, /^Start job/)
    await page.getByText(JOB_STARTED).first().waitFor()
    await page.goto('/jobs')
    await page.getByRole('link', { name: 'Query tables, cochem' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Query tables, cochem' }).waitFor()

    await page.getByRole('button', { name: 'Run again…' }).first().click()

    await panel
      .getByRole('region', { name: 'Why it failed' })
      .getByText(/no_such_column/)
      .waitFor()
    const query = panel.getByRole('textbox', { name: 'Query' })
    await expect.poll(() => query.inputValue()).toBe('select no_such_column from input')
    await expectAccessible(page)
    await query.fill('select station from input')
    await startJob(panel, /^Start job/)
    await page.getByText(JOB_STARTED).first().waitFor()
  })

  it('with SQL are colored and completed from the chosen tables, which are listed beside the field', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'water levels.csv', 'station,level_cm,Water level\nCochem,231,2.31\n')
    const panel = await openStartPanel(page, 'query_table')
    const query = panel.getByRole('textbox', { name: 'Query' })
    const tables = panel.getByRole('region', { name: 'Tables and columns' })
    await tables.getByRole('button', { name: 'level_cm' }).waitFor()

    await query.fill('')
    await query.pressSequentially('select lev')
    const offered = page.getByRole('listbox', { name: 'Completions' })
    await expect
      .poll(() => offered.getByRole('option').allTextContents())
      .toEqual(['level_cmnumber', 'Water levelnumber', 'water levelstable'])
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await offered.waitFor({ state: 'detached' })
    await query.pressSequentially(' from ')
    await tables.getByRole('button', { name: 'water levels' }).click()
    await expect.poll(() => query.inputValue()).toBe('select "Water level" from "water levels"')
    await panel.locator('pre span[style*="--shiki-light"]').first().waitFor()

    await page.keyboard.press('Control+Space')
    await offered.waitFor()
    await page.keyboard.press('Escape')
    await offered.waitFor({ state: 'detached' })
    await panel.waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText(JOB_STARTED).first().waitFor()
    await page.goto('/jobs')
    await page.getByRole('table', { name: 'Jobs' }).getByText('Completed').waitFor()
  })
})
