import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { MEDIA } from '@millrace/contracts/media-types'
import { zipOf } from '@millrace/contracts/testing/zip-files'
import type { SirenDocument } from '@millrace/siren/document'
import { embedded, hrefOf } from '@millrace/siren/read'
import { sqliteFile } from '@millrace/tables/testing/sqlite-files'
import { writeXlsx } from 'hucre/xlsx'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asNewUser } from './browser.ts'
import { uploadAndOpen, uploadAs } from './files.ts'
import { hdf5File } from './hdf5-file.ts'
import { linkCode } from './screens.ts'
import { watchForLeaks } from './xss-payload.ts'

/** Markup that is short enough for the name of a sheet. */
const EVIL = '<img src=x onerror=told=1>'
/** A longer string with every kind of markup that can run a script or fetch from another host. */
const TEXT = `${EVIL}<script>told=1</script><iframe src="//stolen.invalid"></iframe> <a href="javascript:told=1">a</a> [b](javascript:told=1)`
const BY_MARKUP = '[onerror], [src*="stolen.invalid"], [href^="javascript:"]'

const TABLE = `"${EVIL}",value\n"${EVIL}",1\nplain,2\n`

const definition = (data: string) => ({
  version: 1,
  title: EVIL,
  description: TEXT,
  variables: {
    file: { type: 'string', format: 'work-data', title: EVIL, description: TEXT, default: data },
    text: { type: 'string', title: EVIL, description: TEXT, default: TEXT },
  },
  nodes: [{ id: 'a', title: EVIL, step: { function: 'table_statistics' }, inputs: { table: [{ variable: 'file' }] } }],
  layout: { notes: [{ text: TEXT, x: 0, y: 200 }] },
})

/** Waits until a name is shown and nothing loads. Checks in all frames that no string became markup or ran. */
async function expectPlain(page: Page, part: Locator, name: string, leaks: () => Promise<string[]>): Promise<void> {
  await part.getByText(name).locator('visible=true').first().waitFor()
  await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).count()).toBe(0)
  for (const frame of page.frames()) {
    expect(await frame.locator(BY_MARKUP).count(), frame.url()).toBe(0)
    expect(await frame.evaluate('globalThis.told'), frame.url()).toBeUndefined()
  }
  expect(await leaks(), page.url()).toEqual([])
}

