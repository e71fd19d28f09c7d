import type { Locator, Page } from 'playwright-core'
import { asUserOf, type Calls } from './api-client.ts'
import { linkCode, newest } from './screens.ts'
import { startJob, stepOf } from './start-job.ts'

/** Matches the toast about a started job, whose text soon changes to how the job ended. */
export const JOB_STARTED = /^(Job started|Done: .|Failed: .)/

/** Opens the start panel with the newest upload of the page’s user, and the step that has this function name. */
export async function openStartPanel(page: Page, step: string): Promise<Locator> {
  const user = await asUserOf(page)
  const [data, chosen] = await Promise.all([newestUpload(user), stepOf(user, step)])
  await page.goto(`/jobs?start=data.${linkCode(data)}~step.${linkCode(chosen)}`)
  return page.getByRole('dialog')
}

export async function openJob(page: Page, job: string): Promise<void> {
  await page.goto(`/jobs/${linkCode(job)}`)
}

/** Starts *Query tables* with the newest upload of the page’s user, over HTTP. Returns the URL of the job. */
export async function startQuery(page: Page, sql: string, name = 'Query tables, cochem'): Promise<string> {
  const user = await asUserOf(page)
  return startJob(user, { name, step: 'query_table', file: await newestUpload(user), parameters: { sql } })
}

const newestUpload = (user: Calls) => newest(user, 'WorkDataQuery', { IsKind: 'ClientUpload' })
