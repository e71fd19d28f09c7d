import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { startWorkflow } from './started-workflow.ts'

/** Returns a workflow that cleans gauge readings, selects rows with a query, and profiles these rows. */
const chain = (workData: string, sql: string) => ({
  version: 1,
  title: 'Gauge chain',
  variables: { title: { type: 'string', title: 'Title of the plot', default: 'Levels' } },
  nodes: [
    { id: 'clean', title: 'Clean readings', step: { function: 'clean_table' }, inputs: { table: [{ workData }] } },
    {
      id: 'select',
      title: 'Select rows',
      step: { function: 'query_table' },
      parameters: { sql: { value: sql } },
      inputs: { tables: [{ node: 'clean', slot: 'cleaned' }] },
    },
    {
      id: 'profile',
      title: 'Profile rows',
      step: { function: 'profile_table' },
      inputs: { table: [{ node: 'select', slot: 'result' }] },
    },
  ],
})

type Chain = ReturnType<typeof chain>

async function startChain(
  page: Page,
  sql: string,
  changed: (made: Chain) => { title: string } = (made) => made,
): Promise<void> {
  const workData = await uploadAs(page, 'gauges.csv')
  await startWorkflow(page, changed(chain(workData, sql)))
}

/** Script that waits for three frames, because the form takes the focus after two. */
const THREE_FRAMES = `(async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
})()`

const decisions = (page: Page, group: string) =>
  page.getByRole('dialog').getByRole('list', { name: group, exact: true }).getByRole('listitem')

