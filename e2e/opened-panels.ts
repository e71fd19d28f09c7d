import type { Page } from 'playwright-core'
import type { Person } from './api-client.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { linkCode, newest } from './screens.ts'

/** A page on which something is opened before the screenshot is taken. */
export interface OpenedPanel {
  path: string
  open(page: Page): Promise<unknown>
}

/** The name of the table, which is uploaded a second time under the same name. */
const NAME = 'levels.csv'

/** Panels and results that only appear after a click, on a table, on the upload page and in the start panel. */
export async function openedPanels(person: Person): Promise<Record<string, OpenedPanel>> {
  const data = await person.upload(NAME, new Blob([gaugeCsv(300)]))
  const step = await newest(person, 'ProcessingStepQuery', { FunctionName: 'profile_table' })
  const table = `/workdata/explorer/${linkCode(data)}`
  const start = `/jobs?start=data.${linkCode(data)}~step.${linkCode(step)}`
  return {
    'column-panel': {
      path: table,
      open: async (page) => {
        await page.getByRole('button', { name: 'Filter level_cm', exact: true }).click()
        await page.getByRole('region', { name: 'level_cm' }).getByRole('checkbox').first().waitFor()
      },
    },
    chart: { path: table, open: (page) => page.getByRole('button', { name: 'Chart', exact: true }).click() },
    'from-url': { path: '/workdata/upload', open: (page) => page.getByRole('button', { name: 'From URL' }).click() },
    'same-name': {
      path: '/workdata/upload',
      open: async (page) => {
        const file = { name: NAME, mimeType: 'text/csv', buffer: Buffer.from(gaugeCsv(10)) }
        await page.getByLabel('Files to upload').setInputFiles(file)
        await page.getByRole('group', { name: `Same name: ${NAME}` }).waitFor()
      },
    },
    'try-result': {
      path: start,
      open: async (page) => {
        await page.getByRole('button', { name: /^Try on all/ }).click()
        const result = page.getByRole('region', { name: 'Try' }).getByRole('figure').first()
        await result.waitFor()
        await result.getByRole('status').waitFor({ state: 'detached' })
      },
    },
  }
}
