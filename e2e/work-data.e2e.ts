import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { allowConsoleErrors, asNewUser, asUser, expectAccessible } from './browser.ts'
import { openFile, uploadAs } from './files.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { JOB_STARTED } from './start-query.ts'

async function upload(page: Page, files: { name: string; content: string | Buffer; type?: string }[]): Promise<void> {
  for (const { name, content, type = 'text/csv' } of files) {
    await uploadAs(page, name, content, type)
  }
}

const FIGURE = 'application/vnd.plotly.v1+json'

describe('the content of a file', () => {
  it('is shown as a table that can be searched, sorted and browsed', async () => {
    const page = await asNewUser()
    await upload(page, [{ name: 'gauges.csv', content: gaugeCsv(500) }])
    await openFile(page, 'gauges.csv')

    await page.getByText('UTF-8, semicolon-separated, decimal comma').waitFor()
    await page.getByText('500 rows × 4 columns').waitFor()
    await page.getByText('Rows 1–').waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'discharge', exact: true }).click()
    await page
      .getByRole('columnheader', { name: /discharge/, exact: false })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor()
    await expect.poll(() => page.locator('tbody tr').first().textContent()).toContain('1,800')
    await page.getByLabel('Search the table').fill('BONN')
    await page.getByText('of 250 that match').waitFor()
    await page.getByLabel('Search the table').fill('no such station')
    await page.getByText('No matching rows').waitFor()
  })

  it('can be read to its last row without loading all of it', async () => {
    const page = await asNewUser()
    await upload(page, [
      {
        name: 'long.csv',
        content: `n,square\n${Array.from({ length: 60_000 }, (_, n) => `${n},${n * n}`).join('\n')}\n`,
      },
    ])
    await openFile(page, 'long.csv')
    const rows = page.getByRole('region', { name: 'Rows of long.csv' })
    await page.getByText('of 60,000').waitFor()

    await rows.evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })

    await page.getByRole('cell', { name: '3,599,880,001' }).waitFor()
    expect(await page.locator('tbody tr').count()).toBeLessThan(100)
  })

  it('that is not a table is shown as text, at the line with the fault', async () => {
    const page = await asNewUser()
    const lines = Array.from({ length: 500 }, (_, at) => (at % 4 === 3 ? '1,2,3,4,5' : '1,2,3'))
    await upload(page, [{ name: 'broken.csv', content: `a,b,c\n${lines.join('\n')}\n` }])

    await openFile(page, 'broken.csv')

    await page.getByText(/\(line 5\) has 5 columns where the header names 3\..* Shown as text\./).waitFor()
    await page.getByText('501 lines').waitFor()
  })

  it('is shown as a table if it is JSON records, and as a tree with keyboard navigation', async () => {
    const page = await asNewUser()
    const stations = Array.from({ length: 40 }, (_, id) => ({ id, name: `Station ${id}`, position: { lat: 50 + id } }))
    await upload(page, [{ name: 'stations.json', content: JSON.stringify({ stations }), type: 'application/json' }])
    await openFile(page, 'stations.json')
    await page.getByRole('cell', { name: 'Station 0' }).waitFor()

    await page.getByText('Tree', { exact: true }).click()
    await page.getByRole('tree').focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)

    await expect.poll(() => page.getByRole('treeitem', { selected: true }).textContent()).toContain('"Station 0"')
    await expectAccessible(page)
  })

  it('is shown as a picture without running an SVG’s scripts', async () => {
    const page = await asNewUser()
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3" width="4" height="3"><script>document.title="run"</script></svg>'
    await upload(page, [{ name: 'drawing.svg', content: svg, type: 'image/svg+xml' }])

    await openFile(page, 'drawing.svg')

    await page.getByText('4 × 3 pixels').waitFor()
    await expect.poll(() => page.title()).toContain('drawing.svg')
  })
})

