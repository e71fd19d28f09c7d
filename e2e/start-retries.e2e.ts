import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { asUserOf } from './api-client.ts'
import { allowConsoleErrors, asNewUser } from './browser.ts'
import { longestGap } from './clean-table-form.ts'
import { uploadAs } from './files.ts'
import { filesOf, jobsOf, loseReplies, loseReplyTo, pressAndFail } from './lost-replies.ts'
import { manualWorker } from './manual-worker.ts'
import { linkCode } from './screens.ts'
import { stepOf } from './start-job.ts'
import { JOB_STARTED, openJob, openStartPanel, startQuery } from './start-query.ts'
import { openWorkflow, startWorkflow } from './started-workflow.ts'

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
    const button = panel.getByRole('button', { name: /^(Start job|Try again)/ })

    await loseReplyTo(button, 'StartProcessing')
    await panel.getByText('The job was saved, but may not have started').waitFor()
    await query.fill('select 2 as two')
    await loseReplyTo(button, 'StartProcessing')
    await tryAgain(panel)

    await page.getByText(JOB_STARTED).first().waitFor()
    expect(await jobsOf(page)).toMatchObject([
      { parameters: { sql: 'select 1 as one' } },
      { parameters: { sql: 'select 2 as two' } },
    ])
  })

  it('starts no other job if its parameters are changed back to those of the job that was started', async () => {
    const { page, panel, query } = await queryPanel()
    const button = panel.getByRole('button', { name: /^(Start job|Try again)/ })

    await loseReplyTo(button, 'StartProcessing')
    await panel.getByText('The job was saved, but may not have started').waitFor()
    await query.fill('select 2 as two')
    await loseReplyTo(button, 'StartProcessing')
    await query.fill('select 1 as one')
    await tryAgain(panel)

    await page.getByText(JOB_STARTED).first().waitFor()
    expect(await jobsOf(page)).toMatchObject([
      { parameters: { sql: 'select 1 as one' } },
      { parameters: { sql: 'select 2 as two' } },
    ])
  })
})

describe('a retry after only the first of two jobs was started', () => {
  async function twoJobs(functionName: string) {
    const page = await asNewUser()
    const files = [await uploadAs(page, 'koeln.csv'), await uploadAs(page, 'bonn.csv')]
    const step = await stepOf(await asUserOf(page), functionName)
    await page.goto(`/jobs?start=data.${files.map(linkCode).join('.')}~step.${linkCode(step)}`)
    return { page, panel: page.getByRole('dialog') }
  }

  /** Starts both jobs, but the second one is not created. */
  async function startHalf(page: Page, panel: Locator) {
    let creations = 0
    await page.route('**/CreateJob', (route) => (++creations === 2 ? route.abort() : route.continue()))
    await panel.getByRole('button', { name: /^Start 2 jobs/ }).click()
    await panel.getByText('The job could not be created').waitFor()
    await panel.getByText(/^1 of 2 jobs started\. Affected: .* bonn$/).waitFor()
    allowConsoleErrors(/ERR_FAILED/)
  }

  async function halfStarted() {
    const { page, panel } = await twoJobs('clean_table')
    const gap = await longestGap(panel)
    await startHalf(page, panel)
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

    await page.getByText('2 jobs started', { exact: true }).waitFor()
    expect(await jobsOf(page)).toMatchObject([
      { name: 'Clean table, koeln', parameters: { longest_gap: 4 } },
      { name: 'Clean table, koeln', parameters: { longest_gap: 7 } },
      { name: 'Clean table, bonn', parameters: { longest_gap: 7 } },
    ])
  })

  it('starts the first again if it was canceled meanwhile', { tags: 'long' }, async () => {
    await manualWorker({ url: inject('productUrl'), dataDirectory: inject('productData') }, 'canceled_meanwhile')
    const { page, panel } = await twoJobs('canceled_meanwhile')
    await startHalf(page, panel)
    const user = await asUserOf(page)
    const [first = ''] = (await jobsOf(page)).map(({ href }) => href)
    await user.act(await user.read<never>(first), 'CancelProcessing')

    await tryAgain(panel)

    await page.getByText('2 jobs started', { exact: true }).waitFor()
    expect(await jobsOf(page)).toMatchObject([
      { name: 'Manual step, koeln', state: 'Canceled' },
      { name: 'Manual step, koeln', state: 'Pending' },
      { name: 'Manual step, bonn', state: 'Pending' },
    ])
  })
})

describe('a retry after a trial in the start panel failed', () => {
  it('runs no second trial, even if the replies to its creation and its start were lost', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    const panel = await openStartPanel(page, 'profile_table')
    const button = panel.getByRole('button', { name: /^Try on/ })
    allowConsoleErrors(/ERR_FAILED/)

    await loseReplyTo(button, 'CreateJob')
    await loseReplyTo(button, 'StartProcessing')
    await button.click()

    await panel
      .getByRole('region', { name: 'Try' })
      .getByText(/^Completed/)
      .waitFor()
    expect(await jobsOf(page)).toHaveLength(1)
  })
})

