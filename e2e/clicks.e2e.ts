import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, signUpByPage } from './browser.ts'
import { uploadAs } from './files.ts'
import { JOB_STARTED, openStartPanel } from './start-query.ts'

/** Signs up a user with one file and counts the clicks from then on. */
async function ownerOfAFile(): Promise<{ page: Page; clicks: (work: () => Promise<void>) => Promise<number> }> {
  const page = await openPage('/')
  let count = 0
  await page.exposeFunction('countClick', () => {
    count += 1
  })
  await page.addInitScript('addEventListener("click", (event) => event.isTrusted && countClick(), true)')
  await signUpByPage(page)
  await uploadAs(page, 'cochem.csv')
  return {
    page,
    async clicks(work) {
      count = 0
      await work()
      return count
    },
  }
}

async function startWith(page: Page, step: RegExp, change?: () => Promise<void>): Promise<void> {
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: step }).first().click()
  await change?.()
  await panel.getByRole('button', { name: /^Start job/ }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByText(JOB_STARTED).last().waitFor()
}

describe('the number of clicks', () => {
  it('to start a job with defaults is three from the list, the file or the dashboard', { tags: 'long' }, async () => {
    const { page, clicks } = await ownerOfAFile()

    await page.goto('/workdata/explorer')
    await page.getByRole('row', { name: /cochem/ }).hover()
    const fromList = await clicks(async () => {
      await page.getByRole('button', { name: 'Start a job with cochem.csv' }).click()
      await startWith(page, /Profile table/)
    })
    await page.getByRole('link', { name: 'cochem.csv', exact: true }).click()
    const fromFile = await clicks(async () => {
      await page.getByRole('button', { name: 'Start job with this' }).click()
      await startWith(page, /Clean table/)
    })
    await page.goto('/dashboard')
    const fromDashboard = await clicks(async () => {
      await page.getByRole('button', { name: 'cochem.csv', exact: true }).click()
      await startWith(page, /Plot table/)
    })

    expect({ fromList, fromFile, fromDashboard }).toEqual({ fromList: 3, fromFile: 3, fromDashboard: 3 })
  })

  it('to read why a job failed is one from the dashboard, and two to run it again with a fix', {
    tags: 'long',
  }, async () => {
    const { page, clicks } = await ownerOfAFile()
    const query = () => page.getByRole('dialog').getByRole('textbox', { name: 'Query' })
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'cochem.csv', exact: true }).click()
    await startWith(page, /Query tables/, () => query().fill('select no_such_column from cochem'))
    await page.goto('/dashboard')

    const reading = await clicks(async () => {
      // The running job is listed elsewhere on the page.
      await page.getByRole('region', { name: 'Needs you' }).getByRole('link', { name: 'Query tables, cochem' }).click()
      await page.getByRole('heading', { name: 'Column no_such_column not found.' }).waitFor()
    })
    await page.goto('/dashboard')
    const fixing = await clicks(async () => {
      await page.getByRole('button', { name: 'Fix and run again' }).click()
      await query().fill('select 1 as one')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Start job/ })
        .click()
      await page.getByText(JOB_STARTED).first().waitFor()
    })

    expect({ reading, fixing }).toEqual({ reading: 1, fixing: 2 })
  })

  it('to see where a file came from is one from the list, and to create a key is at most four', {
    tags: 'long',
  }, async () => {
    const { page, clicks } = await ownerOfAFile()
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'cochem.csv', exact: true }).click()
    await startWith(page, /Profile table/)
    await page.goto('/workdata/explorer')

    const origin = await clicks(async () => {
      await page.getByRole('link', { name: 'Profile table, cochem' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Profile table, cochem' }).waitFor()
    })
    await page.goto('/dashboard')
    const key = await clicks(async () => {
      await page.getByRole('link', { name: 'Settings' }).click()
      const tab = page.getByRole('link', { name: 'API keys' }).or(page.getByRole('tab', { name: 'API keys' }))
      if (!page.url().endsWith('/settings/keys')) await tab.first().click()
      await page.getByRole('button', { name: 'New key' }).click()
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gauge poller')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('dialog', { name: 'Copy the key now' }).waitFor()
    })

    expect(origin).toBe(1)
    expect(key).toBeLessThanOrEqual(4)
  })
})

describe('a double click on the start button', () => {
  it('starts one job', async () => {
    const { page } = await ownerOfAFile()
    const panel = await openStartPanel(page, 'profile_table')

    await panel.getByRole('button', { name: /^Start job/ }).dblclick()

    await panel.waitFor({ state: 'detached' })
    await page.getByText(JOB_STARTED).last().waitFor()
    await page.goto('/jobs')
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await page
      .getByRole('row', { name: /profile_table/ })
      .first()
      .waitFor()
    await expect.poll(() => page.getByRole('row', { name: /profile_table/ }).count()).toBe(1)
  })
})
