import { expect, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAndOpen } from './files.ts'
import { JOB_STARTED } from './start-query.ts'

const LINES = `{"time": "2024-01-01T00:00:00Z", "level_cm": 214}
{"time": "2024-01-01T01:00:00Z", "level_cm": "n/a"}
{"time": "2024-01-01T02:00:00Z", "level_cm": -7}
{"time": "2024-01-01T03:00:00Z"
`
const SCHEMA = '{"properties": {"level_cm": {"type": "number", "minimum": 0}}, "required": ["time", "level_cm"]}'

it('JSON Lines are validated against a schema, with a report that names the lines', { tags: 'long' }, async () => {
  const page = await asNewUser()
  await uploadAndOpen(page, 'readings.jsonl', LINES, 'application/jsonl')
  await page.getByRole('button', { name: /^Start job with this/ }).click()
  const panel = page.getByRole('dialog')
  await panel
    .getByRole('button', { name: /^Validate JSON/ })
    .first()
    .click()
  await panel.getByRole('textbox', { name: 'JSON Schema' }).fill(SCHEMA)
  await expectAccessible(page)

  await panel.getByRole('button', { name: /^Start job/ }).click()
  await page.getByText(JOB_STARTED).first().waitFor()
  await page.goto('/jobs')
  await page
    .getByRole('link', { name: /Validate JSON/ })
    .first()
    .click()
  await page.getByText('Completed').first().waitFor({ timeout: 60_000 })

  const report = page.frameLocator('iframe').first()
  await report.getByText('3 of 4 lines break the schema, with 3 violations.').waitFor()
  await report.getByText(/line 2.*“n\/a”/).waitFor()
  await page.getByRole('tab', { name: /^Results?/ }).click()
  const table = page.getByRole('table', { name: /^Rows of readings_violations/ })
  await expect.poll(() => table.getByRole('row').count()).toBe(4)
  await table.getByRole('cell', { name: '/level_cm' }).first().waitFor()
  await expectAccessible(page)
})