describe('a figure', () => {
  it('is drawn in a sandboxed document without network access', async () => {
    const page = await asNewUser()
    const figure = {
      data: [{ y: [1, 3, 2] }, { type: 'scattergl', y: [2, 2, 4] }],
      layout: { title: { text: 'Levels' } },
    }
    await upload(page, [{ name: 'levels.plotly.json', content: JSON.stringify(figure), type: FIGURE }])
    await openFile(page, 'levels.plotly.json')
    const frame = page.frameLocator('iframe')
    await frame.locator('.main-svg').first().waitFor()
    const inside = page.frames().find((candidate) => candidate.url().includes('/previews/'))

    const reached = await inside?.evaluate(`(async () => {
      const attempt = (work) => Promise.resolve().then(work).then(() => 'reached', () => 'refused')
      return {
        origin: globalThis.origin,
        cookie: await attempt(() => document.cookie),
        storage: await attempt(() => localStorage.length),
        parent: await attempt(() => parent.document.title),
        api: await attempt(() => fetch('/api/EntryPoint')),
      }
    })()`)

    expect(reached).toEqual({
      origin: 'null',
      cookie: 'refused',
      storage: 'refused',
      parent: 'refused',
      api: 'refused',
    })
    allowConsoleErrors(/Content Security Policy|sandboxed|Blocked a frame|Refused to connect/)
    const buttons = frame.locator('.modebar-btn')
    await expect
      .poll(() => buttons.evaluateAll((all) => all.map((one) => one.ariaLabel)))
      .toEqual(['Zoom', 'Pan', 'Zoom in', 'Zoom out', 'Autoscale', 'Reset axes'])
  })

  it('is saved as PNG, SVG and PDF, as it looks', async () => {
    const page = await asNewUser()
    const figure = { data: [{ y: [1, 3, 2] }], layout: { title: { text: 'Levels' } } }
    await upload(page, [{ name: 'levels.plotly.json', content: JSON.stringify(figure), type: FIGURE }])
    await openFile(page, 'levels.plotly.json')
    await page.frameLocator('iframe').locator('.main-svg').first().waitFor()
    const saves = async (format: string) => {
      await page.getByRole('button', { name: 'Save figure' }).click()
      const saved = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: format }).click()
      const file = await saved
      await page.getByRole('menu').waitFor({ state: 'detached' })
      return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
    }

    const png = await saves('PNG')
    const svg = await saves('SVG')
    const pdf = await saves('PDF')

    expect(png.name).toBe('levels.png')
    expect(png.content.subarray(1, 4).toString()).toBe('PNG')
    expect(png.content.readUInt32BE(16)).toBeGreaterThan(1000)
    expect(svg.name).toBe('levels.svg')
    expect(svg.content.toString()).toMatch(/^<svg.*Levels/s)
    expect(pdf.name).toBe('levels.pdf')
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.content.toString('latin1')).toContain('IBMPlexSans')
    await expectAccessible(page)
  })

  it('with hostile text shows it as text', async () => {
    const page = await asNewUser()
    const hostile = `{"data": [{"y": [1, 2], "name": "</script><script>document.title='run'</script>"}],
      "layout": {"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}},
        "annotations": [{"x": 0, "y": 1, "text": "<a href=\\"javascript:document.title='run'\\">bad</a> <a href=\\"https://example.org\\">good</a>"}]}}`
    await upload(page, [{ name: 'hostile.plotly.json', content: hostile, type: FIGURE }])
    await openFile(page, 'hostile.plotly.json')
    const frame = page.frameLocator('iframe')
    await frame.locator('.annotation').first().waitFor()

    const links = frame.locator('.annotation a')

    expect(
      await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? link.getAttribute('xlink:href'))),
    ).toEqual([null, 'https://example.org'])
    const inside = page.frames().find((candidate) => candidate.url().includes('/previews/'))
    expect(await inside?.evaluate("({ title: document.title, polluted: 'polluted' in {} })")).toEqual({
      title: 'hostile.plotly.json',
      polluted: false,
    })
  })

  it('of a rare kind is drawn, and a map is replaced by an explanation', { tags: 'long' }, async () => {
    const page = await asNewUser()
    const sankey = { type: 'sankey', node: { label: ['Rhine', 'Sea'] }, link: { source: [0], target: [1], value: [2] } }
    const map = { type: 'scattergeo', lon: [7], lat: [50] }
    const files = Object.entries({ sankey, map }).map(([name, trace]) => {
      return { name: `${name}.plotly.json`, content: JSON.stringify({ data: [trace] }), type: FIGURE }
    })
    await upload(page, files)

    await openFile(page, 'sankey.plotly.json')
    await page.frameLocator('iframe').locator('.sankey-link').waitFor()
    await openFile(page, 'map.plotly.json')

    await page
      .frameLocator('iframe')
      .getByText('Millrace cannot draw “scattergeo”. Download the figure to see it.')
      .waitFor()
  })
})

