import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { nextPart, previousPart } from '../apps/web/src/features/previews/text/texts.ts'
import { asNewUser, expectAccessible, expectAccessibleInBothThemes } from './browser.ts'
import { uploadAs } from './files.ts'

/** Returns a JSON file of more than 100 MB: many records, followed by a deeply nested object. */
function largeJson(): Buffer {
  const record = (id: number) => `{"id":${id},"station":"Köln ${id % 97}","levels":[${'312.5,'.repeat(30)}0]}`
  const records = Array.from({ length: 4500 }, (_, block) =>
    Array.from({ length: 100 }, (_, at) => record(block * 100 + at)).join(',\n'),
  )
  return Buffer.from(`{"project":"Rhine","records":[${records.join(',\n')}],"last":{"deep":[{"end":"here"}]}}`)
}

async function opensJson(page: Page, name: string, content: string | Buffer, type = 'application/json') {
  const address = await uploadAs(page, name, content, type)
  await page.goto(`/workdata/explorer/${Buffer.from(new URL(address).pathname).toString('base64url')}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  return page.getByRole('tree', { name: `Content of ${name}` })
}

describe('large JSON', () => {
  it('opens as a tree, down to a value at the end of the file', { tags: 'long' }, async () => {
    const large = largeJson()
    expect(large.length).toBeGreaterThan(100_000_000)
    const page = await asNewUser()
    const tree = await opensJson(page, 'levels.json', large)
    // While values load, new rows appear above the end, so End is pressed repeatedly.
    const isAtTheEnd = async (row: Locator) => {
      await tree.press('End')
      return row.isVisible()
    }
    const item = (name: RegExp) => tree.getByRole('treeitem', { name })

    await item(/^project:\s*"Rhine"/).waitFor()
    await expectAccessibleInBothThemes(page)
    await page.getByText('Object with 3 keys').waitFor()
    for (const name of [/^last:/, /^deep:/, /^0:/]) await item(name).first().click()
    await item(/^end:\s*"here"/).waitFor()

    await item(/^records:/).click()
    await item(/^0:/).first().waitFor()
    for (const name of [/^440,000 – 449,999/, /^449,900 – 449,999/, /^449999:/]) {
      await expect.poll(() => isAtTheEnd(item(name))).toBe(true)
      await item(name).click()
    }
    await tree.press('End')
    await item(/^station:\s*"Köln 16"/).waitFor()
    await expectAccessibleInBothThemes(page)
  })
})

it('the text of a large file is read part by part', { tags: 'long' }, async () => {
  const page = await asNewUser()
  const lines = Array.from({ length: 60_000 }, (_, at) => `Reading ${at + 1} of the gauge in Köln.`)
  const address = await uploadAs(page, 'readings.py', lines.join('\n'), 'text/x-python')
  await page.goto(`/workdata/explorer/${Buffer.from(new URL(address).pathname).toString('base64url')}`)
  const text = page.getByRole('region', { name: 'Text of readings.py' })
  await text.getByText('Reading 1 of').waitFor()

  await page.getByRole('button', { name: nextPart }).click()
  await page.getByText(/^\d+,\d+ lines, starting at /).waitFor()
  await expectAccessible(page)
  const [, number] =
    /Reading (\d+) of/.exec(
      (await text
        .getByText(/^Reading/)
        .first()
        .textContent()) ?? '',
    ) ?? []
  await text.getByText(number ?? '', { exact: true }).waitFor()
  await page.getByRole('button', { name: previousPart }).click()

  await text.getByText('Reading 1 of').waitFor()
  expect(Number(number)).toBeGreaterThan(20_000)
})

it('a map that is too large to draw is shown as a tree', { tags: 'long' }, async () => {
  const page = await asNewUser()
  const point = '{"type":"Feature","geometry":{"type":"Point","coordinates":[6.96,50.94]},"properties":{}}'
  const features = Array.from({ length: 240_000 }, () => point).join(',')
  const tree = await opensJson(
    page,
    'gauges.geojson',
    `{"type":"FeatureCollection","features":[${features}]}`,
    'application/geo+json',
  )

  await page.getByText('are not drawn. The content is shown as a tree.').waitFor()
  await page.getByText('Object with 2 keys').waitFor()
  // Clicks the text, because the button that copies the path may be in the middle of the row.
  await tree.getByText('features:', { exact: true }).click()
  await tree.getByRole('treeitem', { name: /^0:/ }).first().waitFor()
  await expectAccessible(page)
})

it('a large table says that it is still being read, and can be sorted afterwards', async () => {
  const page = await asNewUser()
  const rows = Array.from({ length: 1_200_000 }, (_, at) => `${at},Köln,${(at * 7919) % 1000}`)
  const address = await uploadAs(page, 'levels.csv', `id,station,level\n${rows.join('\n')}\n`)
  const shown = Promise.withResolvers<void>()
  await page.route(/\/Preview\/Reading/, (route) => shown.promise.then(() => route.continue()))
  await page.goto(`/workdata/explorer/${Buffer.from(new URL(address).pathname).toString('base64url')}`)

  await page.getByText('Reading the whole file').waitFor()
  shown.resolve()
  await page.getByRole('cell', { name: 'Köln' }).first().waitFor()
  await page.getByText(/^Rows 1–\d+ of 1,200,000$/).waitFor()
  await page.getByRole('button', { name: 'id', exact: true }).click()
  await page.getByRole('columnheader', { name: /^id/ }).and(page.locator('[aria-sort=ascending]')).waitFor()
  await page.getByRole('button', { name: 'id', exact: true }).click()

  await page.getByRole('cell', { name: '1199999', exact: true }).waitFor()
})
