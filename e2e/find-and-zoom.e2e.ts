import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { searchTheText } from '../apps/web/src/features/previews/text/texts.ts'
import { asNewUser, expectAccessible } from './browser.ts'
import { uploadAs } from './files.ts'
import { pngOf } from './png-files.ts'

const LINES = 5_000
/** A log in which three distant lines contain the word “outage”. */
const LOG = Array.from({ length: LINES }, (_, at) => `${at + 1} ${at % 2_000 === 900 ? 'OUTAGE at Bonn' : 'level ok'}`)

async function opens(page: Page, name: string, content: string | Buffer, type: string) {
  const address = await uploadAs(page, name, content, type)
  await page.goto(`/workdata/explorer/${Buffer.from(new URL(address).pathname).toString('base64url')}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

describe('the text of a file', () => {
  it('is searched with Ctrl F, including lines that are not drawn', async () => {
    const page = await asNewUser()
    await opens(page, 'station.log', LOG.join('\n'), 'text/plain')
    await page.getByText('1 level ok', { exact: true }).waitFor()
    const current = page.locator('mark[aria-current]')

    await page.keyboard.press('Control+f')
    await page.keyboard.type('outage')

    await page.getByText('1 of 3', { exact: true }).waitFor()
    await expect.poll(() => current.locator('xpath=ancestor::code').textContent()).toBe('901 OUTAGE at Bonn')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.getByText('2 of 3', { exact: true }).waitFor()
    await expect.poll(() => current.locator('xpath=ancestor::code').textContent()).toBe('2901 OUTAGE at Bonn')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Shift+Enter')
    await page.getByText('3 of 3', { exact: true }).waitFor()
    await expect.poll(() => current.locator('xpath=ancestor::code').textContent()).toBe('4901 OUTAGE at Bonn')
    await page.getByLabel(searchTheText).fill('flood')
    await page.getByText('No matches').waitFor()
  })
})

describe('an image', () => {
  it('is enlarged with keys, the wheel and buttons, and rendered with sharp pixels', async () => {
    const page = await asNewUser()
    await opens(page, 'dots.png', pngOf(200, 100), 'image/png')
    const image = page.getByRole('img', { name: 'dots.png', exact: true })
    const width = async () => Math.round((await image.boundingBox())?.width ?? 0)
    const frame = page.getByRole('region', { name: 'Image dots.png' })
    // A small image is enlarged to fill its frame, which has a padding of 24 pixels.
    await expect.poll(width).toBe(((await frame.boundingBox())?.width ?? 0) - 48)
    const fitted = await width()

    await frame.focus()
    await page.keyboard.press('1')
    await expect.poll(width).toBe(200)
    await page.keyboard.press('+')
    await expect.poll(width).toBe(300)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(width).toBe(400)
    expect(
      await page.evaluate<string>(`getComputedStyle(document.querySelector('img[alt="dots.png"]')).imageRendering`),
    ).toBe('pixelated')
    await page.keyboard.down('Control')
    await image.hover()
    await page.mouse.wheel(0, -50)
    await page.keyboard.up('Control')
    await expect.poll(width).toBe(Math.round(400 * Math.E ** 0.5))
    await page.getByRole('button', { name: '330%, actual size' }).click()
    await expect.poll(width).toBe(200)
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(width).toBe(134)
    await page.getByRole('button', { name: 'Fit to view' }).click()
    await expect.poll(width).toBe(fitted)
  })
})