describe('a retry after running jobs again failed', () => {
  async function jobsFor(queries: Record<string, string>) {
    const page = await asNewUser()
    await uploadAs(page, 'cochem.csv')
    let job = ''
    for (const [name, query] of Object.entries(queries)) job = await startQuery(page, query, name)
    await openJob(page, job)
    allowConsoleErrors(/ERR_FAILED/)
    return page
  }

  it('runs each selected job again only once', async () => {
    const page = await jobsFor({ First: 'select 1 as one', Second: 'select 2 as two' })
    await page.getByText('Completed').first().waitFor()
    await page.goto('/jobs')
    for (const name of ['First', 'Second']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    const button = page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Run again' })

    await loseReplyTo(button, 'StartProcessing')
    await loseReplyTo(button, 'CreateJob')
    await button.click()

    await page.getByText('2 jobs started again').waitFor()
    const names = (await jobsOf(page)).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['First', 'First', 'Second', 'Second'])
  })

  it('corrects each job of a group only once', { tags: 'long' }, async () => {
    const query = 'select levl_cm from input'
    const page = await jobsFor({ First: query, Second: query })
    await page.getByRole('group', { name: 'Replace with' }).getByRole('button', { name: 'level_cm' }).click()
    const button = page.getByRole('button', { name: 'Fix and run all 2 again' })

    await loseReplyTo(button, 'CreateJob')
    await button.click()

    await page.getByText('2 jobs started again').waitFor()
    expect(await jobsOf(page)).toHaveLength(4)
  })
})

describe('a retry after the start of a workflow failed', () => {
  beforeEach(() => allowConsoleErrors(/ERR_FAILED/))

  it('starts no execution twice whose variables were used before', async () => {
    const page = await asNewUser()
    const workData = await uploadAs(page, 'cochem.csv')
    await openWorkflow(page, {
      version: 1,
      title: 'Select rows',
      variables: { sql: { type: 'string', title: 'Query', default: 'select 1 as one' } },
      nodes: [
        {
          id: 'select',
          step: { function: 'query_table' },
          parameters: { sql: { variable: 'sql' } },
          inputs: { tables: [{ workData }] },
        },
      ],
    })
    await page.getByRole('button', { name: /^Start workflow/ }).click()
    const sheet = page.getByRole('dialog')
    await loseReplies(page, 'CreateJob')
    await loseReplies(page, 'StartProcessing', 2)
    const button = sheet.getByRole('button', { name: /^(Start workflow|Try again)/ })
    const failure = sheet.getByText('The workflow could not be started')
    const runs = async (query: string) => {
      await sheet.getByRole('textbox', { name: 'Query' }).fill(query)
      await pressAndFail(button, /CreateJob$|StartProcessing$/)
      await failure.waitFor()
    }

    await runs('select 1 as one')
    await runs('select 1 as one')
    await runs('select 2 as two')
    await sheet.getByRole('textbox', { name: 'Query' }).fill('select 1 as one')
    await tryAgain(sheet)

    await page.getByRole('region', { name: 'Execution' }).waitFor()
    expect(await jobsOf(page)).toMatchObject([
      { parameters: { sql: 'select 1 as one' } },
      { parameters: { sql: 'select 2 as two' } },
    ])
  })

  it('runs a trial once, even if the replies to its creation and its start were lost', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const workData = await uploadAs(page, 'cochem.csv')
    await openWorkflow(page, {
      version: 1,
      title: 'Profile',
      nodes: [{ id: 'profile', step: { function: 'profile_table' }, inputs: { table: [{ workData }] } }],
    })
    await page.locator('.react-flow__node[data-id="profile"]').click()
    const details = page.getByRole('complementary', { name: 'Details' })
    await details.getByRole('button', { name: 'Choose data', exact: true }).click()
    const button = details.getByRole('button', { name: 'Try it' })

    for (const action of ['CreateJob', 'StartProcessing']) {
      await loseReplyTo(button, action)
      await details.getByRole('alert').waitFor()
    }
    await button.click()

    await details
      .getByRole('region', { name: 'Trial result' })
      .getByText(/^Completed/)
      .waitFor()
    expect(await jobsOf(page)).toHaveLength(1)
  })
})

describe('a retry after a workflow was saved without a reply', () => {
  beforeEach(() => allowConsoleErrors(/ERR_FAILED/))

  const PROFILE = { version: 1, title: 'Profile', nodes: [{ id: 'profile', step: { function: 'profile_table' } }] }
  const saveButton = (page: Page) => page.getByRole('button', { name: /^Save/ })

  it('creates one workflow', async () => {
    const page = await asNewUser()
    await page.goto('/workflows/configurator')
    await page
      .getByRole('option', { name: /Clean table/ })
      .first()
      .click()
    await page.locator('.react-flow__node').waitFor()

    await loseReplyTo(saveButton(page), 'UploadWorkData')
    await saveButton(page).click()

    await page.getByText('Saved as version 1').waitFor()
    expect(await filesOf(page)).toHaveLength(1)
  })

  it('saves one version, and does not take it for the version of another user', async () => {
    const page = await asNewUser()
    await openWorkflow(page, PROFILE)
    await page.locator('.react-flow__node').waitFor()
    const title = page.getByRole('complementary', { name: 'Details' }).getByLabel('Title', { exact: true })
    await title.first().fill('Mine')

    await loseReplyTo(saveButton(page), 'UploadWorkData')
    await saveButton(page).click()

    await page.getByText('Saved as version 2').waitFor()
    expect(await filesOf(page)).toHaveLength(2)
  })
})

describe('a retry after a verification was started without a reply', () => {
  it('verifies the results once', async () => {
    const page = await asNewUser()
    const workData = await uploadAs(page, 'cochem.csv')
    const nodes = [{ id: 'profile', step: { function: 'profile_table' }, inputs: { table: [{ workData }] } }]
    await startWorkflow(page, { version: 1, title: 'Profile', nodes } as { title: string })
    await page.getByRole('status').getByText('Completed').waitFor()
    const button = page.getByRole('button', { name: 'Verify results' })
    allowConsoleErrors(/ERR_FAILED/)

    await loseReplyTo(button, 'Verify')
    await button.click()

    await page.getByRole('heading', { level: 1, name: 'Verify Profile' }).waitFor()
    expect(await jobsOf(page)).toHaveLength(2)
  })
})
