import type { RowCondition, TablePreviewProperties } from '@millrace/contracts/previews'
import { SIREN_TYPE, type SirenDocument } from '@millrace/siren/document'
import { firstOf } from '@millrace/tables/testing/long'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { noRowsMatchTheFilters } from '../apps/web/src/features/previews/table/texts.ts'
import { keepThisViewAsAJob, parametersOfView } from '../apps/web/src/features/start-job/texts.ts'
import { asNewUser, expectAccessible } from './browser.ts'
import { openFile, uploadAs } from './files.ts'
import { JOB_STARTED } from './start-query.ts'

const STATIONS = ['Köln', 'Bonn, Rhein', 'Mainz']
const LEVELS = `day,station,level_cm,note\n${Array.from({ length: 90 }, (_, at) => {
  const day = new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10)
  return `${day},"${STATIONS[at % 3]}",${at % 10 === 7 ? '' : 300 + ((at * 7) % 90)},${at % 4 ? '' : 'checked'}`
}).join('\n')}\n`

async function opensFile(page: Page, name: string): Promise<void> {
  await openFile(page, name)
  await page.getByRole('region', { name: `Rows of ${name}` }).waitFor()
}

/** Returns the panel of a column after opening it by keyboard. */
async function opensPanel(page: Page, column: string): Promise<Locator> {
  await page.getByRole('button', { name: `Filter ${column}`, exact: true }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: `Filter and statistics of ${column}` })
  await panel.getByText('Distinct values').waitFor()
  return panel
}

async function closes(page: Page, panel: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
}

async function startsKeptView(page: Page): Promise<void> {
  await page.getByRole('button', { name: keepThisViewAsAJob, exact: true }).click()
  const start = page.getByRole('dialog')
  await start.getByText(parametersOfView).waitFor()
  await start.getByRole('button', { name: /^Start job/ }).click()
  await page.getByText(JOB_STARTED).first().waitFor()
}

/** Returns the rows of the table at a URL of the jobs service. */
async function rowsAt(page: Page, href: string, body: object = {}): Promise<TablePreviewProperties> {
  const headers = { origin: new URL(page.url()).origin, accept: SIREN_TYPE }
  const reply = await page.request.post(`${href}/Preview/ReadRows`, { headers, data: { Limit: 500, ...body } })
  expect(reply.status(), await reply.text()).toBe(201)
  const rows = await page.request.get(reply.headers().location ?? '', { headers })
  return ((await rows.json()) as SirenDocument<TablePreviewProperties>).properties
}

/** Returns the URL of the only work data with this name, once it exists. */
async function resultOf(page: Page, name: string): Promise<string> {
  const headers = { origin: new URL(page.url()).origin, accept: SIREN_TYPE }
  const find = async () => {
    const data = { Filter: { NameContains: name } }
    const query = await page.request.post('/api/WorkDataQuery/CreateQuery', { headers, data })
    const found = (await (await page.request.get(query.headers().location ?? '', { headers })).json()) as SirenDocument
    return (found.entities ?? []).map((entity) => entity.links?.find(({ rel }) => rel.includes('self'))?.href ?? '')
  }
  await expect.poll(find, { timeout: 60_000 }).toHaveLength(1)
  return (await find())[0] ?? ''
}

