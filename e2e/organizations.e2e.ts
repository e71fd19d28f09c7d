import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { itWasDeleted } from '../apps/web/src/features/work-data/detail/texts.ts'
import { allowConsoleErrors, asNewUser, expectAccessible, openAsNewUser } from './browser.ts'
import { gaugeCsv } from './gauge-csv.ts'
import { callApi } from './people.ts'

const switcher = (page: Page) => page.getByRole('button', { name: /switch workspace/ })
const places = (page: Page) => page.getByRole('navigation', { name: 'Places' })

/** Waits until the header shows the active owner. */
const showsResourcesOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(name).filter({ visible: true }).waitFor()

/** Creates an organization with the switcher, which makes it active. */
async function createsOrganization(page: Page, name: string): Promise<void> {
  await switcher(page).click()
  await page.getByRole('menuitem', { name: /Create organization/ }).click()
  const form = page.getByRole('dialog', { name: 'Create organization' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByRole('button', { name: 'Create organization' }).click()
  await showsResourcesOf(page, name)
}

/** Switches the active organization. */
async function worksIn(page: Page, name: string): Promise<void> {
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name }).click()
  await showsResourcesOf(page, name)
}

/** Uploads a table from the current page. */
async function uploads(page: Page, name: string): Promise<void> {
  await places(page).getByRole('link', { name: 'Upload' }).click()
  // Waits for the upload page, because the dashboard has a button of the same name.
  await page.getByRole('heading', { level: 1, name: 'Upload' }).waitFor()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page
      .getByRole('button', { name: /choose files/i })
      .first()
      .click(),
  ])
  await chooser.setFiles([{ name, mimeType: 'text/csv', buffer: Buffer.from(gaugeCsv(50)) }])
  await page.getByText('Done', { exact: false }).first().waitFor()
}

async function opensFromTheList(page: Page, name: string): Promise<void> {
  await places(page).getByRole('link', { name: 'Work data' }).click()
  // The link is looked up in the table, because the upload page has a link of the same name.
  await page.getByRole('table', { name: 'Work data' }).getByRole('link', { name }).first().click()
  await page.getByText('semicolon-separated, decimal comma').waitFor()
}

describe('organizations', () => {
  it('keep their data separate from the user’s own', async () => {
    const page = await openAsNewUser({ name: 'Tamsin Okoro' })
    const lab = `Rhine Lab ${randomUUID().slice(0, 8)}`
    await createsOrganization(page, lab)
    await uploads(page, 'lab_gauges.csv')
    await opensFromTheList(page, 'lab_gauges.csv')

    await worksIn(page, 'Tamsin Okoro')

    await page.getByText('No data yet').waitFor()
    expect(new URL(page.url()).pathname).toBe('/workdata/explorer')
    // The title of the new page is announced to screen readers a moment later.
    await expect.poll(() => page.getByText('lab_gauges').count()).toBe(0)
    await expectAccessible(page)

    await worksIn(page, lab)

    await page
      .getByRole('link', { name: /lab_gauges/ })
      .first()
      .waitFor()
  })

  it('open automatically with a link from a colleague', async () => {
    const page = await openAsNewUser({ name: 'Tamsin Okoro' })
    const lab = `Rhine Lab ${randomUUID().slice(0, 8)}`
    await createsOrganization(page, lab)
    await uploads(page, 'lab_gauges.csv')
    const colleague = await openAsNewUser({ name: 'Jonas Ortmann' })
    const { user } = await callApi<{ user: { email: string } }>(colleague, '/get-session')
    const { id } = await callApi<{ id: string }>(page, '/organization/invite-member', {
      email: user.email,
      role: 'member',
    })
    await callApi(colleague, '/organization/accept-invitation', { invitationId: id })
    await callApi(colleague, '/organization/set-active', { organizationId: null })
    await opensFromTheList(page, 'lab_gauges.csv')
    const link = page.url()

    await colleague.goto(link)
    await showsResourcesOf(colleague, lab)
    await colleague.getByText('semicolon-separated, decimal comma').waitFor()
    const stranger = await asNewUser({ name: 'Mallory' })
    await stranger.goto(link)

    await stranger.getByText(itWasDeleted).waitFor()
    await showsResourcesOf(stranger, 'Mallory')
    allowConsoleErrors(/status of 404/)
  })

  it('can be switched with the keyboard alone, even with a collapsed sidebar', { tags: 'long' }, async () => {
    const page = await openAsNewUser({ name: 'Tamsin Okoro' })
    const lab = `Elbe Lab ${randomUUID().slice(0, 8)}`
    await createsOrganization(page, lab)
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()

    await switcher(page).press('Enter')
    await page.getByRole('menuitemradio', { name: lab, checked: true }).waitFor()
    await page.getByRole('menuitemradio', { name: 'Tamsin Okoro' }).press('Enter')

    await showsResourcesOf(page, 'Tamsin Okoro')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('switch workspace')
  })

  it('are switched in every tab of the browser', async () => {
    const page = await openAsNewUser({ name: 'Tamsin Okoro' })
    const other = await page.context().newPage()
    await other.goto('/jobs')
    await showsResourcesOf(other, 'Tamsin Okoro')
    const lab = `Maas Lab ${randomUUID().slice(0, 8)}`

    await createsOrganization(page, lab)

    await showsResourcesOf(other, lab)
  })

  it('are distinguished by their slugs', { tags: 'long' }, async () => {
    const page = await openAsNewUser()
    const lab = `Mosel Lab ${randomUUID().slice(0, 8)}`
    await createsOrganization(page, lab)

    await switcher(page).click()
    await page.getByRole('menuitem', { name: /Create organization/ }).click()
    const form = page.getByRole('dialog', { name: 'Create organization' })
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(lab)
    await form.getByRole('button', { name: 'Create organization' }).click()

    await form.getByText('is already taken', { exact: false }).waitFor()
    allowConsoleErrors(/400/)
  })

  it('can be switched from the menu on a phone', { tags: 'long' }, async () => {
    const page = await openAsNewUser({
      name: 'Tamsin Okoro',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const lab = `Saar Lab ${randomUUID().slice(0, 8)}`

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: /Create organization/ }).click()
    const form = page.getByRole('dialog', { name: 'Create organization' })
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(lab)
    await form.getByRole('button', { name: 'Create organization' }).click()

    await showsResourcesOf(page, lab)
    await expectAccessible(page)
  })
})
