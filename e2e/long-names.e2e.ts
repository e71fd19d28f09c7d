import { describe, expect, inject, it } from 'vitest'
import { signUp } from './api-client.ts'
import { expectAccessible, openPage } from './browser.ts'
import { fillAccount } from './crowded-account.ts'
import { detailsOf, LISTS, signInAs } from './screens.ts'

/** How far the highlight of a row may extend beyond its sides, in pixels. */
const REACH = 16

/** Elements whose content overflows sideways over its neighbors. Scrollable elements may be wider. */
const STICKING_OUT = `[...document.querySelectorAll('header, main *, aside *, [role=dialog] *')]
  .filter((element) => element instanceof HTMLElement && element.checkVisibility() && element.clientWidth > 0)
  .filter((element) => element.scrollWidth > element.clientWidth + ${REACH})
  .filter((element) => {
    const parents = []
    for (let at = element; at && at.id !== 'content'; at = at.parentElement) parents.push(at)
    return parents.every((parent) => getComputedStyle(parent).overflowX === 'visible')
  })
  .map((element) => element.tagName + ' ' + element.className + ', ' +
    (element.scrollWidth - element.clientWidth) + ' px: ' + element.textContent.slice(0, 60))`

const WIDTHS = [1440, 1024, 390]

describe('names of 200 characters, in every script', () => {
  // Some twenty screens at three widths take longer than other journeys.
  it('fit on every screen at every width', { timeout: 180_000 }, async () => {
    const url = inject('productUrl')
    const person = await signUp(url, 'Tamsin Okoro')
    await fillAccount(person, 12)
    const page = await openPage('/login')
    await signInAs(page.context(), url, person)
    const screens = { ...LISTS, ...(await detailsOf(person)) }
    const found: Record<string, unknown> = {}

    for (const [name, path] of Object.entries(screens)) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        const stuck = await page.evaluate(`${STICKING_OUT}.concat(
          document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])`)
        if ((stuck as string[]).length > 0) found[`${name} at ${width}`] = stuck
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await expectAccessible(page)
    }

    expect(found).toEqual({})
  })
})