describe('a hostile name', () => {
  it('sec/I2 in a workflow, its execution, report and results is shown as text', async () => {
    const page = await asNewUser()
    const leaks = await watchForLeaks(page)
    const shows = (part: Locator, name = EVIL) => expectPlain(page, part, name, leaks)
    const content = JSON.stringify(definition(await uploadAs(page, 'table.csv', TABLE)))
    const workflow = await uploadAs(page, `${EVIL}.workflow.json`, content, MEDIA.workflowDefinition)

    const configurator = `/workflows/configurator?workflowLink=${linkCode(workflow)}`
    await page.goto(configurator)
    const nodes = page.locator('.react-flow__node')
    await shows(nodes.filter({ hasText: 'table_statistics' }))
    expect(await nodes.getByRole('textbox', { name: 'Note' }).inputValue()).toBe(TEXT)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(configurator)
    await shows(page.getByRole('main'), TEXT)
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.goto('/workflows/explorer')
    await shows(page.getByRole('main'))
    await page.getByRole('button', { name: `Start ${EVIL}` }).click()
    const form = page.getByRole('dialog')
    await shows(form, TEXT)
    await form.getByRole('button', { name: 'Start workflow' }).click()
    await form.waitFor({ state: 'detached' })
    await page.goto('/workflows/executions')
    const row = page.getByRole('table', { name: 'Executions' }).getByRole('row')
    await shows(row)
    await row.getByRole('link', { name: EVIL }).click()
    await page.getByRole('status').getByText('Completed').waitFor()
    const report = page.getByRole('article')
    await shows(report.getByRole('heading', { level: 3 }))
    await shows(report.getByRole('row'), TEXT)
    await shows(report.getByRole('figure').getByRole('cell'))

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as HTML' }).click()
    const html = await readFile(await (await download).path(), 'utf8')
    const saved = await page.context().newPage()
    // The page's policy would block scripts, so it is removed to check that the page contains none.
    await saved.setContent(html.replace('Content-Security-Policy', 'x-none'))
    await expectPlain(saved, saved.getByRole('article'), TEXT, leaks)
    // Rendered as markup, the same string does run, so the checks above would have noticed it.
    await saved.setContent(TEXT)
    await expect.poll(() => saved.evaluate('globalThis.told')).toBe(1)
    await expect.poll(() => saved.locator(BY_MARKUP).count()).toBe(3)
    await saved.close()

    await report
      .getByRole('link', { name: /\.html$/ })
      .first()
      .click()
    const frame = page.frameLocator('iframe')
    await shows(frame.getByRole('cell'))
  })

  it('sec/I2 in a file or a tag is shown as text', async () => {
    const page = await asNewUser()
    const leaks = await watchForLeaks(page)
    const shows = (text = EVIL) => expectPlain(page, page.getByRole('main'), text, leaks)
    const sheet = (name: string, text: string) => ({ name, rows: [[text], [text]] })
    const quoted = `[${EVIL}]`
    const sql = `create table ${quoted} (${quoted} text); insert into ${quoted} values ('${EVIL}'); create table b (x)`
    const files: [name: string, content: Buffer, part?: string][] = [
      ['names.xlsx', Buffer.from(await writeXlsx({ sheets: [sheet(EVIL, EVIL), sheet('Other', 'a')] }))],
      ['names.zip', Buffer.from(zipOf([{ name: `${EVIL}.txt`, content: TEXT }])), `${EVIL}.txt`],
      ['names.sqlite', sqliteFile(sql)],
      ['names.h5', await hdf5File(EVIL, TEXT), 'File attributes'],
    ]
    for (const [name, content, part] of files) {
      await uploadAndOpen(page, name, content)
      await shows()
      if (part === undefined) continue
      await page.getByRole('button', { name: part }).click()
      await shows(TEXT)
    }
    await page.goto(`/groups/${encodeURIComponent(EVIL)}`)
    await shows()
  })

  it('sec/I2 in the values of a sweep is shown as text', async () => {
    const page = await asNewUser()
    const leaks = await watchForLeaks(page)
    const shows = (part: Locator) => expectPlain(page, part, EVIL, leaks)
    const data = await uploadAs(page, 'table.csv', TABLE)
    const post = (path: string, body: object) =>
      page.request.post(path, { headers: { origin: new URL(page.url()).origin }, data: body })
    const query = await post('/api/ProcessingStepQuery/CreateQuery', { Filter: { FunctionName: 'query_table' } })
    const found = (await (await page.request.get(query.headers().location ?? '')).json()) as SirenDocument
    const sql = (text: string) => ({ sql: `select '${text}' as "${text}"` })
    const SweepId = randomUUID()
    const started = await post('/api/Job/StartSweep', {
      Name: EVIL,
      ProcessingStepUrl: hrefOf(embedded(found, 'item')[0]!, 'self'),
      InputDataSlots: [{ WorkDataUrls: [data] }],
      Cells: [sql(EVIL), sql('plain')],
      SweepId,
    })
    expect(started.status(), await started.text()).toBe(201)

    await page.goto('/jobs')
    await shows(page.getByRole('table', { name: 'Jobs' }))
    await page.goto(`/jobs/sweeps/${SweepId}`)
    await page.getByText(/^2 jobs, .* in total$/).waitFor()
    await shows(page.getByRole('heading', { level: 1 }))
    await shows(page.getByRole('table', { name: 'Jobs of the sweep' }))
    await shows(page.getByRole('list', { name: 'Results' }))
  })
})
