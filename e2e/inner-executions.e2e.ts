import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { startWorkflow } from './started-workflow.ts'

const DEFINITION = 'application/vnd.pinexq.workflow.definition+json'

/** A workflow that cleans a table and queries the result. It declares no outputs. */
const INNER = {
  version: 1,
  title: 'Station query',
  variables: { readings: { type: 'string', format: 'work-data' }, query: { type: 'string' } },
  nodes: [
    {
      id: 'clean',
      title: 'Clean readings',
      step: { function: 'clean_table' },
      inputs: { table: [{ variable: 'readings' }] },
    },
    {
      id: 'select',
      title: 'Select rows',
      step: { function: 'query_table' },
      parameters: { sql: { variable: 'query' } },
      inputs: { tables: [{ node: 'clean', slot: 'cleaned' }] },
    },
  ],
}

/** Starts a workflow that runs the inner one for each file, and opens its execution. */
async function startStations(page: Page, query: string, files: Record<string, string>): Promise<void> {
  const uploads = Object.entries(files).map(([name, text]) => uploadAs(page, name, text))
  const workflow = await uploadAs(page, 'Station query.workflow.json', JSON.stringify(INNER), DEFINITION)
  await startWorkflow(page, {
    ...{ version: 1, title: 'Stations' },
    variables: {
      query: { type: 'string', title: 'Query', default: query },
      tables: { type: 'array', items: { type: 'string', format: 'work-data' }, default: await Promise.all(uploads) },
    },
    nodes: [
      {
        id: 'station',
        step: { function: 'execute_workflow' },
        forEach: { variable: 'tables' },
        parameters: { query: { variable: 'query' } },
        inputs: { workflow: [{ workData: workflow }], readings: [{ item: '' }] },
      },
    ],
  } as { title: string })
}

async function verify(page: Page) {
  await page.getByRole('button', { name: 'Verify results' }).click()
  await page.getByRole('link', { name: 'Verifies an earlier execution' }).waitFor()
  await page.getByRole('tab', { name: 'Comparison' }).click()
  return page.getByRole('tabpanel')
}

describe('an execution that runs workflows', { timeout: 180_000 }, () => {
  it('continues after a failure inside a nested workflow, reuses what ran in nested workflows, and is verified with their steps', {
    tags: 'long',
  }, async () => {
    const page = await asNewUser()
    await startStations(page, 'select level from input', {
      'rhine.csv': 'time,level\n2024-05-01T00:00:00Z,1\n2024-05-01T12:00:00Z,3\n',
      'mosel.csv': 'time,height\n2024-05-01T00:00:00Z,5\n2024-05-01T12:00:00Z,4\n',
    })
    await page.getByRole('status').getByText('Failed').waitFor()

    await page.getByRole('button', { name: 'Fix and continue' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText(/It runs a workflow\. Steps in it are reused/).waitFor()
    await sheet.getByRole('textbox', { name: 'Query' }).fill('select * from input')
    await sheet.getByRole('button', { name: /^Start/ }).click()

    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('Completed').waitFor()
    const report = page.getByRole('article')
    await expect.poll(() => report.getByText('What ran in “Station query”').count()).toBe(2)
    await expect.poll(() => report.getByRole('heading', { name: 'Clean readings' }).count()).toBe(2)
    // The failure may have canceled the other run before its table was cleaned.
    await report.getByRole('link', { name: 'an earlier execution' }).first().waitFor()
    await expectAccessible(page)

    const comparison = await verify(page)
    await comparison.getByText(/^No differences in \d+ outputs\.$/).waitFor()
    for (const station of [1, 2]) {
      const rows = comparison.getByRole('row', { name: `Station query ${station} › Clean readings` })
      await rows.first().waitFor()
    }
    await expectAccessible(page)
  })

  it('says which step inside a nested workflow returned another result, and links to the difference', {
    tags: 'long',
  }, async () => {
    const page = await asNewUser()
    const readings = 'time,level\n2024-05-01T00:00:00Z,1\n2024-05-01T12:00:00Z,3\n'
    await startStations(page, 'select random() as number from input', { 'rhine.csv': readings })
    await page.getByRole('status').getByText('Completed').waitFor()

    const comparison = await verify(page)

    const row = comparison.getByRole('row', { name: /^Station query › Select rows .*Different/ }).first()
    await row.waitFor()
    await comparison
      .getByText(/(are|is) different/)
      .first()
      .waitFor()
    await row.getByRole('link', { name: 'Compare' }).click()
    await page.waitForURL(/\/jobs\/compare/)
  })
})
