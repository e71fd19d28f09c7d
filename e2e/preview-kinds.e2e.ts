import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngine } from '@millrace/tables/engine'
import { firstOf } from '@millrace/tables/testing/long'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessibleInBothThemes } from './browser.ts'
import { uploadAndOpen as opens } from './files.ts'
import { NETCDF, PICTURES } from './preview-samples.ts'

async function parquetFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'parquet-'))
  const engine = await openEngine(folder)
  await engine.run(`COPY (SELECT 'Köln' AS station, 312.5 AS level) TO '${folder}/levels.parquet' (FORMAT parquet)`)
  await engine.close()
  const bytes = await readFile(join(folder, 'levels.parquet'))
  await rm(folder, { recursive: true })
  return bytes
}

const PROBLEM = { type: 'about:blank', title: 'Not found', status: 404, detail: 'There is no such gauge.' }
const SIREN = { class: ['Gauge'], properties: { Name: 'Köln' }, links: [{ rel: ['self'], href: '/gauges/1' }] }
const FIGURE = {
  data: [{ type: 'bar', x: ['Köln', 'Bonn'], y: [312.5, 287] }],
  layout: { title: { text: 'Levels of today' } },
}

describe('the preview', () => {
  it('of a picture shows it with its size', async () => {
    const page = await asNewUser()
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><rect width="4" height="3"/></svg>'
    const pictures = Object.entries(PICTURES).map(([type, text]) => [type, Buffer.from(text, 'base64')] as const)
    for (const [type, content] of firstOf(2, [['image/svg+xml', Buffer.from(drawing)] as const, ...pictures])) {
      const name = `gauge.${type.replace(/image\/|\+xml/g, '')}`
      await opens(page, name, content, type)
      await page.getByRole('img', { name, exact: true }).waitFor()
      await page.getByText('4 × 3 pixels').waitFor()
      await expectAccessibleInBothThemes(page)
    }
  })

  it('of a picture says that its end is missing', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const whole = Buffer.from(PICTURES['image/png'], 'base64')

    await opens(page, 'cut.png', whole.subarray(0, whole.length - 12), 'image/png')

    await page.getByRole('img', { name: 'cut.png', exact: true }).waitFor()
    await page.getByText('This image is incomplete: the end of the file is missing. Upload it again.').waitFor()
    await expectAccessibleInBothThemes(page)
  })

  it('of a table shows its rows, in any format', async () => {
    const page = await asNewUser()
    const rows = [
      ['station', 'level'],
      ['Köln', 312.5],
    ]
    const files = [
      ['levels.parquet', 'application/vnd.apache.parquet', await parquetFile()],
      ['levels.csv', 'text/csv', 'station;level\nKöln;312.5\n'],
      ['levels.xlsx', 'application/octet-stream', Buffer.from(await writeXlsx({ sheets: [{ name: 'Levels', rows }] }))],
    ] as const
    for (const [name, type, content] of firstOf(1, files)) {
      await opens(page, name, content, type)
      const table = page.getByRole('table', { name: `Rows of ${name}` })
      await table.getByRole('cell', { name: 'Köln', exact: true }).waitFor()
      await table.getByRole('cell', { name: '312.5', exact: true }).waitFor()
      await expectAccessibleInBothThemes(page)
    }
  })

  it('of a workflow draws its graph, and opens it in the configurator', async () => {
    const page = await asNewUser()
    const definition = {
      version: 1,
      title: 'Gauges by day',
      nodes: [
        { id: 'clean', title: 'Clean readings', step: { function: 'clean_table' } },
        { id: 'plot', step: { function: 'plot_table' }, inputs: { table: [{ node: 'clean', slot: 'cleaned' }] } },
      ],
    }
    await opens(page, 'gauges.workflow.json', JSON.stringify(definition))
    const workflow = page.getByRole('region', { name: 'Workflow Gauges by day' })
    await workflow.locator('svg path').first().waitFor({ state: 'attached' })
    const steps = workflow.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    expect(await steps.allInnerTexts()).toEqual(['Clean readings clean_table', 'plot plot_table'])
    await expectAccessibleInBothThemes(page)

    await page.getByText('Tree', { exact: true }).click()
    await page.getByRole('tree').getByText('Gauges by day').waitFor()
    await page.getByText('Graph', { exact: true }).click()
    await page.getByRole('link', { name: 'Open in configurator' }).click()

    await page.getByRole('heading', { name: 'Gauges by day' }).waitFor()
    expect(page.url()).toContain('/workflows/configurator')
  })

  it('of a file that is a workflow only by its name says so', { tags: 'long' }, async () => {
    const page = await asNewUser()

    await opens(page, 'levels.workflow.json', '{"station": "Bonn"}')

    await page.getByText('This file is not a valid workflow definition. Open it in the configurator').waitFor()
    await page.getByRole('link', { name: 'Open in configurator' }).waitFor()
    await expectAccessibleInBothThemes(page)
  })

  it('of JSON is searched, which opens what is found, and is opened and closed as a whole', async () => {
    const page = await asNewUser()
    await opens(page, 'gauge-of-koeln.json', JSON.stringify({ gauge: { place: { name: 'Köln' } }, owner: 'Koln' }))
    const row = (name: RegExp) => page.getByRole('treeitem', { name })
    await row(/^gauge/).waitFor()
    expect(await row(/^name/).count()).toBe(0)

    await page.getByRole('searchbox', { name: 'Search the tree' }).fill('KÖLN')
    await page.getByText('1 of 1', { exact: true }).waitFor()
    await row(/^name:.*Köln/).waitFor()
    await page.locator('mark[aria-current]').getByText('Köln').waitFor()
    await expectAccessibleInBothThemes(page)

    await page.getByRole('button', { name: 'Collapse all' }).click()
    await expect.poll(() => row(/^place/).count()).toBe(0)
    await page.getByRole('button', { name: 'Expand all' }).click()
    await row(/^name:.*Köln/).waitFor()
  })

  it('of JSON shows a tree, even for problem documents and hypermedia', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const files = [
      ['levels.json', 'application/json', { station: 'Köln' }, /station.*Köln/],
      ['problem.json', 'application/problem+json', PROBLEM, /detail.*no such gauge/],
      ['gauge.json', 'application/vnd.siren+json', SIREN, /Name.*Köln/],
    ] as const
    for (const [name, type, content, shown] of files) {
      await opens(page, name, JSON.stringify(content), type)
      await page.getByRole('treeitem', { name: shown }).first().waitFor()
      await expectAccessibleInBothThemes(page)
    }
  })

  it('of a figure draws it', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await opens(page, 'levels.plotly.json', JSON.stringify(FIGURE), 'application/vnd.plotly.v1+json')
    const figure = page.frameLocator('iframe').first()

    await figure.getByText('Levels of today').waitFor()
    await expect.poll(() => figure.locator('.bars .point').count()).toBe(2)
    await expectAccessibleInBothThemes(page)
  })

  it('of text shows its lines', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await opens(page, 'notes.txt', 'Sensor replaced.\r\nZero point checked.\r', 'text/plain')
    const text = page.getByRole('region', { name: 'Text of notes.txt' })

    await text.getByText('Zero point checked.').waitFor()
    await page.getByText('2 lines').waitFor()
    await expectAccessibleInBothThemes(page)
  })

  it('of a NetCDF file shows its variables and values', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await opens(page, 'levels.nc', Buffer.from(NETCDF, 'base64'), 'application/netcdf')
    const contents = page.getByRole('region', { name: 'Contents of levels.nc' })

    await contents.getByText('5 × 4', { exact: true }).waitFor()
    await expectAccessibleInBothThemes(page)
    await contents.getByRole('button', { name: '/temp', exact: true }).press('Enter')
    await page.getByRole('table', { name: 'Values of /temp' }).waitFor()
    await expectAccessibleInBothThemes(page)
  })

  it('of an archive that can’t be opened shows its bytes, and says what to do', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await opens(page, 'raw.tar.xz', Buffer.from('fd377a585a000004e6d6b446', 'hex'), 'application/x-xz')

    await page.getByText(/xz-compressed and can’t be opened here\. Decompress it/).waitFor()
    await page.getByRole('region', { name: 'Bytes of raw.tar.xz' }).getByText('fd 37 7a 58').waitFor()
    await expectAccessibleInBothThemes(page)
  })
})
