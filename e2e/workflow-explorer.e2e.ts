import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessible, openAsNewUser } from './browser.ts'
import { uploadAs } from './files.ts'

const DEFINITION = 'application/vnd.pinexq.workflow.definition+json'

const chain = (title: string, change: object = {}) => ({
  version: 1,
  title,
  variables: { readings: { type: 'string', format: 'work-data', title: 'Gauge readings' } },
  nodes: [
    { id: 'clean', step: { function: 'clean_table' }, inputs: { table: [{ variable: 'readings' }] } },
    { id: 'plot', step: { function: 'plot_table' }, inputs: { table: [{ node: 'clean', slot: 'cleaned' }] } },
  ],
  ...change,
})

async function openExplorer(page: Page, search = ''): Promise<void> {
  await page.goto(`/workflows/explorer${search}`)
  await page.getByRole('heading', { level: 1, name: 'Workflows' }).waitFor()
}

async function importFile(page: Page, name: string, content: string): Promise<void> {
  await page
    .getByLabel('Definition files')
    .setInputFiles([{ name, mimeType: 'application/json', buffer: Buffer.from(content) }])
}

const workflows = (page: Page) => page.getByRole('list', { name: 'Workflows' }).getByRole('listitem')

describe('the workflow explorer', () => {
  it('offers the sample to an empty account, runs it with one press, and opens it', async () => {
    const page = await openAsNewUser()
    await page.getByRole('link', { name: 'Explorer' }).click()
    await page.getByText('No workflows yet').waitFor()
    const sample = page.getByRole('region', { name: 'Sample workflow' })
    await sample.getByRole('button', { name: 'Open the sample' }).waitFor()
    await expectAccessible(page)
    await sample.getByRole('button', { name: 'Run the sample workflow' }).click()

    await page.waitForURL('**/workflows/executions/**')
    await page.getByRole('heading', { level: 1, name: 'Clean and plot gauge readings' }).waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'Steps' }).getByRole('button').count()).toBe(5)
    await page.getByRole('status').filter({ hasText: 'Completed' }).first().waitFor({ timeout: 120_000 })
    await openExplorer(page)
    await workflows(page).getByRole('link', { name: 'Clean and plot gauge readings', exact: true }).click()
    await page.getByText('version 1').waitFor()
    await page.getByText('5 steps').waitFor()
    await expectAccessible(page)
  })

  it('shows the current workflow beside the list on Space', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'Chain.workflow.json', JSON.stringify(chain('Chain')), DEFINITION)
    await openExplorer(page)
    await workflows(page).getByRole('link', { name: 'Chain', exact: true }).waitFor()

    await page.keyboard.press('j')
    await page.keyboard.press(' ')

    const peek = page.getByRole('complementary', { name: 'Peek at Chain' })
    await peek.getByRole('heading', { name: 'Variables' }).waitFor()
    await peek.getByRole('term').filter({ hasText: 'Gauge readings' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await peek.waitFor({ state: 'detached' })
  })

  it('lists workflow definitions only, whatever the URL asks for', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'gauges.csv')
    await uploadAs(page, 'Chain.workflow.json', JSON.stringify(chain('Chain')), DEFINITION)

    await openExplorer(page, '?MediaTypeContains=text%2Fcsv&MediaType=text%2Fcsv')

    await workflows(page).getByRole('link', { name: 'Chain' }).waitFor()
    await expect.poll(() => workflows(page).count()).toBe(1)
    await workflows(page).getByText('2 steps', { exact: true }).waitFor()
  })

  it('imports a file without problems, and says what is wrong with others', async () => {
    const page = await asNewUser()
    await openExplorer(page)

    await importFile(page, 'good.json', JSON.stringify(chain('Good chain')))
    await page.getByText('Workflow imported').waitFor()
    await workflows(page).getByRole('link', { name: 'Good chain' }).waitFor()

    await importFile(page, 'broken.json', '{ "version": 1,')
    const broken = page.getByRole('dialog', { name: 'broken.json can’t be imported' })
    await broken.getByText(/JSON/).first().waitFor()
    await broken.getByRole('button', { name: 'Close' }).click()

    await importFile(page, 'large.json', ' '.repeat(7_000_000))
    const large = page.getByRole('dialog', { name: 'large.json can’t be imported' })
    await large.getByText('The workflow is 7 MB. A workflow definition can be up to 5 MB.').waitFor()
    await large.getByRole('button', { name: 'Close' }).click()

    const twice = JSON.stringify(chain('Twice')).replace(
      '"version":1',
      '"version":1,"description":"a","description":"b"',
    )
    await importFile(page, 'twice.json', twice)
    const lossy = page.getByRole('dialog', { name: 'twice.json can’t be imported' })
    await lossy.getByText('The key “description” occurs more than once in this object.').waitFor()
    await lossy.getByRole('button', { name: 'Close' }).click()

    const shapeless = chain('Shapeless', {
      titel: 'Shapeless',
      nodes: [{ id: 'a', step: { function: 'no_such_step' } }],
    })
    await importFile(page, 'shapeless.json', JSON.stringify(shapeless))
    const both = page.getByRole('dialog', { name: 'shapeless.json can’t be imported' })
    await both.getByText('Unknown key: “titel”.').waitFor()
    await both.getByText('There is no processing step “no_such_step”.').waitFor()
    await both.getByRole('button', { name: 'Close' }).click()

    const faulty = chain('Faulty chain', { nodes: [{ id: 'a', step: { function: 'no_such_step' } }] })
    await importFile(page, 'faulty.json', JSON.stringify(faulty))
    const dialog = page.getByRole('dialog', { name: 'faulty.json has 1 problem' })
    await dialog.getByText('There is no processing step “no_such_step”.').waitFor()
    await dialog.getByText('/nodes/0/step/function').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Import anyway' }).click()
    await workflows(page).getByRole('link', { name: 'Faulty chain' }).waitFor()
  })

  it('finds, tags, duplicates, downloads and deletes workflows', async () => {
    const page = await asNewUser()
    await openExplorer(page)
    await importFile(page, 'one.json', JSON.stringify(chain('Rhine')))
    await workflows(page).getByRole('link', { name: 'Rhine' }).waitFor()

    await page.getByRole('button', { name: 'More for Rhine' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await workflows(page).getByRole('link', { name: 'Rhine (copy)' }).waitFor()
    // Both cards show an input and two steps.
    await expect.poll(() => workflows(page).locator('svg text').count()).toBe(6)
    await page.getByRole('button', { name: 'Sort: Last edited' }).click()
    await page.getByRole('menuitemradio', { name: 'Name' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => workflows(page).last().textContent()).not.toContain('(copy)')
    await page.getByRole('button', { name: 'Sort: Name' }).click()
    await page.getByRole('menuitemradio', { name: 'Descending' }).click()
    await page.keyboard.press('Escape')
    await expect.poll(() => workflows(page).last().textContent()).toContain('(copy)')

    await page.getByRole('button', { name: 'More for Rhine', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Edit tags' }).click()
    await page.getByRole('dialog').getByRole('combobox').fill('project=rhine')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save tags' }).click()
    await workflows(page).getByRole('button', { name: 'project=rhine' }).click()
    await expect.poll(() => workflows(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => workflows(page).count()).toBe(2)

    await page.getByRole('searchbox', { name: 'Search workflows', exact: true }).fill('copy')
    await expect.poll(() => workflows(page).count()).toBe(1)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More for Rhine (copy)' }).click()
    await page.getByRole('menuitem', { name: 'Download' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toBe('Rhine (copy).workflow.json')
    const text = await readFile(await file.path(), 'utf8')
    expect(JSON.parse(text)).toEqual(chain('Rhine (copy)'))
    expect(text.split('\n').slice(0, 4)).toEqual(['{', '  "nodes": [', '    {', '      "id": "clean",'])

    await page.getByRole('button', { name: 'More for Rhine (copy)' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete workflow' }).click()
    await page.getByText('Workflow deleted').waitFor()
    await page.getByText('No results for “copy”').waitFor()
  })

  it('is used with the keyboard, as a table too', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await openExplorer(page, '?view=table')
    await importFile(page, 'one.json', JSON.stringify(chain('First')))
    await page.getByRole('link', { name: 'First' }).waitFor()
    await importFile(page, 'two.json', JSON.stringify(chain('Second')))
    await page.getByRole('link', { name: 'Second' }).waitFor()
    await expectAccessible(page)

    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)

    await page.getByRole('heading', { level: 1, name: 'First' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await page.getByRole('heading', { level: 1, name: 'Workflows' }).waitFor()
  })
})
