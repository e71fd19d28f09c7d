import type { Locator, Page } from 'playwright-core'

/** The toast about a started job, which soon says how the job ended. */
export const JOB_STARTED = /^(Job started|Done: .|Failed: .)/

/** Opens the start panel with cochem.csv, from the page of the file, and chooses a step. */
export async function openStartPanel(page: Page, step: RegExp): Promise<Locator> {
  await page.goto('/workdata/explorer')
  await page.getByRole('link', { name: 'cochem.csv' }).click()
  await page.getByRole('heading', { level: 1, name: 'cochem.csv' }).waitFor()
  await page.getByRole('button', { name: /^Start job with this/ }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: step }).first().click()
  return panel
}

/** Starts *Query tables* with cochem.csv, from the page of the file. Without a name, the job has the proposed one. */
export async function startQuery(page: Page, sql: string, name?: string): Promise<void> {
  const panel = await openStartPanel(page, /Query tables/)
  await panel.getByRole('textbox', { name: 'Query' }).fill(sql)
  if (name !== undefined) await panel.getByLabel('Job name').fill(name)
  await panel.getByRole('button', { name: /^Start job/ }).click()
  await page.getByText(JOB_STARTED).first().waitFor()
}
