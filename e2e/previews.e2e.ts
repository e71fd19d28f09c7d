import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tiffOf } from '@millrace/contracts/testing/tiff-files'
import { zipOf } from '@millrace/contracts/testing/zip-files'
import { arrowFile } from '@millrace/tables/testing/arrow-files'
import { sqliteFile } from '@millrace/tables/testing/sqlite-files'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { searchGroupsAndDataSets } from '../apps/web/src/features/previews/hierarchy/texts.ts'
import { allowConsoleErrors, asNewUser, expectAccessibleInBothThemes } from './browser.ts'
import { uploadAndOpen as opens } from './files.ts'
import { hdf5File } from './hdf5-file.ts'
import { GEOJSON, HTML, LAB_SQL, MARKDOWN, NOTEBOOK, pdfOf, wav } from './preview-samples.ts'

const color = (page: Page, css: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${css}')).color`)

/** Script that returns the font of a formula and the font's loading status. */
const FORMULA_FONT = `getComputedStyle(document.querySelector('math')).fontFamily + ': ' + Array.from(document.fonts).find(({ family }) => family.includes('Noto Sans Math'))?.status`

describe('the preview', () => {
  it('of a PDF shows its pages, finds text in all of them, and zooms', async () => {
    const page = await asNewUser()
    await opens(page, 'report.pdf', pdfOf(['Water levels', 'The Rhine at Bonn', 'Bonn again']), 'application/pdf')
    const frame = page.frameLocator('iframe')
    await frame.getByText('Water levels').waitFor()
    await page.getByText('of 3').waitFor()
    await expectAccessibleInBothThemes(page)

    await page.getByLabel('Search pages').fill('bonn')
    await page.getByText('1 of 2').waitFor()
    await frame.locator('mark.current').first().waitFor()
    await page.getByRole('button', { name: 'Next match' }).click()
    await page.getByText('2 of 2').waitFor()
    await page.getByLabel('Page', { exact: true }).fill('1')
    await page.keyboard.press('Enter')
    const width = async () => (await frame.getByLabel('Page 1', { exact: true }).boundingBox())?.width ?? 0
    const before = await width()
    await page.getByRole('button', { name: 'Zoom out' }).click()

    await expect.poll(width).toBeLessThan(before)
    await page.getByLabel('Search pages').fill('no such text')
    await page.getByText('No matches').waitFor()
  })

  it('of an HTML file shows the page without running it, and its code', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await opens(page, 'report.html', `${HTML}<script>document.body.textContent='run'</script>`, 'text/html')

    await page.frameLocator('iframe').getByRole('heading', { name: 'Level report' }).waitFor()
    await page.locator('label').getByText('Text', { exact: true }).click()
    await page.getByText('<h1>Level report</h1>').waitFor()
    await expectAccessibleInBothThemes(page)
    allowConsoleErrors(/Blocked script execution/)
  })

  it('of Markdown shows a document with tables, links and highlighted code', async () => {
    const page = await asNewUser()
    await opens(page, 'readme.md', MARKDOWN, 'text/markdown')
    const document = page.getByRole('region', { name: 'Document readme.md' })

    await document.getByRole('heading', { name: 'Gauge report' }).waitFor()
    await document.getByRole('cell', { name: '312.5' }).waitFor()
    await document.getByRole('link', { name: 'Footnote 1', exact: true }).click()
    await document.getByRole('region', { name: 'Footnotes' }).getByText('Replaced in May.').waitFor()
    await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('LI')
    expect(await document.getByRole('link', { name: 'Köln' }).getAttribute('rel')).toBe('noopener noreferrer')
    await document.locator('math mover').first().waitFor()
    await expect.poll(() => document.locator('math').count()).toBe(2)
    await document.locator('mi').getByText('ℝ').waitFor()
    await expect.poll(() => page.evaluate<string>(FORMULA_FONT)).toBe('"Noto Sans Math", math: loaded')
    await document.getByText('a day costs $5 or $6').waitFor()
    await document.locator('pre span span').first().waitFor()
    await expect.poll(() => color(page, 'pre span span')).toBe('rgb(31, 35, 40)')
    await expectAccessibleInBothThemes(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => color(page, 'pre span span')).toBe('rgb(212, 212, 212)')
  })

  it('of a notebook shows cells and saved outputs', async () => {
    const page = await asNewUser()
    await opens(page, 'levels.ipynb', NOTEBOOK)
    const notebook = page.getByRole('region', { name: 'Notebook levels.ipynb' })

    await notebook.getByRole('heading', { name: 'Levels' }).waitFor()
    await notebook.getByText('In [2]').waitFor()
    await notebook.getByRole('cell', { name: '312.5' }).waitFor()
    await notebook.locator('math msqrt').waitFor()
    await notebook.getByText('ValueError: no such station').waitFor()
    await expectAccessibleInBothThemes(page)
    await page.getByText('Tree', { exact: true }).click()
    await page.getByRole('treeitem', { name: /nbformat/ }).waitFor()
  })

  it('of GeoJSON draws a map that is moved and zoomed by keys and names its features', async () => {
    const page = await asNewUser()
    await opens(page, 'rhine.geojson', GEOJSON)
    const map = page.getByRole('application', { name: /^Map of rhine\.geojson/ })
    await page.locator('footer', { hasText: '3 features' }).waitFor()
    await expectAccessibleInBothThemes(page)
    const picture = () => map.evaluate((canvas) => (canvas as unknown as { toDataURL(): string }).toDataURL())
    const before = await picture()

    await map.focus()
    for (const key of ['+', 'ArrowLeft']) await page.keyboard.press(key)
    await expect.poll(picture).not.toBe(before)
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(picture).toBe(before)
    const box = await map.boundingBox()
    await map.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 } })
    for (let y = 40; (await page.getByText('Rhine', { exact: true }).count()) === 0 && y < (box?.height ?? 0); y += 4) {
      await map.click({ position: { x: (box?.width ?? 0) / 2, y } })
    }

    await page.getByRole('region', { name: 'Properties of the selected feature' }).getByText('Rhine').waitFor()
    await page.getByText('Table', { exact: true }).click()
    await page.getByRole('table', { name: 'Rows of rhine.geojson' }).getByRole('cell', { name: 'Köln' }).waitFor()
    await expectAccessibleInBothThemes(page)
  })

  it('of an unknown file shows bytes from any offset, and fetches only those', async () => {
    const page = await asNewUser()
    const content = Buffer.alloc(3_000_000, 7)
    content.write('needle', 2_900_000)
    const ranges: string[] = []
    page.on('request', (request) => ranges.push(request.headers().range ?? ''))
    await opens(page, 'thing.bin', content)
    await page.getByText('00000000').waitFor()
    await page.getByText('3,000,000 bytes').waitFor()

    await page.getByLabel('Go to offset').fill('2900000')
    await page.keyboard.press('Enter')

    await page.getByText(/needle/).waitFor()
    expect(new Set(ranges.filter(Boolean)).size).toBeLessThanOrEqual(3)
    await expectAccessibleInBothThemes(page)
  })

  it('of an archive lists its files, opens one, and finds others by name', async () => {
    const page = await asNewUser()
    const entries = [
      { name: 'readings/köln.csv', content: 'station,level\nKöln,312\n' },
      { name: 'notes.txt', content: 'Sensor replaced.' },
      { name: '../outside.txt', content: 'no' },
      { name: 'inner.zip', content: zipOf([{ name: 'x', content: '\u0000\u0001' }]) },
    ]
    await opens(page, 'data.zip', zipOf(entries), 'application/zip')
    await page.getByText('4 entries').waitFor()
    await page.getByText('Its path leads outside the archive.').waitFor()
    await expectAccessibleInBothThemes(page)

    await page.getByLabel('Search files').fill('köln')
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'notes.txt' }).count()).toBe(0)
    await page.getByRole('button', { name: 'readings/köln.csv' }).press('Enter')
    await page.getByText('Köln,312').waitFor()
    await expectAccessibleInBothThemes(page)
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download file' }).click()

    expect((await saved).suggestedFilename()).toBe('köln.csv')
    await page.getByRole('button', { name: 'All files' }).click()
    await page.getByRole('button', { name: 'inner.zip' }).click()
    await page.getByText('Archives inside an archive are not opened here.').waitFor()
    await page.getByRole('button', { name: 'All files' }).click()
    await page.getByRole('button', { name: 'Unpack', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Start a job' })
    await panel.getByText('Extract archive').filter({ visible: true }).first().waitFor()
    await panel.getByText('data.zip').filter({ visible: true }).first().waitFor()
    expect(await panel.getByText('These parameters come from the table view.').count()).toBe(0)

    await panel.getByRole('button', { name: /^Start job/ }).click()
    await page.getByText('Job started').first().waitFor()
    await page.goto('/jobs')
    await page
      .getByRole('link', { name: /Extract archive/ })
      .first()
      .click()
    await page.getByRole('region', { name: 'köln.csv' }).getByText('Files · readings').waitFor()
    await page.goto('/workdata/explorer')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Folder is', exact: true }).click()
    await page.getByRole('list', { name: 'Folder' }).getByRole('button', { name: 'readings', exact: true }).click()
    const names = page.getByRole('row').getByRole('link')
    await expect.poll(() => names.allTextContents()).not.toContain('notes.txt')
    await expect.poll(() => names.allTextContents()).toContain('köln.csv')
  })

  it('of an unrecognized file is that of the type that it is treated as', async () => {
    const page = await asNewUser()
    await opens(page, 'readings.xyz', 'station,note\nKöln,a\u0001b\nBonn,c\n')
    await page.getByRole('region', { name: 'Bytes of readings.xyz' }).waitFor()

    await page.getByRole('button', { name: 'Treat as…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Treat as' })
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole('combobox', { name: 'Media type' }).click()
    await page.getByRole('option', { name: 'CSV (text/csv)' }).click()
    await dialog.getByRole('button', { name: 'Change type' }).click()

    await page.getByRole('columnheader', { name: /station/ }).waitFor()
    await page.getByRole('button', { name: 'Treat as…' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('region', { name: 'Bytes of readings.xyz' }).waitFor()
  })

  it('of a compressed TAR archive lists its files and opens one', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const folder = await mkdtemp(join(tmpdir(), 'tar-'))
    await writeFile(join(folder, 'köln.csv'), 'station,level\nKöln,312\n')
    await opens(page, 'data.tar.gz', execFileSync('tar', ['-czf', '-', '-C', folder, '.']))
    await rm(folder, { recursive: true })

    await page.getByText('2 entries').waitFor()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'köln.csv' }).click()
    await page.getByText('Köln,312').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download file' }).click()

    expect(readFileSync(await (await saved).path(), 'utf8')).toBe('station,level\nKöln,312\n')
  })

  it('of an Arrow file shows a table, whatever its name', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await opens(page, 'readings.csv', arrowFile({ station: ['Köln', 'Bonn'], level: [312.5, 298.25] }), 'text/csv')
    const table = page.getByRole('table', { name: 'Rows of readings.csv' })

    await table.getByRole('cell', { name: 'Köln', exact: true }).waitFor()
    await table.getByRole('cell', { name: '298.25', exact: true }).waitFor()
    await page.getByText('Arrow, 2 columns').waitFor()
    await expectAccessibleInBothThemes(page)
  })

  it('of an SQLite database shows its tables, which are chosen below the rows', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await opens(page, 'lab.sqlite', sqliteFile(LAB_SQL))
    const tables = page.getByRole('navigation', { name: 'Tables' })
    const table = page.getByRole('table', { name: 'Rows of lab.sqlite' })

    await table.getByRole('cell', { name: '298.25', exact: true }).waitFor()
    await expectAccessibleInBothThemes(page)
    await tables.getByRole('button', { name: 'stations', exact: true }).click()
    await table.getByRole('cell', { name: 'Rhine', exact: true }).waitFor()
    await expect.poll(() => tables.locator('[aria-current=true]').textContent()).toBe('stations')
  })

  it('of a TIFF image shows its pages, which are chosen above it', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const rising = (width: number) => {
      const samples = Uint16Array.from({ length: width * 60 }, (_, at) => 500 + (at % width) * 10)
      return { width, height: 60, samples }
    }
    await opens(page, 'cells.tif', tiffOf([rising(120), rising(90), rising(80)]), 'image/tiff')
    const image = page.getByRole('img', { name: 'cells.tif', exact: true })
    const width = () => image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth)
    await page.getByText('120 × 60 pixels, 16 bits per sample, 1 channel, not compressed').waitFor()
    await page.getByText(/^Values are scaled to be visible/).waitFor()
    await expect.poll(width).toBe(120)
    await expectAccessibleInBothThemes(page)

    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('90 × 60 pixels').waitFor()
    await expect.poll(width).toBe(90)
    await page.getByLabel('Page', { exact: true }).fill('3')
    await page.keyboard.press('Enter')
    await page.getByText('80 × 60 pixels').waitFor()
    await expect.poll(width).toBe(80)
    await page.locator('label').getByText('Bytes', { exact: true }).click()
    await page.getByText('00000000').waitFor()
  })

  it('of an HDF5 file shows groups and datasets, their attributes and first values', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await opens(page, 'gauges.h5', await hdf5File())
    const contents = page.getByRole('region', { name: 'Contents of gauges.h5' })
    await contents.getByRole('button', { name: '/run/level', exact: true }).waitFor()
    await contents.getByText('2 × 3', { exact: true }).waitFor()
    await expectAccessibleInBothThemes(page)

    await page.getByLabel(searchGroupsAndDataSets).fill('level')
    await contents.getByRole('button', { name: '/names', exact: true }).waitFor({ state: 'detached' })
    await contents.getByRole('button', { name: '/run/level', exact: true }).press('Enter')
    const values = page.getByRole('table', { name: 'Values of /run/level' })
    await values.getByRole('cell', { name: '312.5', exact: true }).waitFor()
    await page.getByText('Gauge zero 34.97 m').waitFor()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'All contents' }).click()
    await page.getByRole('button', { name: 'File attributes' }).click()
    await page.getByText('Levels of the Rhine').waitFor()
  })

  it('of audio plays it', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await opens(page, 'tone.wav', wav(), 'audio/wav')
    const player = page.getByLabel('Audio tone.wav')

    await expect.poll(() => player.evaluate((element) => (element as unknown as { duration: number }).duration)).toBe(1)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect
      .poll(() => player.evaluate((element) => (element as unknown as { currentTime: number }).currentTime))
      .toBeGreaterThan(0)
    await page.getByRole('slider', { name: 'Position' }).press('Home')
    await expectAccessibleInBothThemes(page)
  })

  it('of YAML and XML shows highlighted text', { tags: 'long' }, async () => {
    const page = await asNewUser()
    for (const [name, content] of [
      ['settings.yaml', 'station: Köln\n'],
      ['data.xml', '<station name="Köln"/>\n'],
    ] as const) {
      await opens(page, name, content)
      await page
        .getByRole('region', { name: `Text of ${name}` })
        .locator('code span')
        .nth(2)
        .waitFor()
      await expectAccessibleInBothThemes(page)
    }
  })

  it('of XML in one line shows its elements, and its first part as it is, without blocking the page', {
    tags: 'long',
  }, async () => {
    const page = await asNewUser()
    await opens(page, 'export.xml', `<all>${'<a n="1">x</a>'.repeat(10_000)}</all>`)
    const text = page.getByRole('region', { name: 'Text of export.xml' })

    await page.getByText('10,002 lines').waitFor()
    await text.getByText('<a n="1">x</a>').first().waitFor()
    await expectAccessibleInBothThemes(page)
    await page.getByRole('button', { name: 'Format' }).click()
    await text.getByText('120,011 more characters not shown').waitFor()
    await page.getByRole('button', { name: 'Wrap lines' }).click()
    await text.getByText('120,011 more characters not shown').scrollIntoViewIfNeeded()
    await expectAccessibleInBothThemes(page)
  })
})

describe('a preview', () => {
  it('of a damaged TIFF image says why it is not shown', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const content = tiffOf([{ width: 100, height: 100, samples: new Uint8Array(10) }])
    await opens(page, 'damaged.tif', content, 'image/tiff')

    await page.getByText(/damaged\.tif can’t be read as a TIFF image/).waitFor()
    allowConsoleErrors(/Failed to load resource/)
  })

  it('of a damaged PDF says why it is not shown', async () => {
    const page = await asNewUser()
    await opens(page, 'damaged.pdf', '%PDF-1.7\nnothing', 'application/pdf')

    await page.frameLocator('iframe').getByText('This PDF can’t be read. It may be damaged.').waitFor()
  })
})
