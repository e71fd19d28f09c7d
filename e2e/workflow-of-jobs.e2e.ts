import { expect, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { openJob, startQuery } from './start-query.ts'
import { startWorkflow } from './started-workflow.ts'

it('copies a job as Python', async () => {
  const page = await asNewUser({ permissions: ['clipboard-read', 'clipboard-write'] })
  await uploadAs(page, 'cochem.csv')
  await openJob(page, await startQuery(page, 'select count(*) as n from input', 'Count rows'))
  await page.getByRole('status').getByText('Completed').waitFor()

  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Copy as Python' }).click()
  await page.getByText('Python script copied').waitFor()

  const script = (await page.evaluate('navigator.clipboard.readText()')) as string
  expect(script).toContain('.select_processing("query_table", ')
  expect(script).toContain('"sql": "select count(*) as n from input",')
  expect(script).toMatch(/work_data_instances?=\[?\s*WorkData\.from_url\(client, "http.*# cochem\.csv/)
  expect(script).toContain('table = pandas.read_parquet(')
})

it('makes a workflow from a job, with its parameters filled in and its file as a variable', async () => {
  const page = await asNewUser()
  await uploadAs(page, 'cochem.csv')
  await openJob(page, await startQuery(page, 'select count(*) as n from input', 'Count rows'))
  await page.getByRole('status').getByText('Completed').waitFor()

  await page.getByRole('button', { name: 'More' }).first().click()
  await page.getByRole('menuitem', { name: 'Create workflow from job' }).click()

  await page.waitForURL('**/workflows/configurator**')
  await page.getByText('Query tables').first().waitFor()
  await page.getByText('cochem.csv').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('Saved as version 1').waitFor()
})

it('makes a workflow from several selected jobs, and from the result of one', { tags: 'long' }, async () => {
  const page = await asNewUser()
  await uploadAs(page, 'cochem.csv')
  await startQuery(page, 'select count(*) as n from input', 'Count rows')
  await startQuery(page, 'select * from input limit 3', 'First rows')
  await page.goto('/jobs')
  await expect.poll(() => page.getByRole('row').getByText('Completed').count()).toBe(2)

  for (const name of ['Count rows', 'First rows']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('link', { name: 'Create workflow' }).click()

  const steps = page.locator('.react-flow__node[data-id^="query_table"]')
  await page.locator('.react-flow__node[data-id="query_table_2"]').waitFor()
  await expect.poll(() => steps.count()).toBe(2)
  await page.getByRole('status').getByText('No problems').waitFor()
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('Saved as version 1').waitFor()

  await page.goto('/workdata/explorer')
  await page
    .getByRole('link', { name: /result|query/i })
    .first()
    .click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Create workflow from result' }).click()
  await page.locator('.react-flow__node[data-id="query_table"]').waitFor()
  await expect.poll(() => steps.count()).toBe(1)
})

it('makes a workflow from an execution', { tags: 'long' }, async () => {
  const page = await asNewUser()
  const workData = await uploadAs(page, 'cochem.csv')
  const counted = {
    id: 'counted',
    step: { function: 'query_table' },
    parameters: { sql: { value: 'select count(*) as n from input' } },
    inputs: { tables: [{ workData }] },
  }
  const variables = { ['gauge_'.repeat(10)]: { type: 'string', default: 'Cochem' } }
  const definition = { version: 1, title: 'Count them', variables, nodes: [counted] }
  await startWorkflow(page, definition)

  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Create workflow from job' }).click()

  await page.locator('.react-flow__node[data-id="counted"]').waitFor()
  await expect.poll(() => page.locator('.react-flow__node').count()).toBe(1)
  await page.getByRole('status').getByText('No problems').waitFor()
  const details = page.getByRole('complementary', { name: 'Details' })
  expect(await details.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
})
