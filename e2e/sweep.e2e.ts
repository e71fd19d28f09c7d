import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { allValuesExist } from '../apps/web/src/features/sweeps/texts.ts'
import { asNewUser, expectAccessible, openAsNewUser } from './browser.ts'
import { uploadAs } from './files.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { openStartPanel } from './start-query.ts'

const DEFINITION = 'application/vnd.pinexq.workflow.definition+json'

describe('a sweep of one step', () => {
  it('starts a grid from the start panel, compares the results, is extended and exported', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv', gaugeCsv(300))
    const panel = await openStartPanel(page, /Plot table/)
    await panel.getByRole('button', { name: 'Sweep a parameter' }).click()
    await panel.getByRole('combobox', { name: 'Swept parameter' }).click()
    await page.getByRole('option', { name: 'Chart type' }).click()
    await panel.getByRole('textbox', { name: 'Values of Chart type' }).fill('line, scatter, wave')
    await panel
      .getByRole('region', { name: 'Sweep' })
      .getByText(/"wave"/)
      .waitFor()
    await panel.getByRole('textbox', { name: 'Values of Chart type' }).fill('line, scatter')
    await panel.getByText('2 jobs, one for each value.').waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: /^Start 2 jobs/ }).click()

    await page.getByText('2 of 2 completed').waitFor({ timeout: 60_000 })
    const rows = page.getByRole('table', { name: 'Jobs of the sweep' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(3)
    await expect.poll(() => page.getByRole('list', { name: 'Results' }).getByRole('link').count()).toBe(2)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Add parameter values' }).click()
    await page.getByRole('dialog').getByText(allValuesExist).waitFor()
    await page.getByRole('dialog').getByRole('textbox').fill('line, scatter, histogram')
    await page.getByRole('dialog').getByRole('button', { name: 'Start 1 job' }).click()
    await page.getByText('3 of 3 completed').waitFor({ timeout: 60_000 })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv.replace('\uFEFF', '').split('\r\n').slice(0, 2).join('\n')).toMatch(
      /^chart,State,Job.*\nhistogram,Completed,/,
    )
  })
})

describe('a sweep of a workflow', () => {
  it('retries what failed in place, by keyboard', async () => {
    const page = await openAsNewUser()
    const workData = await uploadAs(page, 'gauges.csv')
    const definition = {
      version: 1,
      title: 'Count rows',
      variables: { sql: { type: 'string', title: 'Query', default: 'select 1' } },
      nodes: [
        { id: 'clean', step: { function: 'clean_table' }, inputs: { table: [{ workData }] } },
        {
          id: 'count',
          title: 'Count',
          step: { function: 'query_table' },
          parameters: { sql: { variable: 'sql' } },
          inputs: { tables: [{ node: 'clean', slot: 'cleaned' }] },
        },
      ],
      outputs: { counted: { node: 'count', slot: 'result' } },
    }
    await uploadAs(page, 'Count rows.workflow.json', JSON.stringify(definition), DEFINITION)
    await page.goto('/workflows/explorer')
    await page.getByRole('button', { name: 'Start Count rows' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Sweep a parameter' }).focus()
    await page.keyboard.press('Enter')
    await panel
      .getByRole('textbox', { name: 'Values of Query' })
      .fill('select * from input limit 5, select * from input limit 9, select nope from input')
    await page.keyboard.press('ControlOrMeta+Enter')

    await page.getByText('2 of 3 completed, 1 failed').waitFor({ timeout: 60_000 })
    await page.getByRole('cell', { name: '9', exact: true }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Retry 1 failed job' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('1 job started again').waitFor()
    await page.getByText('2 of 3 completed, 1 failed').waitFor({ timeout: 60_000 })
    await expect.poll(() => page.getByRole('table', { name: 'Jobs of the sweep' }).getByRole('row').count()).toBe(4)
  })
})
