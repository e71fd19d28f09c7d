import { describe, expect, it } from 'vitest'
import { asNewUser, expectAccessible, openAsNewUser } from './browser.ts'
import { uploadAs } from './files.ts'

/** Script that returns whether the button is fully visible, without being cut off at its top or bottom. */
const IS_WHOLE = `(() => {
  const button = document.querySelector('[aria-label="Copy full SHA-256"]')
  const { left, width, top, bottom } = button.getBoundingClientRect()
  return [top + 1, bottom - 1].every((y) => button.contains(document.elementFromPoint(left + width / 2, y)))
})()`

describe('the display settings of a user', () => {
  it('with forced colors mark what is chosen, checked and in use', { tags: 'long' }, async () => {
    const page = await asNewUser({ forcedColors: 'active' })
    await uploadAs(page, 'cochem.csv')
    await page.goto('/workdata/explorer')
    const row = page.getByRole('row').filter({ hasText: 'cochem.csv' })
    await row.getByRole('checkbox').check()

    const style = (name: string) => `getComputedStyle(${name})`
    const outline = (selector: string) =>
      page.evaluate<string>(`${style(`document.querySelector(${JSON.stringify(selector)})`)}.outlineStyle`)
    for (const marked of [
      'label:has(> :checked.sr-only)',
      'tr[aria-selected=true]',
      'aside [aria-current=page]',
      '[aria-pressed=true]',
      '.meter',
    ]) {
      await page.locator(marked).first().waitFor({ state: 'attached' })
      await expect.poll(() => outline(marked), { message: marked }).toBe('solid')
    }
    expect(await page.evaluate(`${style("document.querySelector('tbody .checkbox')")}.appearance`)).toBe('auto')
    expect(await page.evaluate(`${style('document.documentElement')}.getPropertyValue('--accent')`)).toBe('Highlight')
    const ground = (name: string) => page.evaluate<string>(`${style(name)}.backgroundColor`)
    expect(await ground("document.querySelector('.meter')")).toBe(await ground('document.body'))

    await row.getByRole('link', { name: 'cochem.csv' }).click()
    await page.getByRole('button', { name: 'Copy full SHA-256' }).waitFor()
    expect(await page.evaluate(IS_WHOLE)).toBe(true)
    const colors = await page.evaluate<string[]>(`(() => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Start job with this file')
      const probe = document.body.appendChild(Object.assign(document.createElement('i'), { style: 'color: HighlightText' }))
      return [button, button.querySelector('svg'), probe].map((one) => getComputedStyle(one).color)
    })()`)
    expect(new Set(colors).size).toBe(1)
    await expectAccessible(page)
  })

  it('decide the size of text', async () => {
    const page = await openAsNewUser()
    const size = () =>
      page.evaluate<number>(`Number.parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)`)
    await page.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor()
    const before = await size()

    await page.addStyleTag({ content: 'html { font-size: 200% }' })

    expect(await size()).toBe(before * 2)
  })
})
