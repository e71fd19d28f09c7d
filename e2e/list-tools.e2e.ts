import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { asNewUser, asUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { callApi } from './people.ts'
import { startQuery } from './start-query.ts'

const DEFINITION = 'application/vnd.pinexq.workflow.definition+json'

/** Hides a column, exports the list, and returns the header row of the exported file. */
async function exportedWithout(page: Page, column: string): Promise<string | undefined> {
  await page.getByRole('columnheader', { name: column, exact: true }).waitFor()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('dialog').getByText(column, { exact: true }).click()
  await page.getByRole('columnheader', { name: column, exact: true }).waitFor({ state: 'detached' })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = readFileSync(await (await saved).path(), 'utf8')
  return file.slice(1).split('\r\n')[0]
}

describe('the tools of a list', () => {
  it('choose two columns with clicks in quick succession', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    await page.goto('/workdata/explorer')
    await page.getByRole('columnheader', { name: 'Created', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    const choice = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name, exact: true })
    const [size, created] = [await choice('Size').elementHandle(), await choice('Created').elementHandle()]

    await page.evaluate(
      ([first, second]) => {
        first?.click()
        second?.click()
      },
      [size, created] as unknown as { click(): void }[],
    )

    await choice('Size')
      .and(page.getByRole('checkbox', { checked: false }))
      .waitFor()
    await choice('Created')
      .and(page.getByRole('checkbox', { checked: false }))
      .waitFor()
    for (const name of ['Size', 'Created']) {
      await page.getByRole('columnheader', { name, exact: true }).waitFor({ state: 'detached' })
    }
  })

  it('choose columns in the URL, export what is shown, and save it all as a view', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    await uploadAs(page, '=trier.csv', 'level\n1\n')
    await page.goto('/workdata/explorer?SortBy=Name&SortType=Ascending')
    const heads = () => page.getByRole('table').getByRole('columnheader').allTextContents()
    await page.getByRole('link', { name: 'cochem.csv' }).waitFor()
    await expect.poll(heads).toContain('Job')

    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    for (const column of ['Job', 'Created', 'By']) {
      await page.getByRole('dialog').getByText(column, { exact: true }).click()
      await page.getByRole('dialog').getByRole('checkbox', { name: column, exact: true, checked: false }).waitFor()
    }
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await heads()).filter(Boolean)).toEqual(['Name', 'Type', 'Size'])
    await page.reload()
    await page.getByRole('link', { name: 'cochem.csv' }).waitFor()
    await expect.poll(async () => (await heads()).filter(Boolean)).toEqual(['Name', 'Type', 'Size'])

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    const file = readFileSync(await (await saved).path(), 'utf8')
    expect(file.slice(1).split('\r\n')).toEqual([
      'Name,Tags,Media type,Size in bytes',
      "'=trier.csv,,text/csv,8",
      expect.stringMatching(/^cochem\.csv,,text\/csv,\d+$/),
      '',
    ])
    await page.getByText('Exported 2 rows').waitFor()

    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByLabel('View name').fill('Sizes')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('link', { name: 'Work data', exact: true }).click()
    await page.getByRole('columnheader', { name: 'Job' }).waitFor()
    await page.getByRole('button', { name: 'Saved views (1)' }).click()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Sizes' }).click()
    await page.getByRole('columnheader', { name: 'Job' }).waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).searchParams.get('SortBy')).toBe('Name')

    await page.getByRole('button', { name: 'Saved views (1)' }).click()
    await page.getByRole('button', { name: 'Delete view Sizes' }).click()
    await page.getByText('No saved views.').waitFor()
  })

  it('keep input, step and output visible at 1024 px, with the peek over them', { tags: 'long' }, async () => {
    const page = await asNewUser({ viewport: { width: 1024, height: 768 } })
    await uploadAs(page, 'cochem.csv')
    await startQuery(page, 'select station from input')
    await page.goto('/jobs')
    const row = page.getByRole('row').filter({ hasText: 'Completed' })
    const widths = () => row.locator('.middle-truncate').evaluateAll((parts) => parts.map((part) => part.clientWidth))
    await row.waitFor()
    await row.getByText('Parquet', { exact: true }).waitFor()
    const before = await widths()
    expect(before[0]).toBeGreaterThan(60)

    await page.keyboard.press('j')
    await page.keyboard.press('Space')

    await page.getByRole('complementary', { name: /^Peek/ }).waitFor()
    await expect.poll(widths).toEqual(before)
    await expectAccessible(page)
  })

  it('are the same for steps, workflows and executions', { tags: 'long' }, async () => {
    const page = await asNewUser({ viewport: { width: 1720, height: 900 } })
    await page.goto('/processing-steps')
    expect(await exportedWithout(page, 'Changed')).toMatch(
      /^Title,Description,Deprecated,Function,Version,Owner,Input,Output,.*Median in s$/,
    )

    const workData = await uploadAs(page, 'gauges.csv')
    const nodes = [{ id: 'clean', step: { function: 'clean_table' }, inputs: { table: [{ workData }] } }]
    const definition = { version: 1, title: 'Clean gauges', variables: {}, nodes }
    await uploadAs(page, 'Clean gauges.workflow.json', JSON.stringify(definition), DEFINITION)
    await page.goto('/workflows/explorer?view=table')
    expect(await exportedWithout(page, 'Size')).toBe(
      'Name,Tags,Last run,Last run started,Last run ended,Version,Last edited,By',
    )

    await page.getByRole('row', { name: /Clean gauges/ }).hover()
    await page.getByRole('button', { name: 'Start Clean gauges' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Start workflow' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto('/workflows/executions')
    expect(await exportedWithout(page, 'Duration')).toBe('State,Cause,Name,Tags,Steps done,Steps,Created,By')
  })

  it('are the same for administrators’ lists of users and organizations', { tags: 'long' }, async () => {
    const page = await asUser(inject('administrator'))
    await page.goto('/admin/users')
    expect(await exportedWithout(page, 'Plan')).toBe('Name,Banned,Email,Role,Verified,Organizations,Last seen')

    await callApi(page, '/organization/create', { name: 'Gauge lab', slug: 'gauge-lab-tools' })
    await page.goto('/admin/organizations')
    expect(await exportedWithout(page, 'Members')).toBe('Name,Owner,Plan,Storage in bytes,Created')
  })
})