describe('an execution that failed', () => {
  it('continues with a changed parameter, and says what is reused', async () => {
    const page = await asNewUser()
    await startChain(page, 'select no_such_column from input')
    await page.getByRole('status').getByText('Failed').waitFor()

    await page.getByRole('button', { name: 'Fix and continue' }).click()
    const sheet = page.getByRole('dialog')
    const query = sheet.getByRole('textbox', { name: /query/i })
    await query.and(page.locator(':focus')).waitFor()
    const lowest = page.viewportSize()?.height
    await expect.poll(() => query.boundingBox().then((box) => box?.y)).toBeLessThan(lowest ?? 0)
    await sheet.getByText('no_such_column', { exact: false }).first().waitFor()
    await sheet.locator('mark').getByText('no_such_column', { exact: true }).waitFor()
    await sheet.getByText('level_cm', { exact: true }).first().waitFor()
    await expect
      .poll(() => decisions(page, 'Reused').allTextContents())
      .toEqual(['Clean readingsSame step version, parameters and inputs as in “Gauge chain”.'])
    expect(await decisions(page, 'Runs again').allTextContents()).toEqual([
      'Select rowsIt failed.',
      'Profile rowsIt has not run before.',
    ])
    await expectAccessible(page)
    await sheet.getByRole('textbox', { name: /query/i }).fill('select * from input limit 50')
    await sheet.getByText('2 steps run again; 1 is reused.').waitFor()
    await sheet.getByRole('button', { name: /^Start/ }).click()

    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('Completed').waitFor()
    await page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: 'Clean readings' }).click()
    await page.getByRole('complementary').getByRole('link', { name: 'From an earlier execution' }).waitFor()

    await page.getByText('Version 1 of Gauge chain doesn’t have the change.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Show changes' }).click()
    const changes = page.getByRole('dialog', { name: 'Changes since version 1' })
    await changes.getByText('limit 50', { exact: false }).first().waitFor()
    await expectAccessible(page)
    await changes.getByRole('button', { name: 'Close' }).first().click()
    const save = page.getByRole('button', { name: 'Save this change to the workflow' })
    await save.click()
    await page.getByText('Saved as version 2').first().waitFor()
    await save.waitFor({ state: 'detached' })
    await page.locator('#content:focus').waitFor()
    const execution = page.url()
    await page.getByRole('button', { name: 'Open workflow' }).click()
    await page.getByRole('button', { name: /^Versions/ }).waitFor()

    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByLabel('Title', { exact: true }).first().fill('Gauge chain, new')
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as version 3').waitFor()
    await page.goto(execution)
    await page.getByText('The workflow has changed since.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Show changes' }).waitFor()
    expect(await save.count()).toBe(0)
  })

  it('continues with a changed variable, if its failed parameter comes from one', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await startChain(page, 'select no_such_column from input', (made) => ({
      ...made,
      variables: {
        ...made.variables,
        rows: { type: 'string', title: 'Rows', default: 'select no_such_column from input' },
      },
      nodes: made.nodes.map((node) =>
        node.id === 'select' ? { ...node, title: undefined, parameters: { sql: { variable: 'rows' } } } : node,
      ),
    }))
    await page.getByRole('status').getByText('Failed').waitFor()

    await page.getByRole('button', { name: 'Fix and continue' }).click()

    const sheet = page.getByRole('dialog')
    await sheet.getByRole('textbox', { name: 'Rows' }).and(page.locator(':focus')).waitFor()
    await sheet.locator('mark').getByText('no_such_column', { exact: true }).waitFor()
    await sheet.getByRole('combobox', { name: 'Step to change' }).getByText('Query tables').waitFor()
  })

  it('leaves the focus where it is when the form loads late', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await startChain(page, 'select no_such_column from input')
    await page.getByRole('status').getByText('Failed').waitFor()
    const steps = Promise.withResolvers<void>()
    await page.route('**/api/ProcessingStepQuery/**', async (route) => {
      await steps.promise
      await route.continue()
    })

    await page.getByRole('button', { name: 'Fix and continue' }).click()
    const sheet = page.getByRole('dialog')
    const name = sheet.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('')
    const query = sheet.getByRole('textbox', { name: /query/i })
    expect(await query.count()).toBe(0)
    steps.resolve()
    await query.waitFor()
    await page.evaluate(THREE_FRAMES)
    await page.keyboard.type('New')

    expect(await name.inputValue()).toBe('New')
  })

  it('continues with other data, and with a changed graph', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await startChain(page, 'select * from input limit 30')
    await page.getByRole('status').getByText('Completed').waitFor()
    await uploadAs(page, 'other gauges.csv')

    await page.getByRole('button', { name: 'Run again…' }).first().click()
    const sheet = page.getByRole('dialog', { name: 'Run Gauge chain again' })
    await sheet.getByRole('combobox', { name: 'Step to change' }).click()
    await page.getByRole('option', { name: 'Clean readings' }).click()
    await sheet.getByRole('button', { name: 'Choose other work data for table' }).click()
    await page.getByRole('button', { name: /other gauges\.csv/ }).click()
    await sheet.getByText('1 step runs again, up to 2 more if results change; 0 are reused.').waitFor()
    expect(await decisions(page, 'Runs again').allTextContents()).toEqual([
      'Clean readingsThe input table changed from gauges.csv to other gauges.csv.',
    ])
    await expectAccessible(page)
    await sheet.getByRole('link', { name: 'Change the workflow' }).click()

    await page.getByRole('status').getByText('Continues Gauge chain').waitFor()
    await page.getByRole('combobox', { name: 'Search steps' }).fill('plot table')
    await page
      .getByRole('option', { name: /plot table/i })
      .first()
      .click()
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByRole('button', { name: 'Add data to table' }).click()
    await page.getByRole('button', { name: 'result of Select rows' }).click()
    await page.getByRole('status').getByText('No problems').waitFor()
    await page.getByRole('button', { name: /^Continue execution/ }).click()

    await sheet.getByText('1 step runs again; 3 are reused.').waitFor()
    expect(await decisions(page, 'Runs again').allTextContents()).toEqual(['Plot tableIt has not run before.'])
    await sheet.getByRole('button', { name: /^Start/ }).click()
    await page.getByRole('region', { name: 'Execution' }).getByText('4 of 4 steps done').waitFor()
    expect(new URL(page.url()).searchParams.has('continues')).toBe(false)
  })

  it('continues by keyboard, even on a phone', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await startChain(page, 'select * from input limit 40')
    await page.getByRole('status').getByText('Completed').waitFor()

    await page.getByRole('button', { name: 'Run again…' }).first().waitFor()
    await page.keyboard.press('r')
    const sheet = page.getByRole('dialog')
    await sheet.getByText('0 steps run again; 3 are reused.').waitFor()
    await sheet.getByRole('checkbox', { name: 'Reuse finished results' }).focus()
    await page.keyboard.press('Space')
    await sheet.getByText('3 steps run again; 0 are reused.').waitFor()
    await page.keyboard.press('Space')
    await sheet.getByText('0 steps run again; 3 are reused.').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+Enter')

    await page.getByRole('link', { name: 'Continues an earlier execution' }).waitFor()
    await page.getByRole('status').getByText('Completed').waitFor()
  })
})
