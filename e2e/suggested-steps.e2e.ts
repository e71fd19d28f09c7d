import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { linkCode } from './screens.ts'

/** Every fourth line has two cells too many. */
const HOPELESS = `a,b,c\n${Array.from({ length: 500 }, (_, row) => (row % 4 === 3 ? '1,2,3,4,5' : '1,2,3')).join('\n')}\n`

describe('the steps that the start panel and the page of a file propose', () => {
  it('depend on the content of the file: table steps are not proposed for a broken CSV file', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'hopeless.csv', HOPELESS)
    await uploadAs(page, 'cochem.csv')
    const opensStepsFor = async (file: string) => {
      await page.goto('/workdata/explorer')
      await page.getByRole('link', { name: file, exact: true }).click()
      await page.getByRole('button', { name: /^Start job with this/ }).click()
    }

    await opensStepsFor('hopeless.csv')
    const plot = page.getByRole('dialog').getByRole('button', { name: /Plot table/ })
    await plot.filter({ hasText: 'no table found in the file' }).waitFor()

    await page.goto('/workdata/explorer')
    await page.getByRole('link', { name: 'hopeless.csv', exact: true }).click()
    await page
      .getByRole('button', { name: /^Start .* with hopeless\.csv$/ })
      .first()
      .waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Start Plot table with hopeless.csv' }).count()).toBe(0)

    await opensStepsFor('cochem.csv')
    await plot.filter({ hasText: 'accepts CSV' }).waitFor()
  })
})

describe('steps for JSON', () => {
  it('are proposed for all types of JSON, and for text only if it contains JSON', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'problem.json', '{"title": "Not found", "status": 404}', 'application/problem+json')
    await uploadAs(page, 'notes.txt', 'Sensor replaced.\nZero point checked.\n', 'text/plain')
    await uploadAs(page, 'answer.txt', '{"stations": [{"id": 7}]}', 'text/plain')
    const proposedFor = async (file: string) => {
      await page.goto('/workdata/explorer')
      await page.getByRole('link', { name: file, exact: true }).click()
      const starts = page.getByRole('button', { name: new RegExp(`^Start (?!a job).* with ${file}$`) })
      await starts.first().waitFor()
      const names = await starts.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
      return names.map((name) => name.slice('Start '.length, -` with ${file}`.length))
    }

    const json = ['Flatten JSON', 'Select JSON', 'Validate JSON']
    expect((await proposedFor('problem.json')).slice(0, 3)).toEqual(json)
    expect(await proposedFor('notes.txt')).toEqual(['Compute checksums', 'Pack archive'])
    expect((await proposedFor('answer.txt')).slice(0, 3)).toEqual(json)
  })

  it('are not proposed for logs, but for logs in JSON, in the start panel too', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const select = page.getByRole('dialog').getByRole('button', { name: /Select JSON/ })

    const prose = await uploadAs(page, 'run.log', '[2026-05-01 10:00] Pump started.\n', 'text/plain')
    await page.goto(`/jobs?start=data.${linkCode(prose)}`)
    await select.filter({ hasText: 'no JSON found in the file' }).waitFor()

    const json = await uploadAs(page, 'events.log', '{"event": "started"}\n{"event": "ended"}\n', 'text/plain')
    await page.goto(`/jobs?start=data.${linkCode(json)}`)
    await select.filter({ hasText: 'accepts' }).waitFor()
  })
})

describe('the start panel', () => {
  it('lists a chosen file that the step does not accept, and removes it', async () => {
    const page = await asNewUser()
    const file = await uploadAs(page, 'trace.bin', Buffer.from([0, 1, 2, 3]), 'application/octet-stream')
    await page.goto('/processing-steps')
    await page.getByRole('link', { name: 'Plot table', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Plot table' }).waitFor()
    const step = new URL(page.url()).pathname.split('/').at(-1)

    await page.goto(`/jobs?start=data.${linkCode(file)}~step.${step}`)

    const panel = page.getByRole('dialog')
    await panel.getByText('Not accepted by Plot table').waitFor()
    await panel.getByRole('checkbox', { name: 'Select trace.bin' }).click()
    await panel.getByText('You have no files that this step accepts.').waitFor()
    await expectAccessible(page)
  })

  it('saves a draft without a step on a phone', { tags: 'long' }, async () => {
    const page = await asNewUser({ viewport: { width: 390, height: 844 } })
    const file = await uploadAs(page, 'cochem.csv')
    await page.goto(`/jobs?start=data.${linkCode(file)}`)

    await page.getByRole('dialog').getByRole('button', { name: 'Save as draft' }).click()

    await page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').first().waitFor()
  })
})
