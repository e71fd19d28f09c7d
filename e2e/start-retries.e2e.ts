import type { JobProperties } from '@millrace/contracts/jobs'
import { embedded } from '@millrace/siren/read'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { asUserOf } from './api-client.ts'
import { allowConsoleErrors, asNewUser } from './browser.ts'
import { longestGap } from './clean-table-form.ts'
import { uploadAs } from './files.ts'
import { linkCode } from './screens.ts'
import { stepOf } from './start-job.ts'
import { JOB_STARTED, openStartPanel } from './start-query.ts'

/** Lets the server handle the next requests of an action, but loses their replies. */
async function loseReplies(page: Page, action: string, times = 1): Promise<void> {
  await page.route(
    `**/${action}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times },
  )
}

/** Returns the jobs of the page's user, the oldest first, each with its name and parameters. */
async function jobsOf(page: Page): Promise<{ name: string; parameters: Record<string, unknown> }[]> {
  const user = await asUserOf(page)
  const found = await user.read<never>(await user.post('/api/JobQuery/CreateQuery', { Filter: {} }))
  const jobs = embedded<JobProperties>(found, 'item').map(({ properties }) => properties)
  return jobs
    .toSorted((a, b) => a.CreatedAt.localeCompare(b.CreatedAt))
    .map(({ Name, ConfiguredParameters }) => ({ name: Name, parameters: JSON.parse(ConfiguredParameters ?? '{}') }))
}

const tryAgain = (panel: Locator) => panel.getByRole('button', { name: 'Try again' }).click()

describe('a retry after the start of a job failed', () => {
  async function queryPanel() {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    const panel = await openStartPanel(page, 'query_table')
    const query = panel.getByRole('textbox', { name: 'Query' })
    await query.fill('select 1 as one')
    return { page, panel, query }
  }

  beforeEach(() => allowConsoleErrors(/ERR_FAILED/))

  it('continues with the same job', { tags: 'long' }, async () => {
    const { page, panel } = await queryPanel()
    await page.route('**/SelectWorkData', (route) => route.abort(), { times: 1 })

    await panel.getByRole('button', { name: /^Start job/ }).click()
    await panel.getByText(/^The draft was saved, but no data could be assigned/).waitFor()
    await tryAgain(panel)

    await page.getByText(JOB_STARTED).first().waitFor()
    expect(await jobsOf(page)).toHaveLength(1)
  })

  it('updates the draft if only the reply to its creation was lost', { tags: 'long' }, async () => {
    const { page, panel, query } = await queryPanel()
    await loseReplies(page, 'CreateJob')

    await panel.getByRole('button', { name: /^Start job/ }).click()
    await panel.getByText('The job could not be created').waitFor()
    await query.fill('select 2 as two')
    await panel.getByLabel('Job name').fill('Two')
    await tryAgain(panel)

    await page.getByText(JOB_STARTED).first().waitFor()
    expect(await jobsOf(page)).toMatchObject([{ name: 'Two', parameters: { sql: 'select 2 as two' } }])
  })

  it('starts another job only if its parameters differ from those of the job that was started', async () => {
    const { page, panel, query } = await queryPanel()
    await loseReplies(page, 'StartProcessing', 2)

    await panel.getByRole('button', { name: /^Start job/ }).click()
    await panel.getByText('The job was saved, but may not have started').waitFor()
    await query.fill('select 2 as two')
    await tryAgain(panel)
    await panel.getByText('The job was saved, but may not have started').waitFor()
    await tryAgain(panel)

    await page.getByText(JOB_STARTED).first().waitFor()
    expect(await jobsOf(page)).toMatchObject([
      { parameters: { sql: 'select 1 as one' } },
      { parameters: { sql: 'select 2 as two' } },
    ])
  })
})

describe('a retry after only the first of two jobs was started', () => {
  async function halfStarted() {
    const page = await asNewUser()
    const files = [await uploadAs(page, 'koeln.csv'), await uploadAs(page, 'bonn.csv')]
    const step = await stepOf(await asUserOf(page), 'clean_table')
    await page.goto(`/jobs?start=data.${files.map(linkCode).join('.')}~step.${linkCode(step)}`)
    const panel = page.getByRole('dialog')
    const gap = await longestGap(panel)
    let creations = 0
    await page.route('**/CreateJob', (route) => (++creations === 2 ? route.abort() : route.continue()))
    await panel.getByRole('button', { name: /^Start 2 jobs/ }).click()
    await panel.getByText('The job could not be created').waitFor()
    allowConsoleErrors(/ERR_FAILED/)
    return { page, panel, gap }
  }

  it('starts no second job for its file', { tags: 'long' }, async () => {
    const { page, panel } = await halfStarted()
    await panel.getByRole('button', { name: /2 files/ }).click()
    await panel.getByRole('checkbox', { name: 'Select bonn.csv' }).click()

    await tryAgain(panel)

    await page.getByText(JOB_STARTED).first().waitFor()
    expect(await jobsOf(page)).toMatchObject([{ name: 'Clean table, koeln' }])
  })

  it('starts both with changed parameters', async () => {
    const { page, panel, gap } = await halfStarted()
    await gap.fill('7')

    await tryAgain(panel)

    await page.getByText('2 jobs started').waitFor()
    expect(await jobsOf(page)).toMatchObject([
      { name: 'Clean table, koeln', parameters: { longest_gap: 4 } },
      { name: 'Clean table, koeln', parameters: { longest_gap: 7 } },
      { name: 'Clean table, bonn', parameters: { longest_gap: 7 } },
    ])
  })
})
