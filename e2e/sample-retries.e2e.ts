import { beforeEach, describe, expect, it } from 'vitest'
import { asUserOf } from './api-client.ts'
import { allowConsoleErrors, asNewUser } from './browser.ts'
import { filesOf, jobsOf, loseReplyTo } from './lost-replies.ts'
import { linkCode } from './screens.ts'
import { stepOf } from './start-job.ts'

const SAMPLE_FILE = 'river_gauges_sample.csv'

describe('a retry after a sample was started without a reply', () => {
  beforeEach(() => allowConsoleErrors(/ERR_FAILED/))

  it('runs the sample once', async () => {
    const page = await asNewUser()
    await page.goto('/jobs')
    const button = page.getByRole('button', { name: 'Run the sample' })
    await button.waitFor()
    // The list would show the jobs, and the button would disappear.
    await page.route('**/JobQuery/**', (route) => route.abort())

    await loseReplyTo(button, 'RunSample')
    await Promise.all([page.waitForResponse(/RunSample$/), button.click()])

    expect(await jobsOf(page)).toHaveLength(3)
    expect((await filesOf(page)).filter((name) => name === SAMPLE_FILE)).toHaveLength(1)
  })

  it('runs an example of a step once', async () => {
    const page = await asNewUser()
    const step = await stepOf(await asUserOf(page), 'profile_table')
    await page.goto(`/processing-steps/${linkCode(step)}`)
    const button = page.getByRole('region', { name: 'Examples' }).getByRole('button').first()

    await loseReplyTo(button, 'RunExample')
    await button.click()

    await page.waitForURL('**/jobs/*')
    expect(await jobsOf(page)).toHaveLength(1)
  })

  it('creates and starts the sample workflow once', async () => {
    const page = await asNewUser()
    await page.goto('/workflows/executions')
    const button = page.getByRole('button', { name: 'Run the sample workflow' })

    for (const action of ['AddSampleData', 'UploadWorkData', 'CreateJob']) await loseReplyTo(button, action)
    await button.click()

    await page.waitForURL('**/workflows/executions/*')
    expect(await jobsOf(page)).toHaveLength(1)
    const files = await filesOf(page)
    expect(files.filter((name) => name === SAMPLE_FILE)).toHaveLength(1)
    expect(files.filter((name) => name.endsWith('.workflow.json'))).toHaveLength(1)
  })
})
