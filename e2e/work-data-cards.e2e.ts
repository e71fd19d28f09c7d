import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const STATIONS = ['bonn', 'andernach', 'koblenz', 'mainz', 'worms', 'speyer', 'maxau']

describe('work data as cards', () => {
  it('are drawn from their content: whole columns and how many are left out, and the first lines of a page', async () => {
    const page = await asNewUser()
    const row = STATIONS.map((_, at) => 1000 + at).join(',')
    await uploadAs(page, 'levels.csv', `timestamp,${STATIONS.join(',')}\n2024-05-01 00:00,${row}\n`)
    const html = '<title>Report</title><h1>Levels in May</h1><p>Two floods</p><script>document.title = "ran"</script>'
    await uploadAs(page, 'report.html', html, 'text/html')
    await page.goto('/workdata/explorer?view=grid')

    await page.getByText('Levels in May').waitFor()
    await page.getByText('Two floods').waitFor()
    const left = page.getByText(/^\+\d columns$/)
    await left.waitFor()
    const visible = STATIONS.length + 1 - Number.parseInt((await left.textContent()) ?? '', 10)
    expect(visible).toBeGreaterThan(1)
    expect(await page.title()).not.toContain('ran')
    await expectAccessible(page)
  })

  it('load the content of a file once their place is near the screen', async () => {
    const page = await asNewUser({ viewport: { width: 1280, height: 600 } })
    for (let at = 0; at < 20; at += 1) await uploadAs(page, `note-${at}.txt`, `Level of day ${at}`, 'text/plain')
    const previews: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/Preview')) previews.push(request.url())
    })
    await page.goto('/workdata/explorer?view=grid')
    await page.getByText('Level of day 19').waitFor()
    await page.waitForLoadState('networkidle')
    expect(previews.length).toBeLessThan(20)

    await page.getByRole('link', { name: /note-0\.txt/ }).scrollIntoViewIfNeeded()

    await page.getByText('Level of day 0').waitFor()
    expect(previews).toEqual([...new Set(previews)])
  })

  it('are selected on a phone by a long press, and then by a tap', { tags: 'long' }, async () => {
    const page = await asNewUser(PHONE)
    for (const name of ['bonn.csv', 'mainz.csv']) await uploadAs(page, name)
    await page.goto('/workdata/explorer?view=grid')
    const bonn = page.getByRole('link', { name: /bonn\.csv/ })
    await bonn.waitFor()
    expect(await page.getByRole('checkbox', { name: /bonn\.csv/ }).count()).toBe(0)

    await bonn.dispatchEvent('touchstart')
    await page.getByRole('checkbox', { name: /bonn\.csv/, checked: true }).waitFor()
    await bonn.dispatchEvent('touchend')
    await page.getByRole('link', { name: /mainz\.csv/ }).tap()

    await page.getByRole('checkbox', { name: /mainz\.csv/, checked: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/workdata/explorer')
    await expectAccessible(page)
  })
})