describe('filters of a table', () => {
  it('change its rows and statistics, and become a job with the same rows', async () => {
    const page = await asNewUser()
    await uploadAs(page, 'levels.csv', LEVELS)
    await opensFile(page, 'levels.csv')
    const level = await opensPanel(page, 'level_cm')
    await level.getByRole('figure', { name: 'Histogram from 300 to 388' }).waitFor()
    await level.getByText('9 (10%)').waitFor()
    await expectAccessible(page)
    await level.getByLabel('From', { exact: true }).fill('high')
    await page.keyboard.press('Enter')
    await level.getByRole('alert').getByText('Enter numbers, such as 12.5.').waitFor()
    await level.getByLabel('From', { exact: true }).fill('320')
    await page.keyboard.press('Enter')
    await level.getByRole('figure', { name: 'Histogram from 320 to 388' }).waitFor()
    await closes(page, level)

    const station = await opensPanel(page, 'station')
    await station.getByRole('checkbox', { name: 'Bonn, Rhein' }).click()
    await station.getByRole('checkbox', { name: 'Bonn, Rhein', checked: true }).waitFor()
    await expectAccessible(page)
    await closes(page, station)
    await page.getByText(/^Rows 1–\d+ of 21 that match$/).waitFor()
    await page.getByRole('button', { name: 'level_cm', exact: true }).click()
    await page
      .getByRole('columnheader', { name: /level_cm/, exact: false })
      .first()
      .waitFor()
    await page.waitForURL(/where=.*sort=level_cm/)
    await page.reload()
    const chips = page.getByRole('region', { name: 'Filters', exact: true })
    await chips.getByText('at least 320').waitFor()
    await chips.getByText('one of Bonn, Rhein').waitFor()

    await startsKeptView(page)
    const result = await rowsAt(page, await resultOf(page, 'levels_filtered'))

    expect(result.TotalRows).toBe(21)
    expect(new Set(result.Rows.map((row) => row[1]))).toEqual(new Set(['Bonn, Rhein']))
    const levels = result.Rows.map((row) => Number(row[2]))
    expect(levels).toEqual(levels.toSorted((a, b) => a - b))
    await opensFile(page, 'levels_filtered')
    await page.getByText(/^Rows 1–\d+ of 21$/).waitFor()
  })

  it('can be removed one by one and together, and say so if no row is left', { tags: 'long' }, async () => {
    const page = await asNewUser()
    await uploadAs(page, 'levels.csv', LEVELS)
    await opensFile(page, 'levels.csv')
    const note = await opensPanel(page, 'note')
    await note.getByLabel('Text', { exact: true }).fill('CHECK')
    await page.keyboard.press('Enter')
    await page.getByText(/^Rows 1–\d+ of 23 that match$/).waitFor()
    await note.getByRole('radio', { name: 'Missing', exact: true }).check({ force: true })
    await closes(page, note)

    await page.getByText(noRowsMatchTheFilters).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove filter note' }).last().click()
    await page.getByText(/^Rows 1–\d+ of 23 that match$/).waitFor()
    await page.getByRole('button', { name: 'Clear filters', exact: true }).click()
    await page.getByText(/^Rows 1–\d+ of 90$/).waitFor()
  })
})

describe('a selection of cells', () => {
  it('is made by keyboard and pointer, and copied as tab-separated text', async () => {
    const page = await asNewUser()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await uploadAs(page, 'cells.csv', 'id,note,level\n1,"two\nlines",1.5\n2,b,\n3,c,-2\n')
    await opensFile(page, 'cells.csv')
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()')

    await page.getByRole('cell', { name: 'two ↵ lines' }).click()
    await page.getByRole('region', { name: 'Rows of cells.csv' }).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByText('2 rows × 2 columns selected').waitFor()
    await page.keyboard.press('Control+c')
    await expect.poll(copied).toBe('"two\nlines"\t1.5\nb\t')

    await page.getByRole('cell', { name: 'c', exact: true }).click({ modifiers: ['Shift'] })
    await page.getByText('3 rows × 1 column selected').waitFor()
    await page.getByRole('button', { name: 'Copy cells', exact: true }).click()
    await expect.poll(copied).toBe('"two\nlines"\nb\nc')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Clear selection', exact: true }).click()
    await page.getByRole('region', { name: 'Selection', exact: true }).waitFor({ state: 'detached' })
  })
})

