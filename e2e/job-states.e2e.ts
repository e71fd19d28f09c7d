import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { asUserOf } from './api-client.ts'
import { allowConsoleErrors, asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { manualWorker } from './manual-worker.ts'
import { startJob } from './start-job.ts'
import { openJob, openStartPanel } from './start-query.ts'

let worker: Awaited<ReturnType<typeof manualWorker>>

beforeAll(async () => {
  worker = await manualWorker({ url: inject('productUrl'), dataDirectory: inject('productData') }, 'takes_its_time')
})

async function signedIn(): Promise<Page> {
  const page = await asNewUser()
  await uploadAs(page, 'cochem.csv')
  return page
}

/** Starts a job of the step `takes_its_time` and opens its page. */
async function starts(page: Page, name: string): Promise<void> {
  const file = await uploadAs(page, `${name}.csv`)
  await openJob(page, await startJob(await asUserOf(page), { name, step: 'takes_its_time', file }))
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Saves a draft with the newest upload and opens its page. */
async function savesDraft(page: Page, step: string, name: string): Promise<void> {
  const panel = await openStartPanel(page, step)
  await panel.getByLabel('Job name').fill(name)
  await panel.getByRole('button', { name: /^Save as draft/ }).click()
  await page
    .getByText(/^Job saved/)
    .first()
    .waitFor()
  await page.goto('/jobs')
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Hides pending and running states from the page, as if the worker were faster than the network. */
async function hideProgress(page: Page): Promise<void> {
  await page.route('**/api/Job/*', async (route) => {
    let reply = await route.fetch()
    while (/"State":"(Pending|Processing)"/.test(await reply.text())) {
      await setTimeout(200)
      reply = await route.fetch()
    }
    await route.fulfill({ response: reply })
  })
}

/** Asserts that nothing is wider than a phone's screen. */
async function fitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
}

describe('the page of a job', () => {
  it('that failed after 10,000 log lines shows a collapsed reason and every line of the log', {
    tags: 'long',
  }, async () => {
    const page = await signedIn()
    await starts(page, 'Long story')
    const job = await worker.takes()
    for (let block = 0; block < 10; block++) {
      await job.log(Array.from({ length: 1000 }, (_, at) => `line ${block * 1000 + at + 1} of the story`))
    }
    await page.getByText('line 10000 of the story').waitFor()
    // The event of an earlier scroll may arrive after the log has grown.
    await page.evaluate(`
      const log = document.querySelector('[role=log]')
      log.firstElementChild.style.height = log.scrollHeight + 500 + 'px'
      log.dispatchEvent(new Event('scroll'))`)
    await job.log(Array.from({ length: 100 }, (_, at) => `line ${at + 1} of the epilogue`))
    await page.getByText('line 100 of the epilogue').waitFor()

    await job.fail(`The model did not converge.\n${Array.from({ length: 60 }, (_, at) => `at row ${at}`).join('\n')}`)

    await page.getByText('The model did not converge.').first().waitFor()
    const fold = page.getByRole('button', { name: 'Show all', exact: true })
    expect(await fold.getAttribute('aria-expanded')).toBe('false')
    await fold.press('Enter')
    await page.getByRole('button', { name: 'Show less' }).press('Enter')
    await page.getByRole('tab', { name: 'Log' }).click()
    await page.getByLabel('Search the log').fill('line 4321 of')
    await page.getByText('line 4321 of the story').waitFor()
    const stop = page.getByRole('log').locator('a[tabindex="0"]')
    expect(await stop.textContent()).toBe('4321')
    await stop.press('ArrowDown')
    await expect.poll(() => stop.textContent()).toBe('4322')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('4322')
    await expectAccessible(page)
    await fitsPhone(page)
  })

  it('that waits shows its position in the queue and, once completed, shows its results right below one line of inputs and outputs', async () => {
    const page = await signedIn()
    await starts(page, 'Running')
    const running = await worker.takes()
    for (const name of ['Ahead', 'In line']) await starts(page, name)
    await page.getByText('2nd in line').waitFor()
    await expectAccessible(page)
    await fitsPhone(page)

    for (const job of [running, await worker.takes(), await worker.takes()]) {
      await job.writes('out', 'out.csv', 'station,level\nCochem,231\n')
      await job.completes()
    }

    await page.getByRole('list', { name: 'Output' }).getByRole('link', { name: 'out.csv' }).waitFor()
    await page.getByText(/^Took \d/).waitFor()
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const box = await page.getByRole('region', { name: 'out.csv', exact: true }).boundingBox()
      expect(box?.y).toBeLessThan(300)
    }
    await fitsPhone(page)
  })

  it('that was canceled shows who canceled it, stops its timer, and offers to run it again', {
    tags: 'long',
  }, async () => {
    const page = await signedIn()
    await starts(page, 'Cut short')
    const job = await worker.takes()
    await job.log(['working'])
    await job.progress(0.4)
    await page.getByText('40%').first().waitFor()
    await page.getByText('working').waitFor()

    await page.getByRole('button', { name: 'Cancel job' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click()

    await page.getByText(/^Canceled by Tamsin Okoro/).waitFor()
    await page.getByRole('button', { name: 'Run again' }).first().waitFor()
    await expect(job.log(['too late'])).rejects.toThrow('409')
    await expectAccessible(page)
    await fitsPhone(page)
  })

  it('with missing data names the file and continues with other data', async () => {
    const page = await signedIn()
    const content = `${gaugeCsv(50)}${crypto.randomUUID()};;;\n`
    await uploadAs(page, 'lost.csv', content)
    await savesDraft(page, 'profile_table', 'Without data')
    const sha256 = createHash('sha256').update(content).digest('hex')
    rmSync(join(inject('productData'), 'objects', 'sha256', sha256.slice(0, 2), sha256.slice(2, 4), sha256))
    const start = page.getByRole('main').getByRole('button', { name: /^Start job/ })

    await hideProgress(page)
    await start.click()

    await page.getByText('The stored file of lost.csv cannot be read.').waitFor()
    await page.getByText('lost.csv is missing').waitFor()
    await start.and(page.locator('[aria-disabled=true]')).waitFor()
    await expectAccessible(page)
    await fitsPhone(page)
    await page.unroute('**/api/Job/*')
    await page.getByRole('button', { name: /^cochem\.csv/ }).click()
    await start.and(page.locator(':not([aria-disabled])')).click()
    await page.getByText('Completed').first().waitFor()
    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: 'lost.csv' }).click()
    await page.getByText('The stored file is missing or has the wrong size.').waitFor()
    allowConsoleErrors(/500/)
  })
})
