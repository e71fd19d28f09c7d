import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { signUp } from './api-client.ts'
import { expectAccessible, openPage } from './browser.ts'
import { ADMINISTRATION, detailsOf, inspectorsOf, LISTS, type Screens, SETTINGS, signInAs } from './screens.ts'
import { longName, seedAccount } from './seed-account.ts'
import { seedOrganization } from './seed-organization.ts'

/** How far the highlight of a row may extend beyond the row's sides, in pixels. */
const REACH = 16

/** Script that finds elements whose content overflows horizontally. Scrollable elements may have wider content. */
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

/** Script that finds panels that scroll horizontally, which no panel should need. */
const WIDE_PANELS = `[...document.querySelectorAll('aside, [role=dialog]')]
  .filter((panel) => panel.checkVisibility() && panel.scrollWidth > panel.clientWidth)
  .map((panel) => 'the panel ' + panel.textContent.slice(0, 60))`

const WIDTHS = [1440, 1024, 390]

/** Returns the overflowing elements, by screen and width. */
async function stuckOn(page: Page, screens: Screens): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      // The page learns its new width in the next frame, and only then draws rows for a phone instead of a table.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      const stuck = await page.evaluate(`${STICKING_OUT}.concat(${WIDE_PANELS},
        document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])`)
      if ((stuck as string[]).length > 0) found[`${name} at ${width}`] = stuck
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAccessible(page)
  }
  return found
}

describe('long names, in every script', () => {
  // Some twenty screens at three widths take longer than other journeys.
  it('of jobs, files and steps fit on every screen at every width', { tags: 'long', timeout: 400_000 }, async () => {
    const url = inject('productUrl')
    const person = await signUp(url, 'Tamsin Okoro')
    await seedAccount(person, 12)
    const page = await openPage('/login')
    await signInAs(page.context(), url, person)

    expect(await stuckOn(page, { ...LISTS, ...(await detailsOf(person)) })).toEqual({})
  })

  it('of people, organizations, roles and keys fit in the settings and the administration', {
    tags: 'long',
    timeout: 400_000,
  }, async () => {
    const url = inject('productUrl')
    const founder = await signUp(url, longName(2).slice(0, 60))
    const filled = await seedOrganization(url, founder)
    const [own, admin] = [await openPage('/login'), await openPage('/login')]
    await signInAs(own.context(), url, { ...founder, ...filled })
    await signInAs(admin.context(), url, inject('administrator'))
    const grantId = `of.${'long-'.repeat(15)}name`
    for (const holder of [`users/${filled.userId}`, `organizations/${filled.organizationId}`]) {
      const at = `${url}/api/admin/${holder}/grants`
      expect((await admin.context().request.post(at, { headers: { origin: url }, data: { grantId } })).ok()).toBe(true)
    }

    expect(await stuckOn(own, SETTINGS)).toEqual({})
    expect(await stuckOn(admin, { ...ADMINISTRATION, ...inspectorsOf(filled) })).toEqual({})
  })
})
