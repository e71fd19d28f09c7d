import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, openAsNewUser } from './browser.ts'
import { uploadAs } from './files.ts'
import { openStartPanel } from './start-query.ts'

const FORCED = { forcedColors: 'active' } as const

/** The part of an element to measure. A mark may be on only one side of the element. */
type Side = 'all' | 'top' | 'bottom'

/** Script that computes the share of pixels that differ from the background, which is white. */
const INK = `async (picture, side) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const edge = 3
  const top = side === 'bottom' ? image.height - edge : 0
  const { data } = context.getImageData(0, top, image.width, side === 'all' ? image.height : edge)
  const pixels = Array.from({ length: data.length / 4 }, (_, at) => data[4 * at] + data[4 * at + 1] + data[4 * at + 2])
  return pixels.filter((brightness) => brightness < 720).length / pixels.length
}`

/** Returns the share of an element's pixels that differ from the background, from 0 to 1. */
async function inkOf(element: Locator, side: Side = 'all'): Promise<number> {
  await element.scrollIntoViewIfNeeded()
  const picture = (await element.screenshot({ animations: 'disabled' })).toString('base64')
  return element.page().evaluate(`(${INK})('${picture}', '${side}')`)
}

describe('with forced colors', () => {
  it('a chosen tab, pill and place have a mark that the others lack', { tags: 'long' }, async () => {
    const page = await openAsNewUser(FORCED)
    await page.goto('/settings/account')
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    await tab('Account').waitFor()

    expect(await inkOf(tab('Account'), 'bottom')).toBeGreaterThan(0.5)
    expect(await inkOf(tab('API keys'), 'bottom')).toBeLessThan(0.2)

    await page.goto('/processing-steps')
    const pill = (name: string) => page.locator('label', { has: page.getByRole('radio', { name }) })
    await pill('Tables').waitFor()
    expect(await inkOf(pill('All'), 'top')).toBeGreaterThan(0.5)
    expect(await inkOf(pill('Tables'), 'top')).toBeLessThan(0.2)

    const place = (name: string) => page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name })
    expect(await inkOf(place('Processing steps'), 'top')).toBeGreaterThan(0.5)
    expect(await inkOf(place('Dashboard'), 'top')).toBeLessThan(0.2)
    await expectAccessible(page)
  })

  it('switches, sliders and their states are drawn', { tags: 'long' }, async () => {
    const page = await openAsNewUser(FORCED)
    await uploadAs(page, 'cochem.csv')
    const panel = await openStartPanel(page, 'clean_table')
    await panel.locator('summary', { hasText: 'Outliers' }).first().click()
    await panel.getByRole('group', { name: 'Outlier method' }).getByText('IQR').click()
    const slider = panel.locator('.meter-fill').and(page.locator(':visible')).first()
    await slider.waitFor()

    // The slider's ends are round, so not all pixels are drawn.
    expect(await inkOf(slider)).toBeGreaterThan(0.5)
    const toggle = panel.getByRole('switch').and(page.locator(':visible')).first()
    const before = await inkOf(toggle)
    expect(before).toBeGreaterThan(0.05)
    await toggle.click()
    await expect.poll(async () => Math.abs((await inkOf(toggle)) - before)).toBeGreaterThan(0.05)
    await expectAccessible(page)
  })

  it('bars are filled up to their value', { tags: 'long' }, async () => {
    const page = await openAsNewUser(FORCED)
    await page.getByRole('button', { name: 'Run the sample' }).click()
    await page.getByText('These are its results.', { exact: false }).waitFor({ timeout: 60_000 })
    await page.goto('/processing-steps')

    const bar = page.locator('td .meter-fill').first()
    await bar.waitFor()

    expect(await inkOf(bar)).toBeGreaterThan(0.9)
    await expectAccessible(page)
  })
})