describe('numbers', () => {
  it('are drawn in one notation and found as they are drawn, while a cell has the text of the file', async () => {
    const page = await asNewUser()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await uploadAs(page, 'german.csv', 'station;level;flow\nBonn;1.234,5;2800\nKöln;201,25;\n')
    await opensFile(page, 'german.csv')

    await page.getByRole('columnheader', { name: /level/ }).getByText('201.25–1,234.5').waitFor()
    await page.getByRole('cell', { name: '2,800', exact: true }).waitFor()
    await page.getByRole('cell', { name: '1,234.50', exact: true }).click()
    await page.getByRole('region', { name: 'Cell', exact: true }).getByText('1.234,5', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Rows of german.csv' }).focus()
    await page.keyboard.press('Control+c')
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe('1.234,5')
    await page.getByRole('searchbox', { name: 'Search the table' }).fill('201.25')
    await page.getByRole('cell', { name: '1,234.50', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Köln' }).waitFor()
  })
})

interface Fixture {
  file: string
  content: string | (() => Promise<Buffer>)
  mimeType: string
  where: RowCondition[]
  sort?: { Sort: string; Order?: 'Descending' }
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const SHEET: CellValue[][] = [['name', 'size'], ...Array.from({ length: 30 }, (_, at) => [`item ${at % 7}`, at / 4])]

/** Returns the value of a table cell, so that numbers in different notations are equal. */
function valueOfCell(cell: string | null | undefined): string | number | null {
  if (cell === null || cell === undefined) return null
  const plain = /^-?[\d.]+,\d+$/.test(cell) ? cell.replaceAll('.', '').replace(',', '.') : cell
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : cell.replace(/ 00:00:00$/, '')
}

describe('a view that is kept', () => {
  it.each(
    firstOf<Fixture>(1, [
      {
        file: 'german.csv',
        content: `Pegel;Höhe;Tag\n${Array.from({ length: 40 }, (_, at) => `Köln ${at % 5};1.2${at % 10}${at % 9},5;2024-03-${String(1 + (at % 28)).padStart(2, '0')}`).join('\n')}\n`,
        mimeType: 'text/csv',
        where: [
          { Column: 'Pegel', Is: 'OneOf', Values: ['Köln 1', 'Köln 3'] },
          { Column: 'Tag', Is: 'AtMost', Values: ['2024-03-14'] },
        ],
        sort: { Sort: 'Höhe', Order: 'Descending' },
      },
      {
        file: 'items.json',
        content: JSON.stringify(
          Array.from({ length: 40 }, (_, at) => ({
            id: at,
            word: ['a, b', 'say "hi"', " it's", 'KÖLN', 'köln', null][at % 6],
            ok: at % 3 === 0,
          })),
        ),
        mimeType: 'application/json',
        where: [
          { Column: 'word', Is: 'OneOf', Values: ['a, b', 'say "hi"', " it's", 'köln'] },
          { Column: 'ok', Is: 'IsNotEmpty', Values: [] },
        ],
        sort: { Sort: 'word' },
      },
      {
        file: 'book.xlsx',
        content: async () =>
          Buffer.from(
            await writeXlsx({
              sheets: [
                { name: 'First', rows: SHEET },
                { name: 'Second', rows: [['x'], [1]] },
              ],
            }),
          ),
        mimeType: XLSX,
        where: [{ Column: 'size', Is: 'Between', Values: ['2', '5.5'] }],
        sort: { Sort: 'name' },
      },
    ]),
  )(
    'returns the rows of $file in the same order',
    { tags: 'long' },
    async ({ file, content, mimeType, where, sort }) => {
      const page = await asNewUser()
      const data = await uploadAs(page, file, typeof content === 'string' ? content : await content(), mimeType)
      await opensFile(page, file)
      const view = await rowsAt(page, data, { Where: where, ...sort })
      const addressed = where.map(({ Column, Is, Values }) => [Column, Is, ...(Values ?? [])])
      const search = new URLSearchParams({ where: JSON.stringify(addressed), sort: sort?.Sort ?? '' })
      if (sort?.Order) search.set('order', 'desc')
      await page.goto(`${page.url().split('?')[0]}?${search}`)
      await page.getByText(new RegExp(`of ${view.TotalRows} that match$`)).waitFor()

      await startsKeptView(page)
      const result = await rowsAt(page, await resultOf(page, '_filtered'))

      expect(view.TotalRows).toBeGreaterThan(3)
      expect(result.Columns.map(({ Name }) => Name)).toEqual(view.Columns.map(({ Name }) => Name))
      expect(result.Rows.map((row) => row.map(valueOfCell))).toEqual(view.Rows.map((row) => row.map(valueOfCell)))
    },
  )
})
