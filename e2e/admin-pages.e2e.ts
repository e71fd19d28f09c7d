import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { signUp } from './api-client.ts'
import { allowConsoleErrors, asNewUser, asUser, expectAccessible } from './browser.ts'
import { callApi, newAddress } from './people.ts'
import { linkCode } from './screens.ts'

/** Opens an administration page as the first administrator. */
async function opens(path: string, title: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await asUser(inject('administrator'), options)
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  return page
}

/** Creates a new user with a new organization, which has an invitation. */
async function hasOrganization() {
  const name = `Rhine Lab ${randomUUID().slice(0, 8)}`
  const page = await asNewUser({ name: 'Mara Lindqvist' })
  await callApi(page, '/organization/create', { name, slug: name.toLowerCase().replaceAll(' ', '-') })
  await callApi(page, '/organization/invite-member', { email: newAddress('later'), role: 'member' })
  return { page, name }
}

describe('administrators', () => {
  it('see organizations with members, invitations and usage, and change their plan and grants', async () => {
    const { name } = await hasOrganization()
    const page = await opens('/admin/organizations', 'Organizations')

    await page.getByRole('searchbox', { name: 'Search organizations' }).fill(name.toLowerCase())
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2)
    await page.getByRole('button', { name, exact: true }).click()
    const inspector = page.getByRole('complementary', { name })
    await inspector.getByRole('list', { name: 'Members' }).getByText('Mara Lindqvist').waitFor()
    await inspector
      .getByRole('list', { name: 'Invitations' })
      .getByText(/^later/)
      .waitFor()
    await inspector.getByRole('combobox', { name: `Plan of ${name}` }).click()
    await page.getByRole('option', { name: 'Enterprise' }).click()
    await page.getByRole('row', { name }).getByText('Enterprise').waitFor()
    await inspector.getByRole('button', { name: `Add a grant to ${name}` }).click()
    await page.getByLabel('Grant', { exact: true }).fill('no spaces')
    await page.getByRole('button', { name: 'Add grant' }).click()
    await page.getByText('starting with a letter').waitFor()
    await page.getByLabel('Grant', { exact: true }).fill('large-uploads')
    await page.getByRole('button', { name: 'Add grant' }).click()
    await inspector.getByText('large-uploads').waitFor()
    await expectAccessible(page)
  })

  it('see who holds which grant, add a holder and undo a removal', async () => {
    const { name } = await hasOrganization()
    const page = await opens('/admin/grants', 'Grants')
    const grantId = `trial-${randomUUID().slice(0, 8)}`

    await page.getByRole('button', { name: 'Add grant' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add grant' })
    await dialog.getByLabel('Grant', { exact: true }).fill(grantId)
    await dialog.getByLabel('Holder').fill(name)
    await expectAccessible(page)
    await dialog.getByRole('button', { name }).click()
    const holders = page.getByRole('list', { name: `Holders of ${grantId}` })
    await holders.getByText(name).waitFor()
    await page.getByRole('searchbox', { name: 'Search holders' }).fill(name.toUpperCase())
    await expect.poll(() => page.getByRole('list', { name: /^Holders of/ }).count()).toBe(1)
    await expectAccessible(page)

    await holders.getByRole('button', { name: `Remove ${grantId} from ${name}` }).click()
    await page.getByText(`No results for “${name.toUpperCase()}”`).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()

    await holders.getByText(name).waitFor()
  })

  it('read the activity of the server, filter it by organization, and export it', async () => {
    const { name, page: inviter } = await hasOrganization()
    for (let more = 0; more < 3; more += 1) {
      await callApi(inviter, '/organization/invite-member', { email: newAddress('later'), role: 'member' })
    }
    const page = await opens('/admin/activity', 'Activity')
    const entries = page.getByRole('list', { name: 'Activity' })

    await entries.getByText('signed in').first().waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('menuitem', { name: 'Organization is' }).click()
    await page.getByRole('searchbox', { name: 'Search by name', exact: true }).fill(name)
    await page.getByRole('list', { name: 'Results' }).getByRole('button', { name }).click()
    await expect.poll(() => entries.getByText('signed in').count()).toBe(0)
    await page.getByRole('button', { name: 'Show 2 more invitations' }).press('Enter')
    await entries.getByRole('listitem').nth(3).locator('summary').and(page.locator(':focus')).waitFor()
    await entries.getByText(`Mara Lindqvist created the organization ${name}`).click()
    await entries.getByText('organizationId').filter({ visible: true }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: `Organization is ${name}` }).waitFor()

    for (const [format, start] of [
      ['CSV', 'createdAt,action'],
      ['JSON Lines', '{"id":'],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ])
      const text = await readFile(await download.path(), 'utf8')
      expect(text.startsWith(start)).toBe(true)
      expect(text).toContain(name)
    }
  })

  it('return to work data of other users from the activity', { tags: 'long' }, async () => {
    const page = await opens('/admin/activity', 'Activity')
    const owner = await signUp(inject('productUrl'), 'Mara Lindqvist')
    const file = `${randomUUID()}.csv`
    const details = `/workdata/explorer/${linkCode(await owner.upload(file, new Blob(['a\n1\n'])))}`
    await page.goto(details)
    await page.getByRole('heading', { level: 1, name: file }).waitFor()

    await page.goto('/admin/activity')
    const entry = page.locator('details').filter({ hasText: file })
    await entry.locator('summary').click()
    await expectAccessible(page)
    await entry.getByRole('link', { name: file }).click()

    await page.waitForURL(`**${details}`)
  })

  it('create users and give grants on a phone', { tags: 'long' }, async () => {
    const page = await opens('/admin/users', 'Users', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const name = `Jonas ${randomUUID().slice(0, 8)}`
    await page.getByRole('button', { name: 'New user' }).click()
    const user = page.getByRole('dialog', { name: 'New user' })
    await user.getByLabel('Name').fill(name)
    await user.getByLabel('Email').fill(newAddress('jonas'))
    await expectAccessible(page)
    await user.getByRole('button', { name: 'Create user' }).click()
    await page.getByText(`${name} created`).waitFor()
    await page.goto('/admin/grants')
    await page.getByRole('button', { name: 'Add grant' }).first().click()
    const grant = page.getByRole('dialog', { name: 'Add grant' })
    const grantId = `phone-${randomUUID().slice(0, 8)}`
    await grant.getByLabel('Grant', { exact: true }).fill(grantId)
    await grant.getByLabel('Holder').fill(name)
    await expectAccessible(page)
    await grant.getByRole('button', { name }).click()

    await page
      .getByRole('list', { name: `Holders of ${grantId}` })
      .getByText(name)
      .waitFor()
  })

  it('see the files of all users in admin mode, which stays on and says so on every page', async () => {
    const name = `Aylin ${randomUUID().slice(0, 8)}`
    const theirs = await asNewUser({ name })
    const file = `${randomUUID().slice(0, 8)}_gauges.csv`
    await theirs.evaluate(
      `(() => { const form = new FormData(); form.append('files', new Blob(['a;b\\n1;2\\n']), '${file}');
        return fetch('/api/WorkData/UploadWorkData', { method: 'POST', body: form }) })()`,
    )
    const page = await opens('/admin/users', 'Users')
    await page.goto(`/workdata/explorer?NameContains=${file}`)
    await page.getByText(`No results for “${file}”`).waitFor()

    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: /^Admin mode/ }).click()

    await page.getByRole('link', { name: file }).first().waitFor()
    await page.getByText('Admin mode').first().waitFor()
    await expectAccessible(page)
    await page.reload()
    await page.getByRole('link', { name: file }).first().waitFor()
    // Files of other journeys include damaged images, which have no thumbnail.
    allowConsoleErrors(/status of 422 .*size=small/)
    await page.goto('/workdata/explorer')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Owner is' }).click()
    await page.getByRole('searchbox', { name: 'Search owners' }).fill(name.toUpperCase())
    await page.getByRole('list', { name: 'Owners' }).getByRole('button', { name }).click()
    await page.getByRole('button', { name: `Owner is ${name}` }).waitFor()
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2)
    for (const path of ['/jobs', '/processing-steps', '/dashboard']) {
      await page.goto(path)
      await page.getByRole('button', { name: 'Turn admin mode off' }).waitFor()
    }

    await page.getByRole('button', { name: 'Turn admin mode off' }).click()
    await page.getByRole('button', { name: 'Turn admin mode off' }).waitFor({ state: 'detached' })
    await page.goto(`/workdata/explorer?NameContains=${file}`)
    await page.getByText(`No results for “${file}”`).waitFor()
  })
})