describe('a file', () => {
  it('can be renamed, tagged, commented, hidden, shown again and deleted', async () => {
    const page = await asNewUser()
    await upload(page, [{ name: 'notes.txt', content: 'Sensor at Bonn was offline.\n', type: 'text/plain' }])
    await openFile(page, 'notes.txt')

    await page.getByRole('heading', { level: 1 }).getByRole('button').click()
    await page.getByLabel('File name').fill('notes_bonn.txt')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'notes_bonn.txt' }).waitFor()
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    await page.getByRole('dialog').getByRole('combobox').fill('station=bonn')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save tags' }).click()
    await page.getByText('Tags saved').waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Note', { exact: true }).fill('16 Sep is estimated.')
    await page.getByRole('button', { name: 'Save note' }).click()
    await page.getByText('Note saved').waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Hide' }).click()
    await page.getByText('Hidden from lists').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'hidden' }).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByText('Hidden from lists').count()).toBe(0)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete file' }).click()

    await page.getByText('File deleted').waitFor()
    await page.getByText('No data yet').waitFor()
    // The deletion may be announced to the page before the page is left.
    allowConsoleErrors(/404/)
  })

  it('lists the steps that accept it, and starts one with the file selected', async () => {
    const page = await asNewUser()
    await upload(page, [{ name: 'gauges.csv', content: gaugeCsv(100) }])
    await openFile(page, 'gauges.csv')

    await page.getByRole('button', { name: 'Start Clean table with gauges.csv' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByText('Clean table').locator('visible=true').first().waitFor()
    await panel.getByText('gauges.csv').locator('visible=true').first().waitFor()
    await panel.getByRole('button', { name: /^Start job/ }).click()
    await page.getByText(JOB_STARTED).first().waitFor()
    await page
      .getByRole('region', { name: 'Lineage' })
      .getByRole('link', { name: /gauges_clean/ })
      .first()
      .waitFor()

    await expect.poll(() => page.getByText('Not while 1 job uses it').count()).toBe(1)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem').first().waitFor()
    expect(await page.getByRole('menuitem', { name: 'Delete', exact: true }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Delete: used by jobs' }).click()
    await page
      .getByRole('table', { name: 'Jobs' })
      .getByRole('link', { name: /^Clean table/ })
      .waitFor()
  })

  it('of another user is not found', async () => {
    const [owner, stranger] = [await asNewUser(), await asNewUser()]
    await upload(owner, [{ name: 'mine.txt', content: 'mine', type: 'text/plain' }])
    await openFile(owner, 'mine.txt')

    await stranger.goto(new URL(owner.url()).pathname)

    await stranger.getByText('File not found').waitFor()
    allowConsoleErrors(/404/)
  })
})

describe('a file of another user', () => {
  it('shows its owner to an administrator, who cannot change its name and tags', async () => {
    const owner = await asNewUser({ name: 'Femke Visser' })
    await upload(owner, [{ name: 'femke.txt', content: 'Measured by Femke.', type: 'text/plain' }])
    await openFile(owner, 'femke.txt')
    const page = await asUser(inject('administrator'))

    await page.goto(new URL(owner.url()).pathname)

    await page.getByText('This file belongs to Femke Visser.').waitFor()
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
    await breadcrumb.getByText('Femke Visser').filter({ visible: true }).waitFor()
    await page.getByText('Measured by Femke.').waitFor()
    expect(await page.getByRole('button', { name: 'Tag', exact: true }).count()).toBe(0)
    expect(await page.getByRole('heading', { level: 1 }).getByRole('button').count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    await expect.poll(() => breadcrumb.getByText('Femke Visser').count()).toBe(0)
  })
})

describe('the list of work data', () => {
  it('remains usable with 300 files with 200-character names, with paging, filters and the keyboard', {
    tags: 'long',
  }, async () => {
    const page = await asNewUser()
    const long = (at: number) => `${String(at).padStart(3, '0')}_${'ein_langer_Name_'.repeat(13)}`.slice(0, 196)
    for (let from = 0; from < 300; from += 20) {
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          upload(page, [{ name: `${long(from + at)}.csv`, content: `a,b\n${from + at},2\n` }]),
        ),
      )
    }
    await page.goto('/workdata/explorer')
    await page.getByText('1–20 of 300').waitFor()

    const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(await overflow()).toBeLessThanOrEqual(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('21–40 of 300').waitFor()
    await page.goBack()
    await page.getByText('1–20 of 300').waitFor()
    await page.getByRole('searchbox', { name: 'Search work data', exact: true }).fill('007_')
    await page.getByText('1 file', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Grid view' }).click()
    await page.getByRole('list', { name: 'Work data' }).getByRole('link').first().waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/workdata/explorer')
    await page.getByRole('list', { name: 'Work data' }).getByRole('link').nth(19).waitFor()
    expect(await overflow()).toBeLessThanOrEqual(0)
  })

  it('ignores invalid parameters in its URL', async () => {
    const page = await asNewUser()

    await page.goto('/workdata/explorer?PageSize=-3&SortBy=Colour&tab=nothing&CreatedAfter=soon')

    await page.getByText('No data yet').waitFor()
    await page.getByRole('link', { name: 'Upload files' }).first().waitFor()
  })
})
