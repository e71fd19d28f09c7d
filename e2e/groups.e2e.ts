import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { noJobsOrFilesWithThisTag } from '../apps/web/src/features/groups/texts.ts'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'

const UNZIP = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({name: archive.read(name).decode('latin-1') for name in archive.namelist()}))`

/** Returns the files in a ZIP archive by name, as another program reads them. */
function filesIn(archive: string): Record<string, string> {
  const read = execFileSync('python3', ['-c', UNZIP, archive], { encoding: 'utf8', maxBuffer: 100_000_000 })
  return JSON.parse(read) as Record<string, string>
}

it('a group shows the jobs, results and files with one tag, and downloads them as an archive', async () => {
  const page = await asNewUser()
  await page.request.post('/api/JobsRoot/RunSample', { headers: { origin: new URL(page.url()).origin } })
  await page.goto('/jobs')
  await page.getByRole('row').filter({ hasText: 'Completed' }).first().waitFor({ timeout: 120_000 })
  await page.getByRole('row').getByRole('button', { name: 'sample', exact: true }).first().click()
  await page.getByRole('link', { name: 'Open group' }).click()

  await page.getByRole('heading', { level: 1, name: 'sample' }).waitFor()
  await page.getByRole('list', { name: 'Jobs' }).getByText('Completed').first().waitFor()
  await page.getByRole('list', { name: 'Uploads' }).getByRole('link').first().waitFor()
  const results = page.getByRole('region', { name: /^Results/ })
  // Waits until the card shows the figure.
  await results
    .getByRole('link', { name: /plotly\.json/ })
    .locator('path.stroke-accent')
    .first()
    .waitFor()
  const uploads = await page.getByRole('list', { name: 'Uploads' }).getByRole('link').allTextContents()
  const cards = await results
    .getByRole('link', { name: /\.\w/ })
    .evaluateAll((links) => links.map((link) => link.querySelector('.middle-truncate')?.textContent ?? ''))
  // Each file is listed once.
  expect(cards.filter((name) => uploads.includes(name))).toEqual([])
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all as ZIP' }).click(),
  ])

  expect(download.suggestedFilename()).toBe('sample.zip')
  const files = filesIn(await download.path())
  expect(Object.keys(files).toSorted()).toEqual([...uploads, ...cards].toSorted())
  const [, figure = ''] = Object.entries(files).find(([name]) => name.endsWith('.plotly.json')) ?? []
  expect(JSON.parse(figure)).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ type: 'scatter' })]),
  })
  const [, table = ''] = Object.entries(files).find(([name]) => name.endsWith('.parquet')) ?? []
  expect(table).toMatch(/^PAR1[\s\S]*PAR1$/)
})

it('a group without jobs or files says so', async () => {
  const page = await asNewUser()

  await page.goto(`/groups/${encodeURIComponent('river=köln/rhine')}`)

  await page.getByRole('heading', { level: 1, name: 'river=köln/rhine' }).waitFor()
  await page.getByText(noJobsOrFilesWithThisTag).waitFor()
  await expectAccessible(page)
})

it('a group shows the files of one of its folders, and downloads only those', async () => {
  const page = await asNewUser()
  for (const folder of ['2024/gauges', '2024/gauges/raw', '2025']) {
    const file = await uploadAs(page, `${folder.replaceAll('/', '-')}.csv`)
    await page.request.post(`${file}/EditTags`, {
      headers: { origin: new URL(page.url()).origin },
      data: { Tags: ['rhine', `folder=${folder}`] },
    })
  }
  await page.goto('/groups/rhine')
  const uploads = page.getByRole('list', { name: 'Uploads' }).getByRole('link')
  await expect.poll(() => uploads.count()).toBe(3)

  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitem', { name: 'Folder is' }).click()
  await page.getByRole('list', { name: 'Folder' }).getByRole('button', { name: 'gauges', exact: true }).click()

  await expect.poll(() => uploads.allTextContents()).toHaveLength(2)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all as ZIP' }).click(),
  ])
  expect(Object.keys(filesIn(await download.path())).toSorted()).toEqual([
    '2024/gauges/2024-gauges.csv',
    '2024/gauges/raw/2024-gauges-raw.csv',
  ])
  await page.getByRole('link', { name: 'All uploads' }).click()
  await page.getByText('2024/gauges', { exact: true }).first().waitFor()
})
