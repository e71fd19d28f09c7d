import { describe, it } from 'vitest'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'

const WORKFLOW = {
  version: 1,
  title: 'Profile',
  variables: { readings: { type: 'string', format: 'work-data', title: 'Gauge readings' } },
  nodes: [{ id: 'profile', step: { function: 'profile_table' }, inputs: { table: [{ variable: 'readings' }] } }],
}

describe('an uploaded workflow', () => {
  it('is started from the upload page, even after a first try failed', async () => {
    const page = await asNewUser()
    await page.goto('/workdata/upload')
    const buffer = Buffer.from(JSON.stringify(WORKFLOW))
    await page
      .getByLabel('Files to upload')
      .setInputFiles([{ name: 'Profile.workflow.json', mimeType: 'application/json', buffer }])
    const start = page.getByRole('button', { name: 'Start workflow Profile.workflow.json' })
    await start.waitFor()
    await page.route('**/api/WorkData/*', (route) => route.fulfill({ status: 500 }))

    await start.click()
    await page.getByText('Internal Server Error').waitFor()
    await page.unroute('**/api/WorkData/*')
    await start.click()

    await page.getByRole('dialog', { name: /^Start / }).waitFor()
    await expectAccessible(page)
    allowConsoleErrors(/Failed to load resource/)
  })
})
